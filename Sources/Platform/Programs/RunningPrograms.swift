import LibC
import Synchronization

/// The running child processes, so that none of them outlives this program.
enum RunningPrograms {
  /// The input descriptors of the children by their process numbers.
  private static let all = Mutex<[Int32: Int32]>([:])
  /// How many milliseconds the children have to end by themselves when this program exits.
  private static let grace: Int64 = 500

  private static let ending: Void = {
    atexit { RunningPrograms.end() }
    ChildKiller.watch()
  }()

  static func add(_ process: Int32, input: Int32) {
    _ = ending
    all.withLock { all in
      all[process] = input
      ChildKiller.set(all.keys)
    }
  }

  static func remove(_ process: Int32) {
    all.withLock { all in
      all[process] = nil
      ChildKiller.set(all.keys)
    }
  }

  /// Whether a child has ended; it remains a zombie.
  static func hasEnded(_ process: Int32) -> Bool {
    var information = siginfo_t()
    let options = WEXITED | WNOHANG | WNOWAIT
    guard waitid(P_PID, id_t(process), &information, options) == 0 else { return true }
    return information.si_signo != 0
  }

  /// Ends all children: closes their inputs, waits briefly, and kills those that still run.
  static func end() {
    let left = all.withLock { all in
      defer { all = [:] }
      return all
    }
    for input in left.values { close(input) }
    let deadline = SystemClock.monotonic + grace
    while SystemClock.monotonic < deadline, !left.keys.allSatisfy(hasEnded) {
      _ = poll(nil, 0, 1)
    }
    for process in left.keys {
      kill(-process, SIGKILL)
      kill(process, SIGKILL)
    }
  }
}

/// Kills the children when an uncaught signal ends this program: a child that does not read would
/// not notice that its input has ended.
private enum ChildKiller {
  /// A process number, or 0.
  private final class Slot: Sendable {
    let number = Atomic<Int32>(0)
  }

  /// The only memory that the handler uses. Children beyond 256 are not killed.
  private static let slots = (0..<256).map { _ in Slot() }

  /// Sets the children to kill; one caller at a time.
  static func set(_ numbers: some Sequence<Int32>) {
    var numbers = numbers.makeIterator()
    for slot in slots { slot.number.store(numbers.next() ?? 0, ordering: .relaxed) }
  }

  /// Catches the signals that end this program, unless they are already ignored or caught.
  static func watch() {
    // Globals are initialised at first use, which must not be in the handler.
    _ = SignalNote.take(0)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0, !isTaken(action) else { continue }
      signal(number, handler)
    }
  }

  private static func isTaken(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler != nil
    #else
      action.__sigaction_handler.sa_handler != nil
    #endif
  }

  /// Kills the children and then raises the signal again, uncaught.
  private static let handler: @convention(c) (Int32) -> Void = { number in
    for slot in slots {
      let process = slot.number.load(ordering: .relaxed)
      guard process > 0 else { continue }
      kill(-process, SIGKILL)
      kill(process, SIGKILL)
    }
    if SignalNote.take(number) { return }
    signal(number, SIG_DFL)
    raise(number)
  }
}
