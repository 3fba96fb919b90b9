import ParlorKit
import Platform
import RemoteTransport

/// What the lobby shows.
package struct Lobby: Sendable, Equatable {
  /// The player.
  package var card: PlayerCard
  /// The games: those that wait for the player, those that are over, then the others, each kind in
  /// the order of the service.
  package var games: [GameCard]
  /// An achievement that the player has not been told of.
  package var achievement: AchievementNotice?
  /// A level that the player has not been told of.
  package var level: LevelNotice?
  /// The number of the tournament that is on or was finished lately.
  package var tournament: Int?
  /// Friends who were here in the last ten minutes.
  package var friends: [ActiveFriend]

  /// Reads the six elements of the answer to `getlobbyinfo`.
  init?(_ value: Value) {
    guard let card = PlayerCard(value.element(0)) else { return nil }
    self.card = card
    let games = value.element(1)?.elements.compactMap(GameCard.init) ?? []
    self.games = (0...2).flatMap { urgency in games.filter { $0.situation.urgency == urgency } }
    achievement = AchievementNotice(value.element(2))
    level = LevelNotice(value.element(3))
    tournament = value.element(4)?["tournamentid"]?.looseInteger
    friends = value.element(5)?.elements.compactMap(ActiveFriend.init) ?? []
  }
}

/// A friend who is here.
package struct ActiveFriend: Sendable, Equatable {
  /// The number of the player.
  package var id: Int
  /// The name.
  package var name: String
  /// What the friend does: `In Lobby`, `Playing: Ann`.
  package var status: String

  init?(_ value: Value) {
    guard let id = value["playerid"]?.looseInteger, let name = value["username"]?.looseText else {
      return nil
    }
    self.id = id
    self.name = name
    status = value["status"]?.looseText ?? "Here"
  }
}
