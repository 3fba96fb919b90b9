import GameTesting
import ParlorKit
import Testing

@testable import CounterGame

@Suite("Players")
struct PlayersTests {
  /// The names of a game of four with the turn at an index.
  private func four(turn: Int) throws -> Table {
    var table = try Table("A B C D")
    for _ in 0..<turn { try table.play("next") }
    return table
  }

  private func names(_ table: Table) -> [String] { table.state.roster.present }

  @Test("Removing a player passes the turn only if it was his", arguments: 0..<4, 0..<4)
  func removing(turn: Int, removed: Int) throws {
    var table = try four(turn: turn)
    table.wait(5)
    try table.play("player remove \(removed + 1)")
    let left = ["A", "B", "C", "D"].filter { $0 != ["A", "B", "C", "D"][removed] }
    #expect(names(table) == left)
    let expected = turn == removed ? ["B", "C", "D", "A"][removed] : ["A", "B", "C", "D"][turn]
    #expect(names(table)[table.state.current] == expected)
    #expect(table.view.time == (turn == removed ? 0 : 5000))
    #expect(table.state.checkInvariants().isEmpty)
  }

  @Test("Moving a player does not change whose turn it is", arguments: 0..<4, 0..<4)
  func moving(turn: Int, moved: Int) throws {
    for position in 1...4 {
      var table = try four(turn: turn)
      table.wait(5)
      let line = "player move \(["A", "B", "C", "D"][moved]) \(position)"
      if position == moved + 1 {
        let name = ["A", "B", "C", "D"][moved]
        #expect(try table.ignored(line) == "\(name) is at position \(position)")
      }
      try table.play(line)
      var expected = ["A", "B", "C", "D"]
      expected.insert(expected.remove(at: moved), at: position - 1)
      #expect(names(table) == expected)
      #expect(names(table)[table.state.current] == ["A", "B", "C", "D"][turn])
      #expect(table.view.time == 5000)
    }
  }

  @Test("New players join at the end, whoever's turn it is", arguments: 0..<4)
  func joining(turn: Int) throws {
    var table = try four(turn: turn)
    table.wait(5)
    #expect(try table.play("player add E F").hasPrefix("E, F join.\n"))
    #expect(names(table) == ["A", "B", "C", "D", "E", "F"])
    #expect(table.state.current == turn)
    #expect(table.view.time == 5000)
    for _ in turn..<4 { try table.play("next") }
    #expect(table.show().hasSuffix("E has 0. A B C D [E] F"))
  }

  @Test("Names may repeat: then numbers tell who is meant")
  func repeated() throws {
    var table = try Table("Ann Bob Ann")
    #expect(table.opening == "Counter: Ann (1), Bob, Ann (3).\nAnn (1) has 0. [A] B A")
    #expect(
      try table.refusal(of: "player remove Ann")
        == GameError(
          .badArgument, "2 players are named Ann: give the number, 1 or 3", at: .argument(0)))
    #expect(try table.play("player move 3 1").hasPrefix("Ann (3) moves to position 1.\n"))
    #expect(table.show().hasSuffix("Ann (1) has 0. A [A] B"))
    try table.run("player remove 3;player move Ann 2")
    #expect(names(table) == ["Bob", "Ann"])
    #expect(try table.play("player add Ann").hasPrefix("Ann (4) joins.\n"))
    #expect(
      written { PlayerList(table.state).write(to: &$0) } == """
          2  Bob  0
        * 1  Ann  0
          4  Ann  0
        """)
    #expect(
      json(try table.events(of: "players")[0])
        == #"{"type":"players","players":[{"number":2,"name":"Bob","score":0},"#
        + #"{"number":1,"name":"Ann","score":0},{"number":4,"name":"Ann","score":0}],"turn":1}"#)
  }

  @Test(
    "A name of any letters is written so that it is read back",
    arguments: [
      "Ann", "Ann Bee", "#1", "a=b", "quo\"te", "back\\slash", "\\", "Šárka", "中文", "a;b", "-",
      "add", "👍🏽 yes",
    ])
  func quoted(name: String) throws {
    var table = try Table()
    try table.make(.join([name, "Bob"]))
    let line = table.line(.join([name, "Bob"]))
    guard
      case .move(let move) = try table.game.command(
        Call(line: line), in: table.state, at: .zero)
    else {
      Issue.record("\(line)")
      return
    }
    #expect(move == .join([name, "Bob"]))
    try table.play("start")
    #expect(table.show().hasSuffix("[\(name.prefix(1))] B"))
  }
}
