/// A number by which games of one kind can be compared once they are over.
public struct Metric: Sendable, Equatable {
  /// What it measures, in a word or two.
  public var name: String
  /// The number.
  public var value: Double

  /// A measure.
  public init(_ name: String, _ value: Double) {
    self.name = name
    self.value = value
  }
}
