/// Why a request of a game of codes is refused.
struct LogikError: Error, Equatable {
  /// The status of the reply.
  var status: Int
  /// What is wrong.
  var message: String

  /// No token, or one that is unknown or has ended.
  static let unauthorized = LogikError(
    status: 401, message: "access_token is missing, wrong or expired")
  /// Name or password is wrong.
  static let wrongPassword = LogikError(status: 401, message: "user_id or password is wrong")
  /// No such game of this player.
  static let noGame = LogikError(status: 404, message: "there is no such game")
  /// The code was found before.
  static let solved = LogikError(status: 409, message: "the game is over: the code was found")

  /// The body is not what it should be.
  static func badRequest(_ message: String) -> LogikError {
    LogikError(status: 400, message: message)
  }
}
