import MastermindGame
import ParlorKit
import PluginRunner
import RemoteTransport

/// The four calls of the service.
struct LogikService {
  let connection: Connection
  private let session: RemoteSession
  /// The login, in memory only, so that an expired token can be renewed.
  var login: Login?
  private(set) var token: String?

  /// The name and the password of a user.
  struct Login: Equatable {
    var user: String
    /// `nil` for a saved login: then an expired token cannot be renewed.
    var password: String?
    /// The time until the token expires, in seconds.
    var timeToLive: Int
  }

  static let description = ServiceDescription(
    name: "logik", addresses: [("local", "http://localhost:8080/api/v2")], path: "/api/v2",
    redaction: Redaction(names: ["password", "access_token"], headers: ["access_token"]))

  /// A service without a login.
  init(connection: Connection, session: RemoteSession) {
    self.connection = connection
    self.session = session
  }

  /// A service with a login that was saved.
  init(connection: Connection, session: RemoteSession, user: String, token: String) {
    self.init(connection: connection, session: session)
    login = Login(user: user, password: nil, timeToLive: 0)
    self.token = token
  }

  /// Gets a token. If there is no response, or the service fails, it tries once more.
  mutating func logIn() throws(ServiceError) {
    guard let login else { throw .notLoggedIn }
    guard let password = login.password else { throw .unauthorized }
    token = nil
    let body = Value.object([
      "user_id": .string(login.user), "password": .string(password),
      "time-to-live": .integer(login.timeToLive),
    ])
    let request = request(.post, "/login", body)
    let response = try retrying { () throws(ServiceError) in try send(request) }
    let value = try Self.value(response, of: "login")
    guard let token = value["access_token"]?.string, Self.isToken(token) else {
      throw .unreadable("login")
    }
    self.token = token
  }

  /// Begins a game.
  ///
  /// - Returns: its number at the service, and its colours if the service gives them.
  mutating func start(slots: Int) throws(ServiceError) -> (id: String, colors: Int?) {
    let body = Value.object(["slots": .integer(slots)])
    let value = try call(.post, "/logik/start", body, of: "start")
    guard let id = value["gameId"]?.looseText, id.utf8.count <= 128 else {
      throw .unreadable("start")
    }
    let colors = value["colors"]?.integer
    guard colors.map((2...Code.mostColors).contains) ?? true else { throw .unreadable("start") }
    return (id, colors)
  }

  /// Guesses a code. This is never retried, since every guess counts.
  mutating func guess(_ code: [Int], in game: String) throws(ServiceError) -> Evaluation {
    let body = Value.object([
      "gameId": .string(game), "guess": .integers(code),
    ])
    let value = try call(.post, "/logik/guess", body, of: "guess")
    guard let evaluation = Evaluation(value, slots: code.count) else {
      throw .unreadable("guess")
    }
    return evaluation
  }

  /// The ranking. If there is no response, or the service fails, it tries once more.
  mutating func ranking() throws(ServiceError) -> Ranking {
    let value: Value
    do throws(ServiceError) {
      value = try call(.get, "/logik/ranking", nil, of: "ranking")
    } catch {
      guard error.isTransient else { throw error }
      value = try call(.get, "/logik/ranking", nil, of: "ranking")
    }
    guard let ranking = Ranking(value) else { throw .unreadable("ranking") }
    return ranking
  }

