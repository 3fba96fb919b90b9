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
  init(_ code: ErrorCode) {
    self = code == .remote || code == .plugin ? .remote : .failed
  }

  /// The status of a failure to read or write the streams of the program itself.
  init(_ failure: FileError) { self = failure.isClosedPipe ? .closedPipe : .io }

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

/// The standard streams of commands that write all they have at once.
enum StandardOutput {
  /// Writes to standard output; where that fails, says so and ends the program.
  static func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    do throws(FileError) {
      try FileSystem.write(bytes, to: STDOUT_FILENO, named: "standard output")
    } catch {
      end(with: error)
    }
  }

  /// Writes a line to standard error, where nobody can be told of a failure.
  static func complain(_ text: String) {
    try? FileSystem.write(
      Array("parlor: \(text)\n".utf8), to: STDERR_FILENO, named: "standard error")
  }

  /// Ends the program after a failure to read or write; silently if the reader has gone.
  static func end(with failure: FileError) -> Never {
    let status = ExitStatus(failure)
    if status == .io { complain(failure.message) }
    status.exit()
  }
}
