package import JSONRPC
import ParlorKit

/// Cuts the input of a client into messages: headers such as `Content-Length: 42`, a blank line, and so many
/// bytes.
package struct MessageFraming: Sendable {
  private var buffer: [UInt8] = []

  /// The longest message that is taken.
  package static let limit = 64 << 20
  /// The most bytes of the headers of a message.
  private static let headerLimit = 4096

  package init() {}

  /// Takes bytes as they come.
  ///
  /// - Returns: the messages that are complete by now.
  /// - Throws: an error if the input is not framed; there is no way to find the next message.
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

  /// Where the content of the next message begins and how long it is; nothing if its header is not complete.
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

  /// A message as it is sent.
  package static func framed(_ message: RPCMessage) -> [UInt8] {
    let json = message.json
    return Array("Content-Length: \(json.count)\r\n\r\n".utf8) + json
  }
}
