import ParlorKit
import Testing

@testable import parlord

@Suite struct TournamentTests {
  private static let tournaments = ServerOptions(allowsDictatedDice: true, holdsTournaments: true)

  @Test func `five players, three rounds, one winner`() async throws {
    try await TestServer.run(Self.tournaments) { server in
      var clients: [PlayerClient] = []
      for name in ["Ann", "Bob", "Carl", "Dora", "Emil"] {
        clients.append(try await server.register(name))
      }
      let lobby = try await clients[0].ask("getlobbyinfo")
      let id = String(try #require(lobby[4]["tournamentid"].int))
      for index in clients.indices {
        #expect(try await clients[index].ask("addplayertotourney", ["tid": id]) == 1)
      }
      let again = try await clients[0].ask("addplayertotourney", ["tid": id])
      #expect(again.error?.hasPrefix("You are already playing in a tournament.") == true)
      #expect(try await clients[0].ask("gettournamentinfo", ["tid": id])[1] == 0)
      server.time.advance(hours: 24)
      for round in 1...3 {
        _ = try await clients[0].ask("getlobbyinfo")
        let information = try await clients[0].ask("gettournamentinfo", ["tid": id])
        #expect(information[0]["roundnum"].int == round)
        // The first client wins all its games.
        for index in clients.indices {
          for card in 0..<4 {
            let game = try await clients[index].ask("getlobbyinfo")[1][card]
            guard let number = game["gameid"].int, game["winningplayer"] == 0 else { continue }
            for _ in 1...10 { try await clients[index].play(number, for: index == 0 ? 1000 : 50) }
          }
        }
        server.time.advance(hours: 24)
      }
      let end = try await clients[0].ask("getlobbyinfo")
      #expect(end[4]["dayssincefinished"].int != nil)
      let information = try await clients[0].ask("gettournamentinfo", ["tid": id])
      #expect(information[0]["winningplayer"].int ?? 0 > 0)
      #expect(information[0]["numplayers"] == 5 && information[0]["participant"] == 1)
      #expect(try await server.number("SELECT count(*) FROM pairings WHERE bye IS NOT NULL") == 2)
      let winner = try #require(information[0]["winningplayer"].int)
      #expect(
        try await server.number(
          "SELECT count(*) FROM earned WHERE achievementId >= 1000 AND playerId = \(winner)") == 1
      )
      #expect(try await server.number("SELECT min(level * 1000 + xp) FROM players") ?? 0 >= 1020)
      // A finished tournament takes no players, and the next is announced after three days.
      #expect(try await clients[1].ask("addplayertotourney", ["tid": id]).error != nil)
      server.time.advance(hours: 73)
      #expect(
        try await clients[1].ask("getlobbyinfo")[4]["tournamentid"].int.map(String.init) != id)
    }
  }

  @Test func `a tournament with one player waits`() async throws {
    try await TestServer.run(Self.tournaments) { server in
      var ann = try await server.register("Ann")
      let id = try #require(try await ann.ask("getlobbyinfo")[4]["tournamentid"].int)
      try await ann.ask("addplayertotourney", ["tid": "\(id)"])
      server.time.advance(hours: 48)
      _ = try await ann.ask("getlobbyinfo")
      #expect(try await ann.ask("gettournamentinfo", ["tid": "\(id)"])[0]["roundnum"] == 0)
      #expect(try await ann.ask("t_removeplayer", ["tid": "\(id)"]) == 1)
      #expect(try await ann.ask("gettournamentinfo", ["tid": "\(id)"])[2] == [])
    }
  }
}