  /// Makes a call with the token. If the service rejects the token, the call had no effect: the
  /// token is renewed, and the call is made once more.
  private mutating func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: Value?, of name: String
  ) throws(ServiceError) -> Value {
    guard login != nil else { throw .notLoggedIn }
    let response = try send(request(method, path, body))
    guard response.status == 401 else { return try Self.value(response, of: name) }
    try logIn()
    return try Self.value(send(request(method, path, body)), of: name)
  }

  private func request(
    _ method: HTTPRequest.Method, _ path: String, _ body: Value?
  ) -> HTTPRequest {
    var request = HTTPRequest(method, path)
    if let token { request.headers.append(HTTPHeader("access_token", token)) }
    if let body {
      var json = JSONWriter()
      json.write(body)
      request.headers.append(HTTPHeader("Content-Type", "application/json"))
      request.body = json.bytes
    }
    return request
  }

  /// Sends a request, unless the service has asked for a pause.
  private func send(_ request: HTTPRequest) throws(ServiceError) -> HTTPResponse {
    let wait = connection.quietUntil - session.now
    guard wait <= 0 else { throw .quiet(seconds: Int((wait + 999) / 1000)) }
    do throws(TransportError) {
      let response = try connection.send(request)
      if let seconds = response.retryAfter {
        connection.quietUntil = session.now + Int64(seconds) * 1000
      }
      return response
    } catch {
      throw .noResponse(error)
    }
  }

  /// Makes a repeatable call, and repeats it if the first gets no response, or if the service fails and
  /// does not say when to call again.
  private func retrying(
    _ body: () throws(ServiceError) -> HTTPResponse
  ) throws(ServiceError) -> HTTPResponse {
    do throws(ServiceError) {
      let response = try body()
      let mayTryAgain = 500...599 ~= response.status && response.retryAfter == nil
      return mayTryAgain ? try body() : response
    } catch {
      guard error.isTransient else { throw error }
      return try body()
    }
  }

  private static func value(
    _ response: HTTPResponse, of name: String
  ) throws(ServiceError) -> Value {
    let value = try? JSONReader.read(response.body)
    switch response.status {
    case 200...299:
      guard let value else { throw .unreadable(name) }
      return value
    case 401: throw .unauthorized
    case 404 where name != "guess": throw .notFound
    case 400...499:
      throw .refused(
        status: response.status, value?["error"]?.looseText, retryAfter: response.retryAfter)
    default:
      throw ServiceError(
        remote: "the service failed with status \(response.status)",
        help: ServiceError.retryHelp(response.retryAfter), mayHaveArrived: true,
        isTransient: response.retryAfter == nil)
    }
  }

  /// Whether a text can be a token, and be sent as a header.
  private static func isToken(_ text: String) -> Bool {
    1...4096 ~= text.utf8.count && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
  }
}

/// The response to a guess.
struct Evaluation: Equatable {
  /// The black and white pegs.
  let feedback: Feedback
  /// The number of guesses that the service has counted in the game, including this one.
  let count: Int

  /// The maximum that the service may send.
  private static let maxGuesses = 1_000_000

  /// Reads the response to a guess with `slots` pegs.
  ///
  /// - Returns: `nil` if it is not such a response: no guess of this length can get its pegs, or its
  ///   count is none.
  init?(_ value: Value, slots: Int) {
    guard let pegs = value["evaluation"], let black = pegs["black"]?.looseInteger,
      let white = pegs["white"]?.looseInteger, 0...slots ~= black, 0...slots ~= white,
      black + white <= slots, (black, white) != (slots - 1, 1),
      let count = value["guessCount"]?.looseInteger,
      1...Self.maxGuesses ~= count
    else { return nil }
    feedback = Feedback(black: black, white: white)
    self.count = count
  }
}

/// The errors of this client.
extension ServiceError {
  static let notLoggedIn = ServiceError(.notNow("not logged in", help: ["log in: `login USER`"]))

  /// The service rejects the login, even after it was renewed.
  static let unauthorized = ServiceError(
    remote: "the service rejects the login", help: ["log in again: `login USER`"])

  /// Not the response of this service, or a wrong path.
  static let notFound = ServiceError(
    remote: "there is no such service at this address", help: ["check the address: `connect`"])

  static func refused(status: Int, _ words: String?, retryAfter: Int?) -> ServiceError {
    ServiceError(
      remote: words.map { "the service says: \($0)" }
        ?? "the service refused with status \(status)", help: retryHelp(retryAfter))
  }

  /// The service has asked for a pause; nothing is sent.
  static func quiet(seconds: Int) -> ServiceError {
    ServiceError(
      .notNow("the service asks for fewer requests", help: retryHelp(seconds)))
  }

  static func retryHelp(_ seconds: Int?) -> [String] {
    seconds.map { ["try again in \(Plural($0, "second"))"] } ?? []
  }

  static let noGame = ServiceError(.notNow("no game has begun", help: ["`start` begins a game"]))

  static let solved = ServiceError(
    .notNow("the code is already solved", help: ["`start` begins a game"]))
}
