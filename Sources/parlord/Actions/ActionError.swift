import Platform

/// Why an action is refused, in the words that clients know.
struct ActionError: Error, Equatable {
  /// The text of the error.
  var message: String
  /// Whether the player must log in.
  var needsLogin = false

  /// The session is unknown or has ended.
  static let sessionExpired = ActionError(
    message: "Session expired. Login required.", needsLogin: true)
  /// No such action. The text has the line break and the tabs of the original.
  static let unknownAction = ActionError(
    message: "Whoops! It appears that your page may be out of date.\n\t\t\t\t\t\t"
      + "Please try reloading the page and clearing your cache if you can.")
  /// Name or password is wrong.
  static let wrongPassword = ActionError(message: "Username or password incorrect.")

  init(message: String, needsLogin: Bool = false) {
    self.message = message
    self.needsLogin = needsLogin
  }

  /// A refusal in some words.
  init(_ message: String) { self.init(message: message) }

  /// The refusal as clients read it.
  var value: JSONValue {
    let value: JSONValue = ["Error": .string(message)]
    return needsLogin ? value.adding("LoginRequired", "1") : value
  }
}
