import HTTPTypes
import NIOCore
import ParlorKit
import Testing

@testable import parlord

/// A Farkle Ten client with its cookies.
struct PlayerClient: Sendable {
  let server: TestServer
  var cookies: [String: String] = [:]
  /// The number of the account.
  var player = 0
  /// The names of the cookies that the last response set.
  private(set) var newCookies: [String] = []

  init(_ server: TestServer) { self.server = server }

  /// Sends a form and returns the response body.
  mutating func send(_ fields: [String: String]) async throws -> String {
    let body = fields.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }
      .joined(separator: "&")
    var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    if !cookies.isEmpty {
      headers[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    }
    let response = try await server.client.execute(
      uri: "/farkle_fetch.php", method: .post, headers: headers, body: ByteBuffer(string: body))
    try #require(response.status == .ok)
    newCookies = []
    for cookie in response.headers[values: .setCookie] {
      let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      cookies[String(pair[0])] = String(pair[1])
      newCookies.append(String(pair[0]))
    }
    return String(buffer: response.body)
  }

  /// Sends an action and reads the response; an empty one is null.
  @discardableResult
  mutating func ask(
    _ action: String, _ fields: [String: String] = [:]
  ) async throws -> Value {
    let body = try await send(fields.merging(["action": action]) { $1 })
    return body.isEmpty ? nil : try Value.read(body)
  }

  /// Starts a game and returns its number.
  mutating func start(
    _ with: GameWith, _ players: [Int] = [], places: Int = 2
  ) async throws -> Int {
    let reply = try await ask(
      "startgame",
      [
        "players": "[\(players.map(String.init).joined(separator: ","))]",
        "gamewith": String(with.rawValue), "gamemode": "2", "rp": String(places),
      ])
    return reply[0]["gameid"].int ?? 0
  }

  /// Plays a round for 1000, 100, 50 or 0 points.
  mutating func play(_ game: Int, for points: Int) async throws {
    let dice = [
      100: ("[1,2,3,4,6,6]", "[1,0,0,0,0,0]"), 50: ("[5,2,3,4,6,6]", "[5,0,0,0,0,0]"),
      1000: ("[1,2,3,4,5,6]", "[1,2,3,4,5,6]"), 0: ("[2,2,3,3,4,6]", ""),
    ]
    let (roll, saved) = try #require(dice[points])
    try await self.roll(game, newDice: roll)
    if points > 0 { try await bank(game, saved) }
  }

  @discardableResult
  mutating func roll(
    _ game: Int, saving saved: String = "[0,0,0,0,0,0]", newDice: String? = nil
  ) async throws -> Value {
    var fields = ["gameid": String(game), "saveddice": saved]
    fields["newdice"] = newDice
    return try await ask("farkleroll", fields)
  }

  @discardableResult
  mutating func bank(_ game: Int, _ saved: String) async throws -> Value {
    try await ask("farklepass", ["gameid": String(game), "saveddice": saved])
  }

  /// The view of a game.
  mutating func update(_ game: Int) async throws -> Value {
    try await ask("farklegetupdate", ["gameid": String(game)])
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
      return byte < 0x80 && isPlain ? String(UnicodeScalar(byte)) : "%\(Hex.text([byte]))"
    }.joined()
  }
}
