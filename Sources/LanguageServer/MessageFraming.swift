package import JSONRPC
import ParlorKit

/// Splits the input of a client into messages: headers such as `Content-Length: 42`, a blank line,
/// and the content.
package struct MessageFraming: Sendable {
  private var buffer: [UInt8] = []

  /// The maximum length of a message.
  package static let limit = 64 << 20
  /// The maximum bytes of the headers of a message.
  private static let headerLimit = 4096

  package init() {}

  /// Takes bytes as they arrive.
  ///
  /// - Returns: the messages that are complete.
  /// - Throws: an error if the input is not framed; then the next message cannot be found.
  package mutating func take(_ bytes: some Sequence<UInt8>) throws(RPCError) -> [RPCMessage] {
    buffer += bytes
    var messages: [RPCMessage] = []
    var start = 0
    defer { buffer.removeFirst(start) }
    while let (body, length) = try header(from: start), buffer.count >= body + length {
      messages.append(RPCMessage.read(buffer[body..<(body + length)]))
      start = body + length
    }
    return messages
  }

  /// The start and the length of the content of the next message; `nil` if its header is
  /// incomplete.
  private func header(from start: Int) throws(RPCError) -> (body: Int, length: Int)? {
    var line = start
    var length: Int?
    let rest = buffer[start...].prefix(Self.headerLimit)
    while let feed = rest[line...].firstIndex(of: 0x0A) {
      let text = String(decoding: buffer[line..<feed], as: UTF8.self).filter { $0 != "\r" }
      line = feed + 1
      if text.isEmpty || text == "\r\n" {
        guard let length else { throw .invalidRequest("a message begins with `Content-Length: N`") }
        return (line, length)
      }
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else {
        throw .invalidRequest("a message begins with `Content-Length: N`")
      }
      guard parts[0].lowercased() == "content-length" else { continue }
      guard let number = Int(parts[1].filter { $0 != " " }), 0...Self.limit ~= number else {
        throw .invalidRequest("`Content-Length` is a number up to \(Self.limit)")
      }
      length = number
    }
    guard rest.count < Self.headerLimit else {
      throw .invalidRequest("a message begins with `Content-Length: N`")
    }
    return nil
  }

  /// A message with its header.
  package static func framed(_ message: RPCMessage) -> [UInt8] {
    let json = message.json
    return Array("Content-Length: \(json.count)\r\n\r\n".utf8) + json
  }
}
