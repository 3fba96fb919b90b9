import ParlorKit

/// The JSON view of a game, which is the response to most moves.
struct GameView {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  private var database: any Database { context.database }
  private var me: Int { context.me }

  /// `farklegetupdate`. Players who are not in the game see it as the player who moved last.
  func update() throws -> Value {
    let notFound = ActionError("Game not found.")
    let number = try context.number("gameid", or: notFound)
    guard let game = try Game.find(number, in: database) else { throw notFound }
    return try update(of: game, isNew: false)
  }

  /// The eight parts of the view: table, players, roll, dice on the table, unseen achievement,
  /// number, unseen level and played rounds. It marks the result of a finished game as seen.
  ///
  /// - Parameter isNew: whether the game was just created. The number of an older game is a string,
  ///   as the client sent it.
  func update(of game: Game, isNew: Bool) throws -> Value {
    let seats = try game.seats(in: database)
    let mine = seats.first { $0.playerId == me }
    guard let seat = mine ?? seats.max(by: { $0.lastPlayed < $1.lastPlayed }) else {
      throw ActionError("Game not found.")
    }
    let round = min(seat.round, game.lastRound)
    let sets = try seat.sets(of: round, in: database)
    if game.isOver, mine?.isAcknowledged == false {
      try database.execute(
        prepared: "UPDATE seats SET isAcknowledged = 1 WHERE gameId = ? AND playerId = ?",
        arguments: [game.number, me])
    }
    let achievements = Achievements(context)
    let played = try Played(game, in: database)
    let players = try game.players(in: database)
    let number = context.form["gameid"] ?? String(game.number)
    return [
      try table(game, seat, mine, seats, currentSet: sets.count),
      .array(
        try seats.sorted(by: before(seat)).map {
          try card($0, of: players[$0.playerId], played, viewedIn: round)
        }),
      sets.last.map { .integers($0.rolled) } ?? [],
      sets.last.map { .integers(faces(on: $0, after: sets)) } ?? nil,
      try achievements.unseen(of: seat.playerId),
      isNew ? .integer(game.number) : .string(number),
      achievements.unseenLevel(of: players[seat.playerId]), playedRounds(played, of: mine),
    ]
  }

  /// Orders players: the viewed player first, then by descending points.
  private func before(_ viewed: Seat) -> (Seat, Seat) -> Bool {
    { one, other in
      let isFirst = (one.playerId == viewed.playerId, other.playerId == viewed.playerId)
      if isFirst.0 != isFirst.1 { return isFirst.0 }
      return (-one.score, one.turn) < (-other.score, other.turn)
    }
  }

  /// The faces on the table: those of the last roll, and those set aside earlier in the same hand.
  private func faces(on set: DiceSet, after sets: [DiceSet]) -> [Int] {
    (0..<6).map { place in
      if set.rolled[place] != 0 { return set.rolled[place] }
      let earlier = sets.filter { $0.hand == set.hand && 1...6 ~= $0.saved[place] }
      return earlier.last?.saved[place] ?? 0
    }
  }

  private func table(
    _ game: Game, _ seat: Seat, _ mine: Seat?, _ seats: [Seat], currentSet: Int
  ) throws -> Value {
    let finished = game.finished.map(Timestamp.init(milliseconds:))
    let isRecent = game.finished.map { context.now.milliseconds - $0 < 86_400_000 } ?? false
    let table: Value = [
      "currentturn": .integer(game.turn), "currentround": 1,
      "maxturns": .integer(game.places), "winningplayer": .integer(game.winner), "mintostart": 0,
      "pointstowin": 5000, "gameid": .integer(game.number), "gamemode": .integer(game.mode),
      "gamewith": .integer(game.playedWith), "playerround": .integer(seat.round),
      "gameexpire": .string(WireDate.hour(Timestamp(milliseconds: game.expires))),
      "gamefinish": .optional(finished.map(WireDate.hour)),
      "currentplayer": .optional(seats.first { $0.turn == game.turn }?.playerId), "lastturn": 0,
      "titleredeemed": 0, "winacknowledged": .bool(seat.isAcknowledged),
      "max_round": .integer(game.lastRound), "is_overtime": .bool(game.isOvertime),
      "currentset": .integer(currentSet),
      "show_emoji_picker": .bool(
        isRecent && seats.count == 2 && mine.map { !$0.hasReacted } ?? false),
    ]
    guard game.isOver, let mine else { return table }
    return table.adding(
      "leaderboard_feedback", try DailyBoard(context).feedback(on: game, of: mine))
  }

