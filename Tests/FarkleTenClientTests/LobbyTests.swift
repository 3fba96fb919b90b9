import FarkleTenClient
import ParlorKit
import RemoteTesting
import RemoteTransport
import Testing

@Suite struct LobbyTests {
  private func lobby(_ answer: Result<HTTPResponse, TransportError>) -> String {
    let (client, _) = Client.loggedIn([answer, .answer("")])
    return client.type("lobby")
  }

  @Test func `games that wait for the player come first, then those that are over`() {
    let games = [
      Wire.game(1, mine: false), Wire.game(22, "Ann vs. Bo", winner: 2, finish: "\"Nov-20\""),
      Wire.game(3, "ann vs. Cleo", done: 1), Wire.game(4, "Solo Game", players: 1, round: 4),
      Wire.game(5, round: 11, last: 11, overtime: true),
      Wire.game(6, round: 12, last: 11, overtime: true, mine: false),
      Wire.game(7, "Big Random Game", players: 4), Wire.game(8, round: 11),
    ]
    #expect(
      lobby(Wire.lobby(games: games)) == """
        [3] Ann the Prospect  45 achievement points
        [######------------------] 11 of 44 to level 4
           3  Cleo             Waiting on you.
           4  Solo Game        Game in progress... round 4 of 10
           5  Bob              Overtime Round 11!
           7  Big Random Game  You've been challenged!
          22  Bo               Game finished! Lost
           1  Bob              Waiting on others...
           6  Bob              Overtime - Waiting...
           8  Bob              Waiting on others...
        """)
  }

  @Test func `colours show the situation of a game`()
    throws
  {
    let (client, _) = Client.loggedIn([
      Wire.lobby(games: [
        Wire.game(1), Wire.game(2, winner: 1), Wire.game(3, winner: 2), Wire.game(4, mine: false),
      ]), .answer(""),
    ])
    var text = TextWriter(styled: true)
    for event in try client.player.events("lobby") { event.write(to: &text) }
    let orange = "\u{1B}[38;5;166m"
    let blue = "\u{1B}[38;5;33m"
    #expect(text.string.contains("\(orange)You've been challenged!\u{1B}[0m"))
    #expect(text.string.contains("\(blue)Game finished!\u{1B}[0m \u{1B}[38;5;28mWon 🏆\u{1B}[0m"))
    #expect(text.string.contains("\(blue)Game finished!\u{1B}[0m \u{1B}[91mLost\u{1B}[0m"))
    #expect(text.string.contains("\u{1B}[2mWaiting on others...\u{1B}[0m"))
    #expect(text.string.contains("\u{1B}[1;38;5;136m45\u{1B}[0m"))
  }

  @Test func `today's games, friends and a tournament are shown`() {
    let (client, _) = Client.loggedIn([
      Wire.lobby(
        tournament: #"{"tournamentid":1,"lobbyimage":"x","dayssincefinished":null}"#,
        friends: #"[{"username":"Bob","playerid":2,"status":"Playing: Cleo"}]"#),
      .answer(#"{"games_played":3,"games_max":20,"daily_score":12000}"#),
    ])
    #expect(
      client.type("lobby").hasSuffix(
        """
        Today: 3 of 20 games, 12,000 points
        No games. `create solo|random|friends|bot` begins one.
        Tournament 1 is open: `tournament` shows it.
        Friends online:
          Bob  Playing: Cleo
        """))
  }

  @Test(arguments: ["null", "0", "\"\"", "[]", "false"])
  func `absence is understood in every shape`(_ nothing: String) {
    let body = #"[{"username":"Ann","playerid":1},N,N,N,N,N]"#.replacing("N", with: nothing)
    #expect(lobby(.answer(body)).hasPrefix("[1] Ann  0 achievement points\n"))
  }

  @Test(arguments: ["", "1", "\"Options saved.\"", "[]", "[null]", "{}", #"[{"xp":1}]"#])
  func `a response that is not a lobby is an error`(_ body: String) {
    #expect(lobby(.answer(body)) == "remote: the response to getlobbyinfo has an unexpected format")
  }

  @Test(arguments: ["<br />\n<b>Warning</b>", "[1,", "\u{1}"])
  func `a response that is not JSON is from another service`(_ body: String) {
    #expect(
      lobby(.answer(body))
        == "remote: the response is not from Farkle Ten\ncheck the address: `connect`")
  }

  @Test func `an error that is null is a success`() {
    #expect(
      lobby(.answer(#"{"Error":null,"0":{"username":"Ann"},"1":[]}"#)).hasPrefix("[1] Ann"))
  }

  @Test func `numbers out of range do no harm`() {
    let body = """
      [{"username":"Ann","playerlevel":9223372036854775807,"xp":9223372036854775807,\
      "xp_to_level":1,"achscore":-9223372036854775808},[]]
      """
    #expect(lobby(.answer(body)).contains("Ann"))
  }

  @Test func `the bar of the experience is not full before the next level`() {
    let body = #"[{"username":"Ann","playerlevel":1,"xp":999,"xp_to_level":1000},[]]"#
    #expect(lobby(.answer(body)).contains("\n[#######################-] 999 of 1000 to level 2"))
  }

  @Test func `an achievement and a level are shown and acknowledged once`() {
    let notice = Wire.lobby(
      achievement: #"{"achievementid":4,"title":"High Roller","worth":10}"#,
      level: #"{"playerid":1,"playerlevel":3,"rewardstring":"You have earned<br/>a new title!"}"#)
    let (client, transport) = Client.loggedIn([
      notice, .answer(""), .answer("1"), .answer("1"), notice, .answer(""),
    ])
    #expect(
      client.type("lobby").hasSuffix(
        """
        Achievement: High Roller, 10 points.
        You have reached level 3. You have earned a new title!
        """))
    #expect(!client.type("lobby").contains("Achievement: "))
    let acknowledgements = transport.bodies.filter { $0.hasPrefix("action=ack") }
    #expect(
      acknowledgements == [
        "action=ackachievement&playerid=1&achievementid=4&iossessionid=\(Wire.token)",
        "action=acklevel&playerid=1&iossessionid=\(Wire.token)",
      ])
  }
}
