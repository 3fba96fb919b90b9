import LibC
import ParlorKit
import Platform

/// The exit codes, the same for all commands.
enum ExitStatus: Int32 {
  case fine = 0
  /// A command failed, or a scenario differed.
  case failed = 1
  /// Invalid arguments.
  case usage = 2
  /// The program could not read its input or write its output.
  case io = 3
  /// A remote service or a plugin failed.
  case remote = 4
  /// A part of a simulation could not be written; trying again may help (`EX_TEMPFAIL`).
  case temporary = 75
  /// The user stopped the program.
  case interrupted = 130
  /// The reader of standard output has closed the pipe.
  case closedPipe = 141

  /// The status after a command failed with this code.
  init(_ code: ErrorCode) {
    self = code == .remote || code == .plugin ? .remote : .failed
  }

  /// The status after the program failed to read or write its own streams.
  init(_ failure: FileError) { self = failure.isClosedPipe ? .closedPipe : .io }

  /// The worse of two; a remote failure is worse than a failed command.
  func combined(with other: ExitStatus) -> ExitStatus {
    rawValue > other.rawValue ? self : other
  }

  func exit() -> Never { LibC.exit(rawValue) }
}
