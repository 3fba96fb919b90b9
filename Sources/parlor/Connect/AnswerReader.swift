import Platform
import ProgramKit

/// Reads the answers of a server.
struct AnswerReader: Sendable {
  /// What comes next.
  enum Next: Sendable {
    case answer(LineAnswer)
    /// The connection is closed.
    case closed
    /// Not an answer: the server does not speak the line protocol, or an old version of it.
    case foreign
  }

  private let connection: ServerConnection
  private var received: [UInt8] = []
  private var start = 0
  /// The offset from which to look for the end of a line.
  private var unread = 0

  /// The maximum size of an answer in bytes.
  private static let limit = 1 << 26

  init(_ connection: ServerConnection) { self.connection = connection }

  /// Waits for the next answer.
  mutating func next() throws(FileError) -> Next {
    while true {
      if let end = received[unread...].firstIndex(of: 0x0A) {
        let line = received[start..<end]
        (start, unread) = (end + 1, end + 1)
        return LineAnswer(line).map { .answer($0) } ?? .foreign
      }
      received.removeSubrange(..<start)
      (start, unread) = (0, received.count)
      // Anything that begins differently will not become an answer.
      if let first = received.first, first != UInt8(ascii: "{") { return .foreign }
      guard received.count <= Self.limit else { return .foreign }
      let bytes = try connection.receive()
      guard !bytes.isEmpty else { return received.isEmpty ? .closed : .foreign }
      received += bytes
    }
  }
}
