import HTTPTypes
import NIOCore
import ParlorKit
import Testing

@testable import parlord

/// Mastermind over HTTP.
@Suite struct LogikTests {
  @Test func `a game from login to ranking`() async throws {
    try await TestServer.run { server in
      _ = try await server.register("Ann")
      var player = LogikPlayer(server)
      try await player.login("Ann", "secret")
      #expect(player.token.count == 64)
      let game = try await player.start(slots: 4)
      #expect(Hex.isText(game, digits: 32))
      // Guess all codes of four pegs and six colours in order.
      var count = 0
      outer: for number in 0..<1296 {
        let code = [number / 216, number / 36 % 6, number / 6 % 6, number % 6].map { $0 + 1 }
        let (status, reply) = try await player.guess(game, code)
        count += 1
        #expect(status == 200 && reply["guessCount"].int == count)
        if reply["evaluation"]["black"].int == 4 {
          #expect(reply["evaluation"]["white"] == 0)
          break outer
        }
      }
      #expect(try await player.guess(game, [1, 1, 1, 1]).0 == 409)
      let (status, ranking) = try await player.send(.get, "logik/ranking")
      #expect(status == 200 && ranking.count == 1)
      #expect(ranking[0]["score"] == .string(String(count)) && ranking[0]["slots"] == "4")
      #expect(ranking[0]["timestamp"] == "2026-11-20 23:12:34")
      #expect(try await player.send(.get, "logik/ranking?slots=4").1 == ranking)
      #expect(try await player.send(.get, "logik/ranking?slots=5").1 == [])
      for slots in ["", "0", "11", "four"] {
        #expect(try await player.send(.get, "logik/ranking?slots=\(slots)").0 == 400)
      }
      #expect(
        ranking[0].fields?.map(\.name) == [
          "participantId", "name", "timestamp", "score", "slots", "id", "icon512", "icon192",
          "icon72",
        ])
    }
  }

  @Test func `an invalid guess does not count`() async throws {
    try await TestServer.run { server in
      _ = (try await server.register("Ann"), try await server.register("Bob"))
      var (ann, bob) = (LogikPlayer(server), LogikPlayer(server))
      try await ann.login("Ann", "secret")
      try await bob.login("Bob", "secret")
      let game = try await ann.start(slots: 6)
      for guess in [[], [1], [1, 2, 3, 4, 5, 7], [0, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1]] {
        #expect(try await ann.guess(game, guess).0 == 400)
      }
      for body in ["", "{}", "[]", "{\"gameId\":\"\(game)\"}", "{\"gameId\":1,\"guess\":[1]}"] {
        #expect(try await ann.send(.post, "logik/guess", body).0 == 400)
      }
      #expect(try await bob.guess(game, [1, 1, 1, 1, 1, 1]).0 == 404)
      #expect(try await ann.guess("0", [1, 1, 1, 1, 1, 1]).0 == 404)
      let strings = "{\"gameId\":\"\(game)\",\"guess\":[\"1\",\"1\",\"1\",\"1\",\"1\",\"2\"]}"
      let (status, reply) = try await ann.send(.post, "logik/guess", strings)
      #expect(status == 200 && reply["guessCount"] == 1)
    }
  }

  @Test func `the ranking has the best game of each player and size, larger codes first`()
    async throws
  {
    try await TestServer.run { server in
      let (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      var (player, other) = (LogikPlayer(server), LogikPlayer(server))
      try await player.login("Ann", "secret")
      try await other.login("Bob", "secret")
      var number = 0
      for (owner, slots, guesses) in [
        (ann.player, 1, 3), (ann.player, 1, 2), (ann.player, 4, 7), (bob.player, 4, 5),
        (bob.player, 4, 6), (bob.player, 1, 2),
      ] {
        number += 1
        let secret = Array(repeating: 1, count: slots)
        try await server.execute(
          """
          INSERT INTO logikGames (id, playerId, slots, colors, secret, started, guesses) VALUES
          ('g\(number)', \(owner), \(slots), 6, '\(LogikRules.text(secret))', 0, \(guesses - 1))
          """)
        let winner = owner == ann.player ? player : other
        #expect(try await winner.guess("g\(number)", secret).0 == 200)
      }
      let (_, ranking) = try await player.send(.get, "logik/ranking")
      #expect((0..<ranking.count).map { ranking[$0]["id"] } == ["g4", "g3", "g2", "g6"])
    }
  }

  @Test func `a hundred games of each size are kept of a player`() async throws {
    try await TestServer.run { server in
      let ann = try await server.register("Ann")
      var player = LogikPlayer(server)
      try await player.login("Ann", "secret")
      for number in 1...100 {
        try await server.execute(
          """
          INSERT INTO logikGames (id, playerId, slots, colors, secret, started, guesses, solved)
          VALUES ('open\(number)', \(ann.player), 4, 6, '1 1 1 1', \(number), 0, NULL),
            ('old\(number)', \(ann.player), 4, 6, '1 1 1 1', \(number), \(number), 1),
            ('older\(number)', \(ann.player), 4, 6, '1 1 1 1', \(number), \(number), 2),
            ('five\(number)', \(ann.player), 5, 6, '1 1 1 1 1', \(number), 0, NULL)
          """)
      }
      let game = try await player.start(slots: 4)
      #expect(try await server.number("SELECT count(*) FROM logikGames") == 300)
      #expect(try await player.guess("open1", [1, 1, 1, 1]).0 == 404)
      for id in [game, "open2"] {
        #expect(try await player.guess(id, [1, 1, 1, 1]).0 == 200)
      }
      let best = "SELECT count(*) FROM logikGames WHERE solved < 3 AND guesses <= 50"
      #expect(try await server.number(best) == 100)
    }
  }

  @Test func `icons are pictures of this server`() async throws {
    try await TestServer.run { server in
      let ann = try await server.register("Ann")
      let path = "/api/v2/icons/\(ann.player)/72.svg"
      let icon = try await server.client.execute(uri: path, method: .get)
      #expect(icon.status == .ok && icon.headers[.contentType] == "image/svg+xml")
      #expect(String(buffer: icon.body).hasPrefix("<svg "))
      let other = try await server.client.execute(uri: "/api/v2/icons/1/73.svg", method: .get)
      #expect(other.status == .notFound)
    }
  }

  @Test(arguments: [
    (HTTPRequest.Method.get, "login", 405), (.delete, "logik/start", 405),
    (.post, "logik/ranking", 405), (.get, "nowhere", 404),
  ])
  func `errors have a body in JSON`(
    _ method: HTTPRequest.Method, _ path: String, _ status: Int
  ) async throws {
    try await TestServer.run { server in
      let (answered, body) = try await LogikPlayer(server).send(method, path)
      #expect(answered == status && body["error"].string != nil)
    }
  }

  @Test func `whole numbers may have a fraction of zero`() async throws {
    try await TestServer.run { server in
      _ = try await server.register("Ann")
      var player = LogikPlayer(server)
      try await player.login("Ann", "secret")
      #expect(try await player.send(.post, "logik/start", #"{"slots":4.0}"#).0 == 200)
      #expect(try await player.send(.post, "logik/start", #"{"slots":4.5}"#).0 == 400)
    }
  }

  @Test(arguments: [0, 11, -1, 1_000_000])
  func `slots must be from one to ten`(_ slots: Int) async throws {
    try await TestServer.run { server in
      _ = try await server.register("Ann")
      var player = LogikPlayer(server)
      try await player.login("Ann", "secret")
      let (status, reply) = try await player.send(.post, "logik/start", "{\"slots\":\(slots)}")
      #expect(status == 400 && reply["error"] == "`slots` takes 1 to 10")
    }
  }

  @Test func `tokens expire after the requested time`() async throws {
    try await TestServer.run { server in
      _ = try await server.register("Ann")
      var player = LogikPlayer(server)
      #expect(try await player.send(.get, "logik/ranking").0 == 401)
      for lifetime in [29, 3601] {
        #expect(try await player.login("Ann", "secret", lifetime: lifetime) == 400)
      }
      #expect(try await player.login("Ann", "wrong") == 401)
      #expect(try await player.login("Nobody", "secret") == 401)
      #expect(try await player.login("Ann", "secret", lifetime: 30) == 200)
      server.time.advance(seconds: 29)
      #expect(try await player.send(.get, "logik/ranking").0 == 200)
      server.time.advance(seconds: 1)
      #expect(try await player.send(.get, "logik/ranking").0 == 401)
    }
  }

  @Test func `it misbehaves only with the option for it`() async throws {
    for misbehaves in [false, true] {
      try await TestServer.run(misbehaves: misbehaves) { server in
        _ = try await server.register("Ann")
        var player = LogikPlayer(server)
        try await player.login("Ann", "secret")
        let (status, _) = try await player.send(.get, "logik/ranking?badServer=true")
        #expect(status == (misbehaves ? 500 : 200))
      }
    }
  }

  @Test func `without repeats there are at most as many slots as colours`() async throws {
    try await TestServer.run(rules: LogikRules(colors: 5, repeats: false)) { server in
      _ = try await server.register("Ann")
      var player = LogikPlayer(server)
      try await player.login("Ann", "secret")
      #expect(try await player.send(.post, "logik/start", "{\"slots\":6}").0 == 400)
      let game = try await player.start(slots: 5)
      let secret = try await server.backend.store.read { database in
        try String.fetchOne(database, prepared: "SELECT secret FROM logikGames")
      }
      #expect(LogikRules.pegs(secret ?? "").sorted() == [1, 2, 3, 4, 5])
      #expect(try await player.guess(game, [1, 1, 1, 1, 1]).0 == 200)
    }
  }
}

