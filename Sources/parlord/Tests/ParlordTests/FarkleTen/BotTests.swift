import ParlorKit
import Testing

@testable import parlord

/// Games against bots, whose turns the client asks for step by step.
@Suite struct BotTests {
  @Test(arguments: BotStrategy.allCases)
  func `a game against a bot is played to its end`(strategy: BotStrategy) async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let started = try await ann.ask("startbotgame", ["algorithm": strategy.rawValue])
      #expect(started["botname"] == .string(strategy.name) && started["Error"] == .null)
      let game = try #require(started["5"].int)
      var view = try await ann.update(game)
      for _ in 0..<100 where view[0]["winningplayer"] == 0 {
        let cards = (0..<2).map { view[1][$0] }
        let next = try #require(cards.first { $0["playerturn"] == view[0]["currentturn"] })
        if next["is_bot"] == true {
          #expect(next["bot_algorithm"] == .string(strategy.rawValue))
          try await Self.playTurn(of: next["playerid"].int ?? 0, in: game, &ann)
        } else {
          try await ann.play(game, for: 1000)
        }
        view = try await ann.update(game)
      }
      #expect(view[0]["winningplayer"].int ?? 0 > 0)
      let rounds = try await server.number("SELECT count(*) FROM rounds WHERE round <= 10")
      #expect(rounds == 20)
      #expect(try await server.number("SELECT count(*) FROM boardGames") == 0)
      #expect(try await server.number("SELECT count(*) FROM botTurns") == 0)
      let board = try await ann.ask("getleaderboard")
      #expect((0..<board["1"].count).allSatisfy { board["1"][$0][1] != .string(strategy.name) })
    }
  }

  /// Plays the turn of a bot, whose steps follow each other as the client of the web expects.
  private static func playTurn(
    of bot: Int, in game: Int, _ client: inout PlayerClient
  ) async throws {
    let fields = ["gameid": String(game), "botplayerid": String(bot)]
    let next: [String: Set<String>] = [
      "": ["rolled"], "rolled": ["chose_keepers", "farkled"],
      "chose_keepers": ["roll_again", "banking"], "roll_again": ["rolled"],
      "banking": ["completed"], "farkled": ["completed"],
    ]
    var (step, points) = ("", 0)
    while step != "completed" {
      let result = try await client.ask("executebotstep", fields)
      try #require(result["Error"] == .null)
      let name = result["step"].string ?? ""
      #expect(next[step]?.contains(name) == true, "\(result) after \(step)")
      step = name
      switch step {
      case "chose_keepers":
        let dice = result["kept"]["dice"].array?.compactMap(\.int) ?? []
        #expect(TenRules.score(of: dice) == result["kept"]["points"].int)
        points += result["kept"]["points"].int ?? 0
        #expect(result["turn_score"].int == points)
        let state = try await client.ask("getbotstatus", fields)
        #expect(state["turn_score"].int == points && state["current_step"] == "deciding_roll")
      case "farkled":
        // Until the last step it is the turn of the bot: a client that looks asks for that step.
        let view = try await client.update(game)
        let card = (0..<2).map { view[1][$0] }.first { $0["playerid"].int == bot }
        #expect(view[0]["currentplayer"].int == bot)
        #expect(card?["playerround"].int ?? 99 <= view[0]["max_round"].int ?? 0)
      case "completed":
        if result["farkled"] == true { points = 0 }
        #expect(result["final_score"].int == points)
      default: break
      }
    }
    let seat = try await client.update(game)[1]
    let card = (0..<2).map { seat[$0] }.first { $0["playerid"].int == bot }
    #expect(card?["lastroundscore"].int == points)
  }

  @Test func `what is no game against a bot is refused`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      var eve = try await server.register("Eve")
      #expect(try await ann.ask("startbotgame", ["algorithm": "x"]).error != nil)
      let game = try await ann.ask("startbotgame", ["algorithm": "easy"])["5"].int ?? 0
      let bot = try await server.number("SELECT id FROM players WHERE bot = 'easy'") ?? 0
      for (game, bot) in [(0, 0), (game, ann.player), (game + 1, bot), (game, -1)] {
        let fields = ["gameid": String(game), "botplayerid": String(bot)]
        #expect(try await ann.ask("executebotstep", fields).error != nil)
        #expect(try await ann.ask("getbotstatus", fields).error != nil)
      }
      let fields = ["gameid": String(game), "botplayerid": String(bot)]
      #expect(try await eve.ask("executebotstep", fields).error != nil)
      // Nobody can log in as a bot.
      let name = Secrets.md5(BotStrategy.easy.name)
      #expect(try await eve.ask("login", ["user": name, "pass": ""]).error != nil)
    }
  }

  @Test func `a bot wins when nobody is left`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let game = try await ann.ask("startbotgame", ["algorithm": "hard"])["5"].int ?? 0
      try await ann.play(game, for: 100)
      #expect(try await ann.ask("quitgame", ["gameid": String(game)]) == 1)
      let bot = try await server.number("SELECT id FROM players WHERE bot = 'hard'")
      #expect(try await server.number("SELECT winner FROM games") == bot)
    }
  }

  @Test(arguments: [
    (BotStrategy.easy, [1, 5, 2, 3, 4, 6], 0, [0, 1, 2, 3, 4, 5], false),
    (.easy, [2, 2, 2, 2, 5, 1], 300, [0, 1, 2, 3, 4, 5], false),
    (.medium, [1, 5, 2, 3, 4, 4], 0, [0], true),
    (.medium, [0, 0, 0, 1, 5, 2], 450, [3], false), (.medium, [0, 0, 1, 2, 3, 4], 200, [2], true),
    (.hard, [5, 2, 2, 3, 4, 4], 0, [0], true), (.hard, [0, 0, 0, 0, 5, 2], 400, [4], false),
    (.hard, [0, 0, 0, 0, 5, 1], 400, [4, 5], true),
    // Three dice bring 84 points on average and are lost in 5 of 18 rolls.
    (.hard, [0, 0, 1, 2, 3, 4], 100, [2], true), (.hard, [0, 0, 1, 2, 3, 4], 250, [2], false),
  ])
  func `what a bot decides`(
    _ strategy: BotStrategy, _ roll: [Int], _ points: Int, _ places: [Int], _ rollsAgain: Bool
  ) {
    var chance = Chance(seed: 1, draw: 0)
    let decision = strategy.decide(roll, points: points, chance: &chance)
    #expect(
      decision?.places == places && decision?.rollsAgain == rollsAgain, "\(decision as Any)")
    #expect(strategy.decide([2, 3, 0, 4, 6, 0], points: 0, chance: &chance) == nil)
  }
}
