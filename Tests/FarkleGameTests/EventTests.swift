import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

/// The exact text and data of what happens.
@Suite("Events")
struct EventTests {
  @Test(
    arguments: [
      ("Ann Bob", "", "Farkle: Ann, Bob. First to 10,000. Seed 7.\nAnn to roll."),
      ("Ann", "target=5000", "Farkle: Ann. First to 5,000. Seed 7.\nAnn to roll."),
      (
        "Ann Bob Cy", "rules=farkle-ten",
        "Farkle: Ann, Bob, Cy. Rules: farkle-ten. 10 rounds. Seed 7.\nRound 1 of 10.\nAnn to roll."
      ),
      (
        "Ann Bob", "rules=flat opening=500 rounds=1",
        "Farkle: Ann, Bob. Rules: flat, opening=500. 1 round. Seed 7.\nRound 1 of 1.\nAnn to roll."
      ),
      (
        "Ann Bob", "dice=physical",
        "Farkle: Ann, Bob. Rules: standard, dice=physical. First to 10,000.\nAnn to roll."
      ),
    ])
  func `The first lines name the players and the rules`(names: String, rules: String, text: String)
    throws
  {
    #expect(try Match(names, rules).opening == text)
  }

  @Test
  func `The first lines are also data`() throws {
    let match = try Match("Ann Bob", "rules=farkle-ten defend=on")
    #expect(
      match.openingEvents.map { json($0) } == [
        #"{"type":"opened","players":["Ann","Bob"],"preset":"farkle-ten","#
          + #""changes":{"defend":"on"},"target":null,"rounds":10,"houseRules":null,"#
          + #""withoutEffect":["defend"],"seed":7}"#,
        #"{"type":"round","round":1,"of":10}"#, #"{"type":"turn","player":"Ann","round":1}"#,
      ])
  }

  @Test
  func `Lines tell a turn`() throws {
    var match = try Match()
    let replies = try [
      "roll 1 2 3 4 5 6", "hold 1", "hold 2 3 4 5 6", "roll 1 1 2 3 4 6", "hold 1", "bank",
      "roll 2 3 4 6 2 3", "roll 1 2 2 3 4 6", "hold 1", "roll 2 3 4 6 2",
    ].map { try match.play($0) }
    #expect(
      replies == [
        "Ann rolls 1 2 3 4 5 6.\nHold 1 2 3 4 5 6 for 1,500, 1 5 for 150, 1 for 100 or 5 for 50.",
        "Ann holds 1 for 100.\nRoll 5 dice or bank 100.",
        "Ann holds 2 3 4 5 6, in all 1 2 3 4 5 6 for 1,500.\nHot dice!\nRoll 6 dice or bank 1,500.",
        "Ann rolls 1 1 2 3 4 6.\nHold 1 1 for 200 or 1 for 100; 1,500 at stake.",
        "Ann holds 1 for 100.\nRoll 5 dice or bank 1,600.",
        "Ann banks 1,600 and has 1,600.\nBob to roll.",
        "Bob rolls 2 3 4 6 2 3.\nFarkle!\nAnn to roll.",
        "Ann rolls 1 2 2 3 4 6.\nHold 1 for 100.",
        "Ann holds 1 for 100.\nRoll 5 dice or bank 100.",
        "Ann rolls 2 3 4 6 2.\nFarkle! Ann loses 100.\nBob to roll.",
      ])
  }

  @Test
  func `The data of a turn has its events`() throws {
    var match = try Match()
    let events = try [
      "roll 1 2 3 4 5 6", "hold 1", "hold 6 5 4 3 2", "bank", "roll 2 3 4 6 2 3",
    ].flatMap { try match.events(of: $0) }
    #expect(
      events.map { json($0) } == [
        #"{"type":"rolled","player":"Ann","dice":[1,2,3,4,5,6]}"#,
        #"{"type":"held","player":"Ann","dice":[1],"held":[1],"points":100,"atStake":100}"#,
        #"{"type":"held","player":"Ann","dice":[2,3,4,5,6],"held":[1,2,3,4,5,6],"#
          + #""points":1500,"atStake":1500}"#,
        #"{"type":"hot-dice","player":"Ann"}"#,
        #"{"type":"banked","player":"Ann","points":1500,"score":1500,"fromDice":true}"#,
        #"{"type":"turn","player":"Bob","round":1}"#,
        #"{"type":"rolled","player":"Bob","dice":[2,3,4,6,2,3]}"#,
        #"{"type":"farkled","player":"Bob","lost":0,"fromDice":true}"#,
        #"{"type":"turn","player":"Ann","round":2}"#,
      ])
  }

  @Test
  func `A defended final round is told in lines and as data`() throws {
    var match = try Match("Ann Bob Cy", "dice=physical target=1000 defend=on")
    #expect(
      try match.play("points 1000") == """
        Ann banks 1,000 and has 1,000.
        Final round: Ann leads with 1,000; one more turn for Bob and Cy.
        Bob to roll, 1,000 to beat.
        """)
    #expect(
      try match.events(of: "points 1100").map { json($0) } == [
        #"{"type":"banked","player":"Bob","points":1100,"score":1100,"fromDice":false}"#,
        #"{"type":"lead","player":"Bob","score":1100,"overtaken":"Ann","defends":true}"#,
        #"{"type":"turn","player":"Cy","round":2}"#,
      ])
    #expect(
      try match.play("points 1200") == """
        Cy banks 1,200 and has 1,200.
        Cy takes the lead from Bob, who has another turn.
        Ann to roll, 1,200 to beat.
        """)
    #expect(try match.play("points 0") == "Farkle!\nBob to roll, 1,200 to beat.")
    #expect(
      try match.events(of: "points 0").map { json($0) } == [
        #"{"type":"farkled","player":"Bob","lost":0,"fromDice":false}"#,
        #"{"type":"finished","winners":["Cy"],"reason":"score","scores":["#
          + #"{"name":"Ann","score":1000},{"name":"Bob","score":1100},{"name":"Cy","score":1200}]}"#,
      ])
    #expect(match.situation() == "Cy wins with 1,200. `new` plays again.")
  }

  @Test
  func `A lead taken in the final round has no defence, and the data shows it`() throws {
    var match = try Match("Ann Bob", "dice=physical target=1000")
    #expect(
      json(try match.events(of: "points 1000")[1])
        == #"{"type":"final-round","leader":"Ann","score":1000,"left":["Bob"]}"#)
    #expect(
      try match.play("points 1100") == """
        Bob banks 1,100 and has 1,100.
        Bob takes the lead from Ann.
        Bob wins with 1,100. `new` plays again.
        """)
  }

  @Test
  func `Overtime is told in lines and as data`() throws {
    var match = try Match("Ann Bob Cy", "dice=physical target=500 tie=overtime")
    try match.play("points 500;points 500")
    #expect(
      try match.play("points 0") == """
        Farkle!
        Overtime 1: Ann and Bob are tied at 500; one more turn for each of them.
        Ann to roll.
        """)
    try match.play("points 50")
    #expect(
      json(try match.events(of: "points 50")[1])
        == #"{"type":"overtime","number":2,"players":["Ann","Bob"],"score":550,"everybody":false}"#)
  }

  @Test
  func `An overtime of all players follows the rounds`() throws {
    var match = try Match("Ann Bob", "dice=physical rounds=2 tie=overtime")
    try match.play("points 500")
    #expect(
      try match.play("points 500") == "Bob banks 500 and has 500.\nRound 2 of 2.\nAnn to roll.")
    try match.play("points 0")
    #expect(
      try match.play("points 0") == """
        Farkle!
        Overtime 1: Ann and Bob are tied at 500; one more turn for everybody.
        Ann to roll.
        """)
  }

  @Test
  func `A penalty is told in lines and as data`() throws {
    var match = try Match("Ann", "three-farkles=1000")
    try match.play("roll 2 3 4 6 2 3;roll 2 3 4 6 2 3")
    let events = try match.events(of: "roll 2 3 4 6 2 3")
    #expect(
      json(events[2])
        == #"{"type":"penalized","player":"Ann","penalty":1000,"score":-1000}"#)
    #expect(
      written { events[2].write(to: &$0) }
        == "Three farkles in a row cost Ann 1,000 and leave -1,000.")
  }

  @Test
  func `Leaving is told in lines and as data`() throws {
    var match = try Match("Ann Bob Cy")
    #expect(try match.play("resign") == "Ann leaves the game.\nBob to roll.")
    try match.play("roll 1 5 5 2 3 6;hold 1")
    #expect(
      try match.events(of: "resign").map { json($0) } == [
        #"{"type":"resigned","player":"Bob","lost":100}"#,
        #"{"type":"finished","winners":["Cy"],"reason":"last-left","scores":["#
          + #"{"name":"Ann","score":0},{"name":"Bob","score":0},{"name":"Cy","score":0}]}"#,
      ])
  }

  @Test(arguments: [
    (
      "target=500",
      "Ann banks 600 and has 600.\nThe game is over. Ann has 600. `new` plays again."
    ),
    ("rounds=1", "Ann banks 600 and has 600.\nThe game is over. Ann has 600. `new` plays again."),
  ])
  func `The end of a game for one has no winner`(rules: String, reply: String) throws {
    var match = try Match("Ann", "dice=physical " + rules)
    #expect(try match.play("points 600") == reply)
  }

  @Test(
    arguments: [
      ("roll 1 5 5 2 3 6", "Ann rolls ^1m1 5 5 2 3 6^0m."),
      (
        "roll 1 5 5 2 3 6;hold 5;roll 2 3 4 6 2",
        "Ann rolls ^1m2 3 4 6 2^0m.\n^91mFarkle!^0m Ann loses 50."
      ),
      (
        "roll 1 2 3 4 5 6;hold 1 2 3 4 5 6",
        "Ann holds ^1m1 2 3 4 5 6^0m for 1,500.\n^38;5;28mHot dice!^0m"
      ),
      ("roll 1 5 5 2 3 6;hold 5;bank", "Ann banks ^38;5;28m50^0m and has 50."),
      (
        "roll 2 3 4 6 2 3;roll 2 3 4 6 2 3;roll 2 3 4 6 2 3",
        "Ann rolls ^1m2 3 4 6 2 3^0m.\n^91mFarkle!^0m\n"
          + "Three farkles in a row cost Ann ^91m500^0m and leave -500."
      ),
    ])
  func `A terminal shows events in colours`(lines: String, text: String) throws {
    var match = try Match("Ann", "three-farkles=500")
    let lines = lines.split(separator: ";").map(String.init)
    for line in lines.dropLast() { try match.play(line) }
    var state = match.state
    var report = Reporter([.text, .styled])
    state.apply(try match.move(of: lines[lines.count - 1]), at: .zero, report: &report)
    let texts = report.events.map { event in written(styled: true) { event.write(to: &$0) } }
    #expect(
      texts.filter { !$0.isEmpty }.joined(separator: "\n").replacing("\u{1B}[", with: "^") == text)
  }

  @Test
  func `A reporter that keeps nothing gets nothing, and one that keeps the data no text`() throws {
    let state = try Match().state
    let dice = try #require(Dice([1, 5, 5, 2, 3, 6]))
    for (detail, count) in [([], 0), (.data, 1), (.text, 1)] as [(Reporter.Detail, Int)] {
      var copy = state
      var report = Reporter(detail)
      copy.apply(.roll(dice), at: .zero, report: &report)
      #expect(report.events.count == count)
      #expect(report.events.allSatisfy { $0.text.isEmpty == (detail == .data) })
      #expect(report.events.allSatisfy { $0.fields.all.isEmpty == (detail == .text) })
    }
  }
}
