import ParlorKit
import RemoteTransport

/// Why a command cannot be done, as facts.
enum LogikError: Error, Equatable {
  /// A reason that is worded already, such as that a guess has the wrong length.
  case local(GameError)
  /// No service is connected.
  case notConnected
  /// Nobody is logged in.
  case notLoggedIn
  /// The service does not accept the login, not even anew.
  case unauthorized
  /// The service refused with a status, perhaps in words.
  case refused(status: Int, String?)
  /// The service failed with a status.
  case failed(status: Int)
  /// The answer to a call cannot be understood.
  case unreadable(call: String)
  /// No answer came.
  case transport(TransportError)
  /// No game has begun.
  case noGame
  /// The code is found.
  case solved
}
