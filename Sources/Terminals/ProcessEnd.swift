import LibC

/// How a program ended: by itself, with a code, or by a signal.
public enum ProcessEnd: Equatable, Sendable {
  case exited(Int32)
  case killed(Int32)

  /// From the number that waitpid(2) gives.
  package init(_ number: Int32) {
    let signal = number & 0x7F
    self = signal == 0 ? .exited(number >> 8 & 0xFF) : .killed(signal)
  }

  /// Kills a process and waits for its end.
  package static func kill(_ process: Int32) {
    _ = LibC.kill(process, SIGKILL)
    var code: Int32 = 0
    while waitpid(process, &code, 0) == -1 && errno == EINTR {}
  }
}
