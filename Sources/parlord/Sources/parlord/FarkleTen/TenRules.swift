import FarkleGame
import ParlorKit

/// The rules of Farkle Ten: limits, durations and what dice are worth.
enum TenRules {
  /// The last round of regular play.
  static let lastRound = 10
  /// The last round that overtime can reach.
  static let maxRounds = 15
  static let maxPlayers = 32
  /// How many unfinished games a player may have started.
  static let maxUnfinishedGames = 20
  /// How many unfinished games two players may have against each other.
  static let maxGamesAgainstOne = 12
  /// How long a game with friends or a solo game may take, in milliseconds.
  static let friendsDuration: Int64 = 3 * 86_400_000
  /// How long a game with strangers may take, in milliseconds.
  static let strangersDuration: Int64 = 2 * 86_400_000
  /// How long a player counts as active after the last move, in milliseconds.
  static let activeDuration: Int64 = 600_000

  /// The points of dice, from the preset `farkle-ten` of the game Farkle.
  private static let scoring = ScoringRules.preset("farkle-ten") ?? .standard

  /// The points of the best selection of some dice; dice that do not score are ignored.
  ///
  /// - Parameter faces: up to six faces, 1 to 6.
  static func score(of faces: [Int]) -> Int {
    DiceCounts(faces).flatMap(scoring.bestHold)?.score ?? 0
  }
}

/// The opponents of a game. The raw values are those of the form field `gamewith`.
enum GameWith: Int, Sendable {
  /// Two or four players who do not choose each other.
  case random = 0
  /// Chosen players.
  case friends = 1
  /// No opponents.
  case solo = 2

  /// The name of a game in the list of games.
  ///
  /// - Parameters:
  ///   - names: the players who have joined.
  ///   - seats: the number of players when the game is full.
  func gameName(_ names: [String], seats: Int) -> String {
    switch (self, names.count) {
    case (.solo, _): return "Solo Game"
    case (.random, 1) where seats == 2: return "\(names[0]) vs. Random"
    case (_, 2): return "\(names[0]) vs. \(names[1])"
    case (.random, _): return "Big Random Game"
    case (.friends, _):
      let list = names.joined(separator: ",")
      return list.count > 16 ? "\(names.count) players" : list
    }
  }
}

/// One roll of a round, with the dice that the player sets aside from it.
struct DiceSet: Sendable, Equatable {
  /// The hand that the roll belongs to. A new hand of six dice begins when all six have scored.
  var hand: Int
  /// The face at each of the six places; 0 where a die was already set aside.
  var rolled: [Int]
  /// What is set aside at each place: a face, 0 for nothing, or 10 for a die set aside earlier.
  var saved: [Int] = Array(repeating: 0, count: 6)
  /// The points of the dice set aside.
  var score = 0

  /// The faces that are set aside from this roll.
  var kept: [Int] { saved.filter { 1...6 ~= $0 } }

  /// Whether all six dice are set aside, so that the next roll uses all six again.
  var isHot: Bool { zip(rolled, saved).allSatisfy { $0 == 0 || $0 == $1 } }

  /// Sets dice aside and computes their points.
  ///
  /// Every face must be the one that was rolled at its place; places emptied earlier may be sent as
  /// 10 or 0. Dice that do not score may be included.
  ///
  /// - Parameter saved: the six numbers that the client sends.
  mutating func setAside(_ saved: [Int]) throws(SelectionError) {
    guard saved.count == 6 else { throw .mismatch }
    guard saved.contains(where: { 1...6 ~= $0 }) else { throw .nothingSelected }
    for (face, claim) in zip(rolled, saved) {
      let isValid = face == 0 ? claim == 0 || claim == 10 : claim == 0 || claim == face
      guard isValid else { throw .mismatch }
    }
    self.saved = zip(rolled, saved).map { $0 == 0 ? 10 : $1 }
    score = TenRules.score(of: kept)
  }
}

/// Why dice cannot be set aside.
enum SelectionError: Error {
  case nothingSelected
  /// The selected dice are not the dice that were rolled.
  case mismatch
}
