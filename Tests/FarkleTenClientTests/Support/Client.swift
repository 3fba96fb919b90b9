import FarkleTenClient
import ParlorKit
import PluginRunner
import RemoteTesting
import RemoteTransport

/// A client with a clock of the test's and a transport of its own.
struct Client {
  let session: RemoteSession
  let player: RemotePlayer<FarkleTen>

  init(
    _ transport: any Transport = ScriptedTransport(), isVirtual: Bool = true,
    isTest: Bool = false, stateFolder: String? = nil, folder: String = "."
  ) {
    let session = RemoteSession(
      isVirtual: isVirtual, stateFolder: stateFolder, readFolder: folder, writeFolder: folder)
    self.session = session
    player = RemotePlayer(
      FarkleTen(ClientEnvironment(session, isTest: isTest) { _ in transport }),
      definition: FarkleTen.definition)
  }

  /// A client that is connected and logged in as Ann, with the number 1.
  static func loggedIn(
    _ answers: [Result<HTTPResponse, TransportError>], isTest: Bool = false
  ) -> (client: Client, transport: ScriptedTransport) {
    let transport = ScriptedTransport([Wire.login] + answers)
    let client = Client(transport, isTest: isTest)
    _ = client.type("connect local")
    _ = client.type("login Ann secret")
    return (client, transport)
  }

  /// What a line brings, as text.
  func type(_ line: String) -> String { player.type(line) }

  /// Moves the clock forward, waking the client whenever it wants, and tells the news.
  func advance(to time: Int64) -> [String] {
    var news: [String] = []
    while let due = player.game.nextWake, due <= time {
      session.setTime(due)
      news += player.game.wake().map(text(of:))
    }
    session.setTime(time)
    return news
  }
}

/// Answers as the service writes them.
enum Wire {
  static let token = String(repeating: "a", count: 64)

  static let login = Result.answer(
    #"{"username":"Ann","playerid":1,"adminlevel":0,"sessionid":null}"#,
    cookie: "FarkleOnline=x; path=/, farklesession=\(token); path=/")

  /// A lobby with games, friends and notices.
  static func lobby(
    games: [String] = [], achievement: String = "false", level: String = "0",
    tournament: String = "false", friends: String = "[]"
  ) -> Result<HTTPResponse, TransportError> {
    .answer(
      """
      [{"username":"Ann","playertitle":"the Prospect","playerlevel":"3","xp":"11",\
      "xp_to_level":"44","achscore":45},[\(games.joined(separator: ","))],\(achievement),\
      \(level),\(tournament),\(friends)]
      """)
  }

  /// A game of the lobby.
  static func game(
    _ id: Int, _ title: String = "Ann vs. Bob", players: Int = 2, done: Int = 0, winner: Int = 0,
    round: Int = 1, last: Int = 10, overtime: Bool = false, mine: Bool = true,
    finish: String = "null"
  ) -> String {
    """
    {"gameid":\(id),"currentturn":1,"maxturns":\(players),"winningplayer":\(winner),\
    "playerround":\(round),"gamemode":2,"gamefinish":\(finish),"playerstring":"\(title)",\
    "max_round":\(last),"is_overtime":\(overtime),"yourturn":\(mine),"finishedplayers":\(done)}
    """
  }

  /// A game update of Ann against Bob.
  static func update(
    id: String = "3", round: Int = 1, score: Int = 0, roundScore: Int = 0, other: Int = 1,
    otherScore: Int = 0, last: Int = 10, winner: Int = 0, dice: [Int] = [],
    achievement: String = "false"
  ) -> String {
    """
    [{"gameid":\(id),"gamewith":1,"max_round":\(last),"is_overtime":\(last > 10),\
    "winningplayer":\(winner),"gamefinish":null,"gameexpire":"Nov 23 @ 11:00 PM"},\
    [{"username":"Ann","playerid":1,"playerround":\(round),"playerscore":\(score),\
    "roundscore":\(roundScore)},{"username":"Bob","playerid":"2","playerround":"\(other)",\
    "playerscore":"\(otherScore)","roundscore":0}],\(dice),null,\(achievement),"\(id)",0,[]]
    """
  }

  /// The answer to a roll.
  static func roll(
    _ dice: [Int], round: Int = 1, roundScore: Int = 0, last: Int = 10, farkle: Bool = false
  ) -> Result<HTTPResponse, TransportError> {
    let update = update(
      round: farkle ? round + 1 : round, roundScore: roundScore, last: last,
      dice: farkle ? [] : dice)
    return .answer("[\(update),\(farkle ? 0 : 100),0,0,\(dice)]")
  }
}
