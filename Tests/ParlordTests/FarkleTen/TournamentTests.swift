#if Server
  import Testing

  @testable import parlord

  /// Tournaments.
  @Suite struct TournamentTests {
    private static let tournaments = ServerOptions(allowsDictatedDice: true, holdsTournaments: true)

    @Test func `five players, three rounds, one winner`() async throws {
      try await House.open(Self.tournaments) { house in
        var guests: [Guest] = []
        for name in ["Ann", "Bob", "Carl", "Dora", "Emil"] {
          guests.append(try await house.guest(name))
        }
        let lobby = try await guests[0].ask("getlobbyinfo")
        let id = String(try #require(lobby[4]["tournamentid"].int))
        for index in guests.indices {
          #expect(try await guests[index].ask("addplayertotourney", ["tid": id]) == 1)
        }
        let again = try await guests[0].ask("addplayertotourney", ["tid": id])
        #expect(again.error?.hasPrefix("You are already playing in a tournament.") == true)
        #expect(try await guests[0].ask("gettournamentinfo", ["tid": id])[1] == 0)
        house.time.advance(hours: 24)
        for round in 1...3 {
          _ = try await guests[0].ask("getlobbyinfo")
          let information = try await guests[0].ask("gettournamentinfo", ["tid": id])
          #expect(information[0]["roundnum"].int == round)
          // The first of the guests who plays in a game wins it.
          for index in guests.indices {
            for card in 0..<4 {
              let game = try await guests[index].ask("getlobbyinfo")[1][card]
              guard let number = game["gameid"].int, game["winningplayer"] == 0 else { continue }
              for _ in 1...10 { try await guests[index].play(number, for: index == 0 ? 1000 : 50) }
            }
          }
          house.time.advance(hours: 24)
        }
        let end = try await guests[0].ask("getlobbyinfo")
        #expect(end[4]["dayssincefinished"].int != nil)
        let information = try await guests[0].ask("gettournamentinfo", ["tid": id])
        #expect(information[0]["winningplayer"].int ?? 0 > 0)
        #expect(information[0]["numplayers"] == 5 && information[0]["participant"] == 1)
        #expect(try await house.number("SELECT count(*) FROM pairings WHERE bye IS NOT NULL") == 2)
        let winner = try #require(information[0]["winningplayer"].int)
        #expect(
          try await house.number(
            "SELECT count(*) FROM earned WHERE achievementId >= 1000 AND playerId = \(winner)") == 1
        )
        #expect(try await house.number("SELECT min(level * 1000 + xp) FROM players") ?? 0 >= 1020)
        // Nobody joins a tournament that is over, and the next one is announced after three days.
        #expect(try await guests[1].ask("addplayertotourney", ["tid": id]).error != nil)
        house.time.advance(hours: 73)
        #expect(
          try await guests[1].ask("getlobbyinfo")[4]["tournamentid"].int.map(String.init) != id)
      }
    }

    @Test func `without players a tournament waits`() async throws {
      try await House.open(Self.tournaments) { house in
        var ann = try await house.guest("Ann")
        let id = try #require(try await ann.ask("getlobbyinfo")[4]["tournamentid"].int)
        try await ann.ask("addplayertotourney", ["tid": "\(id)"])
        house.time.advance(hours: 48)
        _ = try await ann.ask("getlobbyinfo")
        #expect(try await ann.ask("gettournamentinfo", ["tid": "\(id)"])[0]["roundnum"] == 0)
        #expect(try await ann.ask("t_removeplayer", ["tid": "\(id)"]) == 1)
        #expect(try await ann.ask("gettournamentinfo", ["tid": "\(id)"])[2] == [])
      }
    }
  }
#endif