/// A client of Mastermind over HTTP.
private struct LogikPlayer {
  let server: TestServer
  private(set) var token = ""

  init(_ server: TestServer) { self.server = server }

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
  ) async throws -> (Int, Value) {
    var headers: HTTPFields = [.contentType: "application/json"]
    if let name = HTTPField.Name("access_token"), !token.isEmpty { headers[name] = token }
    let response = try await server.client.execute(
      uri: "/api/v2/\(path)", method: method, headers: headers, body: ByteBuffer(string: body))
    return (response.status.code, try Value.read(String(buffer: response.body)))
  }

  @discardableResult
  mutating func login(_ name: String, _ password: String, lifetime: Int = 3600) async throws
    -> Int
  {
    let body =
      "{\"user_id\":\"\(name)\",\"password\":\"\(password)\",\"time-to-live\":\(lifetime)}"
    let (status, reply) = try await send(.post, "login", body)
    if let token = reply["access_token"].string { self.token = token }
    return status
  }

  func start(slots: Int) async throws -> String {
    try await send(.post, "logik/start", "{\"slots\":\(slots)}").1["gameId"].string ?? ""
  }

  func guess(_ game: String, _ pegs: [Int]) async throws -> (Int, Value) {
    let numbers = pegs.map(String.init).joined(separator: ",")
    return try await send(.post, "logik/guess", "{\"gameId\":\"\(game)\",\"guess\":[\(numbers)]}")
  }
}
