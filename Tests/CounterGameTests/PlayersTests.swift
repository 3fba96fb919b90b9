import GameTesting
import ParlorKit
import Testing

@testable import CounterGame

@Suite("Players")
struct PlayersTests {
  /// The names of a game of four with the turn at an index.
  private func four(turn: Int) throws -> Match {
    var match = try Match("A B C D")
    for _ in 0..<turn { try match.play("next") }
    return match
  }

  private func names(_ match: Match) -> [String] { match.state.roster.present }

  @Test(arguments: 0..<4, 0..<4)
  func `Removing a player passes the turn only if it was his`(turn: Int, removed: Int) throws {
    var match = try four(turn: turn)
    match.wait(5)
    try match.play("player remove \(removed + 1)")
    let left = ["A", "B", "C", "D"].filter { $0 != ["A", "B", "C", "D"][removed] }
    #expect(names(match) == left)
    let expected = turn == removed ? ["B", "C", "D", "A"][removed] : ["A", "B", "C", "D"][turn]
    #expect(names(match)[match.state.current] == expected)
    #expect(match.reading == (turn == removed ? 0 : 5000))
    #expect(match.state.checkInvariants().isEmpty)
  }

  @Test(arguments: 0..<4, 0..<4)
  func `Moving a player does not change whose turn it is`(turn: Int, moved: Int) throws {
    for position in 1...4 {
      var match = try four(turn: turn)
      match.wait(5)
      let line = "player move \(["A", "B", "C", "D"][moved]) \(position)"
      if position == moved + 1 {
        let name = ["A", "B", "C", "D"][moved]
        #expect(try match.ignored(line) == "\(name) is already at position \(position)")
      }
      try match.play(line)
      var expected = ["A", "B", "C", "D"]
      expected.insert(expected.remove(at: moved), at: position - 1)
      #expect(names(match) == expected)
      #expect(names(match)[match.state.current] == ["A", "B", "C", "D"][turn])
      #expect(match.reading == 5000)
    }
  }

  @Test(arguments: 0..<4)
  func `New players join at the end, whoever's turn it is`(turn: Int) throws {
    var match = try four(turn: turn)
    match.wait(5)
    #expect(try match.play("player add E F").hasPrefix("E, F join.\n"))
    #expect(names(match) == ["A", "B", "C", "D", "E", "F"])
    #expect(match.state.current == turn)
    #expect(match.reading == 5000)
    for _ in turn..<4 { try match.play("next") }
    #expect(match.show().hasSuffix("E has 0. A B C D [E] F"))
  }

  @Test
  func `Names may repeat: then numbers tell who is meant`() throws {
    var match = try Match("Ann Bob Ann")
    #expect(match.opening == "Counter: Ann (1), Bob, Ann (3).\nAnn (1) has 0. [A] B A")
    #expect(
      try match.error(of: "player remove Ann")
        == GameError(
          .badArgument, "2 players are named Ann: give the number, 1 or 3", at: .argument(0)))
    #expect(try match.play("player move 3 1").hasPrefix("Ann (3) moves to position 1.\n"))
    #expect(match.show().hasSuffix("Ann (1) has 0. A [A] B"))
    try match.play("player remove 3;player move Ann 2")
    #expect(names(match) == ["Bob", "Ann"])
    #expect(try match.play("player add Ann").hasPrefix("Ann (4) joins.\n"))
    #expect(
      written { PlayerList(match.state).write(to: &$0) } == """
          2  Bob  0
        * 1  Ann  0
          4  Ann  0
        """)
    #expect(
      json(try match.events(of: "players")[0])
        == #"{"type":"players","players":[{"number":2,"name":"Bob","score":0},"#
        + #"{"number":1,"name":"Ann","score":0},{"number":4,"name":"Ann","score":0}],"turn":1}"#)
  }

  @Test(arguments: [
    "Ann", "Ann Bee", "#1", "a=b", "quo\"te", "back\\slash", "\\", "Šárka", "中文", "a;b", "-",
    "add", "👍🏽 yes",
  ])
  func `A name of any letters is written so that it is read back`(name: String) throws {
    var match = try Match()
    try match.make(.join([name, "Bob"]))
    let line = match.state.line(of: .join([name, "Bob"]))
    #expect(try match.move(of: line) == .join([name, "Bob"]))
    try match.play("start")
    #expect(match.show().hasSuffix("[\(name.prefix(1))] B"))
  }
}
