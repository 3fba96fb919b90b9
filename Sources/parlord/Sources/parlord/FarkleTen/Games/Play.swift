import ParlorKit

/// What a player does in a game: roll, bank, quit and react.
struct Play {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  private static let notSeated = ActionError(
    "Cannot roll because you are not sitting at this table.")

  private var database: any Database { context.database }
  private var form: Form { context.form }
  private var me: Int { context.me }

  /// `farkleroll`: sets aside the selected dice of the last roll and rolls the others.
  ///
  /// The response holds the view of the game, the best score of the new roll, the points set
  /// aside, the number of dice set aside, and the new roll.
  ///
  /// - Parameter endsRound: whether a farkle ends the round at once; otherwise ``endFarkle()``
  ///   does.
  func roll(endsRound: Bool = true) throws -> Value {
    let (game, requested) = try requestedSeat()
    var seat = requested
    guard !game.isOver, seat.round <= game.lastRound else {
      throw ActionError("It is not your turn to roll.")
    }
    var sets = try seat.sets(of: seat.round, in: database)
    var next = DiceSet(hand: 1, rolled: Array(repeating: 1, count: 6))
    var (pointsSetAside, diceSetAside) = (0, 0)
    if let last = try setAside(&sets, seat) {
      pointsSetAside = last.score
      diceSetAside = last.saved.count { $0 != 0 }
      if last.score == 0 {
        try endRound(of: &seat, in: game, score: 0, isFarkle: true)
        return try respond(game, [0, 0, .integer(diceSetAside), .integers(last.rolled)])
      }
      next = DiceSet(
        hand: last.isHot ? last.hand + 1 : last.hand,
        rolled: last.saved.map { last.isHot || $0 == 0 ? 1 : 0 })
      if last.isHot { try context.award(.hotDice, to: me) }
    }
    rollDice(of: &next)
    try seat.put(next, round: seat.round, number: sets.count + 1, in: database)
    try database.execute(
      prepared: "UPDATE players SET rolls = rolls + 1 WHERE id = ?", arguments: [me])
    let faces = next.rolled.filter { $0 != 0 }
    let score = TenRules.score(of: faces)
    if score == 0 {
      if sets.isEmpty { try context.award(.firstRollFarkle, to: me) }
      if endsRound { try endRound(of: &seat, in: game, score: 0, isFarkle: true) }
    } else if faces.count == 1 {
      try context.award(.lastDie, to: me)
    }
    return try respond(
      game,
      [
        .integer(score), .integer(pointsSetAside), .integer(diceSetAside),
        .integers(next.rolled),
      ])
  }

  /// Ends the round if its last roll is a farkle.
  func endFarkle() throws {
    let (game, requested) = try requestedSeat()
    var seat = requested
    guard !game.isOver, seat.round <= game.lastRound,
      let last = try seat.sets(of: seat.round, in: database).last,
      TenRules.score(of: last.rolled.filter { $0 != 0 }) == 0
    else { return }
    try endRound(of: &seat, in: game, score: 0, isFarkle: true)
  }

  /// `farklepass`: sets aside the selected dice of the last roll and banks the round. Banking
  /// before the first roll ends the round with no points.
  func bank() throws -> Value {
    let (game, requested) = try requestedSeat()
    var seat = requested
    // A repeated request after the last round only returns the game.
    guard !game.isOver, seat.round <= game.lastRound else {
      return try GameView(context).update(of: game, isNew: false)
    }
    var sets = try seat.sets(of: seat.round, in: database)
    if let last = try setAside(&sets, seat) {
      let isFarkle = last.score == 0
      let score = isFarkle ? 0 : sets.reduce(0) { $0 + $1.score }
      try endRound(of: &seat, in: game, score: score, isFarkle: isFarkle)
    } else {
      try endRound(of: &seat, in: game, score: 0, isFarkle: false)
    }
    return try respond(game, nil)
  }

  /// The game that the form names, and the player's seat in it.
  private func requestedSeat() throws -> (Game, Seat) {
    let number = try context.number("gameid", or: Self.notSeated)
    guard let game = try Game.find(number, in: database),
      let seat = try game.seat(of: me, in: database)
    else { throw Self.notSeated }
    return (game, seat)
  }

  /// Sets aside the dice of the last roll that the form names, and stores them.
  ///
  /// - Returns: the last roll; `nil` if there is no roll in this round yet.
  private func setAside(_ sets: inout [DiceSet], _ seat: Seat) throws -> DiceSet? {
    guard var last = sets.popLast() else { return nil }
    do throws(SelectionError) {
      try last.setAside(form.integers("saveddice") ?? [])
    } catch {
      switch error {
      case .nothingSelected: throw ActionError("You must select at least one dice.")
      case .mismatch: throw ActionError("Network error.")
      }
    }
    sets.append(last)
    try seat.put(last, round: seat.round, number: sets.count, in: database)
    try context.award(Achievement.forDice(last.kept), to: me)
    return last
  }

  /// Rolls the dice at the places that are not empty: at random, or as the form says if the server
  /// allows it.
  private func rollDice(of set: inout DiceSet) {
    var chance = context.random.chance()
    let dictated = context.options.allowsDictatedDice ? form.integers("newdice") ?? [] : []
    for place in set.rolled.indices where set.rolled[place] != 0 {
      let wish = dictated.indices.contains(place) ? dictated[place] : 0
      set.rolled[place] = 1...6 ~= wish ? wish : chance.die()
    }
  }

  /// The response to a move: the view of the game after it, followed by other values.
  private func respond(_ game: Game, _ values: [Value]?) throws -> Value {
    guard let game = try Game.find(game.number, in: database) else {
      throw ActionError("Game not found.")
    }
    let update = try GameView(context).update(of: game, isNew: false)
    return values.map { .array([update] + $0) } ?? update
  }

