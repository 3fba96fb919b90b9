import ParlorKit

/// A day of the leaderboards: a date in US Central time.
struct BoardDay: Sendable, Equatable, Comparable {
  /// The days since 1970-01-01.
  var number: Int

  init(number: Int) { self.number = number }

  /// The date in Chicago at a moment.
  init(_ moment: Timestamp) {
    let local = moment.milliseconds - (Self.isSummer(moment) ? 5 : 6) * 3_600_000
    number = Int((Double(local) / 86_400_000).rounded(.down))
  }

  /// The Monday of the week.
  var weekStart: BoardDay { BoardDay(number: number - (number + 3) % 7) }

  /// The midnight of the day in UTC, for formatting.
  var midnight: Timestamp { Timestamp(milliseconds: Int64(number) * 86_400_000) }

  /// The date, such as `2026-03-09`.
  var text: String { String(midnight.iso8601.prefix(10)) }

  /// The day of the year, from 0.
  var ordinal: Int {
    let civil = midnight.civil
    var count = civil.day - 1
    for month in 1..<civil.month { count += Self.days(in: month, of: civil.year) }
    return count
  }

  static func < (one: BoardDay, other: BoardDay) -> Bool { one.number < other.number }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Whether daylight saving time is in force: from the second Sunday of March, 8:00 UTC, to the
  /// first Sunday of November, 7:00 UTC (Energy Policy Act of 2005, section 110).
  private static func isSummer(_ moment: Timestamp) -> Bool {
    let civil = moment.civil
    switch civil.month {
    case 4...10: return true
    case 3:
      let sunday = civil.day - civil.weekday
      return sunday > 14 || (sunday > 7 && (civil.weekday > 0 || civil.hour >= 8))
    case 11:
      let sunday = civil.day - civil.weekday
      return sunday < 1 || (sunday <= 7 && civil.weekday == 0 && civil.hour < 7)
    default: return false
    }
  }
}

/// A player's games of the current day, from which the leaderboards are computed.
struct DailyBoard {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  /// How many games of a day count.
  private static let maxGames = 20
  /// How many of these, the best ones, make the score of the day.
  private static let bestGames = 10
  /// How many games a day needs for a rank.
  private static let gamesForRank = 3

  /// Adds a player's result of a finished game. Solo games and games against bots do not count, nor
  /// do results of less than 1000 points or less than three rounds.
  func add(_ seat: Seat, of game: Game) throws {
    guard game.with != .solo, seat.score >= 1000, seat.round >= 3 else { return }
    let day = BoardDay(context.now).number
    try context.database.execute(
      prepared: """
        INSERT INTO boardGames (playerId, day, number, gameId, score)
        SELECT :player, :day, coalesce(max(number), 0) + 1, :game, :score FROM boardGames
        WHERE playerId = :player AND day = :day
        """,
      arguments: ["player": seat.playerId, "day": day, "game": game.number, "score": seat.score])
  }

  /// `getdailyprogress`: the player's results and score of the day.
  func progress() throws -> Value {
    let scores = try todaysScores()
    return [
      "games_played": .integer(scores.count), "games_max": .integer(Self.maxGames),
      "daily_score": .integer(scores.prefix(Self.bestGames).reduce(0, +)),
      "top_scores": .integers(scores), "qualifies": .bool(scores.count >= Self.gamesForRank),
    ]
  }

  /// How a finished game changed the player's score of the day.
  func feedback(on game: Game, of seat: Seat) throws -> Value {
    let scores = try todaysScores()
    let rank = scores.firstIndex(of: seat.score).map { $0 + 1 }
    let counts =
      try game.with != .solo && seat.score >= 1000 && game.bots(in: context.database).isEmpty
    return [
      "is_eligible": .bool(counts),
      "rank_in_top10": .optional(counts ? rank.flatMap { $0 <= Self.bestGames ? $0 : nil } : nil),
      "games_remaining": .integer(max(0, Self.maxGames - scores.count)),
      "daily_score": .integer(scores.prefix(Self.bestGames).reduce(0, +)),
    ]
  }

  private func todaysScores() throws -> [Int] {
    try Int.fetchAll(
      context.database,
      prepared: """
        SELECT score FROM boardGames WHERE playerId = ? AND day = ? AND number <= ?
        ORDER BY score DESC
        """, arguments: [context.me, BoardDay(context.now).number, Self.maxGames])
  }
}
