import Foundation
import HTTPTypes
import NIOCore
import ParlorKit
import Synchronization
import Testing

@testable import TestKit
@testable import parlord

/// The database after a kill or a stop of the server.
@Suite(.blocking) struct CrashTests {
  @Test func `a kill under load loses nothing that was acknowledged`() async throws {
    let server = try ServerProcess()
    let record = Record()
    let (port, identifier) = (server.http, server.identifier)
    let session = try await Session.open(at: port)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        group.addTask { try? await Self.playDice(at: port, session, record) }
      }
      for _ in 0..<2 {
        group.addTask { try? await Self.guessCodes(at: port, session, record) }
      }
      group.addTask {
        await record.reach(240)
        kill(identifier, SIGKILL)
      }
    }
    _ = server.end(by: SIGKILL)
    let (games, codes) = record.all
    #expect(games.count == 6 && codes.count == 2)
    let store = try SQLiteStore(path: server.database, isNew: false)
    for (game, acknowledged) in games {
      let (kept, rolls) = try await store.read { database in
        (
          try Row.fetchOne(
            database, prepared: "SELECT round, score FROM seats WHERE gameId = ?",
            arguments: [game]
          )
          .map { ($0["round"] as Int, $0["score"] as Int) },
          try Int.fetchOne(
            database, prepared: "SELECT count(*) FROM sets WHERE gameId = ?", arguments: [game])
        )
      }
      let (round, score) = try #require(kept)
      #expect(round >= acknowledged.round && score >= acknowledged.score)
      #expect(rolls ?? 0 >= acknowledged.rolls)
    }
    for (game, count) in codes {
      let kept = try await store.read { database in
        try Int.fetchOne(
          database, prepared: "SELECT count(*) FROM logikGuesses WHERE gameId = ?",
          arguments: [game])
      }
      #expect(kept ?? 0 >= count)
    }
    try await store.close()
  }

  @Test func `SIGTERM stops the server and leaves an intact database`() async throws {
    let server = try ServerProcess()
    let session = try await Session.open(at: server.http)
    #expect(try await session.act("getlobbyinfo")[0]["username"] == "testuser")
    #expect(server.end(by: SIGTERM) == 0)
    let store = try SQLiteStore(path: server.database, isNew: false)
    let verdict = try await store.read { database in
      try String.fetchOne(database, prepared: "PRAGMA integrity_check")
    }
    #expect(verdict == "ok")
    try await store.close()
  }

  @Test func `SIGTERM does not wait for requests that do not come`() throws {
    let server = try ServerProcess()
    let parts = [
      "", "POST /farkle_fetch.php HTTP/1.1\r\nHost: local",
      "POST /farkle_fetch.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc",
      "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ]
    let clients = try parts.map { part in
      let client = try FileHandle(connectedTo: server.http)
      try client.write(contentsOf: Data(part.utf8))
      return client
    }
    // Its response shows that the server has begun with all of them.
    _ = clients[3].availableData
    let start = SystemClock.monotonic
    #expect(server.end(by: SIGTERM) == 0)
    // A request may take ten minutes here.
    #expect(SystemClock.monotonic - start < 60_000)
  }

  @Test func `a port in use is an error`() throws {
    let server = try ServerProcess()
    for ports in [(server.http, 0), (0, server.lines)] {
      let (status, errors) = try server.second(["--http", "\(ports.0)", "--lines", "\(ports.1)"])
      #expect(status == 1)
      #expect(errors.contains("in use"))
    }
  }

  /// Plays solo games until the server is gone.
  private static func playDice(at port: Int, _ first: Session, _ record: Record) async throws {
    let session = try await Session.open(at: port, with: first)
    let reply = try await session.act("startgame", "gamewith=2&gamemode=2")
    let game = try #require(reply[0]["gameid"].int)
    var acknowledged = Acknowledged()
    while acknowledged.round <= 10 {
      let roll = try await session.act(
        "farkleroll", "gameid=\(game)&saveddice=[0,0,0,0,0,0]")
      acknowledged.rolls += 1
      acknowledged.note(roll[0])
      record.note(game, acknowledged)
      guard roll[1].int ?? 0 > 0, let dice = roll[4].array?.compactMap(\.int) else { continue }
      let saved = dice.map { $0 == 1 || $0 == 5 ? $0 : 0 }
      let rest = saved.contains { $0 > 0 } ? saved : dice
      let bank = try await session.act("farklepass", "gameid=\(game)&saveddice=\(rest)")
      acknowledged.note(bank)
      record.note(game, acknowledged)
    }
    // If ten rounds are over before the kill, keep the server busy with another game.
    let more = try await session.act("startgame", "gamewith=2&gamemode=2")
    while true {
      _ = try await session.act(
        "farkleroll", "gameid=\(more[0]["gameid"].int ?? 0)&saveddice=[0,0,0,0,0,0]")
      record.tick()
    }
  }

  /// Guesses codes until the server is gone.
  private static func guessCodes(at port: Int, _ first: Session, _ record: Record) async throws {
    let session = try await Session.open(at: port, with: first)
    let game = try #require(
      try await session.logik("logik/start", "{\"slots\":10}")["gameId"].string)
    while true {
      let reply = try await session.logik(
        "logik/guess", "{\"gameId\":\"\(game)\",\"guess\":[1,1,1,1,1,1,1,1,1,1]}")
      record.note(game, try #require(reply["guessCount"].int))
    }
  }
}

