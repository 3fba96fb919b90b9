import ParlorKit
import Platform
import Synchronization

/// A line on the terminal that tells how many games were played; none where standard error is not
/// a terminal.
final class SimulateProgress: Sendable {
  private let games: Int
  private let isShown = Terminal.isTerminal(2)
  private let state = Mutex(State(nextTime: SystemClock.monotonic + pause))

  private struct State {
    /// The games that were played.
    var played = 0
    /// When the line may be written again.
    var nextTime: Int64
    /// Whether there is a line to erase.
    var isWritten = false
  }

  /// The milliseconds between one line and the next.
  private static let pause: Int64 = 200

  /// A progress towards so many games.
  init(_ games: Int) { self.games = games }

  /// Notes that games were played.
  func add(_ count: Int) {
    guard isShown else { return }
    state.withLock { state in
      state.played += count
      let time = SystemClock.monotonic
      guard time >= state.nextTime else { return }
      state.nextTime = time + Self.pause
      state.isWritten = true
      write("\r\(state.played.grouped) of \(games.grouped) games\u{1B}[K")
    }
  }

  /// Takes the line away.
  func erase() {
    state.withLock { state in
      if state.isWritten { write("\r\u{1B}[K") }
      state.isWritten = false
    }
  }

  private func write(_ text: String) {
    try? FileSystem.write(Array(text.utf8), to: 2, named: "standard error")
  }
}
