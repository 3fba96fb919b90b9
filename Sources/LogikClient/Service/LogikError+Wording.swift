import ParlorKit
import RemoteTransport

extension LogikError {
  /// The fault in words.
  var refusal: GameError {
    if case .local(let refusal) = self { return refusal }
    return GameError(code, message, help: help)
  }

  private var code: ErrorCode {
    switch self {
    case .local(let refusal): refusal.code
    case .notConnected, .notLoggedIn, .noGame, .solved: .notNow
    case .unauthorized, .refused, .failed, .unreadable, .transport: .remote
    }
  }

  private var message: String {
    switch self {
    case .local(let refusal): refusal.message
    case .notConnected: "no service is connected"
    case .notLoggedIn: "nobody is logged in"
    case .unauthorized: "the service does not accept the login"
    case .refused(_, let words?): "the service says: \(words)"
    case .refused(let status, nil): "the service refused with status \(status)"
    case .failed(let status): "the service failed with status \(status)"
    case .unreadable(let call): "the answer to \(call) cannot be understood"
    case .transport(let failure): failure.message
    case .noGame: "no game has begun"
    case .solved: "the code is found"
    }
  }

  private var help: [String] {
    switch self {
    case .notConnected: ["`connect local` or `connect URL`"]
    case .notLoggedIn, .unauthorized: ["`login USER`"]
    case .noGame, .solved: ["`start` begins a game"]
    default: []
    }
  }

  /// Whether the service may have acted on the call all the same.
  var mayHaveArrived: Bool {
    switch self {
    case .transport(let failure): failure.mayHaveArrived
    case .failed, .unreadable: true
    default: false
    }
  }
}
