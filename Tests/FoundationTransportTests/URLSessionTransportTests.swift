import Foundation
import FoundationTransport
import RemoteTransport
import TestKit
import Testing

@Suite(.blocking) struct URLSessionTransportTests {
  private let request = HTTPRequest(
    .post, "", headers: [FormEncoding.header, HTTPHeader("access_token", "t")],
    body: Array("a=1&b=2".utf8))

  /// Sends a request to a server that answers with these bytes.
  private func exchange(
    _ answer: String, path: String = "/x"
  ) throws -> (result: Result<HTTPResponse, TransportError>, requests: [String]) {
    let server = try LoopbackServer(answering: Array(answer.utf8))
    defer { server.stop() }
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)\(path)"))
    let transport = URLSessionTransport(url)
    let result = Result { () throws(TransportError) in try transport.send(request) }
    return (result, server.requests)
  }

  @Test func `a request gets its response`() throws {
    let (result, requests) = try exchange(
      "HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
    let response = try result.get()
    #expect(response.status == 404)
    #expect(response.body == Array("hello".utf8))
    let sent = try #require(requests.first)
    #expect(sent.hasPrefix("POST /x HTTP/1.1\r\n"))
    #expect(sent.hasSuffix("\r\n\r\na=1&b=2"))
    #expect(sent.contains("application/x-www-form-urlencoded\r\n"))
    #expect(sent.lowercased().contains("access_token: t\r\n"))
  }

  @Test func `an empty body is a response`() throws {
    let (result, _) = try exchange(
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    #expect(try result.get().body.isEmpty)
  }

  @Test func `cookies are found among several and not sent back`() throws {
    let server = try LoopbackServer(
      answering: Array(
        """
        HTTP/1.1 200 OK\r\nSet-Cookie: FarkleOnline=f; path=/\r\n\
        Set-Cookie: farklesession=abc; expires=Fri, 20-Nov-2046 23:00:00 GMT; path=/\r\n\
        Set-Cookie: playerid=1\r\nContent-Length: 1\r\nConnection: close\r\n\r\n1
        """.utf8))
    defer { server.stop() }
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)"))
    let transport = URLSessionTransport(url)
    #expect(try transport.send(request).cookie("farklesession") == "abc")
    _ = try transport.send(request)
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { !$0.lowercased().contains("cookie") })
  }

  @Test(arguments: [301, 302, 307, 308])
  func `redirections are not followed`(_ status: Int) throws {
    let other = try LoopbackServer(
      answering: Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
    defer { other.stop() }
    let place = "http://127.0.0.1:\(other.port)/y"
    let (result, _) = try exchange(
      "HTTP/1.1 \(status) Moved\r\nLocation: \(place)\r\nContent-Length: 0\r\n"
        + "Connection: close\r\n\r\n")
    #expect(result == .failure(TransportError(.moved(place))))
    #expect(other.requests.isEmpty)
  }

  @Test func `a response that is too long is an error`() throws {
    let (announced, _) = try exchange(
      "HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\nConnection: close\r\n\r\nx")
    #expect(announced == .failure(TransportError(.tooLong)))
    let (sent, _) = try exchange(
      "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + String(repeating: "x", count: 5_000_000))
    #expect(sent == .failure(TransportError(.tooLong)))
  }

  @Test func `a closed port is unreachable`() throws {
    let server = try LoopbackServer(answering: [])
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)"))
    server.stop()
    let failure = TransportError(.unreachable("connection refused"))
    #expect(throws: failure) { try URLSessionTransport(url).send(request) }
    #expect(!failure.mayHaveArrived)
  }

  @Test(arguments: ["", "SMTP ready\r\n\r\n"])
  func `what is no HTTP breaks the exchange`(_ answer: String) throws {
    let (result, _) = try exchange(answer)
    guard case .failure(let failure) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(failure.mayHaveArrived)
  }

  @Test func `a request in the background signals its response`() throws {
    let server = try LoopbackServer(
      answering: Array(
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8))
    defer { server.stop() }
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)"))
    let connection = Connection(URLSessionTransport(url))
    for _ in 0..<3 {
      connection.begin(request)
      #expect(connection.isBusy)
      var entry = pollfd(
        fd: try #require(connection.descriptor), events: Int16(POLLIN), revents: 0)
      #expect(poll(&entry, 1, -1) == 1)
      #expect(try connection.take()?.get().body == Array("ok".utf8))
      #expect(!connection.isBusy)
      #expect(poll(&entry, 1, 0) == 0)
    }
  }
}
