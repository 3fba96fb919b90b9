import GameCatalog
import ParlorKit
import Platform
import Testing

@testable import Records

@Suite struct StatisticsTests {
  private static let subjects = GameCatalog.games.map(StatisticsSubject.init)

  /// The results of the file of version 1 that lies beside these tests.
  private func fixture(_ query: StatisticsQuery = StatisticsQuery()) throws -> Statistics {
    let own = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    var statistics = Statistics(Self.subjects, query)
    let file = ResultsFile("/\(own)/Fixtures/results-1.jsonl")
    let skipped = try file.forEach { statistics.add($0) }
    #expect(skipped == SkippedLines())
    return statistics
  }

  private func figures(
    _ name: String, of game: String, mode: String? = nil, in statistics: Statistics
  ) throws -> [String: FigureValue] {
    let game = try #require(statistics.games.first { $0.subject.name == game })
    let player = try #require(game.players.first { $0.name == name })
    let aggregate = mode.map { player.modes[$0] ?? game.nothing } ?? player.overall
    return Dictionary(
      uniqueKeysWithValues: aggregate.lines(figures: game.subject.definition.statistics)
        .map { ($0.key, $0.value) })
  }

  /// Worked out by hand from the five games of Farkle in the file.
  @Test func `every figure of a player of Farkle`() throws {
    let ann: [String: FigureValue] = [
      "gamesPlayed": .integer(5), "gamesWon": .integer(3), "gamesLost": .integer(1),
      "gamesResigned": .integer(0), "gamesAbandoned": .integer(0), "successRate": .number(0.75),
      "currentStreak": .integer(2), "longestStreak": .integer(2),
      "totalTimeSeconds": .integer(3_380_000), "bestTimeSeconds": .integer(180_000),
      "averageTimeSeconds": .number(676_000), "lastPlayedAt": .moment("2026-01-12T20:10:00Z"),
      "highestTurn": .integer(2_100), "highestGame": .integer(10_250),
      "lifetimePoints": .integer(30_900), "averagePoints": .number(6_180),
      "farkles": .integer(17), "hotDiceStreak": .integer(1), "comebackKid": .integer(1),
      "riskTaker": .number(116.0 / 38.0), "greedyGus": .integer(4), "luckyNumber": .integer(5),
      "clutchFactor": .integer(300),
    ]
    let found = try figures("Ann", of: "farkle", in: fixture())
    for (key, value) in ann { #expect(found[key] == value, "\(key)") }
    #expect(found.count == ann.count)
  }

  @Test func `who left has no figures of that game but its count`() throws {
    let bob = try figures("Bob", of: "farkle", in: fixture())
    #expect(bob["gamesPlayed"] == .integer(2))
    #expect(bob["gamesResigned"] == .integer(1))
    #expect(bob["gamesLost"] == .integer(1))
    #expect(bob["lifetimePoints"] == .integer(14_100))
    #expect(bob["luckyNumber"] == .integer(6))
    #expect(bob["comebackKid"] == .integer(1))
    #expect(bob["lastPlayedAt"] == .moment("2026-01-11T20:03:00Z"))
  }

  @Test func `bots get no figures`() throws {
    let farkle = try #require(fixture().games.first { $0.subject.name == "farkle" })
    #expect(farkle.players.map(\.name) == ["Ann", "Bob"])
  }

  @Test(
    arguments: [
      (nil, 4, 2, 190_250, 35_250 as Int?, 47_562.5), ("easy", 3, 2, 90_250, 35_250, 90_250.0 / 3),
      ("medium", 1, 0, 100_000, nil, 100_000), ("hard", 0, 0, 0, nil, 0),
      ("custom", 0, 0, 0, nil, 0),
    ] as [(String?, Int, Int, Int, Int?, Double)])
  func `Minesweeper by mode: the best time is one of wins, the average one of all`(
    _ mode: String?, _ played: Int, _ won: Int, _ total: Int, _ best: Int?, _ average: Double
  ) throws {
    let found = try figures("1", of: "minesweeper", mode: mode, in: fixture())
    #expect(found["gamesPlayed"] == .integer(played))
    #expect(found["gamesWon"] == .integer(won))
    #expect(found["totalTimeSeconds"] == .integer(total))
    #expect(found["bestTimeSeconds"] == (best.map { .integer($0) } ?? FigureValue.none))
    #expect(found["averageTimeSeconds"] == .number(average))
    let rate = played == 0 ? FigureValue.none : .number(Double(won) / Double(played))
    #expect(found["successRate"] == rate)
  }

  @Test func `a query leaves out other games, players, modes and times`() throws {
    let farkle = try fixture(StatisticsQuery(game: "farkle"))
    #expect(farkle.played.map(\.subject.name) == ["farkle"])
    let ann = try fixture(StatisticsQuery(player: "Ann"))
    #expect(ann.played.map { $0.players.map(\.name) } == [["Ann"]])
    let easy = try fixture(StatisticsQuery(mode: "easy"))
    #expect(easy.played.map { $0.players.map(\.overall.all) } == [[3]])
    let moment = try #require(Timestamp(iso8601: "2026-01-11T20:03:00Z"))
    let late = try fixture(StatisticsQuery(game: "farkle", since: moment))
    #expect(late.played.first?.players.map(\.overall.all) == [2, 1])
  }

  @Test func `names are the same if their bytes are`() {
    var statistics = Statistics(Self.subjects)
    for name in ["\u{E9}", "e\u{301}", "\u{E9}"] {
      statistics.add(.sample(name, players: [PlayerRecord(name, .played)]))
    }
    let players = statistics.games[0].players
    #expect(players.map { Array($0.name.utf8) } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
    #expect(players.map(\.overall.finished) == [2, 1])
    let query = StatisticsQuery(player: "e\u{301}")
    #expect(query.includes("e\u{301}") && !query.includes("\u{E9}"))
  }

  @Test func `only a loss ends a row of wins`() {
    let results: [PlayerResult] = [
      .won, .won, .resigned, .won, .abandoned, .played, .lost, .won, .lost, .won, .won,
    ]
    var statistics = Statistics(Self.subjects)
    for (index, result) in results.enumerated() {
      statistics.add(
        .sample("\(index)", end: Int64(index), players: [PlayerRecord("Ann", result)]))
    }
    let ann = statistics.games[0].players[0].overall
    #expect(ann.longestStreak == 3)
    #expect(ann.currentStreak == 2)
    #expect(ann.recent == results.filter { $0 != .resigned && $0 != .abandoned })
  }

  @Test func `games that nobody knows are left out`() {
    var statistics = Statistics(Self.subjects)
    statistics.add(.sample("a", game: "bridge"))
    #expect(statistics.played.isEmpty)
  }

  @Test func `the document has the leaf keys of modes`() throws {
    let fields = StatisticsDocument(try fixture()).fields
    #expect(fields.all.map(\.name) == ["schemaVersion", "overall", "modes", "games"])
    #expect(fields["schemaVersion"] == .integer(1))
    guard case .object(let overall)? = fields["overall"], case .object(let modes)? = fields["modes"]
    else {
      Issue.record("objects are missing")
      return
    }
    #expect(
      overall == [
        "gamesPlayed": .integer(4), "gamesWon": .integer(2), "successRate": .number(0.5),
        "totalTimeSeconds": .number(190.25), "bestTimeSeconds": .number(35.25),
        "averageTimeSeconds": .number(47.5625), "lastPlayedAt": .string("2026-02-03T08:30:00Z"),
      ])
    #expect(modes.all.map(\.name) == ["easy", "medium", "hard", "custom"])
    #expect(
      modes["custom"]
        == .object([
          "gamesPlayed": .integer(0), "gamesWon": .integer(0), "successRate": .number(0),
          "totalTimeSeconds": .number(0), "bestTimeSeconds": .null,
          "averageTimeSeconds": .number(0), "lastPlayedAt": .null,
        ]))
  }

  @Test func `the table escapes what would break it`() {
    var statistics = Statistics(Self.subjects)
    statistics.add(.sample(players: [PlayerRecord("A \"B\", C", .won, ["points": 5])]))
    let rows = text(StatisticsDocument(statistics).csv).split(separator: "\r\n")
    #expect(rows.first == "game,player,mode,figure,value")
    #expect(rows.contains(#"farkle,"A ""B"", C",,lifetimePoints,5"#))
    #expect(rows.contains(#"farkle,"A ""B"", C",,luckyNumber,"#))
  }

  @Test(arguments: ["=1+2", "+x", "-x", "@SUM(A1)"])
  func `no name in the table is a formula, and numbers stay numbers`(_ name: String) {
    var statistics = Statistics(Self.subjects)
    statistics.add(.sample(players: [PlayerRecord(name, .won, ["points": -5])]))
    let rows = text(StatisticsDocument(statistics).csv).split(separator: "\r\n")
    #expect(rows.contains("farkle,'\(name),,lifetimePoints,-5"))
    #expect(rows.dropFirst().allSatisfy { $0.hasPrefix("farkle,'\(name),") })
  }
}
