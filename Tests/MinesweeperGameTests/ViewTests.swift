import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

/// What the player sees, in full.
@Suite("Views")
struct ViewTests {
  private static let easy =
    "........./.*......./........./...*...../.....*.../........./..*....../......*../**..*..*."

  @Test
  func `An easy board is drawn without styles`() throws {
    var match = try Match("layout=\(Self.easy)")
    try match.play("flag 2 2;mark 9 9;reveal 1 9")
    #expect(
      match.show() == """
        layout, 9×9 with 9 mines.
            1 2 3 4 5 6 7 8 9
          +------------------
        1 | # # 1 . . . . . .
        2 | # F 1 . . . . . .
        3 | # # 2 1 1 . . . .
        4 | # # # # 2 1 1 . .
        5 | # # # # # # 1 . .
        6 | # # # # # # 1 . .
        7 | # # # # # # 1 1 .
        8 | # # # # # # # 2 1
        9 | # # # # # # # # ?
        Mines left: 8. Time: 0:00.
        """)
  }

  @Test
  func `A styled board has a colour for each number`() throws {
    var match = try Match("layout=**./*.*/.../...")
    try match.play("flag 1 3;mark 2 1;reveal 4 1;reveal 2 2")
    let escape = "\u{1B}"
    let text = match.show(styled: true).replacing(escape, with: "^")
    #expect(
      text == """
        ^[1mlayout^[0m, 4×3 with 4 mines.
        ^[2m    1 2 3^[0m
        ^[2m  +------^[0m
        ^[2m1 |^[0m # # ^[38;5;166mF^[0m
        ^[2m2 |^[0m ^[1;38;5;136m?^[0m ^[35m4^[0m #
        ^[2m3 |^[0m ^[38;5;30m1^[0m ^[38;5;28m2^[0m ^[38;5;30m1^[0m
        ^[2m4 |^[0m ^[2m.^[0m ^[2m.^[0m ^[2m.^[0m
        Mines left: 3. Time: 0:00.
        """)
    try match.play("reveal 1 1")
    let end = match.show(styled: true).replacing(escape, with: "^")
    #expect(end.contains("\n^[2m1 |^[0m ^[91m!^[0m ^[38;5;136m*^[0m ^[91mX^[0m\n"))
  }

  @Test(arguments: [("hard", 64), ("custom rows=24 cols=30 mines=99", 64)])
  func `Boards have the sizes of their modes`(words: String, width: Int) throws {
    let match = try Match(words)
    let lines = match.show().split(separator: "\n")
    #expect(lines.map(\.count).max() == width)
    let rows = match.state.plan.shape.rows
    // Boards of more than 16 rows have their columns numbered below as well.
    #expect(lines.count == rows + (rows > 16 ? 8 : 5))
  }

  @Test
  func `Thirty columns have headers`() throws {
    let lines = try Match("hard").show().split(separator: "\n").map(String.init)
    #expect(
      lines[1...4] == [
        "                       1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3",
        "     1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0",
        "   +------------------------------------------------------------",
        " 1 | # # # # # # # # # # # # # # # # # # # # # # # # # # # # # #",
      ])
    #expect(lines[19] == "16 |" + String(repeating: " #", count: 30))
  }

  @Test
  func `The largest board and the smallest are drawn whole`() throws {
    let row = String(repeating: ".", count: 60)
    var match = try Match("layout=" + Array(repeating: row, count: 60).joined(separator: "/"))
    let lines = try match.play("reveal 30 30").split(separator: "\n").map(String.init)
    #expect(lines.count == 1 + 3 + 60 + 3 + 2)
    #expect(lines[0] == "Reveals 3600 cells.")
    #expect(lines[2].hasSuffix("567890") && lines[1].hasSuffix("555556"))
    #expect(lines[3] == "   +" + String(repeating: "-", count: 62) + "+")
    #expect(lines[63] == "60 | " + String(repeating: ".", count: 60) + " | 60")
    #expect(lines[64...66] == [lines[3], lines[1], lines[2]])
    #expect(lines.allSatisfy { $0.count <= 80 })
    var small = try Match("layout=.")
    #expect(try small.play("reveal 1 1").hasPrefix("Reveals 1 1: 0.\n    1\n  +--\n1 | .\n"))
  }

  @Test
  func `The data of a board shows hidden cells in play, and mines at the end`() throws {
    var match = try Match("layout=..*/.../...")
    try match.play("flag 1 3")
    match.milliseconds = 2000
    try match.play("reveal 2 2")
    match.milliseconds = 2500
    #expect(
      json(match.view.fields)
        == #"{"mode":"layout","rows":3,"cols":3,"mines":1,"minesLeft":0,"status":"playing","#
        + #""started":true,"milliseconds":500,"clicks":2,"cells":["#
        + "\"##F\",\"#1#\",\"###\"],"
        + #""exploded":null,"seed":null,"bbbv":null,"openings":null,"bbbvSolved":null,"#
        + #""bbbvPerSecond":null,"efficiency":null}"#)
    try match.play("reveal 3 1")
    #expect(
      json(match.view.fields)
        == #"{"mode":"layout","rows":3,"cols":3,"mines":1,"minesLeft":0,"status":"won","#
        + #""started":true,"milliseconds":500,"clicks":3,"cells":["01F","011","000"],"#
        + #""exploded":null,"seed":7,"bbbv":1,"openings":1,"bbbvSolved":1,"#
        + #""bbbvPerSecond":2.0,"efficiency":0.333}"#)
  }

  @Test
  func `What prompts and lists of games say`() throws {
    var match = try Match("easy")
    try match.play("flag 1 1")
    #expect(match.view.caption == "easy" && match.view.prompt == "easy 9")
    try match.play("resign")
    #expect(match.view.prompt == "over")
  }

  @Test
  func `There may be more flags than mines`() throws {
    var match = try Match("layout=.*/..")
    try match.play("flag 1 1;flag 1 2")
    #expect(match.show().hasSuffix("Mines left: -1."))
  }
}
