import Language
import ParlorKit

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
