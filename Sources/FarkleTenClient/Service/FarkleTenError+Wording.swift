import ParlorKit
import RemoteTransport

extension FarkleTenError {
  /// The fault in words.
  var refusal: GameError {
    if case .local(let refusal) = self { return refusal }
    return GameError(code, message, at: place, help: help)
  }

  private var code: ErrorCode {
    switch self {
    case .notConnected, .notLoggedIn, .noTable, .over, .through, .noTournament, .dictated: .notNow
    case .sessionExpired, .refused, .refusedSilently, .foreign, .unreadable, .transport: .remote
    case .unknownPlayer, .notMyGame, .wrongCount: .badArgument
    case .local(let refusal): refusal.code
    }
  }

  private var message: String {
    switch self {
    case .local(let refusal): refusal.message
    case .notConnected: "no service is connected"
    case .notLoggedIn: "nobody is logged in"
    case .sessionExpired: "the service does not know this session any more"
    case .refused(let words): "the service says: \(words)"
    case .refusedSilently(let action): "the service refused \(action) and gave no reason"
    case .foreign(200): "the answer is not of Farkle Ten"
    case .foreign(let status): "the answer has status \(status) and is not of Farkle Ten"
    case .unreadable(let action): "the answer to \(action) cannot be understood"
    case .transport(let failure): failure.message
    case .noTable: "you sit at no table"
    case .over: "this game is over"
    case .through: "you have played all your rounds of this game"
    case .unknownPlayer(let name, _): "\(name) is none of your friends and opponents"
    case .notMyGame(let id): "the lobby has no game \(id)"
    case .noTournament: "there is no tournament"
    case .dictated: "the service rolls the dice: faces are for tests"
    case .wrongCount(let needed, let given):
      "\(Plural(needed, "die", "dice")) to be rolled, not \(given)"
    }
  }

  private var place: GameError.Place {
    switch self {
    case .unknownPlayer(_, let index): .argument(index)
    case .notMyGame: .argument(0)
    case .wrongCount(let needed, let given): given > needed ? .argument(needed) : .line
    default: .line
    }
  }

  private var help: [String] {
    switch self {
    case .notConnected: ["`connect local`, `connect production` or `connect URL`"]
    case .notLoggedIn, .sessionExpired: ["`login NAME`"]
    case .noTable, .over, .through: ["`lobby` lists the games, `join ID` sits down"]
    case .transport(let failure) where failure.mayHaveArrived:
      ["the service may have acted on it; `lobby` and `join` tell how things stand"]
    default: []
    }
  }
}
