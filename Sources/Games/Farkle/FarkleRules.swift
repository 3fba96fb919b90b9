public import ParlorKit

/// The rules of one game of Farkle: scores of dice, minimum of a bank, end of the game. The initial
/// values are the preset `standard`.
public struct FarkleRules: GameOptions, Equatable {
  /// The scores of dice.
  public var scoring = ScoringOptions()
  /// The score that starts the final round, if ``rounds`` is 0.
  public var target = 10_000
  /// The number of rounds, then the highest total wins; 0 to play up to the target.
  public var rounds = 0
  /// The minimum that gets a player on the board.
  public var opening = 0
  /// The minimum of any bank.
  public var minimum = 0
  /// The options after hot dice.
  public var hotDice = HotDice.mayBank
  /// The penalty for three farkles in a row; 0 for none.
  public var farklePenalty = 0
  /// Whether the others have one more turn once the target is reached.
  public var hasFinalRound = true
  /// Whether a leader overtaken in the final round gets another turn.
  public var defend = false
  /// How a tie is resolved.
  public var tie = Tie.first
  /// Who rolls the dice.
  public var dice = DiceSource.virtual
  /// Whether every seat has the same dice: see ``FarkleState/duplicateDraw``.
  public var duplicate = false
  /// The name of the set of real dice; empty for none.
  public var set = ""

  /// The preset `standard`.
  public init() {}

  /// What the player may do when all six dice have scored.
  public enum HotDice: String, Sendable, CaseIterable {
    /// Roll all six again, or bank.
    case mayBank = "may-bank"
    /// All six must be rolled again.
    case mustRoll = "must-roll"
  }

  /// Who rolls the dice.
  public enum DiceSource: String, Sendable, CaseIterable {
    /// The program.
    case virtual
    /// The players, at a real table; they type the faces.
    case physical
  }

  /// How a tie at the end is resolved.
  public enum Tie: String, Sendable, CaseIterable {
    /// The player who reached the score first wins.
    case first
    /// Equals play on, up to five times; then the highest turn of the game decides.
    case overtime
    /// All of them win.
    case shared
  }

  /// The maximum number of overtimes.
  static let maxOvertimes = 5
  /// The number of farkles in a row that are penalized.
  static let penalizedRow = 3

  /// The minimum of a bank.
  func leastBank(isOnBoard: Bool) -> Int { max(minimum, isOnBoard ? 0 : opening, 1) }

  /// Whether the players roll real dice.
  public var isPhysical: Bool { dice == .physical }
  /// Whether all six dice must be rolled again when they have scored.
  var mustRollHot: Bool { hotDice == .mustRoll }
  /// Whether the game ends after ``rounds`` rather than at ``target``.
  var hasRounds: Bool { rounds > 0 }

  /// Revision 2: after overtime all players are compared (a penalty may have dropped the tied
  /// ones), and `points` accepts only totals that dice can make. Other games are the same in both
  /// revisions.
  var revision: Int {
    isPhysical || (farklePenalty > 0 && tie == .overtime && !hasRounds) ? 2 : 1
  }

  /// The options without effect beside others, with the reasons.
  var idle: [String: String] {
    var idle: [String: String] = [:]
    func note(_ options: [String], _ reason: String) {
      for option in options { idle[option] = "has no effect \(reason)" }
    }
    if hasRounds {
      note(["target", "final-round", "defend"], "with `rounds`")
    } else if !hasFinalRound {
      note(["defend", "tie"], "without a final round")
    }
    if isPhysical, duplicate { note(["duplicate"], "with `dice=physical`") }
    if !isPhysical, !set.isEmpty { note(["set"], "without `dice=physical`") }
    return idle
  }

  /// Writes when the game ends: `First to 10,000.`, `10 rounds.`
  func write(goalTo text: inout TextWriter) {
    switch rounds {
    case 0: text.write("First to ", Grouped(target), ".")
    case 1: text.write("1 round.")
    default: text.write(rounds, " rounds.")
    }
  }
}

