import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

@Suite("Errors")
struct GameErrorTests {
  private static let corner = "layout=..*/.../..."

  @Test(
    arguments: [
      ("easy", "", "reveal 10 1", .badArgument, "the board has rows 1 to 9", .argument(0)),
      ("easy", "", "reveal 99 1", .badArgument, "the board has rows 1 to 9", .argument(0)),
      ("easy", "", "flag 1 10", .badArgument, "the board has columns 1 to 9", .argument(1)),
      ("hard", "", "chord 17 31", .badArgument, "the board has rows 1 to 16", .argument(0)),
      ("layout=.*", "", "mark 2 1", .badArgument, "the board has 1 row", .argument(0)),
      ("layout=./*", "", "reveal 1 2", .badArgument, "the board has 1 column", .argument(1)),
      (
        "easy", "", "flag", .notNow, "no last move to repeat: type `flag ROW COLUMN`", .line
      ),
      (
        corner, "", "chord 1 1", .illegalMove, "1 1 is not revealed: a chord needs a number", .line
      ),
      (
        corner, "flag 1 1", "chord 1 1", .illegalMove,
        "1 1 is not revealed: a chord needs a number", .line
      ),
      (
        corner, "reveal 2 2", "chord 2 2", .illegalMove, "2 2 is 1 and has 0 flags around it", .line
      ),
      (
        "layout=**./.../...", "reveal 2 2;flag 1 1", "chord 2 2", .illegalMove,
        "2 2 is 2 and has 1 flag around it", .line
      ),
      (corner, "reveal 2 2", "flag 2 2", .illegalMove, "2 2 is revealed", .line),
      (corner, "reveal 2 2", "flag", .illegalMove, "2 2 is revealed", .line),
      (corner, "reveal 2 2", "mark 2 2", .illegalMove, "2 2 is revealed", .line),
      (
        corner, "", "reveal 1 1 layout=..*/.../...", .notNow, "the mines are already laid",
        .option("layout")
      ),
      (
        "easy", "", "reveal 1 1 layout=..*/.../...", .badOption,
        "the layout is 3×3, and the board 9×9", .option("layout")
      ),
      (
        "easy", "", "reveal 1 1 layout=?", .badOption,
        "a layout is rows of `*` and `.` separated by `/`", .option("layout")
      ),
      ("easy", "", "difficulty", .notNow, "`difficulty` is for the end of the game", .line),
      ("easy", "resign", "difficulty", .notNow, "no mines were laid", .line),
      ("easy", "", "mode easier", .notNow, "no mode is easier than easy", .line),
      ("easy", "", "left", .notNow, "no mode is easier than easy", .line),
      ("custom", "", "right", .notNow, "no mode comes after custom", .line),
      (
        corner, "", "left", .notNow, "a board from a layout has no mode: name the mode to open",
        .line
      ),
    ] as [(String, String, String, ErrorCode, String, GameError.Place)])
  func `A refusal in play has its code, its words and its place`(
    setup: String, before: String, line: String, code: ErrorCode, message: String,
    place: GameError.Place
  ) throws {
    var match = try Match(setup)
    try match.play(before)
    #expect(try match.error(of: line) == GameError(code, message, at: place))
    #expect(message.first?.isUppercase == false && message.last != ".")
  }

