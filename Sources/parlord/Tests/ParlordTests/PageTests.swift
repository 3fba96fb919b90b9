import Foundation
import GameCatalog
import HTTPTypes
import NIOCore
import ParlorKit
import Synchronization
import Testing

@testable import TestKit
@testable import parlord

/// The page to play at: its requests, its streams, and who may see and do what.
@Suite struct PageTests {
  @Test func `the page has a strict policy and refers to its own files only`() async throws {
    try await TestServer.run { server in
      for (path, type) in [
        ("/", "html"), ("/page.css", "css"), ("/page.js", "javascript"), ("/fair.js", "javascript"),
      ] {
        let file = try await server.client.execute(uri: path, method: .get)
        #expect(file.status == .ok, "\(path)")
        #expect(file.headers[.contentType] == "text/\(type); charset=utf-8")
        let policy = file.headers[.contentSecurityPolicy] ?? ""
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; "))
        #expect(!policy.contains("unsafe"))
        let text = String(buffer: file.body)
        for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
          #expect(!text.contains(word), "\(path) has \(word)")
        }
      }
      let other = try await server.client.execute(uri: "/health", method: .get)
      #expect(
        other.headers[.contentSecurityPolicy] == "default-src 'none'; frame-ancestors 'none'")
    }
    try await TestServer.run(page: nil) { server in
      for path in ["/", "/page.js", "/play"] {
        let answer = try await server.client.execute(uri: path, method: .get)
        #expect(answer.status == .notFound)
      }
    }
  }

  @Test func `the games are listed with their options and bots`() async throws {
    try await TestServer.run { server in
      let answer = try await server.client.execute(uri: "/play", method: .get)
      let games = try Value.read(String(buffer: answer.body))["games"].array ?? []
      #expect(games.map { $0["name"].string } == GameCatalog.games.map(\.definition.name))
      #expect(games[0]["bots"][0]["name"].string != nil)
    }
  }

  @Test func `a line is answered in the stream`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      try await player.play("new farkle Ann Bob seed=7")
      let (status, answer) = try await player.send("roll")
      #expect(status == 202 && answer["number"] == 2)
      let events = try await player.events(after: 0)
      #expect(events.map(\.name) == ["reply", "reply"] && events.map(\.id) == [1, 2])
      let data = events[1].data
      #expect(data["line"] == "roll" && data["status"]["turn"] == "Ann")
      #expect(data["reply"]["state"]["turn"]["roll"] == [6, 5, 1, 1, 3, 5])
      #expect(data["reply"]["text"].string?.hasPrefix("Ann rolls 6 5 1 1 3 5.\n") ?? false)
      #expect(data["reply"]["legal"]["moves"].array?.first == "hold 1 1 5 5")
    }
  }

  @Test func `no setting takes away what the page needs`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      try await player.play(
        "new farkle Ann seed=7", "set format text", "set text off", "set legal off",
        "set state off", "roll")
      let events = try await player.events(after: 0)
      #expect(events.map(\.id) == [1, 2, 3, 4, 5, 6])
      #expect(events.dropFirst().dropLast().allSatisfy { $0.data["reply"]["ok"] == true })
      let last = try #require(events.last?.data["reply"])
      #expect(last["state"]["turn"]["roll"].count == 6 && last["legal"]["moves"].count > 0)
      #expect(last["text"].string?.hasPrefix("Ann rolls") ?? false)
    }
  }

  @Test func `a stream goes on after the last event that was seen, or has the table`()
    async throws
  {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      try await player.play("new farkle Ann Bob seed=7", "roll", "hold best")
      #expect(try await player.events(after: 2).map(\.id) == [3])
      #expect(try await player.events(after: 3).isEmpty)
      for unknown in [nil, 77, -1] {
        let table = try await player.events(after: unknown)
        #expect(table.map(\.name) == ["table"] && table.map(\.id) == [3])
        #expect(table[0].data["reply"]["state"]["turn"]["held"].count == 4)
        #expect(table[0].data["reply"]["text"].string?.hasPrefix("Round 1.") ?? false)
      }
      // Far more than is kept.
      for _ in 0..<60 { try await player.play("help farkle") }
      let table = try await player.events(after: 3)
      #expect(table.map(\.name) == ["table"] && table.map(\.id) == [63])
    }
  }

  @Test func `streams of two tabs and a cut one have all replies once`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      try await player.play("new farkle Ann Bob seed=7")
      async let one = player.stream(after: 0)
      async let other = player.stream(after: 0)
      await server.reach(streams: 2)
      try await player.play("roll", "hold best", "bank")
      try await player.leave()
      for events in try await [one, other] {
        #expect(
          events.last?.name == "end" && events.last?.data["reason"] == "the player has left")
        #expect(events.dropLast().map(\.id) == [1, 2, 3, 4])
      }
      #expect(server.backend.status.pageSessions.load(ordering: .relaxed) == 0)
      await server.reach(streams: 0)
    }
  }

  @Test func `only the handles open a session, and they are not alike`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      let other = try await PageClient.open(at: server)
      #expect(Set([player.handle, player.watch, other.handle, other.watch]).count == 4)
      #expect(player.handle.utf8.count == 64)
      for handle in ["", "x", String(player.handle.dropLast()), player.handle + "0"] {
        var guess = player
        guess.handle = handle
        let (status, _) = try await guess.send("new farkle Ann")
        #expect(status == (handle.isEmpty ? 401 : 404))
        let stream = try await guess.ask(.get, "/play/events")
        #expect(stream.status.code == status)
      }
      try await player.leave()
      #expect(try await player.send("roll").status == 404)
      #expect(try await other.send("new farkle Ann").status == 202)
    }
  }

  @Test func `an onlooker can do nothing`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      try await player.play("new farkle Ann Bob seed=7")
      let onlooker = player.onlooker
      #expect(try await onlooker.send("roll").status == 403)
      for (method, path) in [(HTTPRequest.Method.post, "/play/complete"), (.delete, "/play")] {
        #expect(try await onlooker.ask(method, path).status.code == 403)
      }
      #expect(try await player.events(after: 0).count == 1)
    }
  }

  @Test func `an onlooker sees moves but neither questions nor secrets`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      try await player.play(
        "new mastermind secret=\"1 2 3 4\"", "guess 1 1 2 2", "log", "help", "candidates")
      try await player.play("guess 9")
      let events = try await player.onlooker.events(after: 0)
      #expect(events.map(\.id) == [1, 2])
      for event in events {
        let (line, legal): (Value, Value) = (event.data["line"], event.data["reply"]["legal"])
        #expect(line == .null && legal == .null)
      }
      let state: Value = events[1].data["reply"]["state"]
      let secret: Value = state["secret"]
      #expect(state["guesses"].count == 1 && secret == .null)
      #expect(events[1].data["reply"]["text"].string?.hasPrefix("1  1 1 2 2  1 black") ?? false)
      try await player.play("guess 1 2 3 4")
      let end = try #require(try await player.onlooker.events(after: nil).first)
      #expect(end.data["reply"]["state"]["secret"] == [1, 2, 3, 4])
      #expect(end.data["status"]["over"] == true)
    }
  }

  @Test func `mines are hidden until the end, in replays too`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      try await player.play("new minesweeper easy seed=1", "reveal 5 5")
      let replay = try await player.onlooker.replay()
      #expect(replay.count == 2 && replay[0]["line"] == "" && replay[1]["status"]["moves"] == 1)
      let bodies = [
        Value.array(replay).json,
        try await player.onlooker.events(after: nil).map(\.data.json).joined(),
      ]
      for body in bodies { #expect(!body.contains("*") && !body.contains("mines=")) }
    }
  }

  @Test func `a fair game at the page keeps its secret to the end, for onlookers too`() async throws
  {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      try await player.play(
        "new farkle Ann Bob fair", "fair word Ann thistle", "roll", "hold best", "log", "state",
        "fair", "undo", "roll 1 1 1 1 1 1")
      let onlooker = player.onlooker
      func seen() async throws -> String {
        let streams = [
          try await player.events(after: 0), try await player.events(after: nil),
          try await onlooker.events(after: 0), try await onlooker.events(after: nil),
        ]
        let replays = [try await player.replay(), try await onlooker.replay()]
        return streams.joined().map(\.data.json).joined()
          + replays.joined().map { $0.json }.joined()
      }
      let before = try await seen()
      #expect(before.contains("thistle+Bob"))
      try await player.play("resign")
      let events = try await player.events(after: 9)
      let revealed = events.compactMap { $0.data["reply"]["events"].array }.joined()
        .first { $0["type"] == "fair-revealed" }
      let secret = try #require(revealed?["secret"].string)
      #expect(secret.count == 64 && !before.contains(secret))
      #expect(before.contains(try #require(revealed?["commit"].string)))
    }
  }

  @Test func `a replay has every position`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      #expect(try await player.replay().isEmpty)
      try await player.play("new farkle Ann Bob seed=7", "roll", "hold best", "bank", "undo")
      let positions = try await player.replay()
      #expect(
        positions.map { $0["line"].string?.split(separator: " ").first } == [nil, "roll", "hold"])
      #expect(positions[2]["state"]["turn"]["held"].count == 4)
      #expect(try await player.events(after: nil)[0].data["status"]["moves"] == 2)
    }
  }

  @Test func `what is typed is completed`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      try await player.play("new farkle Ann seed=7")
      let answer = try await player.ask(.post, "/play/complete", "help far")
      let completion = try Value.read(String(buffer: answer.body))
      #expect(completion["kept"] == "help " && completion["suggestions"][0]["text"] == "farkle ")
    }
  }

  @Test func `files, programs and the clock are out of reach`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      try await player.play("new farkle Ann Bob seed=7")
      let lines = [
        "save x", "load /etc/passwd", "source /etc/passwd", "record x", "! ls", "clock +1s",
        "seat Bob exec /bin/sh", "seat Bob best", "hint", "review", "odds", "stats",
        "plugin add /bin/sh", "new farkle-ten", "batch 100000 farkle Ann",
        "roll\nroll",
        "\u{0}", String(repeating: "x", count: 5000),
      ]
      for line in lines {
        let (status, answer) = try await player.send(line)
        #expect(status == 202)
        let events = try await player.events(after: (answer["number"].integer ?? 0) - 1)
        #expect(events.last?.data["reply"]["ok"] == false, "\(line.prefix(40))")
      }
    }
  }

  @Test func `any bytes are a line, and none is taken for markup`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      for bytes in [[0xFF, 0xFE, 0x00], [0x0A, 0x0A], [], Array("\u{1B}[2J</script>".utf8)] {
        let answer = try await player.ask(.post, "/play/line", ByteBuffer(bytes: bytes))
        #expect(answer.status.code == 202)
      }
      try await player.play(#"new farkle "<b>x</b>" Bob"#)
      let replay = try await player.ask(.get, "/play/replay")
      #expect(String(buffer: replay.body).contains(#"<b>"#) == false)
      let large = try await player.ask(
        .post, "/play/line", ByteBuffer(bytes: [UInt8](repeating: 120, count: 10_000_000)))
      #expect(large.status == .contentTooLarge)
      // Nor is one read where none is asked for.
      for method in [HTTPRequest.Method.post, .delete] {
        let ignored = try await player.ask(
          method, "/play", ByteBuffer(bytes: [UInt8](repeating: 120, count: 5_000_000)))
        #expect(ignored.status == .contentTooLarge)
      }
    }
  }

  @Test func `pages of other sites are refused`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      for (name, value) in [("Origin", "http://evil.example"), ("Sec-Fetch-Site", "cross-site")] {
        var foreign = player
        foreign.more = [name: value]
        #expect(try await foreign.send("new farkle Ann").status == 403)
        #expect(try await foreign.ask(.post, "/play").status == .forbidden)
        #expect(try await foreign.ask(.get, "/play/events").status == .forbidden)
      }
      var own = player
      own.more = ["Origin": "http://localhost"]
      #expect(try await own.send("new farkle Ann").status == 202)
    }
  }

  @Test func `sessions are limited for an address, and close when they are not used`()
    async throws
  {
    let limits = PageLimits(sessionsPerAddress: 2)
    try await TestServer.run(page: limits) { server in
      let sessions = try #require(server.sessions)
      let first = try await PageClient.open(at: server)
      let second = try await PageClient.open(at: server)
      #expect(try await first.ask(.post, "/play").status == .serviceUnavailable)
      sessions.sweep(at: SystemClock.monotonic)
      #expect(try await first.send("new farkle Ann").status == 202)
      async let events = second.stream(after: nil)
      await server.reach(streams: 1)
      sessions.sweep(at: SystemClock.monotonic + limits.idleMilliseconds + 60_000)
      #expect(try await events.last?.data["reason"] == "no line was typed for 2 hours")
      #expect(try await first.send("roll").status == 404)
      _ = try await PageClient.open(at: server)
    }
  }

  @Test func `streams are limited for an address`() async throws {
    try await TestServer.run(limits: WebLimits(connectionsPerAddress: 3, requests: 0)) { server in
      let player = try await PageClient.open(at: server)
      try await withThrowingTaskGroup(of: [PageEvent].self) { group in
        for _ in 0..<3 { group.addTask { try await player.onlooker.stream(after: nil) } }
        await server.reach(streams: 3)
        #expect(try await player.ask(.get, "/play/events").status == .serviceUnavailable)
        try await player.leave()
        for try await events in group { #expect(events.last?.name == "end") }
      }
      await server.reach(streams: 0)
      let next = try await PageClient.open(at: server)
      #expect(try await next.events(after: nil).count == 1)
    }
  }

  @Test func `a server that stops ends its games and says so`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      async let events = player.stream(after: nil)
      await server.reach(streams: 1)
      server.backend.status.isDraining.store(true, ordering: .relaxed)
      #expect(try await player.ask(.post, "/play").status == .serviceUnavailable)
      #expect(try await player.send("new farkle Ann").status == 202)
      server.sessions?.stop()
      #expect(try await events.last?.data["reason"] == "the server stops; its games end with it")
      #expect(try await player.send("roll").status == 404)
    }
  }

  @Test func `quit ends the session`() async throws {
    try await TestServer.run { server in
      let player = try await PageClient.open(at: server)
      async let events = player.stream(after: nil)
      await server.reach(streams: 1)
      try await player.play("quit")
      #expect(try await events.last?.data["reason"] == "`quit` ended the session")
      #expect(try await player.send("roll").status == 404)
    }
  }
}