extension FarkleRules {
  /// The options of `new farkle`.
  static let options: [Option<FarkleRules>] = [
    Option("target", \.target, in: 500...1_000_000, "the score that starts the final round"),
    Option(
      "kinds", \.scoring.kinds,
      "four, five, six of a kind: ×2 ×4 ×8, ×2 ×3 ×4, 1000 2000 3000, or nothing"),
    Option("triple-ones", \.scoring.tripleOnes, oneOf: [300, 1000], "points of three ones"),
    Option(
      "multiplier", \.scoring.multiplier, in: 50...200, "points per pip of three of a kind"),
    Option("straight", \.scoring.straight, offOr: 50...10_000, "points of 1 2 3 4 5 6"),
    Option("pairs", \.scoring.pairs, offOr: 50...10_000, "points of three different pairs"),
    Option(
      "four-two", \.scoring.fourTwo, offOr: 50...10_000, "points of four of a kind and a pair"),
    Option(
      "triplets", \.scoring.triplets, offOr: 50...10_000,
      "points of two triplets or six of a kind"),
    Option("singles", \.scoring.singles, "single ones and fives score"),
    Option("opening", \.opening, in: 0...5000, "fewest points to get on the board"),
    Option("minimum", \.minimum, in: 0...5000, "fewest points of any bank"),
    Option("hot-dice", \.hotDice, "whether you may bank when all six dice have scored"),
    Option(
      "three-farkles", \.farklePenalty, oneOf: [0, 500, 1000],
      "penalty for three farkles in a row"),
    Option(
      "final-round", \.hasFinalRound, "once the target is reached, the others have one more turn"),
    Option("defend", \.defend, "a leader overtaken in the final round has another turn"),
    Option("tie", \.tie, "ties: first to reach the score wins, extra rounds, or shared win"),
    Option(
      "rounds", \.rounds, in: 0...50,
      "number of rounds, then the highest total wins; 0 for no limit"),
    Option("dice", \.dice, "who rolls: Parlor, or you at the table"),
    Option(
      "duplicate", \.duplicate, isWord: true, "every seat has the same dice, turn by turn"),
    Option("set", \.set, limit: 32, "the name of your dice, for `stats dice`"),
  ]

  /// The options that older saved games lack: at their defaults they are in no digest.
  static let laterOptions: Set = ["duplicate", "set"]

  /// The built-in rules, never changed.
  static let presets: [Preset<FarkleRules>] = [
    Preset("standard", "kinds double, straight and three pairs 1500, first to 10,000"),
    Preset("farkle-ten", "ten rounds; kinds linear, two triplets 2500, the highest total wins") {
      $0.scoring = ScoringOptions(
        kinds: .linear, straight: 1000, pairs: 750, fourTwo: 750, triplets: 2500)
      $0.rounds = 10
      $0.tie = .overtime
    },
    Preset("patch", "three ones 300; kinds 1000 to 3000, two triplets 2500, four and two 1500") {
      $0.scoring = ScoringOptions(tripleOnes: 300, kinds: .flat, fourTwo: 1500, triplets: 2500)
    },
    Preset("flat", "kinds 1000 to 3000, two triplets 2500, four and two 1500") {
      $0.scoring = ScoringOptions(kinds: .flat, fourTwo: 1500, triplets: 2500)
    },
    Preset("minimal", "only ones, fives and three of a kind") {
      $0.scoring = ScoringOptions(kinds: .none, straight: 0, pairs: 0)
    },
  ]

  /// The differences from a preset, as text, in the order of the options.
  func changes(from name: String) -> [(option: String, value: String)] {
    let usual = Self.presets.first { $0.name == name }?.options ?? FarkleRules()
    if self == usual { return [] }
    return Self.options.compactMap { option in
      let value = option.value(in: self)
      guard value != option.value(in: usual) else { return nil }
      return (option.declaration.name, option.declaration.text(of: value))
    }
  }
}
