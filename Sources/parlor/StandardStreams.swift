import LibC
import Platform

/// Standard output, for commands that print their whole output at once.
enum StandardOutput {
  /// Writes the bytes. If that fails, prints the reason and ends the program.
  static func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    do throws(FileError) {
      try FileSystem.write(bytes, to: STDOUT_FILENO, named: "standard output")
    } catch {
      end(with: error)
    }
  }

  /// Prints `parlor: TEXT` to standard error.
  static func complain(_ text: String) { StandardError.write("parlor: \(text)\n") }

  /// Ends the program after it failed to read or write. A closed pipe ends it silently.
  static func end(with failure: FileError) -> Never {
    let status = ExitStatus(failure)
    if status == .io { complain(failure.message) }
    status.exit()
  }
}

/// Standard input, for commands that ask.
enum StandardInput {
  /// A line; `nil` at the end. It is read byte by byte, so that nothing after the line is consumed.
  static func line() -> String? {
    var bytes: [UInt8] = []
    while let byte = FileSystem.readByte(from: STDIN_FILENO) {
      if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
      if byte != 0x0D { bytes.append(byte) }
    }
    return nil
  }

  /// A line in lower case without blanks; `nil` at the end.
  static func answer() -> String? { line()?.lowercased().replacing(" ", with: "") }
}

/// Standard error. Failures are ignored, since there is nowhere to report them.
enum StandardError {
  static func write(_ text: String) { write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) {
    try? FileSystem.write(bytes, to: STDERR_FILENO, named: "standard error")
  }
}