/// A client of the page in this process.
private struct PageClient: Sendable {
  let server: TestServer
  var handle: String
  let watch: String
  /// More headers.
  var more: [String: String] = [:]

  static func open(at server: TestServer) async throws -> PageClient {
    let answer = try await server.client.execute(uri: "/play", method: .post)
    #expect(answer.status == .created)
    let body = try Value.read(String(buffer: answer.body))
    return PageClient(
      server: server, handle: try #require(body["handle"].string),
      watch: try #require(body["watch"].string))
  }

  /// A client that can only look on.
  var onlooker: PageClient {
    var client = self
    client.handle = watch
    return client
  }

  func ask(
    _ method: HTTPRequest.Method, _ path: String, _ body: ByteBuffer = ByteBuffer(),
    after last: Int? = nil
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.authorization: "Bearer \(handle)"]
    var more = more
    more["Last-Event-ID"] = last.map(String.init)
    for (name, value) in more { headers[try #require(HTTPField.Name(name))] = value }
    return try await server.client.execute(
      uri: path, method: method, headers: headers, body: body)
  }

  func ask(
    _ method: HTTPRequest.Method, _ path: String, _ body: String
  ) async throws -> TestResponse {
    try await ask(method, path, ByteBuffer(string: body))
  }

  func send(_ line: String) async throws -> (status: Int, answer: Value) {
    let answer = try await ask(.post, "/play/line", line)
    return (answer.status.code, try Value.read(String(buffer: answer.body)))
  }

  /// Sends lines that are taken.
  func play(_ lines: String...) async throws {
    for line in lines { #expect(try await send(line).status == 202) }
  }

  func leave() async throws {
    #expect(try await ask(.delete, "/play").status == .ok)
  }

  /// The positions of a replay.
  func replay() async throws -> [Value] {
    try Value.read(String(buffer: try await ask(.get, "/play/replay").body)).array ?? []
  }

  /// What a stream sends until the session ends.
  func stream(after last: Int?) async throws -> [PageEvent] {
    let answer = try await ask(.get, "/play/events", after: last)
    #expect(answer.status == .ok && answer.headers[.contentType] == "text/event-stream")
    return try PageEvent.read(String(buffer: answer.body))
  }

  /// What a stream sends at once.
  func events(after last: Int?) async throws -> [PageEvent] {
    let (session, role) = try #require(server.sessions?.session(of: handle))
    let bytes = await session.events(after: last, for: role).bytes
    return try PageEvent.read(String(decoding: bytes, as: UTF8.self))
  }
}

/// An event of a stream.
private struct PageEvent: Sendable {
  var id: Int?
  var name: String
  var data: Value

  /// The events in the text of a stream, without the signs of life.
  static func read(_ text: String) throws -> [PageEvent] {
    try text.split(separator: "\n\n").filter { $0 != ":" }.map { block in
      var fields: [Substring: Substring] = [:]
      for line in block.split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        fields[parts[0]] = parts[1].dropFirst()
      }
      return PageEvent(
        id: fields["id"].flatMap { Int($0) }, name: String(try #require(fields["event"])),
        data: try Value.read(String(try #require(fields["data"]))))
    }
  }
}

extension TestServer {
  /// Waits until so many streams are open.
  fileprivate func reach(streams: Int) async {
    while backend.status.pageStreams.load(ordering: .relaxed) != streams { await Task.yield() }
  }
}

/// The page over the network.
@Suite(.blocking) struct PageProcessTests {
  @Test func `streams over the network end with the server, with a reason`() throws {
    let server = try ServerProcess(["--page"])
    func request(_ head: String) throws -> FileHandle {
      let connection = try FileHandle(connectedTo: server.http)
      try connection.write(contentsOf: Array("\(head)\r\nHost: localhost\r\n".utf8))
      return connection
    }
    let opening = try request("POST /play HTTP/1.1\r\nConnection: close\r\nContent-Length: 0")
    try opening.write(contentsOf: Array("\r\n".utf8))
    let text = String(decoding: try opening.readToEnd() ?? Data(), as: UTF8.self)
    let body = try Value.read(String(try #require(text.split(separator: "\r\n\r\n").last)))
    let handle = try #require(body["watch"].string)
    let stream = try request("GET /play/events HTTP/1.1\r\nAuthorization: Bearer \(handle)")
    try stream.write(contentsOf: Array("\r\n".utf8))
    while stream.line() != "event: table" {}
    #expect(server.end(by: SIGTERM) == 0)
    let rest = String(decoding: try stream.readToEnd() ?? Data(), as: UTF8.self)
    #expect(rest.contains(#"{"reason":"the server stops; its games end with it"}"#))
  }
}
