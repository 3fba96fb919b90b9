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

  /// - Parameter seed: the seed of the next game, which the scenario has to start from.
  init(path: String, file: AppendFile, seed: Int) throws(IOFailure) {
    self.path = path
    self.file = file
    if seed != 0 { try file.append(Array("> seed \(seed)\n".utf8)) }
  }

  /// A command is about to run.
  func begin(_ line: ArraySlice<UInt8>) {
    isInCommand = Line.isCommand(line)
    pending = isInCommand ? Transcript.command(line) : nil
  }

  /// The command has replied.
  func note(_ reply: Reply) throws(IOFailure) {
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
