/// What a program that is hard to install was once measured at, on another day: to be read as an
/// order of magnitude.
struct NotedFigure: Sendable {
  /// What did the work.
  let name: String
  /// The figure, in the unit that is shown.
  let figure: Double

  /// A figure.
  init(_ name: String, _ figure: Double) {
    self.name = name
    self.figure = figure
  }
}