  @Test
  func `A layout for the first reveal must be one that could be drawn`() throws {
    let empty = Array(repeating: ".........", count: 9)
    var nine = empty
    nine[8] = "*********"
    var ten = nine
    ten[7] = "*........"
    func line(_ rows: [String], _ cell: String) -> String {
      "reveal \(cell) layout=" + rows.joined(separator: "/")
    }
    var match = try Match("easy")
    let refused = try match.error(of: line(nine, "1 1"))
    #expect(
      refused
        == GameError(.badOption, "the layout has 9 mines, and the board 10", at: .option("layout")))
    #expect(
      try match.error(of: line(ten, "8 1"))
        == GameError(
          .badOption, "the layout has a mine at 8 1, which the first reveal must not hit",
          at: .option("layout")))
    var open = try Match("easy first=open")
    #expect(
      try open.error(of: line(ten, "7 1"))
        == GameError(
          .badOption, "the layout has a mine at 8 1, which the first reveal must not hit",
          at: .option("layout")))
    try open.play(line(ten, "1 1"))
    try match.play(line(ten, "7 1"))
    #expect(match.draws == 1 && match.state.layout?.mines == 10)
  }

  @Test(
    arguments: [
      ("rows=8 cols=8 mines=40 custom", "8×8 cells have 10 to 19 mines", "mines"),
      ("layout=", "a layout has 1 to 60 rows of 1 to 60 cells", "layout"),
      ("custom rows=24 cols=30 mines=71", "24×30 cells have 72 to 216 mines", "mines"),
      ("custom mines=77", "16×16 cells have 26 to 76 mines", "mines"),
      ("easy rows=12", "`rows` is only for the mode custom", "rows"),
      ("medium cols=12", "`cols` is only for the mode custom", "cols"),
      ("hard mines=50", "`mines` is only for the mode custom", "mines"),
      ("layout=.* rows=9", "`rows` is only for the mode custom", "rows"),
      ("layout=.x", "a layout is rows of `*` and `.` separated by `/`", "layout"),
      ("layout=../.", "row 2 of the layout has 1 cell, and the first has 2", "layout"),
      ("layout=../", "row 2 of the layout has 0 cells, and the first has 2", "layout"),
      ("layout=/..", "a layout has 1 to 60 rows of 1 to 60 cells", "layout"),
      ("layout=**/**", "the layout has no cell without a mine", "layout"),
    ])
  func `A new game that cannot be laid is refused`(words: String, message: String, option: String) {
    let error = #expect(throws: GameError.self) { try Match(words) }
    #expect(error?.code == .badOption)
    #expect(error?.message == message)
    #expect(error?.place == .option(option))
    #expect(message.first?.isUppercase == false && message.last != ".")
  }

  @Test
  func `A layout and a mode do not go together, and a board has at most 60 rows and columns`() {
    let error = #expect(throws: GameError.self) { try Match("easy layout=.*") }
    #expect(
      error
        == GameError(
          .badOption, "a layout sets the size: leave out the mode", at: .argument(0)))
    for text in [
      String(repeating: ".", count: 61), Array(repeating: ".", count: 61).joined(separator: "/"),
    ] {
      let error = #expect(throws: GameError.self) { try Match("layout=\(text)") }
      #expect(error?.message == "a layout has 1 to 60 rows of 1 to 60 cells")
    }
  }

  @Test(
    arguments: [
      ("reveal", "3,4", "did you mean `reveal 3 4`?"),
      ("reveal", "34", "did you mean `reveal 3 4`?"),
      ("flag", "3 / 4", "did you mean `flag 3 4`?"), ("chord", "d3", "did you mean `chord 3 4`?"),
      ("mark", "3 D", "did you mean `mark 3 4`?"), ("reveal", "3", "for example: reveal 3 4"),
      ("reveal", "", "for example: reveal 3 4"), ("reveal", "99", "did you mean `reveal 9 9`?"),
      ("reveal", "100", "for example: reveal 3 4"), ("reveal", "j1", "for example: reveal 3 4"),
      ("reveal", "five 5", "for example: reveal 3 4"),
      ("reveal", "5 5 5", "for example: reveal 3 4"),
    ])
  func `Words that are not a cell lead to the one that was meant, or to an example`(
    verb: String, words: String, help: String
  ) throws {
    let error = try Match("easy").state.misreading(
      of: verb, words.split(separator: " ").map { String($0) })
    #expect(
      error
        == .badArgument(
          "`\(verb)` takes a row from 1 to 9 and a column from 1 to 9", help: [help]))
  }

  @Test
  func `Cells beyond the board are told by the board, whatever reads them`() throws {
    let state = try Match("easy").state
    let rows = GameError(.badArgument, "the board has rows 1 to 9", at: .argument(0))
    #expect(state.misreading(of: "reveal", ["0", "4"]) == rows)
    #expect(state.misreading(of: "mark", ["-1", "4"]) == rows)
    #expect(state.misreading(of: "mode", ["0", "4"]) == nil)
    #expect(
      try Match("layout=.*").state.misreading(of: "flag", ["x"])?.help == ["for example: flag 1 2"])
  }

  @Test
  func `The mines that are left out of a custom board are the nearest to 40 that fit`() throws {
    #expect(try Match("custom rows=8 cols=8").state.plan.mines == 19)
    #expect(try Match("custom rows=20 cols=20").state.plan.mines == 40)
    #expect(try Match("custom rows=24 cols=30").state.plan.mines == 72)
  }

  @Test
  func `After the end only questions are answered`() throws {
    var match = try Match(Self.corner)
    try match.play("reveal 1 3")
    #expect(match.state.phase == .lost)
    let over = GameError(
      .notNow, "the game is over", help: ["`new` plays again, `mode` another mode"])
    for line in ["reveal 1 1", "reveal 1 3", "flag 1 1", "flag", "chord 1 1", "mark 1 1", "resign"]
    {
      #expect(try match.error(of: line) == over)
    }
    #expect(match.state.legalMoves.moves.isEmpty)
    #expect(try match.events(of: "difficulty").count == 1)
    #expect(try match.events(of: "mode").count == 1)
    guard case .newGame([.word("hard")]) = try match.run("mode hard") else {
      Issue.record("another mode is not opened")
      return
    }
  }

  @Test
  func `Moves outside the board through the typed interface are refused`() throws {
    var match = try Match("easy")
    for cell in [Cell(0, 1), Cell(1, 0), Cell(255, 255), Cell(-1, 1_000_000)] {
      for move in [MinesweeperMove.reveal(cell, nil), .flag(cell), .chord(cell), .mark(cell)] {
        #expect(throws: GameError.self) { try match.make(move) }
      }
    }
  }
}
