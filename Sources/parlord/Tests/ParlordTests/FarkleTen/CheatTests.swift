import ParlorKit
import Testing

@testable import parlord

/// Requests of clients that try to cheat.
@Suite struct CheatTests {
  @Test func `clients choose their dice only if the server allows it`() async throws {
    let wish = "[1,1,1,1,1,1]"
    try await TestServer.run(ServerOptions()) { server in
      var ann = try await server.register("Ann")
      let game = try await ann.start(.solo)
      var rolls: [Value] = []
      for _ in 1...4 {
        rolls.append(try await ann.roll(game, newDice: wish)[4])
        try await ann.ask("farklepass", ["gameid": String(game), "saveddice": wish])
      }
      #expect(rolls.contains { $0 != [1, 1, 1, 1, 1, 1] })
    }
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let game = try await ann.start(.solo)
      #expect(try await ann.roll(game, newDice: wish)[4] == [1, 1, 1, 1, 1, 1])
    }
  }

  @Test func `dice cannot be set aside as ones if they are not`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let game = try await ann.start(.solo)
      try await ann.roll(game, newDice: "[1,2,3,4,6,6]")
      #expect(try await ann.bank(game, "[1,1,1,1,1,1]").error == "Network error.")
      #expect(try await ann.roll(game, saving: "[1,1,0,0,0,0]").error == "Network error.")
      #expect(try await ann.bank(game, "[1,0,0,0,0,0]")[1][0]["playerscore"] == 100)
    }
  }

  @Test func `an invalid selection changes nothing`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let game = try await ann.start(.solo)
      try await ann.roll(game, newDice: "[1,2,3,4,6,6]")
      let before = try await ann.update(game)
      for saved in ["[0,0,0,0,0,0]", "[2,0,0,0,0,0]", "[1]", "x", "[1,0,0,0,0,9999999999999999]"] {
        #expect(try await ann.roll(game, saving: saved).error != nil)
        #expect(try await ann.bank(game, saved).error != nil)
      }
      #expect(try await ann.update(game) == before)
    }
  }

  @Test func `setting aside only dice that do not score ends the round`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let game = try await ann.start(.solo)
      try await ann.roll(game, newDice: "[1,2,3,4,6,6]")
      let reply = try await ann.roll(game, saving: "[0,2,0,0,0,0]")
      #expect(reply[1] == 0 && reply[0][0]["playerround"] == 2)
      try await ann.roll(game, newDice: "[1,2,3,4,6,6]")
      let banked = try await ann.bank(game, "[0,0,3,0,0,0]")
      #expect(banked[0]["playerround"] == 3 && banked[1][0]["playerscore"] == 0)
    }
  }

  @Test func `other players cannot roll, bank, quit or react`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      let game = try await ann.start(.solo)
      try await ann.roll(game, newDice: "[1,2,3,4,6,6]")
      let refusal = "Cannot roll because you are not sitting at this table."
      #expect(try await bob.roll(game).error == refusal)
      #expect(try await bob.bank(game, "[1,0,0,0,0,0]").error == refusal)
      #expect(try await bob.ask("quitgame", ["gameid": String(game)]) == nil)
      #expect(
        try await bob.ask("submitemoji", ["gameid": String(game), "emoji": "x"]).error != nil)
      #expect(try await ann.update(game)[0]["currentset"] == 1)
    }
  }

  @Test func `a reaction is one emoji`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let bob = try await server.register("Bob")
      for (sent, shown) in [
        ("🎉🎉", "🎉"), ("❤️", "❤️"), ("<b>", ""), ("é", ""), ("\u{9B}2J", ""), ("\u{202E}", ""),
        ("🎉" + String(repeating: "\u{301}", count: 500), ""), ("1️⃣", ""),
      ] {
        let game = try await ann.start(.friends, [ann.player, bob.player])
        try await ann.ask("submitemoji", ["gameid": "\(game)", "emoji": sent])
        let cards = try await ann.update(game)[1]
        #expect(cards[0]["emoji_sent"] == .string(shown), "\(sent)")
      }
      #expect(
        try await ann.ask("getplayerinfo", ["playerid": "\(bob.player)"])[0]["emoji_reactions"]
          == "❤️🎉")
    }
  }

  @Test func `a player can have twenty solo games at a time`() async throws {
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      for _ in 1...20 { _ = try await ann.start(.solo) }
      let fields = ["players": "[1]", "gamewith": "2", "gamemode": "2"]
      #expect(try await ann.ask("startgame", fields).error?.hasPrefix("Please finish") == true)
      // Others count apart.
      #expect(try await ann.start(.random) == 21)
      #expect(try await ann.ask("quitgame", ["gameid": "1"]) == 1)
      #expect(try await ann.start(.solo) == 22)
    }
  }

  @Test func `players cannot see or acknowledge what belongs to others`() async throws {
    try await TestServer.run { server in
      var (ann, bob) = (try await server.register("Ann"), try await server.register("Bob"))
      #expect(
        try await bob.ask("getplayerinfo", ["playerid": "\(ann.player)"])[0]["email"] == "")
      #expect(
        try await ann.ask("getplayerinfo", ["playerid": "\(ann.player)"])[0]["email"]
          == "Ann@example.com")
      try await server.execute("UPDATE players SET levelSeen = 0")
      #expect(try await bob.ask("acklevel", ["playerid": "\(ann.player)"]) == 1)
      #expect(try await ann.ask("getlobbyinfo")[3] != 0)
      #expect(try await bob.ask("getlobbyinfo")[3] == 0)
    }
  }

  @Test func `no field value causes an internal error`() async throws {
    let words = [
      "", "0", "-1", "1", "9223372036854775807", "[", "[1,2", "'; DROP TABLE games", "\u{0}",
    ]
    let fields = [
      "gameid", "saveddice", "newdice", "players", "gamewith", "gamemode", "rp", "playerid",
      "friendid", "identstring", "ident", "titleid", "tid", "achievementid", "email", "tier",
      "scope", "emoji", "user", "pass", "code",
    ]
    try await TestServer.run { server in
      var ann = try await server.register("Ann")
      let games = [try await ann.start(.solo), try await ann.start(.solo)]
      let names = Action.all.keys.sorted() + ["register", "login", "forgotpass", "resetpass"]
      for name in names {
        for word in words {
          let reply = try await ann.ask(
            name, Dictionary(fields.map { ($0, word) }, uniquingKeysWith: { $1 }))
          #expect(reply.error != "Game Error.", "\(name) with \(word)")
        }
      }
      // None of the requests names the second game.
      #expect(try await ann.update(games[1])[0]["playerround"] == 1)
    }
  }
}
