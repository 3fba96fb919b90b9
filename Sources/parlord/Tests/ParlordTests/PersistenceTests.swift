import Foundation
import Testing

@testable import TestKit

/// How long connections last, by bytes on a socket.
@Suite(.blocking) struct PersistenceTests {
  private let server: ServerProcess

  init() throws { server = try ServerProcess() }

  private func answer(to request: String) throws -> String {
    let connection = try FileHandle(connectedTo: server.http)
    try connection.write(contentsOf: Data(request.utf8))
    // Until the server closes the connection.
    return String(decoding: try connection.readToEnd() ?? Data(), as: UTF8.self)
  }

  @Test(arguments: [
    "GET /health HTTP/1.0\r\n\r\n",
    "GET /health HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "GET /health HTTP/1.0\r\nConnection: Keep-Alive, close\r\n\r\n",
    "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: Close\r\n\r\n",
  ])
  func `a connection ends after the response`(_ request: String) throws {
    let text = try answer(to: request)
    #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix(#"{"status":"ok"}"#), "\(text)")
    #expect(!text.lowercased().contains("keep-alive") && !text.lowercased().contains("chunked"))
  }

  @Test func `a client of HTTP 1 0 that asks for it can send the next request`() throws {
    let kept = "GET /health HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"
    let text = try answer(to: kept + kept + "GET /healthz HTTP/1.0\r\n\r\n")
    #expect(text.components(separatedBy: "HTTP/1.1 200 ").count == 4)
    #expect(
      text.lowercased().components(separatedBy: "connection: keep-alive\r\n").count == 3,
      "\(text)")
    #expect(text.hasSuffix(#"{"status":"ok"}"#))
  }
}
