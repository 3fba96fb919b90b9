import ParlorKit
import Platform
import RemoteTransport

/// All that the service tells of a game.
package struct GameUpdate: Sendable, Equatable {
  /// The number of the game.
  package var id: Int
  /// The last round, 11 and more in overtime.
  package var lastRound: Int
  /// Whether rounds are added because of a tie.
  package var isOvertime: Bool
  /// Whether it is played alone.
  package var isSolo: Bool
  /// The player who won, if one did.
  package var winner: Int?
  /// When the game was finished, as the service writes it.
  package var finished: String?
  /// When the game expires, as the service writes it.
  package var expires: String?
  /// The players, the one who is logged in first.
  package var players: [GamePlayer]
  /// The six dice of the player's round, 0 for those set aside before; empty before a roll.
  package var dice: [Int]
  /// An achievement that the player has not been told of.
  package var achievement: AchievementNotice?
  /// A level that the player has not been told of.
  package var level: LevelNotice?
  /// The rounds that were played, as far as the player may see them.
  package var rounds: [PlayedRound]

  /// Reads the eight elements of an update.
  init?(_ value: Value) {
    guard let header = value.element(0), let id = header["gameid"]?.looseInteger,
      let players = value.element(1)?.elements.compactMap(GamePlayer.init), !players.isEmpty
    else { return nil }
    self.id = id
    self.players = players
    lastRound = max(1, header["max_round"]?.looseInteger ?? 10)
    isOvertime = header["is_overtime"]?.looseFlag ?? false
    isSolo = header["gamewith"]?.looseInteger == 2
    winner = header["winningplayer"]?.looseInteger.flatMap { $0 > 0 ? $0 : nil }
    finished = header["gamefinish"]?.something?.looseText
    expires = header["gameexpire"]?.something?.looseText
    let dice = value.element(2)?.elements.map { $0.looseInteger ?? 0 } ?? []
    self.dice = dice.count == 6 && dice.allSatisfy({ 0...6 ~= $0 }) ? dice : []
    achievement = AchievementNotice(value.element(4))
    level = LevelNotice(value.element(6))
    rounds = value.element(7)?.elements.compactMap(PlayedRound.init) ?? []
  }

  /// Whether the game is over.
  package var isOver: Bool { winner != nil || finished != nil }

  /// The names of all others.
  package var opponents: [String] { players.dropFirst().map(\.name) }
}

/// A player of a game.
package struct GamePlayer: Sendable, Equatable {
  /// The number of the player.
  package var id: Int
  /// The name.
  package var name: String
  /// The round that the player is in; after the last round when through.
  package var round: Int
  /// The points banked.
  package var score: Int
  /// The points set aside in the round under way.
  package var roundScore: Int
  /// The experience that the last thing brought.
  package var experience: Int

  init?(_ value: Value) {
    guard let id = value["playerid"]?.looseInteger, let name = value["username"]?.looseText else {
      return nil
    }
    self.id = id
    self.name = name
    round = max(1, value["playerround"]?.looseInteger ?? 1)
    score = value["playerscore"]?.looseInteger ?? 0
    roundScore = max(0, value["roundscore"]?.looseInteger ?? 0)
    experience = value["lastxpgain"]?.looseInteger ?? 0
  }
}

/// A round that was played.
package struct PlayedRound: Sendable, Equatable {
  /// The number of the player.
  package var player: Int
  /// The number of the round.
  package var number: Int
  /// Its points; 0 for a farkle.
  package var score: Int
  /// The dice that were set aside, roll by roll.
  package var hands: [[Int]]

  init?(_ value: Value) {
    guard let player = value["playerid"]?.looseInteger,
      let number = value["roundnum"]?.looseInteger
    else { return nil }
    self.player = player
    self.number = number
    score = value["roundscore"]?.looseInteger ?? 0
    hands = value["dicehands"]?.elements.map { $0.elements.compactMap(\.looseInteger) } ?? []
  }
}
