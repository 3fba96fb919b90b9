import ParlorKit

/// The leaderboards of the day, the week and all time, among friends or all players.
struct Leaderboard {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  private var database: any Database { context.database }
  private var me: Int { context.me }

  /// `getleaderboard2`: the first 25 of a leaderboard and the player's own entry; except for all
  /// time also a statistic, and for the week the days.
  func board() throws -> Value {
    let tier = BoardTier(rawValue: context.form["tier"] ?? "") ?? .daily
    let scope = context.form["scope"] == "everyone" ? "everyone" : "friends"
    let circle = scope == "everyone" ? nil : try friendsAndMe()
    let today = BoardDay(context.now)
    let all = try tier.entries(on: today, in: database).filter {
      circle?.contains($0.player) ?? true
    }
    let ranked = all.filter(\.isRanked)
    let previous = try tier.previous(today).map { try tier.entries(on: $0, in: database) } ?? []
    let ranksBefore = Dictionary(
      previous.filter(\.isRanked).enumerated().map { ($1.player, $0 + 1) }, uniquingKeysWith: min)
    let stat = FeaturedStat.of(today)
    let values = try stat.values(on: today, in: database)
    let entries = ranked.prefix(25).enumerated().map { index, each in
      tier.wire(each, rank: index + 1, ranksBefore, values, me: me)
    }
    let mine =
      all.first { $0.player == me } ?? BoardEntry(player: me, name: context.player.name)
    let myRank = ranked.firstIndex { $0.player == me }.map { $0 + 1 }
    var board: Fields = [
      "entries": .array(entries),
      "myScore": tier.wire(mine, rank: myRank, ranksBefore, values, me: me),
    ]
    if tier == .weekly { board["dayScores"] = try dayScores(of: today) }
    if tier != .alltime { board["featuredStat"] = try featured(stat, values) }
    board["tier"] = .string(tier.rawValue)
    board["scope"] = .string(scope)
    return .object(board)
  }

  private func featured(_ stat: FeaturedStat, _ values: [Int: Double]) throws -> Value {
    let leader = values.min { one, other in
      let isBetter = stat.isLowBest ? one.value < other.value : one.value > other.value
      return one.value == other.value ? one.key < other.key : isBetter
    }
    var text = ""
    if let leader, let name = try Player.find(leader.key, in: database)?.name {
      text = "\(name) — \(String(decoding: FeaturedStat.wire(leader.value).bytes, as: UTF8.self))"
    }
    return [
      "type": .string(stat.rawValue), "title": .string(stat.title),
      "label": "Today's Featured Stat",
      "leader": .string(text),
    ]
  }

  /// The player's scores from Monday to Sunday. The state is `today`, `played`, `missed` or
  /// `future`.
  private func dayScores(of today: BoardDay) throws -> Value {
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    return .array(
      try names.enumerated().map { offset, name in
        let day = BoardDay(number: today.weekStart.number + offset)
        let mine = try BoardTier.daily.entries(on: day, in: database).first { $0.player == me }
        let state =
          day == today ? "today" : day > today ? "future" : mine == nil ? "missed" : "played"
        return [
          "day": .string(name), "date": .string(day.text), "score": .integer(mine?.score ?? 0),
          "state": .string(state),
        ]
      })
  }

  private func friendsAndMe() throws -> Set<Int> {
    let friends = try Int.fetchAll(
      database, prepared: "SELECT friendId FROM friends WHERE playerId = ?", arguments: [me])
    return Set(friends + [me])
  }
}

/// A leaderboard by its period. The raw values are those of the form field `tier`.
enum BoardTier: String, Sendable {
  /// The sum of the best ten of the first twenty games of a day; a rank needs three games.
  case daily
  /// The sum of the best five days from Monday to Sunday; a rank needs three days.
  case weekly
  /// The average of all games; a rank needs fifty.
  case alltime

  /// The day with which ranks are compared.
  func previous(_ day: BoardDay) -> BoardDay? {
    switch self {
    case .daily: BoardDay(number: day.number - 1)
    case .weekly: BoardDay(number: day.number - 7)
    case .alltime: nil
    }
  }

  /// The entries of all players who have played, the best first.
  func entries(on day: BoardDay, in database: any Database) throws -> [BoardEntry] {
    let range = days(around: day)
    let rows = try Row.fetchAll(
      database,
      prepared: """
        WITH counted AS (
          SELECT playerId, day, score,
            row_number() OVER (PARTITION BY playerId, day ORDER BY score DESC) AS place
          FROM boardGames WHERE day BETWEEN :first AND :last AND number <= 20),
        days AS (
          SELECT playerId, sum(CASE WHEN place <= 10 THEN score ELSE 0 END) AS score, count(*) AS games
          FROM counted GROUP BY playerId, day),
        weeks AS (
          SELECT playerId, score,
            row_number() OVER (PARTITION BY playerId ORDER BY score DESC) AS place
          FROM days WHERE games >= 3)
        SELECT playerId, name, board.score, board.games, board.best FROM (\(query)) AS board
        JOIN players ON players.id = playerId ORDER BY board.score DESC, playerId
        """, arguments: ["first": range.lowerBound, "last": range.upperBound])
    return rows.map { row in
      BoardEntry(
        player: row["playerId"], name: row["name"], score: row["score"], games: row["games"],
        best: row["best"], isRanked: row["games"] as Int >= minimumForRank)
    }
  }

  private var minimumForRank: Int { self == .alltime ? 50 : 3 }

  private var query: String {
    switch self {
    case .daily: "SELECT playerId, score, games, NULL AS best FROM days"
    case .weekly:
      """
      SELECT playerId, sum(score) AS score, count(*) AS games, NULL AS best
      FROM weeks WHERE place <= 5 GROUP BY playerId
      """
    case .alltime:
      """
      SELECT playerId, CAST(round(avg(score)) AS BIGINT) AS score, count(*) AS games,
        max(score) AS best FROM boardGames GROUP BY playerId
      """
    }
  }

  /// An entry as the client reads it; the names of its figures depend on the board.
  func wire(
    _ entry: BoardEntry, rank: Int?, _ before: [Int: Int], _ values: [Int: Double], me: Int
  ) -> Value {
    var fields: Fields = [
      "playerId": .integer(entry.player), "username": .string(entry.name),
    ]
    switch self {
    case .daily, .weekly:
      fields["score"] = .integer(entry.score)
      fields[self == .daily ? "gamesPlayed" : "daysPlayed"] = .integer(entry.games)
    case .alltime:
      fields["avgGameScore"] = .integer(entry.score)
      fields["bestGameScore"] = .integer(entry.best ?? 0)
      fields["totalGames"] = .integer(entry.games)
    }
    fields["rank"] = .optional(rank)
    fields["prevRank"] = .optional(before[entry.player])
    fields["isMe"] = .bool(entry.player == me)
    if self != .alltime {
      fields["statValue"] = values[entry.player].map(FeaturedStat.wire) ?? .null
    }
    return .object(fields)
  }

  private func days(around day: BoardDay) -> ClosedRange<Int> {
    switch self {
    case .weekly: day.weekStart.number...day.weekStart.number + 6
    case .daily, .alltime: day.number...day.number
    }
  }
}

/// A player on a leaderboard.
struct BoardEntry: Sendable, Equatable {
  var player: Int
  var name: String
  /// The sum of the scores that count, or the average of all games.
  var score = 0
  /// How many games count, or days on the weekly leaderboard.
  var games = 0
  /// The score of the best game, on the board of all time.
  var best: Int?
  /// Whether these are enough for a rank.
  var isRanked = false
}
