import ParlorEngine
import Platform

/// Reads the answers of a server.
struct AnswerReader: Sendable {
  /// What comes next.
  enum Next: Sendable {
    case answer(LineAnswer)
    /// The connection is closed.
    case closed
    /// Something else than an answer: the server does not speak the line protocol, or an old version.
    case foreign
  }

  private let connection: ServerConnection
  private var received: [UInt8] = []
  private var start = 0
  /// Where no end of a line has been looked for yet.
  private var unread = 0

  /// The most bytes of an answer.
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
      // Whatever begins otherwise will not become an answer.
      if let first = received.first, first != UInt8(ascii: "{") { return .foreign }
      guard received.count <= Self.limit else { return .foreign }
      let bytes = try connection.receive()
      guard !bytes.isEmpty else { return received.isEmpty ? .closed : .foreign }
      received += bytes
    }
  }
}