  // MARK: Rounds

  /// Ends the player's round, and the game if this was its last open round.
  private func endRound(
    of seat: inout Seat, in game: Game, score: Int, isFarkle: Bool
  ) throws {
    let (round, now) = (seat.round, context.now)
    try database.execute(
      prepared: """
        INSERT INTO rounds (gameId, playerId, round, score, moment, day) VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [game.number, me, round, score, now.milliseconds, BoardDay(now).number])
    seat.score += score
    seat.lastScore = score
    seat.lastPlayed = now.milliseconds
    seat.round += 1
    try countRound(score: score, total: seat.score, isFarkle: isFarkle)
    if score > 750 { try context.give(Experience.forGoodRound, to: me) }
    if round == TenRules.lastRound {
      seat.lastXP = Experience.forFinishing(players: game.places)
      try context.give(seat.lastXP, to: me)
      if try isWithoutFarkle(game) { try context.award(.perfectGame, to: me) }
    }
    try seat.update(database)
    var game = game
    if try !game.bots(in: database).isEmpty {
      // The client makes the moves of a bot when it is its turn.
      game.turn = seat.turn % game.places + 1
      try game.update(database)
    }
    if seat.round > game.lastRound { try GameResults(context).settle(game) }
  }

  /// Adds a round to the player's statistics, and awards the achievements for it.
  private func countRound(score: Int, total: Int, isFarkle: Bool) throws {
    try database.execute(
      prepared: """
        UPDATE players SET lastPlayed = :now, totalPoints = totalPoints + :score,
          highestRound = CASE WHEN highestRound < :score THEN :score ELSE highestRound END,
          highestTotal = CASE WHEN highestTotal < :total THEN :total ELSE highestTotal END,
          rounds = rounds + 1, farkles = farkles + :farkles WHERE id = :me
        """,
      arguments: [
        "now": context.now.milliseconds, "score": score, "total": total,
        "farkles": isFarkle ? 1 : 0, "me": me,
      ])
    try context.award(Achievement.forRound(score), to: me)
    if score == 0 {
      try context.award(.farkle, to: me)
      let farkles = try Int.fetchOne(
        database, prepared: "SELECT farkles FROM players WHERE id = ?", arguments: [me])
      try context.award(Achievement.forFarkles(farkles ?? 0), to: me)
    }
  }

  private func isWithoutFarkle(_ game: Game) throws -> Bool {
    try Int.fetchOne(
      database,
      prepared: "SELECT count(*) FROM rounds WHERE gameId = ? AND playerId = ? AND score = 0",
      arguments: [game.number, me]) == 0
  }

  // MARK: Quitting and reacting

  /// `quitgame`: leaves a game. Before the player's first round it has no effect on statistics;
  /// later it is a loss. The response is empty if the player is not in the game.
  func quit() throws -> Value? {
    guard let number = form.integer("gameid"), var game = try Game.find(number, in: database),
      !game.isOver, var seat = try game.seat(of: me, in: database)
    else { return nil }
    let seats = try game.seats(in: database)
    let isAlone = game.with == .random && seats.count == 1
    if seat.round > 1 && game.with != .solo && !isAlone {
      seat.score = 0
      seat.hasLeft = true
      seat.round = game.lastRound + 1
      try seat.update(database)
    } else {
      try seat.delete(database)
      game.places -= 1
    }
    let rest = try game.seats(in: database)
    if rest.isEmpty || game.places <= 1 && game.with != .random {
      try game.delete(database)
    } else {
      // In a game with strangers another player can take the place.
      if game.with == .random && rest.count < seats.count { game.places += 1 }
      game.turn = 1
      game.name = game.with.gameName(try game.names(in: database), seats: game.places)
      try game.update(database)
      let bots = try game.bots(in: database)
      if let bot = bots.first, rest.allSatisfy({ $0.hasLeft || bots.contains($0.playerId) }) {
        // Nobody is left to play against the bot.
        try GameResults(context).win(&game, bot, reason: "All players have quit")
      } else {
        try GameResults(context).settle(game)
      }
    }
    return 1
  }

  /// `submitemoji`: sends an emoji, or none, to the other player; once per game.
  func react() throws -> Value {
    let number = try context.number(
      "gameid", or: ActionError("Missing required parameters."))
    guard let game = try Game.find(number, in: database),
      var seat = try game.seat(of: me, in: database)
    else { throw ActionError("You are not a participant in this game.") }
    let done: Value = ["Error": nil, "success": true]
    if seat.hasReacted {
      return done.adding("message", "Emoji already submitted for this game.")
    }
    seat.hasReacted = true
    seat.reaction = Self.emoji(form["emoji"] ?? "")
    try seat.update(database)
    let other = try game.seats(in: database).first { $0.playerId != me }
    if !seat.reaction.isEmpty, let other,
      var player = try Player.find(other.playerId, in: database)
    {
      player.reactions = String((seat.reaction + player.reactions).prefix(54))
      try player.update(database)
    }
    return done
  }

  /// The first character of a text if it is an emoji; otherwise nothing. A character can be of any
  /// length, such as a letter with a thousand accents.
  private static func emoji(_ text: String) -> String {
    guard let character = text.first, character.utf8.count <= 32,
      character.unicodeScalars.first?.isASCII == false,
      character.unicodeScalars.allSatisfy({ scalar in
        // U+200D joins emoji, U+FE0F asks for the coloured form.
        scalar.properties.isEmoji || scalar.value == 0x200D || scalar.value == 0xFE0F
      })
    else { return "" }
    return String(character)
  }
}
