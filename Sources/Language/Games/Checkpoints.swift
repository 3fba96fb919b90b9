/// States of a game along its log, so that an undo replays a part of the log rather than all.
///
/// At most 16 are kept, evenly spaced: when there are more, every second one is dropped and the
/// spacing doubles. Memory is bounded by 16 states, and an undo replays at most an eighth of the
/// log, or 128 moves.
struct Checkpoints<State> {
  /// A state and how far it is along the log.
  struct Checkpoint {
    var state: State
    var moves: Int
    var draws: Int
    var time: Int64
  }

  private static var most: Int { 16 }
  private var all: [Checkpoint]
  /// A power of two.
  private var spacing = 128

  init(start: State, draws: Int = 0) {
    all = [Checkpoint(state: start, moves: 0, draws: draws, time: 0)]
  }

  /// Whether the state after so many moves is to be kept.
  func isDue(after moves: Int) -> Bool { moves & (spacing - 1) == 0 }

  /// Keeps the state after a move.
  mutating func note(_ state: State, moves: Int, draws: Int, time: Int64) {
    while let last = all.last, last.moves >= moves { all.removeLast() }
    all.append(Checkpoint(state: state, moves: moves, draws: draws, time: time))
    guard all.count > Self.most else { return }
    spacing *= 2
    all.removeAll { $0.moves % spacing != 0 }
  }

  /// The last state with at most so many moves.
  mutating func last(before moves: Int) -> Checkpoint {
    while all.count > 1, all[all.count - 1].moves > moves { all.removeLast() }
    return all[all.count - 1]
  }
}
