import FarkleTenClient
import ParlorKit
import RemoteTesting
import RemoteTransport
import Testing

@Suite struct TableTests {
  private func seated(
    _ answers: [Result<HTTPResponse, TransportError>], update: String = Wire.update(),
    isTest: Bool = false
  ) -> (client: Client, transport: ScriptedTransport) {
    let pair = Client.loggedIn([.answer(update)] + answers, isTest: isTest)
    _ = pair.client.type("join 3")
    return pair
  }

  private func fields(_ transport: ScriptedTransport, _ action: String) -> [String] {
    let start = "action=\(action)&gameid=3&saveddice="
    return transport.bodies.filter { $0.hasPrefix(start) }
      .map { String($0.dropFirst(start.count).prefix { $0 != "&" }) }
      .map { $0.replacing("%5B", with: "").replacing("%5D", with: "").replacing("%2C", with: " ") }
  }

  @Test func `what is held goes with the next roll and the bank`() {
    let (client, transport) = seated([
      Wire.roll([1, 5, 2, 2, 2, 6]), Wire.roll([0, 3, 0, 0, 0, 5], roundScore: 300),
      .answer(Wire.update(round: 2, score: 350)),
    ])
    #expect(client.type("roll") == "You roll 1 5 2 2 2 6.")
    #expect(client.type("hold 2 2 2") == "You hold 2 2 2; 200 at stake.")
    #expect(client.type("hold 1") == "You hold 1; 300 at stake.")
    #expect(client.type("roll") == "You roll 3 5.")
    #expect(client.player.situation == "Hold 5 for 50; 300 at stake.")
    #expect(client.type("hold best") == "You hold 5; 350 at stake.")
    #expect(client.type("bank") == "You bank 350 in round 1 and have 350.")
    #expect(fields(transport, "farkleroll") == ["0 0 0 0 0 0", "1 0 2 2 2 0"])
    #expect(fields(transport, "farklepass") == ["10 0 10 10 10 5"])
  }

  @Test func `the prompt and the data say what is at stake and how many dice there are`() {
    func dice(_ client: Client) -> Value? {
      client.player.game.view.fields["table"]?["turn"]?["diceToRoll"]
    }
    let (client, _) = seated([Wire.roll([1, 5, 2, 2, 3, 6])])
    // Before a roll nothing is at stake, after one a die must be held before dice can be rolled.
    #expect(client.player.game.view.prompt == "Ann 3")
    #expect(dice(client) == 6)
    _ = client.type("roll")
    #expect(client.player.game.view.prompt == "Ann 3")
    #expect(dice(client) == 0)
    _ = client.type("hold 5")
    #expect(client.player.game.view.prompt == "Ann 3 50")
    #expect(dice(client) == 5)
  }

  @Test func `nothing illegal is sent`() {
    let (client, transport) = seated([Wire.roll([1, 5, 2, 2, 3, 6])])
    let sent = transport.bodies.count
    #expect(client.type("bank") == "not-now: roll the dice first")
    #expect(client.type("hold 1") == "not-now: roll the dice first")
    _ = client.type("roll")
    #expect(client.type("roll") == "not-now: hold at least one die of the roll first")
    #expect(client.type("bank") == "not-now: hold at least one die of the roll first")
    #expect(client.type("hold 2 2") == "illegal-move: 2 2 score nothing here")
    #expect(client.type("hold all") == "illegal-move: 2 2 3 6 score nothing here")
    #expect(client.type("hold 4") == "illegal-move: there is no 4 among 1 2 2 3 5 6")
    #expect(client.type("hold 7").hasPrefix("bad-argument: "))
    #expect(transport.bodies.count == sent + 1)
  }

