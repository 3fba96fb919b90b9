/// The rules of one game of Farkle: what dice are worth, what a bank needs, how the game ends.
public struct FarkleRules: Sendable {
  /// What dice are worth.
  public var scoring: ScoringRules
  /// The score that starts the final round, where ``rounds`` is 0.
  public var target: Int
  /// How many rounds are played, the highest total winning; 0 for play up to the target.
  public var rounds: Int
  /// The least a player must bank to get on the board.
  public var opening: Int
  /// The least for any bank.
  public var minimum: Int
  /// Whether all six dice must be rolled again after hot dice, instead of being banked.
  public var mustRollHotDice: Bool
  /// What three farkles in a row cost; 0 for nothing.
  public var farklePenalty: Int
  /// Whether the others have a turn each once the target is reached.
  public var hasFinalRound: Bool
  /// Whether a leader overtaken in the final round gets another turn.
  public var defend: Bool
  /// What happens among equals.
  public var tie: Tie
  /// Whether the dice are rolled on a real table, and their faces typed.
  public var isPhysical: Bool

  /// What happens among equals at the end.
  public enum Tie: String, Sendable, CaseIterable {
    /// Who reached the score first wins.
    case first
    /// The equals play on, up to five times; then the highest turn of the game decides.
    case overtime
    /// All of them win.
    case shared
  }

  /// How often equals play on.
  static let maxOvertimes = 5
  /// The farkles in a row that are penalized.
  static let penalizedRow = 3
}