  private func card(
    _ seat: Seat, of player: Player?, _ played: Played, viewedIn round: Int
  ) throws -> Value {
    guard let player else {
      throw ActionError("Could not get information about players in this game.")
    }
    func points(of rows: [Row], where isCounted: (Int) -> Bool) -> Int {
      rows.reduce(0) {
        $1["playerId"] == seat.playerId && isCounted($1["round"]) ? $0 + $1["score"] : $0
      }
    }
    return [
      "username": .string(player.name), "playerid": .integer(seat.playerId),
      "playerround": .integer(seat.round), "playerscore": .integer(seat.score),
      "cardcolor": .string(player.card), "playerlevel": .integer(player.level),
      "lastxpgain": .integer(seat.lastXP), "lastroundscore": .integer(seat.lastScore),
      "rollingscore": .integer(points(of: played.rounds) { $0 < round }),
      "roundscore": .integer(points(of: played.sets) { $0 == round }),
      "playerturn": .integer(seat.turn), "playertitle": .string(player.title ?? ""),
      "titlelevel": .integer(player.titleLevel),
      "lastplayedseconds": .string(
        WireDate.duration(milliseconds: context.now.milliseconds - seat.lastPlayed)),
      "is_bot": .bool(player.bot != nil), "bot_algorithm": .optional(player.bot),
      "personality_id": nil,
      "emoji_sent": .string(seat.reaction), "emoji_reactions": .string(player.reactions),
    ]
  }

  /// The rounds played so far, with the dice set aside in each hand. Rounds of other players stay
  /// hidden until the player has played the same round.
  private func playedRounds(_ played: Played, of mine: Seat?) -> Value {
    var kept: [RoundKey: [Int: [Int]]] = [:]
    for row in played.sets {
      let set = DiceSet(row)
      kept[RoundKey(row), default: [:]][set.hand, default: []] += set.kept
    }
    return .array(
      rows(played.rounds, visibleTo: mine).map { row in
        let hands = (kept[RoundKey(row)] ?? [:]).sorted { $0.key < $1.key }
        return [
          "playerid": .integer(row["playerId"]), "roundnum": .integer(row["round"]),
          "roundscore": .integer(row["score"]), "username": .string(row["name"]),
          "dicehands": .array(hands.map { .integers($0.value.sorted(by: >)) }),
        ]
      })
  }

  private func rows(_ rows: [Row], visibleTo mine: Seat?) -> [Row] {
    guard let mine else { return rows }
    return rows.filter { ($0["playerId"] as Int) == me || ($0["round"] as Int) < mine.round }
  }
}

/// What was played in a game.
private struct Played {
  /// The rounds that were ended, with the names of their players, in the order of their ends.
  let rounds: [Row]
  /// The dice that were set aside for points.
  let sets: [Row]

  init(_ game: Game, in database: any Database) throws {
    rounds = try Row.fetchAll(
      database,
      prepared: """
        SELECT playerId, round, score, name FROM rounds JOIN players ON players.id = playerId
        WHERE gameId = ? ORDER BY moment, round, playerId
        """, arguments: [game.number])
    sets = try Row.fetchAll(
      database,
      prepared: """
        SELECT playerId, round, hand, rolled, saved, score FROM sets
        WHERE gameId = ? AND score > 0 ORDER BY number
        """, arguments: [game.number])
  }
}

private struct RoundKey: Hashable {
  let player: Int
  let round: Int

  init(_ row: Row) {
    player = row["playerId"]
    round = row["round"]
  }
}
