import LibC
import Platform
import Synchronization

/// The game that a thread plays; standard error names it if the program dies in it.
///
/// The signal handler may run between any two instructions: it reads atomics, and writes bytes.
final class FatalGame: Sendable {
  /// The thread that plays; 0 if there is none.
  private let thread = Atomic<UInt>(0)
  private let seed = Atomic<UInt64>(0)

  /// One for each thread that may play.
  private static let all = (0..<1024).map { _ in FatalGame() }
  /// The address of `parlor: died in a game of NAME, seed `, for the handler.
  private static let text = Atomic<UInt>(0)

  /// Names the games of this kind from now on.
  static func install(_ game: String) {
    // Globals are initialised at first use, which must not be in the handler.
    _ = all.count
    let text = strdup("parlor: died in a game of \(game), seed ")
    Self.text.store(UInt(bitPattern: text), ordering: .releasing)
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] { signal(number, handler) }
  }

  /// The one of the current thread; `nil` if there are more threads than expected.
  static var ofThread: FatalGame? {
    let own = Thread.current
    if let known = all.first(where: { $0.thread.load(ordering: .relaxed) == own }) { return known }
    return all.first {
      $0.thread.compareExchange(expected: 0, desired: own, ordering: .relaxed).exchanged
    }
  }

  /// Notes that the thread plays the game with a seed.
  func play(_ seed: UInt64) { self.seed.store(seed, ordering: .relaxed) }

  /// Names the game of the failing thread, or all games if the signal came from elsewhere. Then the
  /// program dies of the signal as it would have.
  private static let handler: @convention(c) (Int32) -> Void = { number in
    let own = Thread.current
    var isNamed = false
    for game in all where game.thread.load(ordering: .relaxed) == own {
      game.write()
      isNamed = true
    }
    if !isNamed { for game in all where game.thread.load(ordering: .relaxed) != 0 { game.write() } }
    signal(number, SIG_DFL)
    raise(number)
  }

  private func write() {
    guard let text = UnsafePointer<CChar>(bitPattern: Self.text.load(ordering: .acquiring)) else {
      return
    }
    _ = LibC.write(2, text, strlen(text))
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 21) { digits in
      var (rest, start) = (seed.load(ordering: .relaxed), 20)
      digits[start] = UInt8(ascii: "\n")
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      _ = LibC.write(2, UnsafeBufferPointer(rebasing: digits[start...]).baseAddress, 21 - start)
    }
  }
}