/// The last acknowledged state of a game.
private struct Acknowledged: Sendable {
  var round = 1
  var score = 0
  var rolls = 0

  mutating func note(_ update: Value) {
    round = update[0]["playerround"].int ?? round
    score = update[1][0]["playerscore"].int ?? score
  }
}

/// Everything that the server has acknowledged.
private final class Record: Sendable {
  private struct State {
    var games: [Int: Acknowledged] = [:]
    var codes: [String: Int] = [:]
    var count = 0
    var waiting: (count: Int, CheckedContinuation<Void, Never>)?

    mutating func tick() -> CheckedContinuation<Void, Never>? {
      count += 1
      guard let waiting, count >= waiting.count else { return nil }
      self.waiting = nil
      return waiting.1
    }
  }

  private let state = Mutex(State())

  var all: ([Int: Acknowledged], [String: Int]) { state.withLock { ($0.games, $0.codes) } }

  func note(_ game: Int, _ acknowledged: Acknowledged) {
    state.withLock { state in
      state.games[game] = acknowledged
      return state.tick()
    }?.resume()
  }

  func note(_ game: String, _ count: Int) {
    state.withLock { state in
      state.codes[game] = count
      return state.tick()
    }?.resume()
  }

  func tick() { state.withLock { $0.tick() }?.resume() }

  /// Waits until `count` requests are acknowledged.
  func reach(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.count >= count { return true }
        state.waiting = (count, continuation)
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}

/// A keep-alive connection with the sessions of the demo account.
private struct Session: Sendable {
  let client: WebConnection
  var token = ""
  var access = ""

  /// Connects, and logs in unless another connection has sessions to share.
  static func open(at port: Int, with other: Session? = nil) async throws -> Session {
    let client = try await WebConnection(port: port)
    var session = Session(client: client, token: other?.token ?? "", access: other?.access ?? "")
    if other == nil {
      let login =
        "action=login&user=\(Secrets.md5("testuser"))&pass=\(Secrets.md5("test123"))"
      let response = try await client.post("/farkle_fetch.php", login)
      let cookies = response.headers[values: .setCookie]
      let cookie = cookies.first { $0.hasPrefix("farklesession=") } ?? ""
      session.token = String(cookie.dropFirst("farklesession=".count).prefix(64))
      session.access =
        try await session.logik("login", "{\"user_id\":\"testuser\",\"password\":\"test123\"}")[
          "access_token"
        ].string ?? ""
    }
    return session
  }

  func act(_ action: String, _ fields: String = "") async throws -> Value {
    let body = "action=\(action)&iossessionid=\(token)&\(fields.replacing(" ", with: ""))"
    return try await send("/farkle_fetch.php", body, [:])
  }

  func logik(_ path: String, _ body: String) async throws -> Value {
    var headers: HTTPFields = [:]
    if let name = HTTPField.Name("access_token"), !access.isEmpty { headers[name] = access }
    return try await send("/api/v2/\(path)", body, headers)
  }

  private func send(
    _ path: String, _ body: String, _ headers: HTTPFields
  ) async throws -> Value {
    let response = try await client.post(path, body, headers: headers)
    return try Value.read(String(buffer: response.body))
  }
}
