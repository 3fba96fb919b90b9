import ParlorKit
import RemoteTransport

/// The actions of the service.
struct FarkleTenService {
  let connection: Connection
  /// The token of the session, if the player is logged in.
  var token: String?

  static let description = ServiceDescription(
    name: "farkle-ten",
    addresses: [
      ("local", "http://localhost:8080/farkle_fetch.php"),
      ("production", "https://www.farkledice.com/farkle_fetch.php"),
    ],
    path: "/farkle_fetch.php",
    redaction: Redaction(
      names: ["user", "pass", "iossessionid", "farklesession", "FarkleOnline", "email"],
      headers: ["cookie"]))

  /// A parameter of an action.
  typealias Parameter = (name: String, value: String)

  /// The request of an action; its timeout is in seconds.
  func request(
    _ action: String, _ parameters: [Parameter] = [], timeout: Int = 20
  ) -> HTTPRequest {
    var fields: [Parameter] = [("action", action)] + parameters
    if let token { fields.append(("iossessionid", token)) }
    return HTTPRequest(
      .post, "", headers: [FormEncoding.header], body: FormEncoding.bytes(of: fields),
      timeout: timeout)
  }

  /// Sends an action and waits for the response.
  func call(
    _ action: String, _ parameters: [Parameter] = [], timeout: Int = 20
  ) throws(ServiceError) -> Value {
    try Self.value(
      connection.response(to: request(action, parameters, timeout: timeout)),
      help: Self.isQuestion(action)
        ? [] : ["the service may have acted on it; `lobby` and `join` show the current state"])
  }

  /// Whether an action changes nothing.
  private static func isQuestion(_ action: String) -> Bool {
    action.hasPrefix("get") || ["farklegetupdate", "logout", "forgotpass"].contains(action)
  }

  /// The value in a response.
  ///
  /// - Parameter help: advice if the service may have acted without a response.
  static func value(
    _ response: Result<HTTPResponse, TransportError>, help: [String] = []
  ) throws(ServiceError) -> Value {
    switch FarkleTenReply(try received(response, help: help)) {
    case .value(let value): return value
    case .refused(let words): throw .refused(words)
    case .loginRequired: throw .sessionExpired
    case .foreign(let status): throw .foreign(status: status)
    }
  }

  private static func received(
    _ response: Result<HTTPResponse, TransportError>, help: [String]
  ) throws(ServiceError) -> HTTPResponse {
    do throws(TransportError) {
      return try response.get()
    } catch {
      throw .noResponse(error, help: help)
    }
  }

  // MARK: Logging in

  /// Logs in.
  ///
  /// The service compares digests of names, and distinguishes case: the name is tried as typed,
  /// then in lower case, as the web pages of the service send it. The session has its own device,
  /// so the player's browser stays logged in.
  ///
  /// - Parameter name: the name of a player or an e-mail address.
  func login(_ name: String, password: String) throws(ServiceError) -> PlayerSession {
    let lower = name.lowercased()
    let isEmail = name.contains("@")
    var response = logInResponse(to: isEmail ? lower : name, password)
    if !isEmail, lower != name, case .success(let first) = response,
      case .refused = FarkleTenReply(first)
    {
      response = logInResponse(to: lower, password)
    }
    return try session(response, from: "login")
  }

  private func logInResponse(
    to name: String, _ password: String
  ) -> Result<HTTPResponse, TransportError> {
    loggedOut.connection.response(
      to: loggedOut.request(
        "login",
        [
          ("user", MD5.hex(name)), ("pass", MD5.hex(password)), ("remember", "1"),
          ("ios_app", "1"),
        ]))
  }

  /// Makes an account and logs in.
  func register(
    _ name: String, email: String, password: String
  ) throws(ServiceError) -> PlayerSession {
    let request = loggedOut.request(
      "register",
      [("user", name), ("pass", MD5.hex(password)), ("email", email), ("ios_app", "1")])
    return try session(
      connection.response(to: request), from: "register",
      help: ["the account may exist now: `login \(PlainText.of(name))`"])
  }

  /// Sends the code for a new password to an e-mail address.
  func forgotPassword(_ email: String) throws(ServiceError) {
    _ = try loggedOut.call("forgotpass", [("email", email)])
  }

  /// Sets a new password.
  func resetPassword(code: String, _ password: String) throws(ServiceError) {
    _ = try loggedOut.call("resetpass", [("code", code), ("pass", MD5.hex(password))])
  }

  private var loggedOut: FarkleTenService { FarkleTenService(connection: connection) }

