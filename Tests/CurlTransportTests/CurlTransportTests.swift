import CurlTransport
import LibC
import Platform
import RemoteTransport
import TestKit
import Testing

@Suite(.blocking) struct CurlTransportTests {
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
    let transport = CurlTransport(url)
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

  @Test(arguments: [
    #"Basic realm="x""#, #"Digest realm="x", nonce="y""#, "Negotiate", "NTLM", #"Bearer realm="x""#,
    "",
  ])
  func `a response that asks for a name and a password is the response`(_ way: String) throws {
    let (result, requests) = try exchange(
      "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(way)\r\nContent-Length: 2\r\n"
        + "Connection: close\r\n\r\n{}")
    #expect(try result.get().status == 401)
    #expect(try result.get().body == Array("{}".utf8))
    #expect(requests.count == 1)
  }

  @Test func `a request without a body gets a response without its coding`() throws {
    // "hello", compressed by gzip.
    let hello: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10,
      0x36,
      5, 0, 0, 0,
    ]
    let server = try LoopbackServer(
      answering: Array(
        """
        HTTP/1.1 100 Continue\r\nEarly: 1\r\n\r\nHTTP/1.1 200 OK: fine\r\nContent-Encoding: gzip\r\n\
        Content-Length: \(hello.count)\r\nRetry-After:   7  \r\nEmpty:\r\n\r\n
        """.utf8) + hello)
    defer { server.stop() }
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)/a"))
    for method in [HTTPRequest.Method.get, .post] {
      let response = try CurlTransport(url).send(HTTPRequest(method, "/b?c=%20"))
      #expect(response.body == Array("hello".utf8))
      #expect(
        response.headers.map(\.name) == [
          "Content-Encoding", "Content-Length", "Retry-After", "Empty",
        ])
      #expect(response.headers.suffix(2).map(\.value) == ["7", ""])
    }
    let starts = server.requests.map { $0.prefix { $0 != "\r\n" } }
    #expect(starts == ["GET /a/b?c=%20 HTTP/1.1", "POST /a/b?c=%20 HTTP/1.1"])
    #expect(server.requests.last?.contains("\r\nContent-Length: 0\r\n") == true)
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
    let transport = CurlTransport(url)
    #expect(try transport.send(request).cookie("farklesession") == "abc")
    _ = try transport.send(request)
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { !$0.lowercased().contains("cookie") })
  }

  @Test(arguments: [301, 302, 303, 307, 308])
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

  @Test func `headers without end are an error`() throws {
    let lines = String(repeating: "X: \(String(repeating: "x", count: 1000))\r\n", count: 400)
    let (result, _) = try exchange("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
    #expect(result == .failure(TransportError(.tooLong)))
  }

  /// Besides the lines, the status has 17 bytes, the length 19 and the end 2.
  @Test func `headers of 256 kilobytes are not too long`() throws {
    let lines = ([Int](repeating: 1024, count: 255) + [1024 - 38]).map {
      "X: \(String(repeating: "x", count: $0 - 5))\r\n"
    }.joined()
    let (result, _) = try exchange("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
    #expect(try result.get().status == 200)
  }

  @Test(arguments: ["Content-Length: 4194304\r\n", ""])
  func `a response of four megabytes is not too long`(_ header: String) throws {
    let body = String(repeating: "x", count: 4 * 1024 * 1024)
    let (result, _) = try exchange("HTTP/1.1 200 OK\r\n\(header)Connection: close\r\n\r\n" + body)
    #expect(try result.get().body.count == 4 * 1024 * 1024)
  }

  @Test func `a closed port is unreachable`() throws {
    let server = try LoopbackServer(answering: [])
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)"))
    server.stop()
    let failure = TransportError(.unreachable("connection refused"))
    #expect(throws: failure) { try CurlTransport(url).send(request) }
    #expect(!failure.mayHaveArrived)
  }

  @Test func `a host without an address is unreachable`() throws {
    // A name has at most 63 letters, so nobody is asked.
    let url = try #require(ServiceURL("http://\(String(repeating: "a", count: 64)).invalid"))
    #expect(throws: TransportError(.unreachable("the host name cannot be resolved"))) {
      try CurlTransport(url).send(request)
    }
  }

  @Test func `an address that is none is unreachable`() throws {
    let url = try #require(ServiceURL("http://127.0.0.1"))
    #expect(throws: TransportError(.unreachable("the address is not valid"))) {
      try CurlTransport(url).send(HTTPRequest(.get, "/a b"))
    }
  }

  // MARK: Encryption

  @Test func `a service that does not encrypt is unreachable`() throws {
    let server = try LoopbackServer(.closeAtOnce)
    defer { server.stop() }
    let url = try #require(ServiceURL("https://127.0.0.1:\(server.port)"))
    let error = #expect(throws: TransportError.self) { try CurlTransport(url).send(request) }
    #expect(error?.mayHaveArrived == false)
    let start = "cannot reach the service: the connection cannot be encrypted, "
    #expect(error?.message.hasPrefix(start) == true, "\(error?.message ?? "")")
  }

  @Test(.enabled(if: CertifiedServer.isInstalled))
  func `a certificate that nobody trusts is not valid`() throws {
    let server = try CertifiedServer()
    let url = try #require(ServiceURL("https://127.0.0.1:\(server.port)"))
    let error = #expect(throws: TransportError.self) { try CurlTransport(url).send(request) }
    #expect(error?.mayHaveArrived == false)
    let start = "cannot reach the service: its certificate is not valid, "
    #expect(error?.message.hasPrefix(start) == true, "\(error?.message ?? "")")
  }

  // MARK: An action is never sent twice

  @Test func `every request has a connection of its own and says so`() throws {
    let server = try LoopbackServer(
      .answerOnce(
        Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok".utf8)))
    defer { server.stop() }
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)"))
    let transport = CurlTransport(url)
    for _ in 0..<3 { #expect(try transport.send(request).body == Array("ok".utf8)) }
    #expect(server.requests.count == 3)
    #expect(server.requests.allSatisfy { $0.lowercased().contains("\r\nconnection: close\r\n") })
    #expect(server.requests.allSatisfy { $0.hasSuffix("\r\n\r\na=1&b=2") })
  }

  @Test(arguments: [LoopbackServer.Behaviour.close, .closeLate, .reset, .die])
  func `a request whose connection breaks may have arrived, and is not repeated`(
    _ behaviour: LoopbackServer.Behaviour
  ) throws {
    let server = try LoopbackServer(behaviour)
    defer { server.stop() }
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)"))
    let start = SystemClock.monotonic
    let error = #expect(throws: TransportError.self) {
      try CurlTransport(url).send(request)
    }
    #expect(error?.mayHaveArrived == true, "\(String(describing: error))")
    #expect(server.requests.count == 1)
    #expect(SystemClock.monotonic - start < 10_000)
  }

  @Test func `a response does not wait for the end of a connection that is closed late`() throws {
    let server = try LoopbackServer(
      .answerAndHold(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)))
    defer { server.stop() }
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)"))
    let transport = CurlTransport(url)
    let start = SystemClock.monotonic
    for _ in 0..<2 { #expect(try transport.send(request).body == Array("ok".utf8)) }
    #expect(SystemClock.monotonic - start < 10_000)
    #expect(server.requests.count == 2)
    // The client closes its connections itself.
    let deadline = SystemClock.monotonic + 10_000
    while server.closed < 2, SystemClock.monotonic < deadline { _ = poll(nil, 0, 1) }
    #expect(server.closed == 2)
  }

  @Test func `a connection that is closed at once breaks the exchange`() throws {
    let server = try LoopbackServer(.closeAtOnce)
    defer { server.stop() }
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)"))
    let error = #expect(throws: TransportError.self) {
      try CurlTransport(url).send(request)
    }
    #expect(error?.mayHaveArrived == true)
    #expect(error?.message.hasPrefix("the connection broke: ") == true, "\(error?.message ?? "")")
  }

  @Test func `half a response is none`() throws {
    let (result, requests) = try exchange(
      "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\nhalf")
    #expect(
      throws: TransportError(.broken("the service closed it before the response was complete"))
    ) {
      try result.get()
    }
    #expect(requests.count == 1)
  }

  @Test func `no response is in time`() throws {
    let server = try LoopbackServer(.hang)
    defer { server.stop() }
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)"))
    var request = request
    request.timeout = 1
    let late = TransportError(.late(seconds: 1))
    #expect(throws: late) { try CurlTransport(url).send(request) }
    let connection = Connection(CurlTransport(url))
    connection.begin(request)
    var entry = pollfd(fd: try #require(connection.descriptor), events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 10_000) == 1)
    #expect(connection.take() == .failure(late))
    #expect(server.requests.count == 2)
  }

  @Test(arguments: ["Content-Length: 1000000\r\n", ""])
  func `a body that comes slowly is late`(_ header: String) throws {
    let server = try LoopbackServer(
      .answerSlowly(Array("HTTP/1.1 200 OK\r\n\(header)\r\n".utf8)))
    defer { server.stop() }
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)"))
    var request = request
    request.timeout = 1
    #expect(throws: TransportError(.late(seconds: 1))) { try CurlTransport(url).send(request) }
  }

  @Test func `an end without a response is called by its name`() throws {
    let (result, _) = try exchange("")
    #expect(throws: TransportError(.broken("the service closed it without a response"))) {
      try result.get()
    }
  }

  @Test func `what is no HTTP breaks the exchange`() throws {
    let (result, _) = try exchange("SMTP ready\r\n\r\n")
    #expect(result == .failure(TransportError(.broken("the response is not HTTP"))))
  }

  @Test func `a request in the background signals its response`() throws {
    let server = try LoopbackServer(
      answering: Array(
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8))
    defer { server.stop() }
    let url = try #require(ServiceURL("http://127.0.0.1:\(server.port)"))
    let connection = Connection(CurlTransport(url))
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
