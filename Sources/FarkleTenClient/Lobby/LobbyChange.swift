/// What differs between two looks at the lobby.
package enum LobbyChange: Sendable, Equatable {
  /// A game was not there before.
  case newGame(GameCard)
  /// A game waits for something else than before, or has ended.
  case game(GameCard)
  /// A game is no longer there.
  case gone(GameCard)
  /// A friend has come, or does something else than before.
  case friend(ActiveFriend)
  /// A friend has left.
  case left(ActiveFriend)
  /// A tournament has begun.
  case tournament(Int)

  /// The changes from one look to the next, games first.
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