  /// Reads a session; its token comes as a cookie or in the body.
  private func session(
    _ response: Result<HTTPResponse, TransportError>, from action: String, help: [String] = []
  ) throws(ServiceError) -> PlayerSession {
    let value = try Self.value(response, help: help)
    let token =
      try Self.received(response, help: []).cookie("farklesession") ?? value["sessionid"]?.string
    guard let name = value["username"]?.looseText, let id = value["playerid"]?.looseInteger,
      let token, Self.isToken(token)
    else { throw .unreadable(action) }
    return PlayerSession(name: name, id: id, token: token)
  }

  /// Whether a text can be a token: 8 to 128 letters and digits.
  private static func isToken(_ text: String) -> Bool {
    8...128 ~= text.utf8.count
      && text.utf8.allSatisfy {
        0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0
      }
  }
}

/// A logged-in player.
struct PlayerSession: Sendable, Equatable {
  /// The name in the service's spelling.
  var name: String
  var id: Int
  /// The token, which is a secret.
  var token: String
}

/// The content of a response; the service always sends status 200.
enum FarkleTenReply: Equatable {
  /// A value; null for an empty body, which the service sends for 0, for nothing, and for a refusal
  /// without a reason.
  case value(Value)
  /// The service refused, in its own words.
  case refused(String)
  /// The session is unknown or has expired.
  case loginRequired
  /// The response is not from this service.
  case foreign(status: Int)

  /// Reads a response.
  init(_ response: HTTPResponse) {
    guard response.status == 200 else {
      self = .foreign(status: response.status)
      return
    }
    let body = response.body[...].drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
    guard !body.isEmpty else {
      self = .value(.null)
      return
    }
    guard let value = try? JSONReader.read(body) else {
      self = .foreign(status: 200)
      return
    }
    // An error that is null is a success.
    guard let error = value["Error"], error != .null else {
      self = .value(value)
      return
    }
    if value["LoginRequired"]?.looseFlag == true {
      self = .loginRequired
    } else {
      self = .refused(error.looseText ?? "no reason given")
    }
  }
}

/// The errors of this client.
extension ServiceError {
  static let notLoggedIn = ServiceError(.notNow("not logged in", help: ["log in: `login NAME`"]))

  static let sessionExpired = ServiceError(
    remote: "the session has expired", help: ["log in again: `login NAME`"],
    mayHaveArrived: true)

  static func refused(_ words: String) -> ServiceError {
    ServiceError(remote: "the service says: \(words)", mayHaveArrived: true, isRefusal: true)
  }

  static func refusedSilently(_ action: String) -> ServiceError {
    ServiceError(
      remote: "the service refused \(action) without a reason", mayHaveArrived: true)
  }

  /// A response from elsewhere, such as another web site.
  static func foreign(status: Int) -> ServiceError {
    let status = status == 200 ? "" : " has status \(status) and"
    return ServiceError(
      remote: "the response\(status) is not from Farkle Ten",
      help: ["check the address: `connect`"], mayHaveArrived: true)
  }

  private static func noGame(_ message: String) -> ServiceError {
    ServiceError(.notNow(message, help: ["`lobby` lists your games, `join ID` joins one"]))
  }

  static let noTable = noGame("you have not joined a game")
  static let over = noGame("this game is over")
  static let allRoundsPlayed = noGame("you have played all your rounds of this game")

  static func unknownPlayer(_ name: String, at index: Int) -> ServiceError {
    ServiceError(
      .badArgument(
        "\(name) is not one of your friends or opponents", at: .argument(index),
        help: ["`friends` lists your friends"]))
  }

  static func notMyGame(_ id: Int) -> ServiceError {
    ServiceError(
      .badArgument(
        "you do not play in game \(id)", at: .argument(0), help: ["`lobby` lists your games"]))
  }

  static func standard(_ id: Int) -> ServiceError {
    ServiceError(
      .notNow("game \(id) is not played in ten rounds: this client cannot play it"))
  }

  /// The game at the table is no longer there.
  static func gone(_ id: Int, because error: ServiceError) -> ServiceError {
    noGame("game \(id) is gone: \(error.error.message)")
  }

  static func unknownTitle(_ level: Int) -> ServiceError {
    ServiceError(
      .badArgument(
        "you cannot have title \(level)", at: .argument(0), help: ["`title` lists your titles"]))
  }

  static let slowBot = ServiceError(
    remote: "it plays for too long", help: ["`join` lets it continue"], mayHaveArrived: true)

  static let noTournament = ServiceError(.notNow("there is no tournament"))

  static let dictated = ServiceError(
    .notNow(
      "the service rolls the dice: they can be chosen only in tests",
      help: ["`roll` without dice rolls them"]))

  static func wrongCount(needed: Int, given: Int) -> ServiceError {
    ServiceError(
      .badArgument(
        "expected \(Plural(needed, "die", "dice")), got \(given)",
        at: given > needed ? .argument(needed) : .line))
  }
}
