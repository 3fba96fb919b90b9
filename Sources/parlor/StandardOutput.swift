import LibC
import Platform

/// The standard streams of commands that write all they have at once.
enum StandardOutput {
  /// Writes to standard output; where that fails, says so and ends the program.
  static func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    do throws(IOFailure) {
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
  static func end(with failure: IOFailure) -> Never {
    let status = ExitStatus(failure)
    if status == .io { complain(failure.message) }
    status.exit()
  }
}
