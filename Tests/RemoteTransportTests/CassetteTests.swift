import ParlorKit
import Platform
import RemoteTransport
import TestKit
import Testing

@Suite struct CassetteTests {
  private let redaction = Redaction(names: ["pass"])
  private let login = HTTPRequest(.post, "/login", body: Array("user=Ann&pass=geheim".utf8))
  private let news = HTTPRequest(.get, "/news")

  /// A transport that answers everything alike.
  private final class Echo: Transport {
    func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
      HTTPResponse(
        status: 201,
        headers: [HTTPHeader("Set-Cookie", "pass=geheim"), HTTPHeader("Date", "today")],
        body: Array("\"you said \\u00e9 \(request.path)\"".utf8))
    }
  }

  private func record(_ requests: [HTTPRequest]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let connection = Connection(Echo())
    connection.recorder = try CassetteRecorder(
      "x", at: folder["x"], service: "test", redaction, onFailure: { Issue.record($0) })
    for request in requests { _ = try connection.send(request) }
    return try folder.bytes("x")
  }

  @Test func `what was recorded is replayed`() throws {
    let bytes = try record([login, news])
    let transport = CassetteTransport(try Cassette(bytes, service: "test"), redaction)
    var other = login
    other.body = Array("user=Ann&pass=something else".utf8)
    let response = try transport.send(other)
    #expect(response.status == 201)
    #expect(response.body == Array("\"you said \\u00e9 /login\"".utf8))
    #expect(response.cookie("pass") == Redaction.replacement)
    #expect(response.headers.count == 1)
    _ = try transport.send(news)
  }

  @Test func `no secret is recorded`() throws {
    let text = String(decoding: try record([login]), as: UTF8.self)
    #expect(!text.contains("geheim"))
    #expect(text.hasPrefix("{\"cassette\":1,\"service\":\"test\"}\n"))
  }

  @Test func `a request other than the recorded one is an error`() throws {
    let cassette = try Cassette(try record([login]), service: "test")
    let transport = CassetteTransport(cassette, redaction)
    #expect(
      throws: TransportError(
        .offTape(expected: "`POST /login user=Ann&pass=…`", got: "`GET /news`"))
    ) { try transport.send(news) }
    _ = try transport.send(login)
    #expect(throws: TransportError(.offTape(expected: nil, got: "`GET /news`"))) {
      try transport.send(news)
    }
  }

  @Test(arguments: [
    "", "\n", "x", "{}", #"{"cassette":2,"service":"test"}"#,
    #"{"cassette":1,"service":"other"}"#,
  ])
  func `a file without its heading is not a cassette`(_ text: String) {
    #expect(throws: Cassette.ReadingError.heading) {
      try Cassette(Array(text.utf8), service: "test")
    }
  }

  @Test(arguments: ["", "{}", "[1]", #"{"request":"GET","body":"","status":1000,"answer":""}"#])
  func `an error names the line that is not an exchange`(_ line: String) {
    let text = "{\"cassette\":1,\"service\":\"test\"}\n\(line)\n"
    #expect(throws: Cassette.ReadingError.line(2)) {
      try Cassette(Array(text.utf8), service: "test")
    }
  }

  @Test func `an existing file is not overwritten`() throws {
    let folder = try TemporaryFolder()
    try folder.add("x", "mine")
    #expect(throws: FileError.self) {
      try CassetteRecorder("x", at: folder["x"], service: "test", redaction, onFailure: { _ in })
    }
    #expect(try folder.text("x") == "mine")
  }
}
