import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

/// The exact text and data of what happens.
@Suite("Events")
struct EventTests {
  @Test(
    arguments: [
      ("", true, "Minesweeper: medium, 16×16 with 40 mines. Seed 7."),
      ("easy", false, "Minesweeper: easy, 9×9 with 10 mines."),
      ("hard first=open", false, "Minesweeper: hard, 16×30 with 99 mines. Options: first=open."),
      (
        "custom rows=8 cols=30 mines=24 guess=no", true,
        "Minesweeper: custom, 8×30 with 24 mines. Options: guess=no. Seed 7."
      ),
      ("layout=.*/..", true, "Minesweeper: layout, 2×2 with 1 mine."),
    ])
  func `The first line names the mode, the size and the options`(
    words: String, showsSeed: Bool, text: String
  ) throws {
    let match = try Match(words, showsSeed: showsSeed)
    let opening = match.openingEvents
    #expect(opening.map { event in written { event.write(to: &$0) } } == [text])
  }

  @Test
  func `The first line is also data`() throws {
    let hidden = try Match("easy", showsSeed: false)
    #expect(
      hidden.openingEvents.map { json($0) } == [
        #"{"type":"opened","mode":"easy","rows":9,"cols":9,"mines":10,"first":"cell","#
          + #""guess":"yes","seed":null}"#
      ])
    let shown = try Match("hard first=open guess=no")
    #expect(
      shown.openingEvents.map { json($0) } == [
        #"{"type":"opened","mode":"hard","rows":16,"cols":30,"mines":99,"first":"open","#
          + #""guess":"no","seed":7}"#
      ])
  }

  @Test
  func `The game of the issue has the replies that it asks for`() throws {
    var match = try Match("layout=..*/.../...")
    let board = """
          1 2 3
        +------
      1 | . 1 *
      2 | . 1 1
      3 | . . .
      3BV 1, 1 opening, efficiency 100 %.
      You win in 0 s. `new` plays again, `mode` another mode.
      """
    #expect(try match.play("reveal 3 1") == "Reveals 8 cells.\n" + board)
    #expect(match.show() == "layout, 3×3 with 1 mine.\n" + board)
  }

  @Test
  func `Lines tell a game with its time`() throws {
    var match = try Match("layout=..*/.../...")
    match.milliseconds = 5000
    #expect(
      try match.play("flag 1 3") == """
        Flags 1 3.
            1 2 3
          +------
        1 | # # F
        2 | # # #
        3 | # # #
        Mines left: 0.
        """)
    try match.play("flag")
    #expect(match.cells[0] == "###")
    try match.play("flag")
    match.milliseconds = 6000
    #expect(
      try match.play("reveal 1 2").hasPrefix("Reveals 1 2: 1.\n    1 2 3\n  +------\n1 | # 1 F"))
    match.milliseconds = 7050
    #expect(try match.play("mark 2 1").hasSuffix("Mines left: 0. Time: 0:01."))
    #expect(try match.play("reveal 1 2") == "ignored: 1 2 is already revealed")
    #expect(try match.play("reveal 1 3") == "ignored: 1 3 is flagged")
    match.milliseconds = 12_345
    #expect(
      try match.play("chord 1 2") == """
        Reveals 7 cells.
            1 2 3
          +------
        1 | . 1 F
        2 | . 1 1
        3 | . . .
        3BV 1, 1 opening, 0.158 3BV/s, efficiency 17 %.
        You win in 6.345 s. `new` plays again, `mode` another mode.
        """)
    match.milliseconds = 99_999
    #expect(match.view.milliseconds == 6345)
    #expect(match.log.count == 6 && match.state.clicks == 6)
  }

  @Test
  func `A chord over wrong flags loses, and all is shown`() throws {
    var match = try Match("layout=**../..../..*.")
    try match.play("reveal 2 1;flag 2 2;flag 3 1")
    match.milliseconds = 37_035
    var copy = match
    #expect(
      try match.play("chord 2 1") == """
        Reveals 3 2: 1.
        Boom! 1 1 and 1 2 are mines.
            1 2 3 4
          +--------
        1 | ! * # #
        2 | 2 X # #
        3 | X 1 * #
        3BV 0/3, 2 openings, 0.000 3BV/s, efficiency 0 %.
        You lose after 37.035 s. `new` plays again, `mode` another mode.
        """)
    let events = try copy.events(of: "chord 2 1")
    #expect(
      events.map { json($0) } == [
        #"{"type":"revealed","cells":[[3,2,1]]}"#,
        #"{"type":"exploded","cells":[[1,1],[1,2]]}"#,
        #"{"type":"lost","result":"lost","mode":"layout","milliseconds":37035,"bbbv":3,"#
          + #""openings":2,"bbbvSolved":0,"clicks":4,"bbbvPerSecond":0.0,"efficiency":0.0}"#,
      ])
    #expect(events.map(\.bells).reduce(0, +) == 1)
  }

  @Test
  func `Flags, question marks and the end are told as data and by the bell`() throws {
    var match = try Match("layout=..*/.../...")
    let events = try ["flag 1 3", "mark 1 3", "flag 1 3", "flag", "mark 1 3", "mark 1 3"]
      .flatMap { try match.events(of: $0) }
    #expect(
      events.map { "\($0.type) \(json($0.fields))" } == [
        #"flagged {"cell":[1,3]}"#, #"marked {"cell":[1,3]}"#, #"flagged {"cell":[1,3]}"#,
        #"unflagged {"cell":[1,3]}"#, #"marked {"cell":[1,3]}"#, #"unmarked {"cell":[1,3]}"#,
      ])
    match.milliseconds = 400
    try match.play("mark 3 3")
    let end = try match.events(of: "reveal 3 1")
    #expect(
      json(end[0])
        == #"{"type":"revealed","cells":[[1,1,0],[1,2,1],[2,1,0],[2,2,1],[2,3,1],[3,1,0],"#
        + "[3,2,0],[3,3,0]]}")
    #expect(end.map(\.type) == ["revealed", "won"])
    #expect(end.map(\.bells) == [0, 2])
  }

  @Test
  func `Leaving shows what was hidden, if mines were laid`() throws {
    var match = try Match("layout=..*/.../...")
    try match.play("flag 1 1;reveal 1 2")
    var copy = match
    let events = try copy.events(of: "resign")
    #expect(events.map(\.bells).reduce(0, +) == 0)
    #expect(
      try match.play("resign") == """
        You give up.
            1 2 3
          +------
        1 | X 1 *
        2 | # # #
        3 | # # #
        3BV 0/1, 1 opening, efficiency 0 %.
        The game is over after 0 s. `new` plays again, `mode` another mode.
        """)
    var early = try Match("easy", showsSeed: false)
    let text = try early.play("resign")
    #expect(text.hasSuffix("\nThe game is over. `new` plays again, `mode` another mode."))
    #expect(early.show().hasPrefix("easy, 9×9 with 10 mines. Seed 7.\n"))
    #expect(early.state.status == .over(winners: []))
  }

  @Test
  func `Questions have answers`() throws {
    var match = try Match("layout=..*/.../...")
    let difficulty = try match.events(of: "difficulty").map { json($0) }
    #expect(difficulty == [#"{"type":"difficulty","bbbv":1,"openings":1,"islands":0,"zini":1}"#])
    #expect(try match.play("difficulty").hasPrefix("3BV 1, 1 opening, 0 islands, ZiNi 1.\n"))
    let mode = try match.events(of: "mode").map { json($0) }
    #expect(mode == [#"{"type":"mode","mode":"layout","rows":3,"cols":3,"mines":1}"#])
    #expect(try match.play("mode").hasPrefix("layout, 3×3 with 1 mine.\n"))
    #expect(match.log.isEmpty)
  }

  @Test(arguments: [
    ("medium", "left", "easy"), ("medium", "right", "hard"), ("hard", "mode harder", "custom"),
    ("custom", "mode easier", "hard"), ("", "mode custom", "custom"),
    ("easy", "mode easy", "easy"),
    ("layout=.*", "mode medium", "medium"),
  ])
  func `A line opens the mode that it names`(setup: String, line: String, mode: String) throws {
    var match = try Match(setup)
    guard case .newGame(let words) = try match.run(line) else {
      Issue.record("nothing is opened")
      return
    }
    #expect(words == [.word(mode)])
    guard case .newGame(_, let options) = try match.intent(of: line) else { return }
    #expect(options == ["first", "guess"])
  }

  @Test
  func `Lines are written in canonical form, and masked`() throws {
    var match = try Match("layout=..*/.../...")
    try match.play("flag 1 3;mark 3 3;reveal 1 2;chord 1 2")
    #expect(
      match.log.map { match.state.line(of: $0.move) } == [
        "flag 1 3", "mark 3 3", "reveal 1 2", "chord 1 2",
      ])
    let drawn = MinesweeperMove.reveal(Cell(3, 4), try Layout("..*/.../..."))
    #expect(match.state.line(of: drawn) == "reveal 3 4 layout=..*/.../...")
    #expect(match.maskedLine(of: drawn) == "reveal 3 4 layout=?")
    #expect(match.maskedLine(of: .reveal(Cell(3, 4), nil)) == "reveal 3 4")
    #expect(match.state.line(of: .resign) == "resign")
    #expect(match.state.traits(of: drawn) == [.undoStop, .draws, .reveals])
    #expect(match.state.traits(of: .reveal(Cell(3, 4), nil)) == [.undoStop, .reveals])
    #expect(MemoryLayout<MinesweeperMove>.stride <= 16)
  }
}
