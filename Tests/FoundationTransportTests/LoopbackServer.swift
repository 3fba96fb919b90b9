import Foundation
import LibC
import Synchronization

/// A server on this machine that gives every request the same bytes and closes the connection.
final class LoopbackServer: Sendable {
  /// The port that it listens at.
  let port: Int
  private let socket: Int32
  private let seen = Mutex<[String]>([])

  /// What was sent, a text a connection.
  var requests: [String] { seen.withLock { $0 } }

  init(answering answer: [UInt8]) throws {
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
    guard isBound else { throw CocoaError(.fileReadUnknown) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { break }
        answerOne(connection, answer)
      }
      // Only this thread closes it: the number of a closed descriptor may be that of another
      // server's, whose connections would then be answered here.
      close(socket)
    }
  }

  /// Stops listening.
  func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

  private func answerOne(_ connection: Int32, _ answer: [UInt8]) {
    defer { close(connection) }
    var text = ""
    var block = [UInt8](repeating: 0, count: 4096)
    while !Self.isWhole(text) {
      let count = recv(connection, &block, block.count, 0)
      guard count > 0 else { break }
      text += String(decoding: block[..<count], as: UTF8.self)
    }
    seen.withLock { $0.append(text) }
    var sent = 0
    while sent < answer.count {
      let count = answer[sent...].withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
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
