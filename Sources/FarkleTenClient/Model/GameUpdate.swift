import ParlorKit
import RemoteTransport

/// The state of a game, as the service sends it.
package struct GameUpdate: Sendable, Equatable {
  /// The number of the game.
  package var id: Int
  /// The last round, 11 and more in overtime.
  package var lastRound: Int
  /// Whether rounds are added because of a tie.
  package var isOvertime: Bool
  /// Whether there is only one player.
  package var isSolo: Bool
  /// Whether it waits for an opponent.
  package var isWaiting: Bool
  /// Whether it is not played in ten rounds.
  package var isStandard: Bool
  /// The place at the table, from 1, of the player whose turn it is according to the service. It
  /// matters only for bots: in ten rounds people play when they like.
  package var turn: Int
  /// The winner, if any.
  package var winner: Int?
  /// When the game was finished, in the service's format.
  package var finished: String?
  /// When the game expires, in the service's format.
  package var expires: String?
  /// The players, starting with the logged-in one.
  package var players: [GamePlayer]
  /// The six dice of the player's round, 0 for those held before; empty before a roll.
  package var dice: [Int]
  /// A new achievement.
  package var achievement: AchievementNotice?
  /// A new level.
  package var level: LevelNotice?
  /// The rounds that the player may see.
  package var rounds: [PlayedRound]

  /// Whether the service asks the player for an emoji for the other one.
  package var asksForReaction: Bool

  /// Reads the eight elements of an update.
  init?(_ value: Value) {
    guard let header = value.element(0), let id = header["gameid"]?.looseInteger,
      let players = value.element(1)?.elements.compactMap(GamePlayer.init), !players.isEmpty
    else { return nil }
    self.id = id
    self.players = players
    lastRound = max(1, header["max_round"]?.looseInteger ?? 10)
    isOvertime = header["is_overtime"]?.looseFlag ?? false
    let opposition = header["gamewith"]?.looseInteger
    isSolo = opposition == 2
    isWaiting = opposition == 0 && players.count == 1
    asksForReaction = header["show_emoji_picker"]?.looseFlag ?? false
    isStandard = header["gamemode"]?.looseInteger == 1
    turn = header["currentturn"]?.looseInteger ?? 0
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

  /// The bot whose turn it is, if it is a bot's. The service moves bots only when asked to.
  package var dueBot: GamePlayer? {
    guard !isOver, let player = players.first(where: { $0.turn == turn }), player.isBot,
      player.round <= lastRound
    else { return nil }
    return player
  }

  /// The names of all others.
  package var opponents: [String] { players.dropFirst().map(\.name) }
}

package struct GamePlayer: Sendable, Equatable {
  /// The number of the player.
  package var id: Int
  package var name: String
  /// The current round; the one after the last if all rounds are played.
  package var round: Int
  /// The points banked.
  package var score: Int
  /// The points held in the current round.
  package var roundScore: Int
  /// The place at the table, from 1.
  package var turn: Int
  /// Whether the service plays for it.
  package var isBot: Bool
  /// The emoji that the player sent after the game, if any.
  package var reaction: String?

  init?(_ value: Value) {
    guard let id = value["playerid"]?.looseInteger, let name = value["username"]?.looseText else {
      return nil
    }
    self.id = id
    self.name = name
    round = max(1, value["playerround"]?.looseInteger ?? 1)
    score = value["playerscore"]?.looseInteger ?? 0
    roundScore = max(0, value["roundscore"]?.looseInteger ?? 0)
    turn = value["playerturn"]?.looseInteger ?? -1
    isBot = value["is_bot"]?.looseFlag ?? false
    reaction = value["emoji_sent"]?.something?.looseText
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
  /// The dice that were held, roll by roll.
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

/// The response to a roll.
package struct RollReply: Sendable, Equatable {
  /// The game after it.
  package var update: GameUpdate
  /// The six dice, 0 for those held before.
  package var dice: [Int]
  /// The score of the new dice; 0 for a farkle.
  package var score: Int

  /// Reads the five elements of the response to `farkleroll`.
  init?(_ value: Value) {
    guard let update = value.element(0).flatMap(GameUpdate.init),
      let dice = value.element(4)?.elements.compactMap(\.looseInteger), dice.count == 6,
      dice.allSatisfy({ 0...6 ~= $0 }), dice.contains(where: { $0 > 0 })
    else { return nil }
    self.update = update
    self.dice = dice
    score = value.element(1)?.looseInteger ?? 0
  }
}

extension GameUpdate {
  /// Writes a heading: `Game 3 with Bob, round 4 of 10. Expires Nov 23 @ 11:00 PM.`
  func writeHeading(to text: inout TextWriter) {
    text.write("Game ", id)
    if isWaiting, !isOver {
      text.write(", waiting for an opponent")
    } else {
      text.write(opponents.isEmpty ? ", alone" : " with \(opponents.joined(separator: ", "))")
    }
    if isOver { return text.write(opponents.isEmpty ? ", is over." : " is over.") }
    if let me = players.first {
      text.write(", round ", min(me.round, lastRound), " of ", lastRound)
    }
    text.write(".")
    if let expires { text.write(" Expires ", expires, ".") }
  }

  /// Writes a line for each player: the points and the round.
  func writePlayers(to text: inout TextWriter) {
    let width = players.map { DisplayWidth.of($0.name) }.max() ?? 0
    let scoreWidth = players.map { $0.score.grouped.count }.max() ?? 0
    for (index, player) in players.enumerated() {
      let score = player.score.grouped
      text.write(
        "\n", index == 0 ? "* " : "  ", player.name,
        String(repeating: " ", count: width - DisplayWidth.of(player.name) + 2),
        String(repeating: " ", count: scoreWidth - score.count), score, "  ")
      text.write(player.round > lastRound ? "all rounds played" : "round \(player.round)")
      if let reaction = player.reaction { text.write("  ", reaction) }
    }
  }

  /// Writes the last round of each player, with its dice.
  func writeLastRounds(to text: inout TextWriter) {
    for player in players {
      guard let round = rounds.last(where: { $0.player == player.id }) else { continue }
      text.write(
        "\n", Styled(.faint, "\(player.name), round \(round.number): \(round.score.grouped)"))
      let hands = round.hands.map { hand in hand.map(String.init).joined(separator: " ") }
      if !hands.isEmpty { text.write(Styled(.faint, " with \(hands.joined(separator: ", "))")) }
    }
  }

  /// The game as data.
  var fields: Fields {
    [
      "game": .integer(id), "lastRound": .integer(lastRound), "overtime": .bool(isOvertime),
      "solo": .bool(isSolo), "over": .bool(isOver), "winner": .optional(winner),
      "expires": .optional(expires),
      "players": .array(
        players.map {
          .object([
            "id": .integer($0.id), "name": .string($0.name), "round": .integer($0.round),
            "score": .integer($0.score), "roundScore": .integer($0.roundScore),
            "bot": .bool($0.isBot), "reaction": .optional($0.reaction),
          ])
        }),
      "rounds": .array(
        rounds.map {
          .object([
            "player": .integer($0.player), "round": .integer($0.number),
            "score": .integer($0.score), "hands": .array($0.hands.map { .integers($0) }),
          ])
        }),
    ]
  }
}

package struct GameResult: Sendable, Equatable {
  /// The number of the game.
  package var id: Int
  /// Whether the player won it; `nil` for a game with one player.
  package var isWon: Bool?
  /// The name of the winner, if any.
  package var winner: String?
  /// The players and their points, starting with the logged-in one.
  package var scores: [Score]
  /// The experience earned since the lobby was last seen, if known.
  package var experience: Int?

  /// A player's points.
  package struct Score: Sendable, Equatable {
    package var name: String
    /// The points.
    package var score: Int
    /// The emoji that the player sent, if any.
    package var reaction: String?
  }

  /// The result of a game that is over.
  init?(_ update: GameUpdate, experience: Int? = nil) {
    guard update.isOver, let me = update.players.first else { return nil }
    id = update.id
    winner = update.players.first { $0.id == update.winner }?.name
    isWon = update.isSolo || update.players.count == 1 ? nil : update.winner == me.id
    scores = update.players.map { Score(name: $0.name, score: $0.score, reaction: $0.reaction) }
    self.experience = experience
  }

  /// The result as an event.
  var event: RemoteEvent { RemoteEvent("finished", fields: fields) { write(to: &$0) } }

  /// Writes the result: `You win with 5,600; Bob has 4,200.`
  private func write(to text: inout TextWriter) {
    guard let me = scores.first else { return }
    switch isWon {
    case nil: text.write("You have ", Styled(.strong, Grouped(me.score)), " points")
    case true?: text.write(Styled(.good, "You win"), " with ", Grouped(me.score))
    case false?: text.write(Styled(.bad, "You lose"), " with ", Grouped(me.score))
    }
    let others = scores.dropFirst().map { "\($0.name) has \($0.score.grouped)" }
    if !others.isEmpty { text.write("; ", others.joined(separator: ", ")) }
    text.write(".")
    if let experience, experience > 0 { text.write(" ", experience, " experience earned.") }
    for player in scores.dropFirst() {
      if let reaction = player.reaction { text.write(" ", player.name, " sends ", reaction, ".") }
    }
  }

  private var fields: Fields {
    [
      "game": .integer(id), "won": isWon.map { .bool($0) } ?? .null, "winner": .optional(winner),
      "scores": .array(
        scores.map { .object(["name": .string($0.name), "score": .integer($0.score)]) }),
      "experience": .optional(experience),
    ]
  }
}
