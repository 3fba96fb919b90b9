import ParlorKit

/// What the server knows about the client that sends a request.
struct ClientInfo: Sendable {
  /// The network address of the client.
  var address: String
  /// The session token, from a cookie or a form field.
  var token: String?
  /// Whether the client is the app. The app and the browser have separate sessions.
  var isApp: Bool
  /// Whether a page of another site causes the request, as far as its headers tell.
  var isForeign = false
  /// Whether the request may change something. A browser sends the cookie of a session with
  /// requests that other sites cause, so these may only read.
  var mayChange = true
  /// Whether the client still waits for the response.
  var isWaiting: @Sendable () -> Bool = { true }

  /// The name under which the session is stored; each device has one session.
  var device: String { isApp ? "ios_app" : "web" }
}

/// The response to a request of the Farkle Ten client. Its HTTP status is always 200.
struct ActionResponse: Sendable, Equatable {
  /// The body; `nil` for an empty one.
  var value: Value?
  /// How the response changes the session cookies.
  var cookies = Cookies.unchanged

  /// How a response changes the session cookies.
  enum Cookies: Sendable, Equatable {
    case unchanged
    case login(player: Int, token: String)
    case logout
  }
}

/// Why an action fails, in the words that existing clients expect.
struct ActionError: Error, Equatable {
  /// The text that the client shows.
  var message: String
  /// Whether the client must show its login page.
  var needsLogin = false
  /// The seconds after which the request can be repeated, if it came too often.
  var retryAfter: Int?

  /// The session is unknown or has expired.
  static let sessionExpired = ActionError(
    message: "Session expired. Login required.", needsLogin: true)
  /// There is no such action. The line break and the tabs are those of the original server.
  static let unknownAction = ActionError(
    message: "Whoops! It appears that your page may be out of date.\n\t\t\t\t\t\t"
      + "Please try reloading the page and clearing your cache if you can.")
  /// The request would change something and may come from a page of another site.
  static let crossSite = ActionError("This action needs a POST request from a page of this site.")
  /// The name or the password is wrong.
  static let wrongPassword = ActionError(message: "Username or password incorrect.")

  init(message: String, needsLogin: Bool = false, retryAfter: Int? = nil) {
    self.message = message
    self.needsLogin = needsLogin
    self.retryAfter = retryAfter
  }

  init(_ message: String) { self.init(message: message) }

  /// Too many attempts to log in.
  static func tooMany(wait seconds: Int) -> ActionError {
    ActionError(
      message: "Too many attempts. Try again in \(Plural(seconds, "second")).",
      retryAfter: seconds)
  }

  /// The error as a JSON body.
  var value: Value {
    let value: Value = ["Error": .string(message)]
    return needsLogin ? value.adding("LoginRequired", "1") : value
  }
}
