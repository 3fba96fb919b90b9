import ParlorKit
import Testing

@testable import parlord

/// Games that expire, and players who quit.
@Suite struct ExpiryTests {
  @Test func `after three days the player with the higher score wins`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      let game = try await ann.start(.friends, [ann.player, bob.player])
      try await ann.play(game, for: 50)
      try await bob.play(game, for: 100)
      server.time.advance(hours: 72)
      #expect(try await ann.update(game)[0]["winningplayer"] == 0)
      server.time.advance(seconds: 1)
      #expect(try await ann.update(game)[0]["winningplayer"].int == bob.player)
    }
  }

  @Test func `an expired game in which a player never played is removed`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      let games = [
        try await ann.start(.friends, [ann.player, bob.player]), try await ann.start(.solo),
      ]
      for game in games { try await ann.play(game, for: 50) }
      server.time.advance(hours: 73)
      for game in games { #expect(try await ann.update(game).error == "Game not found.") }
      #expect(try await server.number("SELECT count(*) FROM seats") == 0)
      #expect(try await server.number("SELECT count(*) FROM sets") == 0)
    }
  }

  @Test func `a stranger who does not play is replaced`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      var carl = try await server.register("Carl")
      let game = try await ann.start(.random)
      #expect(try await bob.start(.random) == game)
      try await ann.play(game, for: 50)
      server.time.advance(hours: 49)
      #expect(try await ann.ask("getlobbyinfo")[1][0]["playerstring"] == "Ann vs. Random")
      #expect(try await bob.ask("getlobbyinfo")[1] == [])
      #expect(try await carl.start(.random) == game)
    }
  }

  @Test func `quitting before the first round costs nothing, later it is a loss`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      let refused = try await ann.start(.friends, [ann.player, bob.player])
      #expect(try await bob.ask("quitgame", ["gameid": "\(refused)"]) == 1)
      #expect(try await bob.ask("quitgame", ["gameid": "\(refused)"]) == nil)
      #expect(try await ann.ask("getlobbyinfo")[1] == [])
      let game = try await ann.start(.friends, [ann.player, bob.player])
      try await bob.play(game, for: 1000)
      #expect(try await bob.ask("quitgame", ["gameid": "\(game)"]) == 1)
      for _ in 1...10 { try await ann.play(game, for: 0) }
      #expect(try await ann.update(game)[0]["winningplayer"].int == ann.player)
      #expect(try await server.number("SELECT losses FROM players WHERE name = 'Bob'") == 1)
    }
  }

  @Test func `a player who quit does not play overtime`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      var carl = try await server.register("Carl")
      let game = try await ann.start(.friends, [ann.player, bob.player, carl.player])
      try await carl.play(game, for: 50)
      try await carl.ask("quitgame", ["gameid": "\(game)"])
      for _ in 1...10 { try await ann.play(game, for: 50) }
      for _ in 1...10 { try await bob.play(game, for: 50) }
      #expect(try await ann.update(game)[0]["max_round"] == 11)
      try await ann.play(game, for: 100)
      try await bob.play(game, for: 50)
      #expect(try await ann.update(game)[0]["winningplayer"].int == ann.player)
    }
  }

  @Test func `if all players quit, the last one wins`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      let game = try await ann.start(.friends, [ann.player, bob.player])
      try await ann.play(game, for: 50)
      try await bob.play(game, for: 50)
      try await ann.ask("quitgame", ["gameid": "\(game)"])
      try await bob.ask("quitgame", ["gameid": "\(game)"])
      #expect(try await ann.update(game)[0]["winningplayer"].int == bob.player)
    }
  }
}
