import ParlorEngine
import ParlorKit
import TestKit

extension TestSession {
  /// Plays moves that are legal, picked at random, by typing them.
  ///
  /// - Returns: how many were played.
  @discardableResult
  func play(atMost count: Int, _ picker: inout Chance) -> Int {
    for played in 0..<count {
      guard let game = interpreter.currentGame, !game.status.isOver else { return played }
      let moves = game.legalMoves().moves.map(\.line)
      guard !moves.isEmpty else { return played }
      say(moves[picker.index(moves.count)])
    }
    return count
  }
}
