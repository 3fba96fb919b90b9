import ParlorEngine
import ParlorKit

/// The commands that the Go Text Protocol requires, except `quit`, which the language has.
enum GTPCommand: String, CaseIterable {
  case protocolVersion = "protocol_version"
  case name
  case version
  case knownCommand = "known_command"
  case listCommands = "list_commands"

  /// - Parameter word: the word after the command, if there is one.
  func answer(_ word: String?, in interpreter: Interpreter) -> String {
    switch self {
    case .protocolVersion: "2"
    case .name: "Parlor"
    case .version: Parlor.version
    case .knownCommand: Self.all(in: interpreter).contains(word ?? "") ? "true" : "false"
    case .listCommands: Self.all(in: interpreter).joined(separator: "\n")
    }
  }

  /// Every command, including those of games that are not open.
  private static func all(in interpreter: Interpreter) -> [String] {
    var seen: Set<String> = []
    let verbs =
      allCases.map(\.rawValue) + interpreter.router.declarations.map(\.verb)
      + interpreter.session.library.kinds.flatMap { $0.definition.commands.map(\.verb) }
    return verbs.filter { seen.insert($0).inserted }
  }
}

/// The replies to one line as one response of the Go Text Protocol.
///
/// Source: Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", section 2.
struct GTPResponse {
  private var payload = TextWriter()
  private var problem: Diagnostic?
  /// Whether the payload has the error.
  private var isMessage = false

  /// Adds a reply. Only the first of several errors is reported.
  mutating func take(_ reply: Reply) {
    isMessage = reply.format.isMessage
    if let problem = reply.problem {
      self.problem = self.problem ?? problem
      if !isMessage { return }
    }
    reply.write(to: &payload)
  }

  /// Writes news that no command caused: each line after `! `, before the response to a command
  /// that reflects them.
  static func write(news: Reply, to bytes: inout [UInt8]) {
    var text = TextWriter()
    news.write(to: &text)
    for line in text.bytes.split(separator: UInt8(ascii: "\n")) {
      bytes += "! ".utf8
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes the response: `=ID` or `?ID`, the payload, an empty line. A space is added to each
  /// empty line of the payload, since an empty line ends the response.
  ///
  /// - Parameter id: the number of the command, if it has one.
  func write(id: Int?, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: problem == nil ? "=" : "?"))
    if let id { bytes += String(id).utf8 }
    var text = payload.bytes
    if let problem, !isMessage {
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

/// Preprocessing of lines, as section 3.1 of the Go Text Protocol specifies it.
enum GTPLine {
  /// Removes control characters and comments, and replaces tabs by spaces. A comment starts at any
  /// `#`, except in quotes, which the protocol itself does not have.
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
