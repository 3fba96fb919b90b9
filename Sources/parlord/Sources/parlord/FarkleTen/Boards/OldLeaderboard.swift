import ParlorKit

/// The leaderboards that older clients show.
struct OldLeaderboard {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  private var database: any Database { context.database }
  private var me: Int { context.me }

  /// `getleaderboard`: `0` and `yesterday` hold four short lists of a day; `1` to `3` hold long
  /// lists of wins, ten-round scores and achievement scores.
  func board() throws -> Value {
    let today = BoardDay(context.now)
    return [
      "dayOfWeek": .string(WireDate.weekday(today.midnight)), "0": try dayLists(today),
      "yesterday": try dayLists(BoardDay(number: today.number - 1)),
      "1": try longList(
        """
        SELECT id, name, level, wins AS first, losses AS second
        FROM players WHERE bot IS NULL ORDER BY wins DESC, id
        """
      ) { wins, losses in losses == 0 ? "1.00" : Self.ratio(wins, losses) },
      "2": try longList(
        """
        SELECT id, name, level, highestTotal AS first, 0 AS second
        FROM players WHERE bot IS NULL ORDER BY highestTotal DESC, id
        """),
      "3": try longList(
        """
        SELECT players.id, name, level, sum(worth) AS first, 0 AS second
        FROM players JOIN earned ON playerId = players.id AND bot IS NULL
        JOIN achievements ON achievements.id = achievementId
        GROUP BY players.id ORDER BY first DESC, players.id
        """),
    ]
  }

  private func longList(_ query: String, text: Text? = nil) throws -> Value {
    let rows = try Row.fetchAll(database, prepared: query)
    let entries = rows.enumerated().map { index, row in
      entry(row, rank: index + 1, isLong: true, text: text)
    }
    let top = Array(entries.prefix(25))
    guard !rows.prefix(25).contains(where: { $0["id"] as Int == me }) else { return .array(top) }
    // The own entry is always last if it is not among the first 25. Clients expect false for a
    // player without an entry.
    let own = rows.firstIndex { $0["id"] as Int == me }.map { entries[$0] } ?? false
    if top.count >= 24 { return .array(top.prefix(24) + [own]) }
    let members = top.enumerated().map { Fields.Field(String($0), $1) }
    return .object(Fields(members + [Fields.Field("24", own)]))
  }

  private func dayLists(_ day: BoardDay) throws -> Value {
    let scores = """
      SELECT players.id, name, level, max(seats.score) AS first, 0 AS second
      FROM rounds JOIN seats USING (gameId, playerId) JOIN players ON players.id = playerId
      WHERE day = ? GROUP BY gameId, playerId, players.id ORDER BY first DESC, players.id LIMIT 3
      """
    let farkles = """
      SELECT players.id, name, level, count(*) AS first, 0 AS second
      FROM rounds JOIN players ON players.id = playerId WHERE day = ? AND score = 0
      GROUP BY players.id ORDER BY first DESC, players.id LIMIT 3
      """
    // To rank few games lower, ten games with five wins are added to every player's record.
    let ratios = """
      SELECT players.id, name, level, beaten AS first, games AS second
      FROM (SELECT playerId, sum(CASE WHEN winner = playerId THEN places - 1 ELSE 0 END) AS beaten,
          count(*) AS games
        FROM games JOIN seats ON gameId = games.id WHERE day = ? AND playedWith <> 2
        GROUP BY playerId HAVING count(*) >= 3) AS record
      JOIN players ON players.id = playerId
      ORDER BY (beaten + 5.0) / (games + 10) DESC, first DESC, players.id LIMIT 3
      """
    let rounds = """
      SELECT players.id, name, level, score AS first FROM rounds
      JOIN players ON players.id = playerId WHERE day = ? AND score > 0
      ORDER BY score DESC, moment, players.id LIMIT 3
      """
    return .array(
      [
        try shortList(scores, day), try shortList(farkles, day),
        try shortList(ratios, day) { beaten, games in
          "\(Self.ratio(beaten, games)) (\(beaten) beaten)"
        },
        try shortList(rounds, day, hasDetails: false),
      ])
  }

  private func shortList(
    _ query: String, _ day: BoardDay, hasDetails: Bool = true, text: Text? = nil
  ) throws -> Value {
    let rows = try Row.fetchAll(database, prepared: query, arguments: [day.number])
    return .array(
      rows.enumerated().map { index, row in
        entry(row, rank: index + 1, isLong: false, hasDetails: hasDetails, text: text)
      })
  }

  /// What an entry says of its first and its second number.
  private typealias Text = (Int, Int) -> String

  /// A ratio with two decimals.
  private static func ratio(_ count: Int, _ whole: Int) -> String {
    let hundredths = (200 * count + whole) / (2 * whole)
    let rest = String(hundredths % 100)
    return "\(hundredths / 100).\(rest.count == 1 ? "0" : "")\(rest)"
  }

  private func entry(
    _ row: Row, rank: Int, isLong: Bool, hasDetails: Bool = true, text: Text?
  ) -> Value {
    var entry: Value = [
      "username": .string(row["name"]), "playerid": .integer(row["id"]),
      "playerlevel": .integer(row["level"]), "first_int": .integer(row["first"]),
    ]
    if hasDetails {
      let second: Int = row["second"]
      entry = entry.adding("second_int", .integer(second))
        .adding("first_string", .optional(text?(row["first"], second)))
    }
    if isLong { entry = entry.adding("second_string", nil) }
    return entry.adding("lbrank", .integer(rank))
  }
}
