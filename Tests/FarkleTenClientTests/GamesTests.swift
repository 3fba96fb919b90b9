import RemoteTesting
import RemoteTransport
import Testing

@Suite struct GamesTests {
  private let friends = Result.answer(
    #"[{"username":"Bob","playerid":"2"},{"username":"Cleo","playerid":3,"playertitle":"x"}]"#)

  @Test func `friends are challenged by name`() {
    let (client, transport) = Client.loggedIn([friends, friends, .answer(Wire.update())])
    #expect(
      client.type("create friends bob CLEO")
        == "Game 3 with Bob, round 1 of 10. Expires Nov 23 @ 11:00 PM.")
    #expect(
      transport.bodies.last?.hasPrefix(
        "action=startgame&players=%5B1%2C2%2C3%5D&breakin=0&playto=10000&gamewith=1&gamemode=2&")
        == true)
  }

  @Test func `strangers are not challenged`() {
    let (client, _) = Client.loggedIn([friends])
    #expect(
      client.type("create friends Dan")
        == "bad-argument: Dan is not one of your friends or opponents\n`friends` lists your friends"
    )
  }

  @Test(arguments: [("create random", "2"), ("create random 4", "4")])
  func `a random game is for two or four`(_ line: String, _ players: String) {
    let (client, transport) = Client.loggedIn([.answer(Wire.update())])
    _ = client.type(line)
    #expect(transport.bodies.last?.contains("&gamewith=0&rp=\(players)&gamemode=2&") == true)
  }

  @Test func `an update can be an object with numbers as names`() {
    let update = #"{"0":{"gameid":5},"1":[{"username":"Ann","playerid":1}],"Error":null}"#
    let (client, _) = Client.loggedIn([.answer(update)])
    #expect(client.type("create solo") == "Game 5, alone, round 1 of 10.")
  }

  @Test func `games of others are not joined`() {
    let update = #"[{"gameid":5},[{"username":"Bob","playerid":2}]]"#
    let (client, _) = Client.loggedIn([.answer(update)])
    #expect(
      client.type("join 5") == "bad-argument: you do not play in game 5\n`lobby` lists your games")
    #expect(
      client.type("roll")
        == "not-now: you have not joined a game\n`lobby` lists your games, `join ID` joins one")
  }

  @Test func `an empty response to leaving a game is a refusal only if the game is still there`() {
    let (client, _) = Client.loggedIn([
      .answer(""), Wire.lobby(games: [Wire.game(3)]), .answer("1"),
    ])
    #expect(client.type("quit-game 3") == "remote: the service refused quitgame without a reason")
    #expect(client.type("quit-game 3") == "You have left game 3.")
    let random = Wire.update().replacing(#""gamewith":1"#, with: #""gamewith":0"#)
      .replacing(
        #",{"username":"Bob","playerid":"2","playerround":"1","playerscore":"0","roundscore":0}"#,
        with: "")
    let (other, _) = Client.loggedIn([.answer(random), .answer(""), Wire.lobby()])
    #expect(
      other.type("create random")
        == "Game 3, waiting for an opponent, round 1 of 10. Expires Nov 23 @ 11:00 PM.")
    #expect(other.type("quit-game") == "You have left game 3.")
    #expect(other.player.table.hasPrefix("[3] Ann"))
  }

  @Test func `leaving a game after the first round means losing it`() {
    let (client, _) = Client.loggedIn([.answer(Wire.update(round: 2)), .answer("1")])
    _ = client.type("join 3")
    #expect(client.type("quit-game") == "You have left game 3 and lost it.")
  }

  @Test func `a standard game is not joined`() {
    let update = Wire.update().replacing(#""gamewith":1"#, with: #""gamewith":1,"gamemode":1"#)
    let (client, _) = Client.loggedIn([.answer(update)])
    #expect(
      client.type("join 3")
        == "not-now: game 3 is not played in ten rounds: this client cannot play it")
  }

  @Test func `a reaction is sent once and shown`() {
    let over = Wire.update(round: 11, score: 500, other: 11, otherScore: 400, winner: 1)
      .replacing(#""roundscore":0}]"#, with: #""roundscore":0,"emoji_sent":"😂"}]"#)
      .replacing(#""gamewith":1"#, with: #""gamewith":1,"show_emoji_picker":true"#)
    let (client, transport) = Client.loggedIn([
      .answer(over), .answer(#"{"Error":null,"success":true}"#),
      .answer(#"{"Error":null,"success":true,"message":"Emoji already submitted."}"#),
      .answer(
        #"[{"username":"Ann","playerlevel":1,"xp":0,"xp_to_level":40,"emoji_reactions":"👏😂"}]"#),
    ])
    #expect(client.type("join 3").hasSuffix("You win with 500; Bob has 400. Bob sends 😂."))
    #expect(
      client.player.situation
        == "`react 👏` sends an emoji to the other player. `lobby` shows your games.")
    #expect(client.type("react 👏") == "You send 👏 for game 3.")
    #expect(client.player.situation == "`lobby` shows your games.")
    #expect(
      transport.bodies.last
        == "action=submitemoji&gameid=3&emoji=%F0%9F%91%8F&iossessionid=\(Wire.token)")
    #expect(client.type("react 🔥 3") == "You have reacted to game 3 before; this is not sent.")
    #expect(client.type("react x").hasPrefix("bad-argument: "))
    #expect(client.type("lobby").hasPrefix("[1] Ann  0 achievement points  👏😂\n"))
  }

  @Test func `players on a board have profiles`() {
    let board = #"{"entries":[{"username":"Zoe","playerId":77,"score":9000,"gamesPlayed":1}]}"#
    let (client, transport) = Client.loggedIn([
      .answer(board), .answer(#"[{"username":"Zoe","playerid":77},[],[]]"#),
    ])
    _ = client.type("leaderboard")
    #expect(client.type("profile zoe") == "Zoe")
    #expect(transport.bodies.last?.contains("&playerid=77&") == true)
  }

  @Test func `errors are worded in one line`() {
    let (client, _) = Client.loggedIn([
      .answer(#"{"Error":"Whoops! Out of date.\n\t\t\t\tPlease try reloading."}"#)
    ])
    #expect(
      client.type("friends")
        == "remote: the service says: Whoops! Out of date. Please try reloading.")
  }

  @Test func `without friends the service sends an object`() {
    let (client, _) = Client.loggedIn([.answer(#"{"Message":"No friends found."}"#)])
    #expect(client.type("friends") == "You have no friends here yet.")
  }

  @Test func `a friend is removed by name`() {
    let (client, transport) = Client.loggedIn([friends, .answer("1"), friends])
    #expect(client.type("friends remove cleo") == "Cleo is no longer your friend.")
    #expect(transport.bodies.last?.hasPrefix("action=removefriend&friendid=3&") == true)
    #expect(client.type("friends remove Dan").hasPrefix("bad-argument: Dan is not one"))
  }

  @Test func `the profile of a friend shows wins and losses`() {
    let profile = """
      [{"username":"Bob","playerid":2,"wins":"4","losses":1,"playerlevel":2},\
      [{"gameid":9,"playerstring":"Ann vs. Bob","winningplayer":"2","gamefinish":"Nov-20"},\
      {"gameid":8,"playerstring":"Ann vs. Bob","winningplayer":1}],[]]
      """
    let (client, transport) = Client.loggedIn([friends, .answer(profile)])
    #expect(
      client.type("profile Bob") == """
        Bob
          level  2
          won    4
          lost   1
          Ann vs. Bob - Win  Nov-20
          Ann vs. Bob - Loss
        """)
    #expect(transport.bodies.last?.contains("&playerid=2&") == true)
  }

  @Test(arguments: [
    ("leaderboard", "tier=daily&scope=everyone"),
    ("leaderboard friends", "tier=daily&scope=friends"),
  ])
  func `a leaderboard is of a time and among somebody`(_ line: String, _ asked: String) {
    let board = """
      {"entries":[{"username":"Bob","score":"9000","gamesPlayed":1,"rank":1},\
      {"username":"Ann","score":8000.5,"gamesPlayed":2,"rank":2,"isMe":true}],"myScore":null}
      """
    let (client, transport) = Client.loggedIn([.answer(board)])
    #expect(
      client.type(line).hasSuffix(
        "\n  1  Bob         9,000  in 1 game\n  2  Ann (you)  8000.5  in 2 games"))
    #expect(transport.bodies.last?.contains(asked) == true)
  }

  @Test func `the boards of the week and of all time count days and games`() {
    let week = """
      {"entries":[{"username":"Bob","score":62000,"daysPlayed":4,"rank":1}],"myScore":null}
      """
    let all = """
      {"entries":[{"username":"Bob","avgGameScore":4326,"bestGameScore":12004,"totalGames":64,\
      "rank":1}],"myScore":{"username":"Ann","avgGameScore":0,"bestGameScore":0,"totalGames":0,\
      "rank":null,"isMe":true}}
      """
    let (client, transport) = Client.loggedIn([.answer(week), .answer(all)])
    #expect(
      client.type("leaderboard weekly")
        == "Leaderboard, weekly:\n  1  Bob  62,000  in 4 days")
    #expect(
      client.type("leaderboard all-time friends") == """
        Leaderboard, all-time:
          1  Bob        4,326  in 64 games, best 12,004
          -  Ann (you)      0  in 0 games, best 0
        """)
    #expect(transport.bodies.last?.contains("tier=alltime&scope=friends") == true)
  }

  @Test func `a tournament shows the game of the player`() {
    let lobby = Wire.lobby(tournament: #"{"tournamentid":4}"#)
    let info = """
      [{"tname":"Open","roundnum":1},[{"gameid":9,"roundnum":1,"playerstring":"Ann vs. Bob",\
      "winningplayer":0}],[{"playerid":1,"username":"Ann","losses":0},\
      {"playerid":2,"username":"Bob","losses":0}]]
      """
    let (client, _) = Client.loggedIn([
      lobby, .answer("1"), .answer(info), .answer("[null,0,[]]"),
    ])
    #expect(client.type("tournament join") == "You play in tournament 4.")
    #expect(
      client.type("tournament") == """
        Tournament 4, Open, round 1: 2 players.
          round 1  Ann vs. Bob  game 9 is being played
        Your game is 9: `join 9`.
        """)
    #expect(
      client.type("tournament") == """
        Tournament 4: 0 players.
        You do not take part. `tournament join` joins it.
        """)
  }

  @Test func `a tournament has a date, a format and a bound`() {
    let lobby = Wire.lobby(tournament: #"{"tournamentid":4}"#)
    func info(_ more: String) -> String {
      """
      [{"tname":"Open","playercap":"64","tformat":1,"roundhours":24,\(more)},0,\
      [{"playerid":1,"username":"Ann","losses":0},{"playerid":2,"username":"Bob","losses":0}]]
      """
    }
    let (client, _) = Client.loggedIn([
      lobby,
      .answer(info(#""roundnum":0,"startcondition":1,"launchdate":"Dec 01 @ 12:00 AM""#)),
      .answer(info(#""roundnum":2,"nextrounddate":"Dec 02 @ 12:00 AM","winningplayer":0"#)),
      .answer(info(#""roundnum":6,"winningplayer":"2""#)),
    ])
    #expect(
      client.type("tournament") == """
        Tournament 4, Open: 2 players of at most 64, single elimination, 24 hours a round.
        It has not begun. It begins Dec 01 @ 12:00 AM.
        You take part.
        """)
    #expect(
      client.type("tournament") == """
        Tournament 4, Open, round 2: 2 players of at most 64, single elimination, 24 hours a round.
        The next round begins Dec 02 @ 12:00 AM.
        You wait for an opponent.
        """)
    #expect(client.type("tournament").hasSuffix("a round.\nBob has won it."))
  }

  @Test func `there may be no tournament`() {
    let (client, _) = Client.loggedIn([Wire.lobby()])
    #expect(client.type("tournament") == "not-now: there is no tournament")
  }

  @Test func `earned achievements come first`() {
    let (client, _) = Client.loggedIn([
      .answer(
        """
        [[{"earned":0,"achievementid":2,"name":"Vidi","title":"Vidi","description":"25 wins",\
        "worth":10,"formatteddate":"Nov 20"},{"earned":"1","achievementid":1,"title":null,\
        "description":"5 wins","worth":5,"formatteddate":"Nov 19"}],"5"]
        """)
    ])
    #expect(
      client.type("achievements") == """
        Achievements: 5 points.
          * 5 wins, 5  Nov 19
            Vidi: 25 wins, 10
        """)
  }
}
