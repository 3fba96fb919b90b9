import ParlorKit
import Platform
import RemoteTransport

/// The four calls of the service.
struct LogikService {
  /// The way to it.
  let connection: Connection
  /// Who logs in, kept in memory only, so that an expired token can be renewed.
  var login: Login?
  /// The token.
  private(set) var token: String?

  /// Who logs in.
  struct Login: Equatable {
    /// The name of the user.
    var user: String
    /// The password.
    var password: String
    /// How long the token is to live, in seconds.
    var timeToLive: Int
  }

  /// What is fixed about the service.
  static let facts = ServiceFacts(
    name: "logik", addresses: [("local", "http://localhost:8080/api/v2")], path: "/api/v2",
    redaction: Redaction(names: ["password", "access_token"], headers: ["access_token"]))

  /// A service that nobody is logged in to.
  init(connection: Connection) { self.connection = connection }

  /// Gets a token; this may be repeated, and is, once.
  mutating func logIn() throws(LogikError) {
    guard let login else { throw .notLoggedIn }
    token = nil
    let body = Value.object([
      "user_id": .string(login.user), "password": .string(login.password),
      "time-to-live": .integer(login.timeToLive),
    ])
    let request = request(.post, "/login", body)
    let response = try again { () throws(LogikError) in try send(request) }
    let value = try Self.value(response, of: "login")
    guard let token = value["access_token"]?.string, Self.isToken(token) else {
      throw .unreadable(call: "login")
    }
    self.token = token
  }

  /// Begins a game and tells its number.
  mutating func start(slots: Int) throws(LogikError) -> String {
    let body = Value.object(["slots": .integer(slots)])
    let value = try call(.post, "/logik/start", body, of: "start")
    guard let id = value["gameId"]?.looseText, id.utf8.count <= 128 else {
      throw .unreadable(call: "start")
    }
    return id
  }

  /// Guesses a code. This is never repeated, as every guess counts.
  mutating func guess(_ code: [Int], in game: String) throws(LogikError) -> Evaluation {
    let body = Value.object([
      "gameId": .string(game), "guess": .integers(code),
    ])
    let value = try call(.post, "/logik/guess", body, of: "guess")
    guard let evaluation = Evaluation(value, slots: code.count) else {
      throw .unreadable(call: "guess")
    }
    return evaluation
  }

  /// The ranking; asking again does no harm.
  mutating func ranking() throws(LogikError) -> Ranking {
    let value: Value
    do throws(LogikError) {
      value = try call(.get, "/logik/ranking", nil, of: "ranking")
    } catch {
      guard error.isPassing else { throw error }
      value = try call(.get, "/logik/ranking", nil, of: "ranking")
    }
    guard let ranking = Ranking(value) else { throw .unreadable(call: "ranking") }
    return ranking
  }

  /// Makes a call with the token. A token that the service does not accept is renewed once: the
  /// call it was refused for has had no effect.
  private mutating func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: Value?, of name: String
  ) throws(LogikError) -> Value {
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

  private func send(_ request: HTTPRequest) throws(LogikError) -> HTTPResponse {
    do throws(TransportError) {
      return try connection.send(request)
    } catch {
      throw .transport(error)
    }
  }

  /// Does what may be repeated a second time if the first time no answer came.
  private func again(
    _ body: () throws(LogikError) -> HTTPResponse
  ) throws(LogikError) -> HTTPResponse {
    do throws(LogikError) {
      let response = try body()
      return 500...599 ~= response.status ? try body() : response
    } catch {
      guard error.isPassing else { throw error }
      return try body()
    }
  }

  private static func value(
    _ response: HTTPResponse, of name: String
  ) throws(LogikError) -> Value {
    let value = try? JSONReader.read(response.body)
    switch response.status {
    case 200...299:
      guard let value else { throw .unreadable(call: name) }
      return value
    case 401: throw .unauthorized
    case 400...499: throw .refused(status: response.status, value?["error"]?.looseText)
    default: throw .failed(status: response.status)
    }
  }

  /// Whether a text can be a token, and be sent as a header.
  private static func isToken(_ text: String) -> Bool {
    1...4096 ~= text.utf8.count && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
  }
}

extension LogikError {
  /// Whether the same call may succeed a moment later.
  fileprivate var isPassing: Bool {
    switch self {
    case .transport(let failure):
      switch failure.reason {
      case .broken, .late: true
      default: false
      }
    case .failed: true
    default: false
    }
  }
}
