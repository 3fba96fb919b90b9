import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("The view")
struct ViewTests {
  @Test
  func `The caption names the players, the prompt the one to move`() throws {
    var match = try Match("Ann Bob", "target=500 final-round=off")
    #expect(match.view.caption == "Ann, Bob")
    #expect(match.view.prompt == "Ann")
    try match.play("roll 1 1 1 2 3 4;hold 1 1 1")
    #expect(match.view.prompt == "Ann 1,000")
    try match.play("bank")
    #expect(match.view.prompt == "over")
  }

  @Test
  func `The situation says what can be done now`() throws {
    var match = try Match()
    #expect(match.situation() == "Ann to roll.")
    try match.play("roll 1 5 5 2 3 6")
    #expect(
      match.situation() == "Hold 1 5 5 for 200, 1 5 for 150, 1 for 100, 5 5 for 100 or 5 for 50.")
    try match.play("hold 1 5 5")
    #expect(match.situation() == "Roll 3 dice or bank 200.")
    try match.play("roll 1 1 5")
    #expect(
      match.situation()
        == "Hold 1 1 5 for 250, 1 1 for 200, 1 5 for 150, 1 for 100 or 5 for 50; 200 at stake.")
    try match.play("hold 1 5")
    #expect(match.situation() == "Roll 1 die or bank 350.")
    #expect(match.situation(styled: true) == "Roll 1 die or bank \u{1B}[38;5;28m350\u{1B}[0m.")
    try match.play("roll 1")
    #expect(match.situation() == "Hold 1 for 100; 350 at stake.")
  }

  @Test
  func `More than five holds are counted`() throws {
    var match = try Match()
    try match.play("roll 1 1 5 5 3 4")
    #expect(
      match.situation()
        == "Hold 1 1 5 5 for 300, 1 1 5 for 250, 1 1 for 200, 1 5 5 for 200, 1 5 for 150 or 3 other ways."
    )
  }

  @Test
  func `Six holds are five and one more`() throws {
    var match = try Match()
    try match.play("roll 1 1 1 1 1 1")
    #expect(
      match.situation()
        == "Hold 1 1 1 1 1 1 for 8,000, 1 1 1 1 1 for 4,000, 1 1 1 1 for 2,000, 1 1 1 for 1,000, "
        + "1 1 for 200 or 1 other way.")
  }

  @Test
  func `The table shows round, scoreboard and dice`() throws {
    var match = try Match()
    #expect(
      match.table() == """
        Round 1. First to 10,000.
        * Ann  0  tied  10,000 to go
          Bob  0  tied  10,000 to go
        """)
    try match.play("roll 1 2 3 4 5 6;hold all;bank;roll 1 5 5 2 3 6;hold 1;roll 1 1 2 3 4;hold 1")
    #expect(
      match.table() == """
        Round 1. First to 10,000.
          Ann  1,500         leads   8,500 to go
        * Bob      0  1,500 behind  10,000 to go
        Dice: 1 1 2 3 4, held: 1 for 100, at stake: 200.
        """)
    #expect(
      match.table(styled: true).hasSuffix(
        """
        * \u{1B}[1mBob\u{1B}[0m      0  1,500 behind  10,000 to go
        Dice: \u{1B}[1m1 1 2 3 4\u{1B}[0m, held: \u{1B}[1m1\u{1B}[0m for 100, \
        at stake: \u{1B}[38;5;28m200\u{1B}[0m.
        """))
  }

  @Test
  func `The table shows the last phases`() throws {
    var match = try Match("Ann Bob Cy", "dice=physical target=1000 tie=overtime")
    try match.play("resign;points 1000")
    #expect(
      match.table() == """
        Final round. First to 1,000. Turns left: Cy.
          Ann      0          left
          Bob  1,000         leads        there
        * Cy       0  1,000 behind  1,000 to go
        """)
    #expect(match.situation() == "Cy to roll, 1,000 to beat.")
    try match.play("points 1000")
    #expect(match.table().hasPrefix("Overtime 1. First to 1,000. Turns left: Bob, Cy.\n  Ann "))
    try match.play("points 50;points 0")
    #expect(
      match.table() == """
        Game over. First to 1,000.
          Ann      0       left
          Bob  1,050      leads  there
          Cy   1,000  50 behind  there
        """)
  }

  @Test
  func `A game of rounds and a game for one have fewer columns`() throws {
    #expect(
      try Match("Ann Bob", "rounds=10").table() == """
        Round 1 of 10.
        * Ann  0  tied
          Bob  0  tied
        """)
    #expect(
      try Match("Ann", "rounds=1").table() == """
        Round 1 of 1.
        * Ann  0
        """)
    #expect(
      try Match("Ann").table() == """
        Round 1. First to 10,000.
        * Ann  0  10,000 to go
        """)
  }

  @Test
  func `The state as data has the rules, the scores and the turn`() throws {
    var match = try Match()
    try match.play("roll 1 5 5 2 3 6;hold 1 5")
    let rules =
      #"{"preset":"standard","target":10000,"kinds":"double","triple-ones":1000,"#
      + #""multiplier":100,"straight":1500,"pairs":1500,"four-two":0,"triplets":0,"#
      + #""singles":true,"opening":0,"minimum":0,"hot-dice":"may-bank","three-farkles":0,"#
      + #""final-round":true,"defend":false,"tie":"first","rounds":0,"dice":"virtual"}"#
    #expect(
      json(match.view.fields)
        == #"{"phase":"playing","round":1,"rounds":null,"target":10000,"overtimes":0,"players":["#
        + #"{"name":"Ann","score":0,"onBoard":false,"highestTurn":0,"farklesInRow":0,"#
        + #""resigned":false},"#
        + #"{"name":"Bob","score":0,"onBoard":false,"highestTurn":0,"farklesInRow":0,"#
        + #""resigned":false}],"#
        + #""turn":{"player":"Ann","points":150,"roll":[1,5,5,2,3,6],"held":[1,5],"#
        + #""heldPoints":150,"diceToRoll":4,"leastBank":1},"queue":["Bob"],"leader":null,"#
        + #""winners":null,"reason":null,"rules":"# + rules + #","seed":7}"#)
  }

  @Test
  func `The state as data tells the final round and its end`() throws {
    var match = try Match("Ann Bob", "target=500 dice=physical")
    try match.play("points 600")
    #expect(match.view.fields["phase"] == .string("final-round"))
    #expect(match.view.fields["leader"] == .string("Ann"))
    try match.play("points 0")
    #expect(match.view.fields["phase"] == .string("over"))
    #expect(match.view.fields["turn"] == .null)
    #expect(match.view.fields["winners"] == .array([.string("Ann")]))
    #expect(match.view.fields["reason"] == .string("score"))
  }
}
