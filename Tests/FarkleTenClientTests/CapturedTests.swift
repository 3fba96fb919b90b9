import FarkleTenClient
import RemoteTesting
import Testing

/// Exchanges that were captured from the service, replayed through the client. The answers are as
/// they came; the requests must be those of the captured session.
@Suite struct CapturedTests {
  /// The folder of the cassettes.
  private static let folder =
    #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Captured"

  private func replay(_ name: String) -> Client {
    let client = Client(folder: Self.folder)
    #expect(
      client.type("connect cassette:\(name).cassette")
        == "Connected to cassette:\(name).cassette.")
    return client
  }

  @Test func `an account, its lobby and its friends`() {
    let client = replay("account")
    let refused = "remote: the service says: "
    #expect(client.type("login testuser wrong") == refused + "Username or password incorrect.")
    #expect(
      client.type("register ab a@example.com x")
        == refused + "Username must be between 3 and 32 characters")
    #expect(
      client.type("register \"bad name!\" a@example.com x") == refused
        + "Username may only consist of characters, numbers, or an underscore.")
    #expect(
      client.type("register bobby bob@example.com x") == "Registered and logged in as bobby.")
    #expect(
      client.type("register bobby bob@example.com x").hasPrefix(refused + "Username or email"))
    #expect(client.type("login testuser test123") == "Logged in as testuser.")
    #expect(
      client.type("lobby") == """
        [1] testuser  0 achievement points
        [------------------------] 0 of 100 to level 2
        No games. `create solo|random|friends|bot` begins one.
        You have reached level 1.
        """)
    #expect(client.type("profile").hasPrefix("testuser\n  level                    1\n"))
    #expect(client.type("achievements").hasPrefix("Achievements: "))
    #expect(client.type("friends add bobby") == "bobby is your friend now.")
    #expect(client.type("friends add bobby") == refused + "Already friends with this player.")
    #expect(client.type("friends") == "Friends:\n  bobby")
    #expect(
      client.type("lobby") == """
        [1] testuser  0 achievement points
        [------------------------] 0 of 100 to level 2
        No games. `create solo|random|friends|bot` begins one.
        Friends online:
          bobby  In Lobby
        """)
    #expect(
      client.type("leaderboard")
        == "Leaderboard, daily: no players yet.\n  -  testuser (you)  0  in 0 games")
    #expect(
      client.type("lobby")
        == "remote: the session has expired\nlog in again: `login NAME`")
    #expect(client.type("lobby") == "not-now: not logged in\nlog in: `login NAME`")
  }

  @Test func `a solo game with dictated dice`() {
    let client = replay("solo")
    _ = client.type("login testuser test123")
    #expect(
      client.type("create solo") == """
        Game 1, alone, round 1 of 10. Expires Nov 23 @ 11:00 PM.
        You have reached level 1.
        """)
    #expect(
      client.type("lobby") == """
        [1] testuser  0 achievement points
        [------------------------] 0 of 100 to level 2
          1  Solo Game  Waiting on you.
        Friends online:
          bobby  In Lobby
        """)
    #expect(client.type("roll 1 2 3 4 6 6") == "You roll 1 2 3 4 6 6.")
    #expect(client.type("roll").hasPrefix("not-now: "))
    #expect(client.type("hold 5").hasPrefix("illegal-move: "))
    #expect(client.type("hold 1 2").hasPrefix("illegal-move: "))
    #expect(client.type("hold 1") == "You hold 1; 100 at stake.")
    #expect(client.type("roll 1 1 1 2 3") == "You roll 1 1 1 2 3.")
    #expect(client.type("hold best") == "You hold 1 1 1; 1,100 at stake.")
    #expect(
      client.type("bank") == """
        You bank 1,100 in round 1 and have 1,100.
        Achievement: Reach level 10.
        """)
    #expect(
      client.type("roll 2 3 4 6 2 3")
        == "You roll 2 3 4 6 2 3: farkle. Round 2 scores nothing.")
    #expect(client.type("join 1") == "Game 1, alone, round 4 of 10. Expires Nov 23 @ 11:00 PM.")
    #expect(client.type("roll 1 2 3 4 5 6") == "You roll 1 2 3 4 5 6.")
    #expect(client.type("hold all") == "You hold 1 2 3 4 5 6; 1,000 at stake.")
    #expect(client.player.situation == "Roll 6 dice or bank 1,000.")
    #expect(client.type("roll 1 1 2 3 4 6") == "You roll 1 1 2 3 4 6.")
    #expect(client.type("hold 1 1") == "You hold 1 1; 1,200 at stake.")
    #expect(client.type("bank") == "You bank 1,200 in round 4 and have 2,300.")
    #expect(client.type("join 99999") == "remote: the service says: Game not found.")
    _ = client.type("join 1")
    #expect(
      client.player.table == """
        Game 1, alone, round 5 of 10. Expires Nov 23 @ 11:00 PM.
        * testuser  2,300  round 5
        testuser, round 4: 1,200 with 6 5 4 3 2 1, 1 1
        """)
    #expect(
      client.type("lobby").hasPrefix("remote: the cassette has ended before `POST action=getlobby"))
  }
}
