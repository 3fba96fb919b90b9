import ParlorKit

/// Ends games: by the last round, in overtime, or because their time is over.
struct GameResults {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  private var database: any Database { context.database }

  /// Ends a game if all its players have played the last round, or extends it by an overtime round
  /// if the best players are tied.
  func settle(_ game: Game) throws {
    var game = game
    let seats = try game.seats(in: database)
    let isDone = seats.count >= game.places && seats.allSatisfy { $0.round > game.lastRound }
    guard isDone else { return }
    let remaining = seats.filter { !$0.hasLeft }
    // If all players quit, the last one to quit wins.
    guard let top = remaining.map(\.score).max() else {
      return try win(&game, context.me, reason: "All players have quit")
    }
    let leaders = remaining.filter { $0.score == top }
    for seat in seats { try context.award(Achievement.forTotal(seat.score), to: seat.playerId) }
    guard leaders.count > 1 else {
      return try win(&game, leaders[0].playerId, reason: reason(for: game))
    }
    if game.lastRound < TenRules.maxRounds {
      game.lastRound += 1
      game.isOvertime = true
      try game.update(database)
      // Players who quit do not play the overtime round.
      try database.execute(
        prepared: "UPDATE seats SET round = ? + hasLeft WHERE gameId = ?",
        arguments: [game.lastRound, game.number])
    } else {
      try breakTie(&game, leaders)
    }
  }

  /// Lets the player with the best single round win; among equals, the first in turn order.
  private func breakTie(_ game: inout Game, _ leaders: [Seat]) throws {
    let best = try leaders.map { seat in (seat, try highestRound(of: seat)) }
    guard let first = best.max(by: { ($0.1, -$0.0.turn) < ($1.1, -$1.0.turn) }),
      let name = try Player.find(first.0.playerId, in: database)?.name
    else { return }
    try win(
      &game, first.0.playerId,
      reason: reason(for: game)
        + ". \(name) won tiebreaker with highest single round score of \(first.1)")
  }

  private func reason(for game: Game) -> String {
    game.isOvertime
      ? "Highest score after \(game.lastRound - TenRules.lastRound) overtime round(s)"
      : "Highest score in 10 rounds"
  }

  private func highestRound(of seat: Seat) throws -> Int {
    try Int.fetchOne(
      database, prepared: "SELECT max(score) FROM rounds WHERE gameId = ? AND playerId = ?",
      arguments: [seat.gameId, seat.playerId]) ?? 0
  }

  /// Ends a game with a winner and updates statistics, experience, achievements, leaderboards and
  /// tournaments.
  ///
  /// - Parameter advances: whether the tournament of the game may advance; `false` while its round
  ///   is being ended.
  func win(_ game: inout Game, _ winner: Int, reason: String, advances: Bool = true) throws {
    game.winner = winner
    game.reason = reason
    game.finished = context.now.milliseconds
    game.day = BoardDay(context.now).number
    try game.update(database)
    let seats = try game.seats(in: database)
    if game.with == .solo {
      try context.give(Experience.forSolo, to: winner)
      return
    }
    let losers = seats.map(\.playerId).filter { $0 != winner }
    try database.execute(
      prepared: "UPDATE players SET wins = wins + 1, streak = streak + 1 WHERE id = ?",
      arguments: [winner])
    for loser in losers {
      try database.execute(
        prepared: "UPDATE players SET losses = losses + 1, streak = 0 WHERE id = ?",
        arguments: [loser]
      )
    }
    try context.give(Experience.forWinning(players: game.places), to: winner)
    try awardWin(of: winner, over: losers, in: seats)
    if try game.bots(in: database).isEmpty {
      for seat in seats { try DailyBoard(context).add(seat, of: game) }
    }
    if advances { try TournamentRounds(context).advance(after: game) }
  }

  private func awardWin(of winner: Int, over losers: [Int], in seats: [Seat]) throws {
    let wins = try Int.fetchOne(
      database, prepared: "SELECT wins FROM players WHERE id = ?", arguments: [winner])
    try context.award(Achievement.forWins(wins ?? 0), to: winner)
    let scores = seats.map(\.score).sorted(by: >)
    if scores.count > 1 {
      try context.award(Achievement.forMargin(scores[0] - scores[1]), to: winner)
    }
    let opponents = try Int.fetchOne(
      database,
      prepared: """
        SELECT count(DISTINCT other.playerId) FROM seats AS own
        JOIN games ON games.id = own.gameId AND winner > 0
        JOIN seats AS other ON other.gameId = own.gameId AND other.playerId <> own.playerId
        WHERE own.playerId = ?
        """, arguments: [winner])
    try context.award(Achievement.forOpponents(opponents ?? 0), to: winner)
    for loser in losers {
      let wins = try Int.fetchOne(
        database,
        prepared: """
          SELECT count(*) FROM games JOIN seats ON gameId = games.id AND playerId = ?
          WHERE winner = ? AND EXISTS
            (SELECT 1 FROM seats AS own WHERE own.gameId = games.id AND own.playerId = winner)
          """, arguments: [loser, winner])
      try context.award(Achievement.forRivalry(wins ?? 0), to: winner)
    }
  }

  // MARK: Expiry

  /// Ends or removes games whose time is over, at most 50 in one call.
  func endExpiredGames() throws {
    let games = try Game.fetchAll(
      database,
      prepared: "SELECT * FROM games WHERE winner = 0 AND expires < ? ORDER BY expires LIMIT 50",
      arguments: [context.now.milliseconds])
    for game in games { try expire(game) }
  }

  private func expire(_ game: Game) throws {
    var game = game
    let seats = try game.seats(in: database)
    let active = seats.filter { $0.round > 1 }
    switch game.with {
    case .random where !active.isEmpty && active.count < max(seats.count, game.places):
      // Strangers who have not played make room for others, and the time starts again.
      for seat in seats where seat.round == 1 { try seat.delete(database) }
      game.expires = context.now.milliseconds + TenRules.strangersDuration
      game.name = GameWith.random.gameName(
        try game.names(in: database), seats: game.places)
      try game.update(database)
    case .random, .friends:
      guard active.count == seats.count,
        let best = seats.max(by: { ($0.score, -$0.turn) < ($1.score, -$1.turn) })
      else { fallthrough }
      try win(&game, best.playerId, reason: "Game time expired.")
    case .solo:
      try game.delete(database)
    }
  }
}
