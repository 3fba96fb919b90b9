import GameTesting
import ParlorKit
import Testing

@testable import CounterGame

@Suite("Counting")
struct PlayTests {
  @Test("With names the game begins at once")
  func opening() throws {
    var table = try Table("Ann Bob Cy")
    #expect(table.opening == "Counter: Ann, Bob, Cy.\nAnn has 0. [A] B C")
    #expect(try table.play("add 10") == "Ann +10, 10 in all.\nBob has 0. A [B] C")
    #expect(try table.play("-5") == "Bob -5, -5 in all.\nCy has 0. A B [C]")
    #expect(try table.play("+1") == "Cy +1, 1 in all.\nAnn has 10. [A] B C")
    #expect(try table.play("next") == "Bob has -5. A [B] C")
    #expect(try table.play("prev") == "Ann has 10. [A] B C")
    #expect(try table.play("prev") == "Cy has 1. A B [C]")
    #expect(try table.play("next") == "Ann has 10. [A] B C")
    #expect(try table.play("add 0") == "Ann +0, 10 in all.\nBob has -5. A [B] C")
    #expect(table.state.checkInvariants().isEmpty)
  }

  @Test("Without names players are added, then the game begins")
  func setup() throws {
    var table = try Table()
    #expect(table.opening == "Counter.\n`player add NAME` adds a player.")
    #expect(table.show() == "No players yet.\n`player add NAME` adds a player.")
    #expect(
      try table.play("player add Ann \"Bob B\"")
        == "Ann, Bob B join.\n`player add NAME` adds a player, `start` begins.")
    #expect(
      table.show() == """
        1  Ann    0
        2  Bob B  0
        `player add NAME` adds a player, `start` begins.
        """)
    #expect(table.view.prompt == "players")
    #expect(try table.play("player move 2 1").hasPrefix("Bob B moves to position 1.\n"))
    #expect(try table.play("player remove Ann").hasPrefix("Ann leaves with 0.\n"))
    #expect(try table.play("player add Cy").hasPrefix("Cy joins.\n"))
    #expect(try table.play("start") == "Bob B has 0. [B] C")
    #expect(table.view.prompt == "00:00 Bob B 0")
    #expect(table.view.caption == "Bob B, Cy")
  }

  @Test("All may leave before the game begins")
  func emptied() throws {
    var table = try Table()
    try table.run("player add Ann;player remove 1")
    #expect(table.show() == "No players yet.\n`player add NAME` adds a player.")
    try table.run("player add Ann;start")
    #expect(table.state.player?.number == 2)
  }

  @Test("The die is rolled or given, and rings")
  func die() throws {
    var table = try Table("Ann Bob")
    let event = try #require(try table.events(of: "roll 4").first)
    #expect(event.bells == 1)
    #expect(json(event) == #"{"type":"rolled","number":1,"name":"Ann","score":0,"face":4}"#)
    #expect(written { event.write(to: &$0) } == "Ann rolls 4.")
    var faces: Set<Int> = []
    for _ in 0..<100 {
      guard case .rolled(_, let face)? = try table.events(of: "roll").first else { continue }
      faces.insert(face)
    }
    #expect(faces == [1, 2, 3, 4, 5, 6])
    #expect(table.order == "*Ann:0 Bob:0")
    #expect(table.log.allSatisfy { $0.move != .roll(nil) })
  }

  @Test("The buttons are lines of the game")
  func shortcuts() {
    #expect(
      Counter().definition.shortcuts == [
        "+10": "add 10", "+5": "add 5", "+1": "add 1", "-1": "add -1", "-5": "add -5",
        "-10": "add -10",
      ])
  }

  @Test("Large scores do not trap")
  func largeScores() throws {
    var table = try Table("Ann")
    for _ in 0..<3000 { try table.make(.add(1_000_000)) }
    #expect(table.order == "*Ann:3000000000")
    table.state.roster.players[0].score = 1_000_000_000_000
    #expect(
      try table.play("add 1000000") == "Ann +1,000,000, 1,000,001,000,000 in all.\n"
        + "Ann has 1,000,001,000,000. [A]")
  }

  @Test("What is seen of the game as data")
  func data() throws {
    var table = try Table("Ann Bob")
    try table.play("add 5")
    table.wait(61.5)
    #expect(
      json(table.view.fields)
        == #"{"started":true,"players":[{"number":1,"name":"Ann","score":5},"#
        + #"{"number":2,"name":"Bob","score":0}],"turn":{"number":2,"name":"Bob","score":0},"#
        + #""timer":{"milliseconds":61500,"time":"01:01","paused":false},"turns":1}"#)
    #expect(
      json(try Table().view.fields)
        == #"{"started":false,"players":[],"turn":null,"timer":null,"turns":0}"#)
    #expect(
      try table.events(of: "add -5").map { json($0) } == [
        #"{"type":"scored","number":2,"name":"Bob","score":-5,"points":-5}"#,
        #"{"type":"turn","number":1,"name":"Ann","score":5}"#,
      ])
  }

  @Test("A new game like this one keeps the players, in their order")
  func renewal() throws {
    var table = try Table()
    try table.run("player add Ann Bob Cy;player remove Bob;player move Cy 1;start;add 5")
    #expect(table.game.renewal(of: table.state) == [.word("Cy"), .word("Ann")])
  }
}
