import RemoteTesting
import RemoteTransport
import Testing

/// Bots of the service, which move when the client asks them to.
@Suite struct BotTests {
  /// A game of Ann against the bot Chip; `turn` is 1 for Ann, 2 for Chip.
  private func update(
    turn: Int, round: Int = 1, bot: Int = 1, score: Int = 0, dice: [Int] = [], winner: Int = 0
  ) -> String {
    """
    {"0":{"gameid":1,"currentturn":\(turn),"winningplayer":\(winner),"gamewith":1,"gamemode":2,\
    "gamefinish":null,"max_round":10,"is_overtime":false},"1":[{"username":"Ann","playerid":1,\
    "playerround":\(round),"playerscore":100,"playerturn":1,"is_bot":false},{"username":"Chip",\
    "playerid":3,"playerround":\(bot),"playerscore":\(score),"playerturn":2,"is_bot":true}],\
    "2":\(dice),"3":null,"4":false,"5":1,"6":0,"7":[],"botname":"Chip","Error":null}
    """
  }

  private func bot(
    _ answers: [Result<HTTPResponse, TransportError>], first: String? = nil
  ) -> (client: Client, transport: ScriptedTransport) {
    Client.loggedIn([.answer(first ?? update(turn: 1))] + answers)
  }

  private func steps(_ transport: ScriptedTransport) -> Int {
    transport.bodies.count {
      $0 == "action=executebotstep&gameid=1&botplayerid=3&iossessionid=\(Wire.token)"
    }
  }

  private let rolled = Result<HTTPResponse, TransportError>.answer(
    #"{"step":"rolled","dice":[4,1,3,2,5,1],"state":{"last_roll":"[4,1,3,2,5,1]"},"Error":null}"#)
  private let kept = Result<HTTPResponse, TransportError>.answer(
    #"{"step":"chose_keepers","kept":{"dice":[1,1,5],"points":250},"turn_score":250,"message":"Nice.","Error":null}"#
  )
  private let banking = Result<HTTPResponse, TransportError>.answer(
    #"{"step":"banking","message":"","Error":null}"#)
  private let banked = Result<HTTPResponse, TransportError>.answer(
    #"{"step":"completed","final_score":250,"banked":true,"Error":null}"#)

  @Test func `a bot plays its round when the player has ended one`() {
    let (client, transport) = bot([
      .answer("[\(update(turn: 1, dice: [1, 2, 3, 4, 6, 6])),100,0,0,[1,2,3,4,6,6]]"),
      .answer(update(turn: 2, round: 2)), rolled, kept, banking, banked,
      .answer(update(turn: 1, round: 2, bot: 2, score: 250)),
    ])
    #expect(client.type("create bot easy") == "Game 1 with Chip, round 1 of 10.")
    #expect(transport.bodies.last?.hasPrefix("action=startbotgame&algorithm=easy&") == true)
    _ = client.type("roll")
    _ = client.type("hold 1")
    #expect(
      client.type("bank") == """
        You bank 100 in round 1 and have 100.
        Chip: Nice.
        Chip rolls 4 1 3 2 5 1 and holds 1 1 5 for 250.
        Chip banks 250 in round 1.
        """)
    #expect(steps(transport) == 4)
    #expect(client.player.situation == "Round 2 of 10: roll.")
  }

  @Test func `a bot farkles, and may begin`() {
    let (client, _) = bot(
      [
        rolled, .answer(#"{"step":"farkled","message":"","Error":null}"#),
        .answer(#"{"step":"completed","final_score":0,"farkled":true,"Error":null}"#),
        .answer(update(turn: 1, bot: 2)),
      ], first: update(turn: 2))
    #expect(
      client.type("create bot hard") == """
        Game 1 with Chip, round 1 of 10.
        Chip rolls 4 1 3 2 5 1: farkle.
        """)
  }

  @Test func `a bot whose step got no response goes on where the game is`() {
    let (client, transport) = bot(
      [
        rolled, .lost, .answer(update(turn: 2)), kept, banking, banked,
        .answer(update(turn: 1, bot: 2)),
      ], first: update(turn: 2))
    #expect(
      client.type("create bot medium").hasSuffix(
        "\nChip has stopped: no response within 20 seconds."))
    #expect(
      client.type("bank") == "not-now: roll the dice first")
    #expect(steps(transport) == 5)
    #expect(client.player.situation == "Round 1 of 10: roll.")
  }

  @Test func `no bot moves in a game that is over, or after its last round`() {
    for first in [update(turn: 2, winner: 3), update(turn: 2, round: 3, bot: 11)] {
      let (client, transport) = bot([], first: first)
      _ = client.type("join 1")
      #expect(steps(transport) == 0)
    }
  }

  @Test func `a service without bots says so`() {
    let (client, _) = Client.loggedIn([.answer(#"{"Error":"Whoops!"}"#)])
    #expect(client.type("create bot easy") == "remote: the service says: Whoops!")
    #expect(client.type("create bot clever").hasPrefix("bad-argument: "))
  }
}
