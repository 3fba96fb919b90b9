import ParlorKit
import Testing

@testable import parlord

/// Leaderboards.
@Suite struct BoardTests {
  @Test func `the daily score is the sum of the best ten of the first twenty games`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      let day = BoardDay(server.time.now).number
      for number in 1...25 {
        try await server.execute(
          "INSERT INTO boardGames VALUES (\(ann.player), \(day), \(number), 0, \(1000 + number))")
      }
      try await server.execute(
        "INSERT INTO boardGames VALUES (\(bob.player), \(day), 1, 0, 5000)")
      let progress = try await ann.ask("getdailyprogress")
      #expect(progress["games_played"] == 20 && progress["qualifies"] == true)
      // 1011 to 1020.
      #expect(progress["daily_score"] == 10_155)
      let board = try await bob.ask("getleaderboard2", ["tier": "daily", "scope": "everyone"])
      #expect(board["entries"].count == 1)
      #expect(board["entries"][0]["username"] == "Ann" && board["entries"][0]["rank"] == 1)
      // One game is not enough for a rank.
      #expect(board["myScore"]["score"] == 5000 && board["myScore"]["rank"] == .null)
      #expect(
        try await bob.ask("getleaderboard2", ["scope": "friends"])["entries"] == [])
      try await bob.ask("addfriend", ["ident": "username", "identstring": "ANN"])
      #expect(
        try await bob.ask("getleaderboard2", ["scope": "friends"])["entries"].count == 1)
    }
  }

  @Test func `the weekly score is the sum of the best five days, and a rank needs three`()
    async throws
  {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      let monday = BoardDay(server.time.now).weekStart.number
      for (player, days) in [(ann.player, 6), (bob.player, 2)] {
        for day in 0..<days {
          for number in 1...3 {
            try await server.execute(
              """
              INSERT INTO boardGames
              VALUES (\(player), \(monday + day), \(number), 0, \(1000 + 100 * day))
              """)
          }
        }
      }
      let board = try await bob.ask("getleaderboard2", ["tier": "weekly", "scope": "everyone"])
      #expect(board["entries"].count == 1)
      #expect(board["entries"][0]["score"] == 19_500 && board["entries"][0]["daysPlayed"] == 5)
      #expect(board["myScore"]["rank"] == .null && board["myScore"]["score"] == 6300)
      let days = board["dayScores"].array ?? []
      #expect(days.map { $0["score"] } == [3000, 3300, 0, 0, 0, 0, 0])
      #expect(
        days[0]["day"] == "Mon" && days[0]["date"] == .string(BoardDay(number: monday).text))
      #expect(days[0]["state"] == "played" && days[6]["state"] == "future")
      let all = try await ann.ask("getleaderboard2", ["tier": "alltime", "scope": "everyone"])
      #expect(all["entries"] == [] && all["myScore"]["avgGameScore"] == 1250)
      #expect(all["myScore"]["bestGameScore"] == 1500 && all["myScore"]["totalGames"] == 18)
      #expect(all["featuredStat"] == .null)
    }
  }

  @Test func `days change at midnight in Chicago`() {
    // 2026-11-21 05:59:59 and 06:00:00 UTC, in winter; 2026-07-01 04:59:59 and 05:00:00, in summer.
    for (moment, date) in [
      (1_795_240_799_000, "2026-11-20"), (1_795_240_800_000, "2026-11-21"),
      (1_782_881_999_000, "2026-06-30"), (1_782_882_000_000, "2026-07-01"),
      // Summer time begins on 2026-03-08 at 8:00 UTC and ends on 2026-11-01 at 7:00 UTC.
      (1_772_949_599_000, "2026-03-07"), (1_772_949_600_000, "2026-03-08"),
      (1_773_032_399_000, "2026-03-08"), (1_773_032_400_000, "2026-03-09"),
      (1_793_509_199_000, "2026-10-31"), (1_793_509_200_000, "2026-11-01"),
      (1_793_599_199_000, "2026-11-01"), (1_793_599_200_000, "2026-11-02"),
    ] as [(Int64, String)] {
      let day = BoardDay(Timestamp(milliseconds: moment))
      #expect(day.midnight.iso8601.hasPrefix(date), "\(moment)")
    }
    let friday = BoardDay(Timestamp(milliseconds: 1_795_216_354_785))
    #expect(friday.weekStart.midnight.iso8601.hasPrefix("2026-11-16"))
    #expect(friday.ordinal == 323)
  }

  @Test func `only a rate of farkles and a spread of scores are better when they are lower`() {
    #expect(FeaturedStat.allCases.filter(\.isLowBest) == [.farkleRate, .consistency])
  }

  @Test(arguments: FeaturedStat.allCases)
  func `every featured statistic is computed`(_ stat: FeaturedStat) async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      for _ in 1...5 {
        let game = try await ann.start(.friends, [ann.player, bob.player])
        for round in 1...10 {
          try await ann.play(game, for: round <= 5 ? 0 : 1000)
          try await bob.play(game, for: round <= 5 ? 100 : 50)
        }
      }
      let day = BoardDay(server.time.now)
      let values = try await server.backend.store.read { try stat.values(on: day, in: $0) }
      switch stat {
      case .highestRound: #expect(values == [ann.player: 1000, bob.player: 100])
      case .farkleRate: #expect(values == [ann.player: 50, bob.player: 0])
      case .comeback: #expect(values == [ann.player: 500])
      case .winStreak: #expect(values == [ann.player: 5])
      case .consistency: #expect(values == [ann.player: 0])
      }
      let old = try await bob.ask("getleaderboard")
      #expect(old["1"][0]["username"] == "Ann" && old["1"][0]["first_int"] == 5)
      #expect(old["0"][2][0]["first_string"] == "1.00 (5 beaten)")
    }
  }
}
