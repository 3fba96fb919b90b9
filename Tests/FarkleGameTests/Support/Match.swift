import GameTesting
import ParlorKit

@testable import FarkleGame

typealias Match = PlayedGame<Farkle>

extension PlayedGame<Farkle> {
  /// Opens a game: `Match("Ann Bob", "rules=flat target=500")`.
  init(_ names: String = "Ann Bob", _ options: String = "", seed: UInt64 = 7) throws {
    try self.init(Farkle(), "\(names) \(options)", seed: seed)
  }

  var scores: [Int] { state.seats.map(\.score) }
}

extension FarkleRules {
  /// The rules of `rules=flat target=500`.
  init(_ words: String) throws { self = try Farkle().configuration("Ann \(words)").options }
}

extension DiceCounts {
  /// Dice from their digits: `"155"`.
  init(_ digits: String) {
    self = DiceCounts(digits.compactMap(\.wholeNumberValue)) ?? DiceCounts()
  }

  /// The digits in ascending order.
  var digits: String { ascending.map(String.init).joined() }
}
