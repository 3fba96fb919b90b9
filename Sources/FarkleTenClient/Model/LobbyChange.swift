import ParlorKit
import RemoteTransport

/// A difference between two states of the lobby.
package enum LobbyChange: Sendable, Equatable {
  case newGame(GameCard)
  /// The state of a game has changed.
  case game(GameCard)
  /// A game is no longer there.
  case gone(GameCard)
  /// A friend has come, or has changed activity.
  case friend(ActiveFriend)
  case left(ActiveFriend)
  /// A tournament has begun.
  case tournament(Int)

  /// The changes from one state to the next, games first.
  package static func between(_ old: Lobby, _ new: Lobby) -> [LobbyChange] {
    var changes: [LobbyChange] = []
    for game in new.games {
      guard let before = old.games.first(where: { $0.id == game.id }) else {
        changes.append(.newGame(game))
        continue
      }
      if before.situation != game.situation || before.lastRound != game.lastRound {
        changes.append(.game(game))
      }
    }
    for game in old.games where !new.games.contains(where: { $0.id == game.id }) {
      changes.append(.gone(game))
    }
    for friend in new.friends where !old.friends.contains(friend) {
      changes.append(.friend(friend))
    }
    for friend in old.friends where !new.friends.contains(where: { $0.id == friend.id }) {
      changes.append(.left(friend))
    }
    if let tournament = new.tournament, tournament != old.tournament {
      changes.append(.tournament(tournament))
    }
    return changes
  }
}

extension LobbyChange {
  /// The change as an event.
  ///
  /// - Parameters:
  ///   - name: the name of the logged-in player.
  ///   - me: the number of this player.
  func event(name: String, me: Int) -> RemoteEvent {
    RemoteEvent("change", fields: fields(me: me)) { write(name: name, me: me, to: &$0) }
  }

  /// Writes the change in one line.
  private func write(name: String, me: Int, to text: inout TextWriter) {
    switch self {
    case .newGame(let game):
      text.write("New game ", game.id, ", ", game.opponents(of: name), ": ")
      game.writeSituation(me: me, to: &text)
    case .game(let game):
      text.write("Game ", game.id, ", ", game.opponents(of: name), ": ")
      game.writeSituation(me: me, to: &text)
    case .gone(let game):
      text.write("Game ", game.id, ", ", game.opponents(of: name), ", is gone.")
    case .friend(let friend):
      text.write(Styled(.strong, friend.name), " is here. ", Styled(.faint, friend.status))
    case .left(let friend): text.write(friend.name, " has left.")
    case .tournament(let id): text.write("Tournament ", id, " is on.")
    }
  }

  private func fields(me: Int) -> Fields {
    switch self {
    case .newGame(let game): Self.fields("new-game", game.fields(me: me))
    case .game(let game): Self.fields("game", game.fields(me: me))
    case .gone(let game): Self.fields("gone", game.fields(me: me))
    case .friend(let friend): Self.fields("friend", friend.fields)
    case .left(let friend): Self.fields("left", friend.fields)
    case .tournament(let id): Self.fields("tournament", ["tournament": .integer(id)])
    }
  }

  private static func fields(_ kind: String, _ what: Fields) -> Fields {
    ["change": .string(kind), "what": .object(what)]
  }
}
