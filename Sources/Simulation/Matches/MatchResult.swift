package import ParlorKit

/// What is kept of a game that was played.
package struct MatchResult: Sendable {
  /// The number of the game in its contest, from 0.
  package var index: Int
  /// How it ended, or whose turn it was when it had reached its limit of moves.
  package var standing: Standing
  /// How many moves were made.
  package var moves: Int
  /// The game's own numbers.
  package var measures: [Measure]
  /// The 64-bit digest of the last state.
  package var digest: UInt64

  /// A result.
  package init(index: Int, standing: Standing, moves: Int, measures: [Measure], digest: UInt64) {
    self.index = index
    self.standing = standing
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
      index: index, standing: standing, moves: moves, measures: game.measures(of: state),
      digest: digest.full)
  }
}
