import FarkleGame
import ParlorKit

/// The numbers of Farkle Ten that are not what dice are worth.
enum TenRules {
  /// The last round of ordinary play.
  static let lastRound = 10
  /// The last round that overtime can reach.
  static let mostRounds = 15
  /// The most players of a game.
  static let mostPlayers = 32
  /// How many unfinished games a player may have started.
  static let mostUnfinished = 20
  /// How many unfinished games two players may have against each other.
  static let mostAgainst = 12
  /// How long a game among friends or alone may take, in milliseconds.
  static let friendsSpan: Int64 = 3 * 86_400_000
  /// How long a game among strangers may take, in milliseconds.
  static let strangersSpan: Int64 = 2 * 86_400_000
  /// How long after playing somebody counts as active, in milliseconds.
  static let activeSpan: Int64 = 600_000

  /// What dice are worth: the preset `farkle-ten`.
  static let scoring: ScoringRules = {
    let farkle = Farkle()
    let preset = farkle.definition.presets.first { $0.name == "farkle-ten" }
    let setup = GameConfiguration(
      arguments: [.word("Ann")], options: OptionValues(for: farkle.definition, preset: preset),
      preset: preset?.name)
    do throws(GameError) {
      return try farkle.start(setup).rules.scoring
    } catch {
      preconditionFailure("the preset farkle-ten opens a game: \(error.message)")
    }
  }()

  /// What the best part of some dice is worth; dice that score nothing do no harm.
  ///
  /// - Parameter faces: up to six faces, 1 to 6.
  static func score(of faces: [Int]) -> Int {
    DiceCounts(faces).flatMap(scoring.bestHold)?.score ?? 0
  }
}
