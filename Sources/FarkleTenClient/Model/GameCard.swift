import ParlorKit
import Platform
import RemoteTransport

/// A game as the lobby lists it.
package struct GameCard: Sendable, Equatable {
  /// The number of the game.
  package var id: Int
  /// The names of the players as the service writes them: `Ann vs. Bob`, `Solo Game`.
  package var title: String
  /// How many play.
  package var players: Int
  /// How many of them have played their rounds.
  package var finishedPlayers: Int
  /// The player who won, if one did.
  package var winner: Int?
  /// The round that the player is in, from 1.
  package var round: Int
  /// The last round, 11 and more in overtime.
  package var lastRound: Int
  /// Whether rounds are added because of a tie.
  package var isOvertime: Bool
  /// Whether the player can play now.
  package var isMyTurn: Bool
  /// When it was finished, as the service writes it.
  package var finished: String?

  /// Reads an element of the list of games.
  init?(_ value: Value) {
    guard let id = value["gameid"]?.looseInteger, id > 0 else { return nil }
    self.id = id
    title = value["playerstring"]?.looseText ?? "Game \(id)"
    players = max(1, value["maxturns"]?.looseInteger ?? 1)
    finishedPlayers = max(0, value["finishedplayers"]?.looseInteger ?? 0)
    winner = value["winningplayer"]?.looseInteger.flatMap { $0 > 0 ? $0 : nil }
    round = max(1, value["playerround"]?.looseInteger ?? 1)
    lastRound = max(1, value["max_round"]?.looseInteger ?? 10)
    isOvertime = value["is_overtime"]?.looseFlag ?? false
    isMyTurn = value["yourturn"]?.looseFlag ?? false
    finished = value["gamefinish"]?.something?.looseText
  }

  /// What a game waits for.
  package enum Situation: String, Sendable {
    /// It is over.
    case finished
    /// It is overtime, and the player's turn.
    case overtime
    /// It is overtime, and the others' turn.
    case overtimeWaiting = "overtime-waiting"
    /// The others are through, and the player has not begun.
    case waitingOnYou = "waiting-on-you"
    /// The player is through, and others are not.
    case waitingOnOthers = "waiting-on-others"
    /// Nobody is through, and the player has not begun.
    case challenged
    /// The player has rounds to play.
    case inProgress = "in-progress"

    /// The place among others: 0 for what waits for the player, 1 for what is over, 2 for what
    /// waits for others.
    var urgency: Int {
      switch self {
      case .overtime, .waitingOnYou, .challenged, .inProgress: 0
      case .finished: 1
      case .overtimeWaiting, .waitingOnOthers: 2
      }
    }
  }

  /// What the game waits for: the cases of the service's own lobby, in their order.
  package var situation: Situation {
    if winner != nil || finished != nil { return .finished }
    if isOvertime { return isMyTurn ? .overtime : .overtimeWaiting }
    if !isMyTurn || round > lastRound { return .waitingOnOthers }
    if round == 1 {
      if finishedPlayers >= players - 1 { return .waitingOnYou }
      if finishedPlayers == 0 { return .challenged }
    }
    return .inProgress
  }

  /// The others, where the title names two players and one of them is the player.
  package func opponents(of name: String) -> String {
    let names = title.split(separator: " vs. ").map(String.init)
    let others = names.filter { $0.lowercased() != name.lowercased() }
    return names.count > 1 && others.count < names.count ? others.joined(separator: ", ") : title
  }
}
