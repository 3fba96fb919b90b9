import LibC
import Platform
import Synchronization

/// A server on this machine that treats every connection alike.
final class LoopbackServer: Sendable {
  /// What it does with a connection.
  enum Behaviour: Sendable {
    /// Answers each request with these bytes and closes the connection.
    case answer([UInt8])
    /// Answers the first request with these bytes. When a second one comes on the same connection,
    /// reads it and breaks the connection.
    case answerOnce([UInt8])
    /// Closes the connection before it reads anything.
    case closeAtOnce
    /// Reads the request and closes the connection.
    case close
    /// Reads the request and resets the connection.
    case reset
    /// Reads the request, resets the connection and stops listening.
    case die
    /// Reads the request, waits for a moment and closes the connection.
    case closeLate
    /// Answers with these bytes and leaves the connection open until the client closes it.
    case answerAndHold([UInt8])
    /// Answers with these bytes, then with one more every 50 ms until the client closes the connection.
    case answerSlowly([UInt8])
    /// Reads the request and never answers.
    case hang
  }

  /// The port that it listens at.
  let port: Int
  private let socket: Int32
  private let seen = Mutex<[String]>([])
  private let ends = Mutex(0)

  /// How many connections that were left open the clients have closed.
  var closed: Int { ends.withLock { $0 } }

  /// The requests, in order.
  var requests: [String] { seen.withLock { $0 } }

  convenience init(answering answer: [UInt8]) throws { try self.init(.answer(answer)) }

  init(_ behaviour: Behaviour) throws {
    #if !canImport(Darwin)
      socket = LibC.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = LibC.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { [socket] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 && listen(socket, 8) == 0
          && getsockname(socket, $0, &size) == 0
      }
    }
    guard isBound else { throw FileError(.start, "a server") }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.start { [self] in
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { break }
        Thread.start { self.serve(connection, behaviour) }?.detach()
      }
      // Only this thread closes it: the number of a closed descriptor may be that of another
      // server's, whose connections would then be answered here.
      close(socket)
    }?.detach()
  }

  /// Stops listening.
  func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

  private func serve(_ connection: Int32, _ behaviour: Behaviour) {
    defer { close(connection) }
    if case .closeAtOnce = behaviour { return }
    read(connection)
    switch behaviour {
    case .answer(let bytes): write(bytes, to: connection)
    case .answerOnce(let bytes):
      write(bytes, to: connection)
      read(connection)
    case .closeAtOnce, .close: break
    case .closeLate: _ = poll(nil, 0, 300)
    case .answerAndHold(let bytes):
      write(bytes, to: connection)
      waitForEnd(of: connection)
    case .answerSlowly(let bytes):
      write(bytes, to: connection)
      while write([UInt8(ascii: "x")], to: connection) { _ = poll(nil, 0, 50) }
    case .reset: breakOff(connection)
    case .die:
      stop()
      breakOff(connection)
    case .hang: waitForEnd(of: connection)
    }
  }

  /// Waits until the client has closed a connection.
  private func waitForEnd(of connection: Int32) {
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
    ends.withLock { $0 += 1 }
  }

  /// Lets the connection end with a reset.
  private func breakOff(_ connection: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<LibC.linger>.size))
  }

  /// Reads one request and notes it; `nil` if none comes.
  private func read(_ connection: Int32) {
    var text = ""
    var block = [UInt8](repeating: 0, count: 4096)
    while !Self.isWhole(text) {
      let count = recv(connection, &block, block.count, 0)
      guard count > 0 else { break }
      text += String(decoding: block[..<count], as: UTF8.self)
    }
    if !text.isEmpty { seen.withLock { $0.append(text) } }
  }

  /// - Returns: whether the client has taken the bytes.
  @discardableResult
  private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Whether a request has all of its body.
  private static func isWhole(_ text: String) -> Bool {
    guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
    let length = text[..<end.lowerBound].lowercased().split(separator: "\r\n")
      .first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst("content-length:".count).filter(\.isNumber)) }
    return text[end.upperBound...].utf8.count >= length ?? 0
  }
}