  @Test func `dice are dictated in test mode only`() {
    let (client, transport) = seated([])
    #expect(
      client.type("roll 1 1 1 1 1 1")
        == "not-now: the service rolls the dice: they can be chosen only in tests\n`roll` without dice rolls them"
    )
    #expect(transport.bodies.allSatisfy { !$0.contains("newdice") })
    let (test, dictating) = seated(
      [Wire.roll([1, 1, 2, 3, 4, 6]), Wire.roll([0, 1, 1, 2, 3, 3])], isTest: true)
    #expect(test.type("roll 1 1").hasPrefix("bad-argument: expected 6 dice, got 2"))
    _ = test.type("roll 1 1 2 3 4 6")
    _ = test.type("hold 1")
    _ = test.type("roll 1 1 2 3 3")
    #expect(dictating.bodies[2].contains("newdice=%5B1%2C1%2C2%2C3%2C4%2C6%5D"))
    #expect(dictating.bodies[3].contains("newdice=%5Bnull%2C1%2C1%2C2%2C3%2C3%5D"))
  }

  @Test func `a farkle ends the round`() {
    let (client, _) = seated([Wire.roll([2, 3, 4, 6, 2, 3], farkle: true)])
    #expect(client.type("roll") == "You roll 2 3 4 6 2 3: farkle. Round 1 scores nothing.")
    #expect(client.player.situation == "Round 2 of 10: roll.")
  }

  @Test func `a round continues where it was left`() {
    let (client, transport) = seated(
      [.answer(Wire.update(round: 3, score: 1400))],
      update: Wire.update(round: 2, score: 100, roundScore: 1200, dice: [0, 0, 1, 1, 4, 6]))
    #expect(client.player.situation == "Hold 1 1 for 200 or 1 for 100; 1,200 at stake.")
    _ = client.type("hold 1")
    _ = client.type("bank")
    #expect(fields(transport, "farklepass") == ["10 10 1 0 0 0"])
  }

  @Test func `after all six dice are held, six are rolled`() {
    let (client, transport) = seated(
      [Wire.roll([3, 3, 4, 4, 6, 5], roundScore: 1500), .answer(Wire.update(round: 2))],
      update: Wire.update(roundScore: 1000, dice: [0, 0, 0, 0, 5, 5]))
    _ = client.type("hold all")
    #expect(client.player.situation == "Roll 6 dice or bank 1,100.")
    _ = client.type("roll")
    #expect(fields(transport, "farkleroll") == ["10 10 10 10 5 5"])
    #expect(client.type("hold best") == "You hold 5; 1,550 at stake.")
    _ = client.type("bank")
    #expect(fields(transport, "farklepass") == ["0 0 0 0 0 5"])
  }

  @Test func `after a lost response the game is requested, and nothing is sent twice`() {
    let (client, transport) = seated([
      .lost, .answer(Wire.update(dice: [1, 5, 2, 2, 2, 6])), .lost,
      .answer(Wire.update(round: 2, score: 200)), Wire.roll([1, 2, 3, 4, 6, 6], round: 2),
    ])
    #expect(client.type("roll").hasPrefix("remote: no response within 20 seconds\nthe service"))
    #expect(
      client.player.situation
        == "The last response was lost: the next command asks for the state of the game first. Round 1 of 10: roll."
    )
    #expect(
      client.type("hold 2 2 2") == "Meanwhile you have rolled 1 5 2 2 2 6. `hold` was not sent.")
    #expect(client.player.situation.hasPrefix("Hold "))
    #expect(client.type("hold 2 2 2") == "You hold 2 2 2; 200 at stake.")
    #expect(client.type("bank").hasPrefix("remote: no response"))
    #expect(
      client.type("bank")
        == "Meanwhile you have banked 200 in round 1 and have 200. `bank` was not sent.")
    #expect(client.type("roll") == "You roll 1 2 3 4 6 6.")
    #expect(fields(transport, "farkleroll").count == 2)
    #expect(fields(transport, "farklepass").count == 1)
    #expect(transport.bodies.count { $0.hasPrefix("action=farklegetupdate") } == 3)
  }

  @Test func `a farkle whose response was lost is told`() {
    let farkled = Wire.update(round: 2).replacing(
      ",[]]",
      with: #",[{"playerid":1,"roundnum":1,"roundscore":0,"dicehands":[[1],[2,3,4,4,6]]},"#
        + #"{"playerid":2,"roundnum":1,"roundscore":450,"dicehands":[[1,5,2,2,2]]}]]"#)
    let (client, transport) = seated([
      Wire.roll([1, 2, 3, 4, 4, 6]), .lost, .answer(farkled),
      Wire.roll([1, 2, 3, 4, 6, 6], round: 2),
    ])
    _ = client.type("roll")
    _ = client.type("hold 1")
    _ = client.type("roll")
    #expect(
      client.type("roll")
        == "Meanwhile round 1 has ended with a farkle and scores nothing. `roll` was not sent.")
    #expect(client.player.situation == "Round 2 of 10: roll.")
    #expect(client.type("roll") == "You roll 1 2 3 4 6 6.")
    #expect(fields(transport, "farkleroll").count == 3)
  }

  @Test func `an action that did not arrive after all is sent`() {
    let (client, transport) = seated([
      .lost, .answer(Wire.update()), Wire.roll([1, 5, 2, 2, 2, 6]),
    ])
    _ = client.type("roll")
    #expect(client.type("roll") == "You roll 1 5 2 2 2 6.")
    #expect(fields(transport, "farkleroll").count == 2)
  }

  @Test func `what is held stays when a bank did not arrive`() {
    let roll = [1, 5, 2, 2, 2, 6]
    let (client, transport) = seated([
      Wire.roll(roll), .lost, .answer(Wire.update(dice: roll)),
      .answer(Wire.update(round: 2, score: 300)),
    ])
    _ = client.type("roll")
    _ = client.type("hold 1 2 2 2")
    _ = client.type("bank")
    #expect(client.type("bank") == "You bank 300 in round 1 and have 300.")
    #expect(fields(transport, "farklepass") == ["1 0 2 2 2 0", "1 0 2 2 2 0"])
  }

  @Test func `a game that is gone leaves its table`() {
    let notFound = Result<HTTPResponse, TransportError>.answer(#"{"Error":"Game not found."}"#)
    let (client, transport) = seated([.lost, notFound, .lost, .answer(""), Wire.lobby()])
    _ = client.type("quit-game")
    #expect(
      client.type("roll") == """
        not-now: game 3 is gone: the service says: Game not found.
        `lobby` lists your games, `join ID` joins one
        """)
    #expect(client.type("roll").hasPrefix("not-now: you have not joined a game"))
    #expect(fields(transport, "farkleroll").isEmpty)
    let (other, _) = seated([Wire.lobby(), .answer("")])
    #expect(other.type("lobby").hasSuffix("\nGame 3 is gone."))
    #expect(other.type("roll").hasPrefix("not-now: you have not joined a game"))
  }

  @Test func `an expired session leaves nothing to see`() {
    let (client, _) = seated([
      .answer(#"{"Error":"Session expired. Login required.","LoginRequired":"1"}"#)
    ])
    #expect(client.type("roll").hasPrefix("remote: the session has expired"))
    #expect(client.player.table == "Farkle Ten at http://localhost:8080/farkle_fetch.php.")
    #expect(client.player.game.legal.forms == ["login NAME PASSWORD"])
  }

  @Test func `the last dice of a player who has played all rounds are not shown`() {
    let (client, _) = seated(
      [],
      update: Wire.update(
        round: 11, score: 500, roundScore: 1000, other: 7, dice: [1, 1, 1, 2, 3, 6]))
    #expect(!client.player.table.contains("Dice"))
  }

  @Test func `the experience of a game is the difference of two lobbies`() {
    func lobby(_ level: Int, _ experience: Int) -> Result<HTTPResponse, TransportError> {
      .answer(
        #"[{"username":"Ann","playerlevel":\#(level),"xp":\#(experience),"xp_to_level":40}]"#)
    }
    let last = Wire.update(
      round: 10, score: 400, other: 11, otherScore: 100, dice: [1, 2, 3, 4, 6, 6])
    let won = Wire.update(round: 11, score: 500, other: 11, otherScore: 100, winner: 1)
    let (client, _) = Client.loggedIn([
      lobby(1, 38), .answer(""), .answer(last), .answer(won), lobby(2, 8),
    ])
    _ = client.type("lobby")
    _ = client.type("join 3")
    _ = client.type("hold 1")
    #expect(
      client.type("bank").hasSuffix("\nYou win with 500; Bob has 100. 10 experience earned."))
  }

  @Test func `a request that did not arrive can be repeated`() {
    let (client, transport) = seated([
      .failure(TransportError(.unreachable("connection refused"))),
      Wire.roll([1, 5, 2, 2, 2, 6]),
    ])
    #expect(
      client.type("roll")
        == "remote: cannot reach the service: connection refused")
    #expect(client.type("roll") == "You roll 1 5 2 2 2 6.")
    #expect(transport.bodies.count { $0.hasPrefix("action=farklegetupdate") } == 1)
  }

  @Test func `a tie leads into overtime, and a win ends the game`() {
    let (client, _) = seated(
      [
        .answer(Wire.update(round: 11, score: 500, other: 11, otherScore: 500, last: 11)),
        Wire.roll([1, 2, 3, 4, 6, 6], round: 11, last: 11),
        .answer(
          Wire.update(
            round: 12, score: 600, other: 12, otherScore: 500, last: 11, winner: 1)),
      ],
      update: Wire.update(
        round: 10, score: 400, other: 11, otherScore: 500, dice: [1, 2, 3, 4, 6, 6]))
    _ = client.type("hold 1")
    #expect(
      client.type("bank") == """
        You bank 100 in round 10 and have 500.
        A tie: overtime, round 11.
        """)
    _ = client.type("roll")
    _ = client.type("hold 1")
    #expect(
      client.type("bank") == """
        You bank 100 in round 11 and have 600.
        You win with 600; Bob has 500.
        """)
    #expect(client.type("roll").hasPrefix("not-now: this game is over"))
  }

  @Test func `a player who has played all rounds waits, and learns of overtime`() {
    let through = Wire.update(round: 11, score: 500, other: 7)
    let tie = Wire.update(round: 11, score: 500, other: 11, otherScore: 500, last: 11)
    let (client, transport) = seated(
      [.answer(through), .answer(tie), Wire.roll([1, 2, 3, 4, 6, 6], round: 11, last: 11)],
      update: through)
    #expect(client.player.situation == "You have played all your rounds. Waiting for Bob.")
    #expect(client.type("roll").hasPrefix("not-now: you have played all your rounds"))
    #expect(fields(transport, "farkleroll").isEmpty)
    #expect(client.type("roll") == "A tie: overtime, round 11.\nYou roll 1 2 3 4 6 6.")
  }

  @Test func `the lobby brings the table up to date`() {
    let through = Wire.update(round: 11, score: 500, other: 7)
    let (client, _) = seated(
      [
        Wire.lobby(games: [Wire.game(3, done: 2, winner: 2, round: 11, mine: false)]), .answer(""),
        .answer(Wire.update(round: 11, score: 500, other: 11, otherScore: 700, winner: 2)),
      ], update: through)
    #expect(client.type("lobby").hasSuffix("You lose with 500; Bob has 700."))
  }

  @Test(arguments: ["[]", "1", "[[],1,2,3,[1,2,3,4,5,6]]", ""])
  func `after a response that is not a roll the game is requested`(_ body: String) {
    let (client, transport) = seated([.answer(body), .answer(Wire.update())])
    #expect(client.type("roll") == "remote: the response to farkleroll has an unexpected format")
    _ = client.type("hold 1")
    #expect(transport.bodies.last?.hasPrefix("action=farklegetupdate") == true)
  }
}
