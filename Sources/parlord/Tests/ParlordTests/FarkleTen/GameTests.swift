import ParlorKit
import Testing

@testable import parlord

/// Games of ten rounds between players.
@Suite struct GameTests {
  @Test func `the higher total wins, and both players gain experience`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      let game = try await ann.start(.friends, [ann.player, bob.player])
      for _ in 1...10 { try await ann.play(game, for: 50) }
      var lobby = try await ann.ask("getlobbyinfo")
      #expect(lobby[1][0]["yourturn"] == false && lobby[1][0]["finishedplayers"] == 1)
      for _ in 1...10 { try await bob.play(game, for: 100) }
      lobby = try await ann.ask("getlobbyinfo")
      #expect(lobby[1][0]["winningplayer"].int == bob.player)
      #expect(lobby[1][0]["playerstring"] == "Ann vs. Bob")
      #expect(lobby[0]["xp"] == 5)
      let update = try await bob.update(game)
      #expect(update[1][0]["playerscore"] == 1000 && update[1][1]["playerscore"] == 500)
      #expect(update[0]["show_emoji_picker"] == true)
      #expect(update[0]["leaderboard_feedback"]["is_eligible"] == true)
      #expect(try await bob.ask("getlobbyinfo")[0]["xp"] == 10)
      #expect(try await server.number("SELECT wins FROM players WHERE name = 'Bob'") == 1)
      #expect(try await server.number("SELECT losses FROM players WHERE name = 'Ann'") == 1)
      // The lobby no longer lists the game for the player who has seen the result.
      #expect(try await bob.ask("getlobbyinfo")[1] == [])
      #expect(try await ann.ask("getlobbyinfo")[1].count == 1)
    }
  }

  @Test func `a good round gives one experience point, a solo game three`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let game = try await ann.start(.solo)
      try await ann.play(game, for: 1000)
      for _ in 2...10 { try await ann.play(game, for: 100) }
      let lobby = try await ann.ask("getlobbyinfo")
      #expect(lobby[0]["xp"] == 8)
      #expect(try await ann.update(game)[0]["winningplayer"].int == ann.player)
      #expect(try await server.number("SELECT wins + losses FROM players") == 0)
      #expect(try await ann.roll(game).error == "It is not your turn to roll.")
    }
  }

  @Test func `a roll without points is a farkle of the player`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let game = try await ann.start(.solo)
      try await ann.play(game, for: 100)
      try await ann.play(game, for: 0)
      #expect(try await server.number("SELECT farkles FROM players WHERE name = 'Ann'") == 1)
    }
  }

  @Test func `a tie leads to overtime, and after round 15 the best round decides`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      let game = try await ann.start(.friends, [ann.player, bob.player])
      for round in 1...15 {
        // The totals are equal, but Bob has the better single round.
        try await ann.play(game, for: round <= 2 ? 50 : 0)
        try await bob.play(game, for: round == 2 ? 100 : 0)
        if round == 10 {
          let update = try await ann.update(game)
          #expect(update[0]["is_overtime"] == true && update[0]["max_round"] == 11)
          #expect(update[0]["playerround"] == 11)
        }
      }
      #expect(try await ann.update(game)[0]["winningplayer"].int == bob.player)
      let reason = try await server.backend.store.read {
        try Game.find(game, in: $0)?.reason
      }
      #expect(
        reason
          == "Highest score after 5 overtime round(s). "
          + "Bob won tiebreaker with highest single round score of 100")
    }
  }

  @Test func `a stranger joins the oldest waiting game`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      let game = try await ann.start(.random)
      #expect(try await ann.ask("getlobbyinfo")[1][0]["playerstring"] == "Ann vs. Random")
      for _ in 1...10 { try await ann.play(game, for: 100) }
      #expect(try await ann.update(game)[0]["winningplayer"] == 0)
      #expect(try await ann.start(.random) != game, "players do not play against themselves")
      #expect(try await bob.start(.random) == game)
      #expect(try await bob.ask("getlobbyinfo")[1][0]["playerstring"] == "Ann vs. Bob")
      for _ in 1...10 { try await bob.play(game, for: 50) }
      #expect(try await bob.update(game)[0]["winningplayer"].int == ann.player)
    }
  }

  @Test func `a player who has quit has played the last round`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      let carl = try await server.register("Carl")
      let game = try await ann.start(.friends, [ann.player, bob.player, carl.player])
      try await bob.play(game, for: 100)
      #expect(try await bob.ask("quitgame", ["gameid": String(game)]) == 1)
      let view = try await ann.update(game)
      let card = (0..<3).map { view[1][$0] }.first { $0["playerid"].int == bob.player }
      #expect(card?["playerround"] == 11 && card?["playerscore"] == 0)
    }
  }

  @Test func `rounds of other players are hidden until one has played them`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      let game = try await ann.start(.friends, [ann.player, bob.player])
      for _ in 1...3 { try await ann.play(game, for: 100) }
      #expect(try await bob.update(game)[7] == [])
      try await bob.play(game, for: 50)
      let log = try await bob.update(game)[7]
      #expect(log.count == 2)
      #expect(log[0]["username"] == "Ann" && log[0]["dicehands"] == [[1]])
    }
  }

  @Test func `unfinished games are limited to twenty, and to twelve against one player`()
    async throws
  {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let others = try await [server.register("Bob").player, server.register("Carl").player]
      for _ in 1...12 { #expect(try await ann.start(.friends, [ann.player, others[0]]) > 0) }
      let rivals = ["players": "[\(ann.player),\(others[0])]", "gamewith": "1", "gamemode": "2"]
      let refusal = try await ann.ask("startgame", rivals)
      #expect(refusal.error?.hasPrefix("You have reached the limit of unfinished games") == true)
      for _ in 1...8 { #expect(try await ann.start(.friends, [ann.player, others[1]]) > 0) }
      let more = ["players": "[\(ann.player),\(others[1])]", "gamewith": "1", "gamemode": "2"]
      #expect(
        try await ann.ask("startgame", more).error?.hasPrefix("Please finish your rounds") == true
      )
      #expect(try await ann.start(.solo) > 0)
    }
  }

  @Test(arguments: [
    ["gamewith": "1", "players": "[2,3]", "gamemode": "2"],
    ["gamewith": "1", "players": "[1,99]", "gamemode": "2"],
    ["gamewith": "1", "players": "[1]", "gamemode": "2"],
    ["gamewith": "1", "players": "garbage", "gamemode": "2"],
    ["gamewith": "7", "gamemode": "2"], ["gamewith": "2", "gamemode": "1"], [:],
  ])
  func `startgame rejects invalid fields and games without the player`(_ fields: [String: String])
    async throws
  {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      _ = (try await server.register("Bob"), try await server.register("Carl"))
      #expect(try await ann.ask("startgame", fields).error != nil)
      #expect(try await server.number("SELECT count(*) FROM games") == 0)
    }
  }
}
