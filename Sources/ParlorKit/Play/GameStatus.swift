/// Whose turn it is, or how a game ended. Players are numbered from 0 in the order of the setup.
public enum GameStatus: Sendable, Equatable {
  /// The game continues.
  case playing(turn: Int)
  /// The game is over; several winners share the win. A game for one player has a winner only if it
  /// can be lost.
  case over(winners: [Int])

  /// Whether the game is over.
  public var isOver: Bool {
    if case .over = self { true } else { false }
  }

  /// Whose turn it is; `nil` if the game is over.
  public var turn: Int? {
    if case .playing(let turn) = self { turn } else { nil }
  }
}
