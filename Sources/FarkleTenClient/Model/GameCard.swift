import ParlorKit
import RemoteTransport

/// A game as the lobby lists it.
package struct GameCard: Sendable, Equatable {
  /// The number of the game.
  package var id: Int
  /// The names of the players in the service's format: `Ann vs. Bob`, `Solo Game`.
  package var title: String
  /// The number of players.
  package var players: Int
  /// The number of players who have played all rounds.
  package var finishedPlayers: Int
  /// The winner, if any.
  package var winner: Int?
  /// The current round of the player, from 1.
  package var round: Int
  /// The last round, 11 and more in overtime.
  package var lastRound: Int
  /// Whether rounds are added because of a tie.
  package var isOvertime: Bool
  /// Whether the player can play now.
  package var isMyTurn: Bool
  /// When it was finished, in the service's format.
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

  /// The state of a game for the player.
  package enum Situation: String, Sendable {
    /// It is over.
    case finished
    /// It is overtime, and the player's turn.
    case overtime
    /// It is overtime, and the others' turn.
    case overtimeWaiting = "overtime-waiting"
    /// The others have played all rounds, and the player none.
    case waitingOnYou = "waiting-on-you"
    /// The player has played all rounds and others have not, or it is the turn of another.
    case waitingOnOthers = "waiting-on-others"
    /// No one has played all rounds, and the player none.
    case challenged
    /// The player has rounds to play.
    case inProgress = "in-progress"

    /// The order in the lobby: 0 if it waits for the player, 1 if it is over, 2 if it waits for
    /// others.
    var urgency: Int {
      switch self {
      case .overtime, .waitingOnYou, .challenged, .inProgress: 0
      case .finished: 1
      case .overtimeWaiting, .waitingOnOthers: 2
      }
    }
  }

  /// The state of the game, by the same rules as in the lobby of the service itself.
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

  /// The other players that the title names, if one of them is the player; else the title.
  package func opponents(of name: String) -> String {
    let names = title.split(separator: " vs. ").map(String.init)
    let others = names.filter { $0.lowercased() != name.lowercased() }
    return names.count > 1 && others.count < names.count ? others.joined(separator: ", ") : title
  }

  /// The game as data.
  func fields(me: Int) -> Fields {
    [
      "game": .integer(id), "title": .string(title), "situation": .string(situation.rawValue),
      "round": .integer(round), "lastRound": .integer(lastRound), "players": .integer(players),
      "finishedPlayers": .integer(finishedPlayers), "winner": .optional(winner),
      "won": winner.map { .bool($0 == me) } ?? .null, "finished": .optional(finished),
    ]
  }

  /// Writes the state of the game, in the words and colours of the service's own lobby, and the
  /// winner.
  func writeSituation(me: Int, to text: inout TextWriter) {
    switch situation {
    case .finished:
      text.write(Styled(.done, "Game finished!"))
      if players > 1, let winner {
        text.write(" ", winner == me ? Styled(.good, "Won 🏆") : Styled(.bad, "Lost"))
      }
    case .overtime: text.write(Styled(.awaited, "Overtime Round \(lastRound)!"))
    case .overtimeWaiting: text.write(Styled(.faint, "Overtime - Waiting..."))
    case .waitingOnYou: text.write(Styled(.awaited, "Waiting on you."))
    case .waitingOnOthers: text.write(Styled(.faint, "Waiting on others..."))
    case .challenged: text.write(Styled(.awaited, "You've been challenged!"))
    case .inProgress: text.write(Styled(.awaited, "Game in progress..."))
    }
    if situation == .inProgress { text.write(" round ", round, " of ", lastRound) }
  }
}
