import ParlorKit
import Platform

/// What the server knows about the client that sends a request.
struct ClientInfo: Sendable {
  /// The network address of the client.
  var address: String
  /// The session token, from a cookie or a form field.
  var token: String?
  /// Whether the client is the app. The app and the browser have separate sessions.
  var isApp: Bool

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

  /// The session is unknown or has expired.
  static let sessionExpired = ActionError(
    message: "Session expired. Login required.", needsLogin: true)
  /// There is no such action. The line break and the tabs are those of the original server.
  static let unknownAction = ActionError(
    message: "Whoops! It appears that your page may be out of date.\n\t\t\t\t\t\t"
      + "Please try reloading the page and clearing your cache if you can.")
  /// The name or the password is wrong.
  static let wrongPassword = ActionError(message: "Username or password incorrect.")

  init(message: String, needsLogin: Bool = false) {
    self.message = message
    self.needsLogin = needsLogin
  }

  init(_ message: String) { self.init(message: message) }

  /// The error as a JSON body.
  var value: Value {
    let value: Value = ["Error": .string(message)]
    return needsLogin ? value.adding("LoginRequired", "1") : value
  }
}
