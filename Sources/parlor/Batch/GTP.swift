import Language
import ParlorKit

/// The commands that the Go Text Protocol asks of every engine; `quit` is the language's own.
enum GTPCommand: String, CaseIterable {
  case protocolVersion = "protocol_version"
  case name
  case version
  case knownCommand = "known_command"
  case listCommands = "list_commands"

  /// The answer.
  ///
  /// - Parameter word: what follows the command, if anything does.
  func answer(_ word: String?, in interpreter: Interpreter) -> String {
    switch self {
    case .protocolVersion: "2"
    case .name: "Parlor"
    case .version: Parlor.version
    case .knownCommand: Self.all(in: interpreter).contains(word ?? "") ? "true" : "false"
    case .listCommands: Self.all(in: interpreter).joined(separator: "\n")
    }
  }

  /// Every command that can be called, those of games that are not open included.
  private static func all(in interpreter: Interpreter) -> [String] {
    var seen: Set<String> = []
    let verbs =
      allCases.map(\.rawValue) + interpreter.commandDeclarations.map(\.verb)
      + interpreter.kinds.flatMap { $0.definition.commands.map(\.verb) }
    return verbs.filter { seen.insert($0).inserted }
  }
}

/// The replies to one line as one response of the Go Text Protocol.
///
/// Source: Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", section 2.
struct GTPFrame {
  private var payload = TextWriter()
  private var problem: Diagnostic?
  private var format = ReplyFormat.text

  /// Takes a reply. Of several problems the first counts.
  mutating func take(_ reply: Reply) {
    format = reply.format
    if let problem = reply.problem {
      self.problem = self.problem ?? problem
      if format == .text { return }
    }
    reply.write(to: &payload)
  }

  /// Writes the response: `=ID` or `?ID`, the payload, an empty line. Where the payload has an empty
  /// line, a line of one blank stands for it.
  ///
  /// - Parameter id: the number of the command, if it has one.
  func write(id: Int?, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: problem == nil ? "=" : "?"))
    if let id { bytes += String(id).utf8 }
    var text = payload.bytes
    if let problem, format == .text {
      text = Array("\(problem.code.rawValue): \(problem.message)\n".utf8)
    }
    while text.last == UInt8(ascii: "\n") { text.removeLast() }
    if !text.isEmpty { bytes.append(UInt8(ascii: " ")) }
    for (index, byte) in text.enumerated() {
      let isEmptyLine = byte == UInt8(ascii: "\n") && index > 0 && text[index - 1] == byte
      if isEmptyLine { bytes.append(UInt8(ascii: " ")) }
      bytes.append(byte)
    }
    bytes += "\n\n".utf8
  }
}

/// A line as the Go Text Protocol wants it read (section 3.1 of its specification): control
/// characters are taken out, a tab is a blank, and `#` starts a comment wherever it stands.
enum GTPLine {
  /// The line without what is not read. A `#` in quotes, which the protocol does not have, is kept.
  static func cleaned(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var cleaned: [UInt8] = []
    cleaned.reserveCapacity(line.count)
    var isQuoted = false
    var isEscaped = false
    for byte in line {
      if byte == UInt8(ascii: "#") && !isQuoted { break }
      if byte == UInt8(ascii: "\"") && !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
      if byte == UInt8(ascii: "\t") {
        cleaned.append(UInt8(ascii: " "))
      } else if byte >= 0x20 && byte != 0x7F {
        cleaned.append(byte)
      }
    }
    return cleaned
  }
}
