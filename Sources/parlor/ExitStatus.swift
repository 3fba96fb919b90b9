import LibC
import ParlorKit
import Platform

/// The exit codes, the same for every way to start the program.
enum ExitStatus: Int32 {
  /// All went well.
  case fine = 0
  /// A command failed, or a scenario differed.
  case failed = 1
  /// The arguments are wrong.
  case usage = 2
  /// Input could not be read, or output not written.
  case io = 3
  /// A remote service or a plugin failed; it wins over `failed`.
  case remote = 4
  /// The user stopped the program.
  case interrupted = 130
  /// The reader of the output has gone.
  case closedPipe = 141

  /// The status of a refused line.
  init(_ code: RefusalCode) {
    self = code == .remote || code == .plugin ? .remote : .failed
  }

  /// The status of a failure to read or write the streams of the program itself.
  init(_ failure: IOFailure) { self = failure.isClosedPipe ? .closedPipe : .io }

  /// The worse of two, where the later rules: remote failures win over refused commands.
  func combined(with other: ExitStatus) -> ExitStatus {
    rawValue > other.rawValue ? self : other
  }

  /// Ends the process.
  func exit() -> Never { systemExit(rawValue) }
}

private func systemExit(_ code: Int32) -> Never {
  LibC.exit(code)
}
