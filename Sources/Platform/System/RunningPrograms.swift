import LibC
import Synchronization

/// The programs that this one has started and not yet ended, so that none is left behind when it
/// exits.
enum RunningPrograms {
  /// The inputs of the programs by their process numbers.
  private static let all = Mutex<[Int32: Int32]>([:])
  /// Milliseconds that programs have to end by themselves when this one exits.
  private static let grace: Int64 = 500

  private static let ending: Void = {
    atexit { RunningPrograms.end() }
    KilledPrograms.watch()
  }()

  /// Notes a program that was started.
  static func add(_ process: Int32, input: Int32) {
    _ = ending
    all.withLock { all in
      all[process] = input
      KilledPrograms.set(all.keys)
    }
  }

  /// Forgets a program that is being ended.
  static func remove(_ process: Int32) {
    all.withLock { all in
      all[process] = nil
      KilledPrograms.set(all.keys)
    }
  }

  /// Whether a program has ended, though its end is not fetched.
  static func hasEnded(_ process: Int32) -> Bool {
    var information = siginfo_t()
    let options = WEXITED | WNOHANG | WNOWAIT
    guard waitid(P_PID, id_t(process), &information, options) == 0 else { return true }
    return information.si_signo != 0
  }

  /// Ends all programs: closes their inputs, waits a little, and kills what is left.
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
