/// A move of the counter, in 8 bytes.
public enum CounterMove: Sendable, Equatable {
  /// Add points to the score of the player whose turn it is, and pass the turn.
  case add(Int32)
  /// Pass the turn to the next player.
  case next
  /// Pass the turn back to the previous player.
  case previous
  /// Add points to the score of the player with this number; the turn stays.
  case give(Int32, to: UInt16)
  /// Give the turn to the player with this number.
  case turn(UInt16)
  /// Roll a die; resolved, with the face.
  case roll(UInt8?)
  /// Stop the timer.
  case pause
  /// Let a paused timer run on.
  case resume
  /// New players, at the end of the order.
  case join([String])
  /// The player with this number leaves.
  case leave(UInt16)
  /// The player with this number takes a position, from 1, in the order.
  case place(UInt16, at: UInt16)
  /// The player with this number gets another name.
  indirect case rename(UInt16, String)
  /// Begin with the first player's turn.
  case start
  /// End the game with the current scores.
  case finish

  /// The largest change to a score in one turn.
  static let maxPoints: Int32 = 1_000_000
  /// The points that lists of legal moves show.
  static let buttons: [Int32] = [10, 5, 1, -1, -5, -10]
}
