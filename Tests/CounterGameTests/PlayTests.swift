import GameTesting
import ParlorKit
import Testing

@testable import CounterGame

@Suite("Counting")
struct PlayTests {
  @Test
  func `With names the game begins at once`() throws {
    var match = try Match("Ann Bob Cy")
    #expect(match.opening == "Counter: Ann, Bob, Cy.\nAnn has 0. [A] B C")
    #expect(try match.play("add 10") == "Ann +10, 10 in all.\nBob has 0. A [B] C")
    #expect(try match.play("-5") == "Bob -5, -5 in all.\nCy has 0. A B [C]")
    #expect(try match.play("+1") == "Cy +1, 1 in all.\nAnn has 10. [A] B C")
    #expect(try match.play("next") == "Bob has -5. A [B] C")
    #expect(try match.play("prev") == "Ann has 10. [A] B C")
    #expect(try match.play("prev") == "Cy has 1. A B [C]")
    #expect(try match.play("next") == "Ann has 10. [A] B C")
    #expect(try match.play("add 0") == "Ann +0, 10 in all.\nBob has -5. A [B] C")
    #expect(match.state.checkInvariants().isEmpty)
  }

  @Test
  func `Without names players are added, then the game begins`() throws {
    var match = try Match()
    #expect(match.opening == "Counter.\n`player add NAME` adds a player.")
    #expect(match.show() == "No players yet.\n`player add NAME` adds a player.")
    #expect(
      try match.play("player add Ann \"Bob B\"")
        == "Ann, Bob B join.\n`player add NAME` adds a player, `start` begins.")
    #expect(
      match.show() == """
        1  Ann    0
        2  Bob B  0
        `player add NAME` adds a player, `start` begins.
        """)
    #expect(match.view.prompt == "players")
    #expect(try match.play("player move 2 1").hasPrefix("Bob B moves to position 1.\n"))
    #expect(try match.play("player remove Ann").hasPrefix("Ann leaves with 0.\n"))
    #expect(try match.play("player add Cy").hasPrefix("Cy joins.\n"))
    #expect(try match.play("start") == "Bob B has 0. [B] C")
    #expect(match.view.prompt == "00:00 Bob B 0")
    #expect(match.view.caption == "Bob B, Cy")
  }

  @Test
  func `All may leave before the game begins`() throws {
    var match = try Match()
    try match.play("player add Ann;player remove 1")
    #expect(match.show() == "No players yet.\n`player add NAME` adds a player.")
    try match.play("player add Ann;start")
    #expect(match.state.player?.number == 2)
  }

  @Test
  func `The die is rolled or given, and rings`() throws {
    var match = try Match("Ann Bob")
    let event = try #require(try match.events(of: "roll 4").first)
    #expect(event.bells == 1)
    #expect(json(event) == #"{"type":"rolled","number":1,"name":"Ann","score":0,"face":4}"#)
    #expect(written { event.write(to: &$0) } == "Ann rolls 4.")
    var faces: Set<Int> = []
    for _ in 0..<100 {
      guard case .integer(let face)? = try match.events(of: "roll").first?.fields["face"] else {
        continue
      }
      faces.insert(face)
    }
    #expect(faces == [1, 2, 3, 4, 5, 6])
    #expect(match.order == "*Ann:0 Bob:0")
    #expect(match.log.allSatisfy { $0.move != .roll(nil) })
  }

  @Test
  func `Points with a sign are lines of the game`() {
    #expect(Counter().definition.shortcuts == ["±N": "add ±N"])
  }

  @Test
  func `Large scores do not trap`() throws {
    var match = try Match("Ann")
    for _ in 0..<3000 { try match.make(.add(1_000_000)) }
    #expect(match.order == "*Ann:3000000000")
    var state = match.state
    state.roster.players[0].score = 1_000_000_000_000
    var report = Reporter(.text)
    state.apply(.add(1_000_000), at: .zero, report: &report)
    let event = try #require(report.events.first)
    #expect(
      written { event.write(to: &$0) } == "Ann +1,000,000, 1,000,001,000,000 in all.")
  }

  @Test
  func `What is seen of the game as data`() throws {
    var match = try Match("Ann Bob")
    try match.play("add 5")
    match.wait(61.5)
    #expect(
      json(match.view.fields)
        == #"{"started":true,"finished":false,"players":[{"number":1,"name":"Ann","score":5},"#
        + #"{"number":2,"name":"Bob","score":0}],"turn":{"number":2,"name":"Bob","score":0},"#
        + #""timer":{"milliseconds":61500,"time":"01:01","paused":false},"turns":1}"#)
    #expect(
      json(try Match().view.fields)
        == #"{"started":false,"finished":false,"players":[],"turn":null,"timer":null,"turns":0}"#)
    #expect(
      try match.events(of: "add -5").map { json($0) } == [
        #"{"type":"scored","number":2,"name":"Bob","score":-5,"points":-5}"#,
        #"{"type":"turn","number":1,"name":"Ann","score":5}"#,
      ])
  }

  @Test
  func `A new game like this one keeps the players, in their order`() throws {
    var match = try Match()
    try match.play("player add Ann Bob Cy;player remove Bob;player move Cy 1;start;add 5")
    #expect(match.state.rematch == [.word("Cy"), .word("Ann")])
  }
}
