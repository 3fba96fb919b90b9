import ParlorKit
import RemoteTransport

/// Why a command cannot be done, as facts.
enum FarkleTenError: Error, Equatable {
  /// A reason that is worded already, such as that dice cannot be held.
  case local(GameError)
  /// No service is connected.
  case notConnected
  /// Nobody is logged in.
  case notLoggedIn
  /// The service does not know the session any more.
  case sessionExpired
  /// The service refused, in its own words.
  case refused(String)
  /// The service gave no reason.
  case refusedSilently(action: String)
  /// The answer is not of this service, with its status.
  case foreign(status: Int)
  /// The answer to an action cannot be understood.
  case unreadable(action: String)
  /// No answer came.
  case transport(TransportError)
  /// The player sits at no table.
  case noTable
  /// The game is over.
  case over
  /// The player has played all rounds, and others have not.
  case through
  /// No friend or opponent has the name.
  case unknownPlayer(String, at: Int)
  /// The game is none of those in the lobby.
  case notMyGame(Int)
  /// There is no tournament.
  case noTournament
  /// Dice can be dictated only in tests.
  case dictated
  /// So many faces are needed.
  case wrongCount(needed: Int, given: Int)
}
