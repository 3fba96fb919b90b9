import ParlorKit
import Platform

/// Writes a session into a file as a scenario, line by line.
final class Recorder {
  /// The file as the user named it.
  let path: String
  private let file: AppendFile
  private var pending: [UInt8]?
  private var count = 0
  private var isInCommand = false

  /// - Parameter preamble: the lines that bring a new session to where the recording begins.
  init(path: String, file: AppendFile, preamble: [UInt8]) throws(FileError) {
    self.path = path
    self.file = file
    if !preamble.isEmpty { try file.append(preamble) }
  }

  /// A command is about to run.
  func begin(_ line: ArraySlice<UInt8>) {
    isInCommand = Line.isCommand(line)
    pending = isInCommand ? Transcript.command(line) : nil
  }

  /// The command has replied.
  func note(_ reply: Reply) throws(FileError) {
    guard isInCommand else { return }
    var bytes = pending ?? []
    if pending != nil { count += 1 }
    pending = nil
    Transcript.append(reply, to: &bytes)
    try file.append(bytes)
  }

  /// What is reported when the recording ends.
  func end() -> HostEvent { .recorded(path: path, commands: count) }
}
