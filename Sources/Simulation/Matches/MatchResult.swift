package import ParlorKit

/// What is kept of a game that was played.
package struct MatchResult: Sendable {
  /// The number of the game in its contest, from 0.
  package var index: Int
  /// How it ended, or whose turn it was when it had reached its limit of moves.
  package var status: GameStatus
  /// How many moves were made.
  package var moves: Int
  /// The game's own numbers.
  package var measures: [Metric]
  /// The 64-bit digest of the last state.
  package var digest: UInt64

  /// A result.
  package init(index: Int, status: GameStatus, moves: Int, measures: [Metric], digest: UInt64) {
    self.index = index
    self.status = status
    self.moves = moves
    self.measures = measures
    self.digest = digest
  }
}

extension Match {
  /// What is kept of the game as it stands.
  package func result(index: Int) -> MatchResult {
    var digest = Digest()
    game.digest(state, into: &digest)
    return MatchResult(
      index: index, status: status, moves: moves, measures: game.measures(of: state),
      digest: digest.full)
  }
}
