/// What combinations of dice are worth. Points are 0 for a combination that does not count.
public struct ScoringOptions: Sendable, Hashable {
  /// Whether a single 1 is worth 100 and a single 5 is worth 50.
  public var singles = true
  /// What three ones are worth, whatever ``multiplier`` is.
  public var tripleOnes = 1000
  /// What three of a kind are worth for each pip of the face, ones apart.
  public var multiplier = 100
  /// What four, five and six of a kind are worth.
  public var kinds = Kinds.double
  /// What 1 2 3 4 5 6 is worth.
  public var straight = 1500
  /// What three different pairs are worth; four and two of a kind are not three pairs.
  public var pairs = 1500
  /// What four of a kind and a pair are worth together.
  public var fourTwo = 0
  /// What two triplets are worth together; six of a kind are two triplets as well.
  public var triplets = 0

  /// The options of the preset `standard`.
  public init() {}

  /// What four, five and six of a kind are worth.
  public enum Kinds: String, Sendable, CaseIterable {
    /// Two, four and eight times the three of a kind.
    case double
    /// Two, three and four times the three of a kind.
    case linear
    /// 1000, 2000 and 3000, whatever the face.
    case flat
    /// Nothing of their own.
    case none
  }
}
