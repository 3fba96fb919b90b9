import LibC
import Platform
import TestKit
import Testing

/// `play`: a game on the whole screen, played with keys.
@Suite(.blocking) struct TableTests {
  private static let options = ["--seed", "0", "--clock", "virtual", "--color", "never"]
  private static let plugins = ["PATH": "\(Example.path("plugins")):/usr/bin:/bin"]

  /// The table of a game that was opened by a line.
  private func table(
    _ line: String, options: [String] = options, environment: [String: String] = [:],
    rows: UInt16 = 30, columns: UInt16 = 80, settings: [String] = [],
    profile: [String] = ["--no-profile"]
  ) throws -> Pseudoterminal {
    let environment = Pseudoterminal.plainEnvironment.merging(environment) { $1 }
    let terminal = try Pseudoterminal(
      try Program.path(), options + profile, environment: environment, rows: rows,
      columns: columns)
    try terminal.expect("> ")
    try terminal.send((settings + [line, "play"]).map { $0 + "\r" }.joined())
    try terminal.expect("\u{1B}[?1049h")
    try terminal.expectScreen("the keys") { $0.shows("? keys") }
    return terminal
  }

  /// A session by keys, and the lines that it must be the same as.
  struct Session: Sendable {
    var opening: String
    var keys: [String]
    var lines: [String]
  }

  private static let sessions = [
    Session(
      opening: "new minesweeper easy seed=3",
      keys: ["4j4l\r", "\u{1B}[B\u{1B}[C", "f", "f", "m", "u", " ", "c", "hk\r", "\t\r"],
      lines: [
        "reveal 5 5", "flag 6 6", "flag 6 6", "mark 6 6", "undo", "reveal 6 6", "chord 6 6",
        "reveal 5 5", "reveal 5 6",
      ]),
    Session(
      opening: "new farkle Ann Bob", keys: ["r", "\r", "b", "r", "1", "\r", "u"],
      lines: ["roll", "hold best", "bank", "roll", "hold best", "undo"]),
    // Dice that are picked are held before another key acts, and stay picked after an error.
    Session(
      opening: "new farkle Ann Bob seed=5", keys: ["\r", "1\r", "5b"],
      lines: ["roll", "hold 1", "hold 5", "bank"]),
    Session(
      opening: "new farkle Ann Bob seed=5", keys: ["\r", "1", ":ban16\r", "\r"],
      lines: ["roll", "hold 1"]),
    // A guess begins anew after a hint and after Esc; a number without a hole goes nowhere.
    Session(
      opening: "new mastermind", keys: ["1122\r", "H5566\r", "123\u{1B}", "12345\r"],
      lines: ["guess 1 1 2 2", "hint", "guess 5 5 6 6", "guess 1 2 3 4"]),
    Session(
      opening: "new farkle Ann Bob dice=physical",
      keys: ["155236\r", "15\r", "5\u{1B}", "2346\u{7F}\u{7F}23\r", "450p"],
      lines: ["roll 155236", "hold 1 5", "roll 2323", "points 450"]),
    Session(
      opening: "new mastermind slots=4 colors=12",
      keys: ["1a2b\r", "12\u{7F}345\r", "\u{1B}[A \u{1B}[B \u{1B}[B\u{1B}[B 6\r"],
      lines: ["guess 1 10 2 11", "guess 1 3 4 5", "guess 1 12 11 6"]),
    Session(
      opening: "new counter Ann Bob Cy", keys: ["25\r", "j", "+", "7-", "\t", "k", "t", "u", "p"],
      lines: ["add 25", "add 1 3", "add -7 3", "next", "turn 2", "undo", "prev"]),
    Session(
      opening: "new pig Ann Bob", keys: ["\r", "\u{1B}[B\r", "1\r"],
      lines: ["roll", "hold", "roll"]),
  ]

  @Test(arguments: sessions)
  func `keys and lines write the same log`(session: Session) throws {
    let folder = try TemporaryFolder()
    let terminal = try table(session.opening, environment: Self.plugins)
    try terminal.send(session.keys.joined())
    try terminal.send("\u{1B}")
    try terminal.expect("\u{1B}[?1049l")
    try terminal.send("save \(folder["keys"])\r")
    try terminal.expect("Saved")
    #expect(try terminal.leave() == .exited(0))
    let script = ([session.opening] + session.lines + ["save \(folder["lines"])"])
      .map { $0 + "\n" }.joined()
    _ = try Program.run(
      ["--keep-going", "--seed", "0"], input: script.utf8, environment: Self.plugins)
    #expect(try folder.text("keys") == folder.text("lines"))
    #expect(try folder.lines("keys").count > 5)
  }

  @Test func `a recording has the lines of the keys`() throws {
    let folder = try TemporaryFolder()
    let terminal = try table("new farkle Ann", settings: ["record \(folder["r.scenario"])"])
    try terminal.send("r\rb\u{1B}")
    try terminal.expect("\u{1B}[?1049l")
    #expect(try terminal.leave() == .exited(0))
    let commands = try folder.lines("r.scenario").filter { $0.hasPrefix("> ") }
    #expect(commands == ["> new farkle Ann", "> roll", "> hold best", "> bank"])
  }

  // MARK: - Games without names

  @Test(arguments: ["counter", "mastermind", "minesweeper easy", "bell"])
  func `a game without names has a table`(game: String) throws {
    let program = try #require(BuiltProgram.path(of: "remote-plugin"))
    let folder = try TemporaryFolder()
    _ = try folder.add("parlor-bell", "#!/bin/sh\nexec '\(program)'\n", mode: 0o755)
    let path = "\(folder.path):\(Example.path("plugins")):/usr/bin:/bin"
    let terminal = try table("new \(game)", environment: ["PATH": path])
    try terminal.send("\r\u{1B}[B")
    try terminal.send(":echo here\r")
    try terminal.expectScreen("a reply") { $0.shows("> echo here") }
    try terminal.send("\u{1B}\u{1B}")
    try terminal.expect("\u{1B}[?1049l")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `players can join a counter at its table`() throws {
    let terminal = try table("new counter")
    try terminal.send(":player add Ann Bob; start\r5\r")
    try terminal.expectScreen("points") { $0.shows("Ann +5, 5 in all.") && $0.shows("Bob has 0.") }
  }

  // MARK: - Where there are no keys

  @Test func `a dumb terminal gets an error that names the lines`() throws {
    let terminal = try Pseudoterminal.parlor(environment: ["TERM": "dumb"])
    try terminal.expect(Prompt.outside)
    for line in ["new farkle Ann", "play"] { try terminal.send("\(line)\r") }
    try terminal.expect("error[not-now]: `play` needs a terminal that can move the cursor")
    try terminal.expect("legal now: roll")
    #expect(try terminal.leave() == .exited(0))
    #expect(!terminal.transcript.contains(0x1B))
  }

  @Test func `a script gets the same error`() throws {
    let outcome = try Program.run(input: "new mastermind\nplay\n".utf8)
    #expect(outcome.status == .exited(1))
    #expect(outcome.complaint.contains("type lines instead"))
    let without = try Program.run(input: "play\n".utf8)
    #expect(without.complaint.contains("error[no-game]"))
  }

  // MARK: - The screen

  @Test(arguments: ["\u{1B}", "q", "\u{3}"])
  func `a key returns to the line and restores the screen`(key: String) throws {
    let terminal = try table("new minesweeper easy")
    try terminal.send(key)
    try terminal.expect("\u{1B}[?1006l\u{1B}[?1000l")
    try terminal.expect("\u{1B}[?25h\u{1B}[?1049l")
    try terminal.expectRow("minesweeper easy 10>")
    try terminal.send("echo here\r")
    try terminal.expect("here\r\n")
    #expect(try terminal.leave() == .exited(0))
    #expect(terminal.isCooked)
  }

  @Test func `F2 opens the table, and does nothing in a line`() throws {
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    try terminal.send("new mastermind\r")
    try terminal.expectRow("mastermind guess 1>")
    try terminal.send("ec\u{1B}OQho x\r")
    try terminal.expect("x\r\n")
    try terminal.expectRow("mastermind guess 1>")
    try terminal.send("\u{1B}OQ")
    try terminal.expectScreen("the table") { $0.shows("Enter guess") }
    try terminal.send("\u{1B}")
    try terminal.expectRow("mastermind guess 1>")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `the cursor stands on the chosen cell, and a large board scrolls with it`() throws {
    let terminal = try table("new minesweeper hard", rows: 12, columns: 40)
    try terminal.expectScreen("the first cell") { ($0.row, $0.column) == (3, 4) }
    #expect(terminal.screen.rows[3].hasPrefix("1  [■]■"))
    try terminal.send("15j29l")
    try terminal.expectScreen("the last cell") {
      $0.currentRow.hasPrefix("16 ") && $0.currentRow.hasSuffix("[■]")
    }
    // The numbers of the columns stay.
    #expect(terminal.screen.rows[1].hasSuffix("2 3"))
    #expect(terminal.screen.rows[2].hasSuffix("9 0"))
    terminal.resize(rows: 24, columns: 80)
    try terminal.expectScreen("the whole board") {
      $0.rows[3].hasPrefix("1   ■") && $0.rows[18].hasSuffix("[■]") && $0.shows("Mines left: 99.")
    }
    try terminal.send("\u{1B}")
    try terminal.expectRow("minesweeper hard 99>")
  }

  @Test func `a small table keeps the beginning of a refusal`() throws {
    let terminal = try table("new minesweeper hard", rows: 12, columns: 40)
    try terminal.send("\rf")
    try terminal.expectScreen("why it is refused") {
      $0.shows("error[illegal-move]: 1 1 is revealed")
    }
    try terminal.send("\u{1B}")
    try terminal.expectRow("minesweeper hard 99>")
  }

  @Test func `the clock runs`() throws {
    let options = ["--seed", "0", "--clock", "real", "--color", "never"]
    let terminal = try table("new minesweeper easy", options: options)
    try terminal.send("\r")
    try terminal.expectScreen("a second") { $0.shows("Time: 0:01.") }
  }

  @Test func `plain characters without Unicode, and no colour without colour`() throws {
    let terminal = try table("new minesweeper easy seed=3", settings: ["set board ascii"])
    try terminal.send("f")
    try terminal.expectScreen("a flag") { $0.rows[2].hasPrefix("1 [F]# # #") }
    try terminal.send("\u{1B}")
    try terminal.expectRow("minesweeper easy 9>")
    let drawn = try #require(terminal.text.split(separator: "\u{1B}[?1049h").last)
    #expect(drawn.split(separator: "\u{1B}[?1049l")[0].utf8.allSatisfy { $0 < 0x80 })
    #expect(terminal.text.firstMatch(of: /\u{1B}\[[\d;]*m/) == nil)
    let latin = try table("new farkle Ann", environment: ["LANG": "C", "LC_ALL": "C"])
    try latin.send("r")
    try latin.expectScreen("dice") { $0.shows("+---+ +---+") }
  }

  /// The colours that a text sets in 24 bits.
  private func fullColors(_ text: String) -> [RGB] {
    text.matches(of: /38;2;(\d+);(\d+);(\d+)m/).map { match in
      RGB([match.1, match.2, match.3].map { Double($0) ?? 0 })
    }
  }

  /// The colours that a text sets among the 216 of xterm.
  private func paletteColors(_ text: String) -> [RGB] {
    text.matches(of: /38;5;(\d+)m/).compactMap { Int($0.1).flatMap(RGB.init(fixed:)) }
  }

  @Test(arguments: ["truecolor", ""])
  func `colours can be read on black and on white`(depth: String) throws {
    let terminal = try table(
      "new mastermind slots=8 colors=8", options: ["--seed", "0"],
      environment: ["COLORTERM": depth, "TERM": "xterm-256color"])
    try terminal.send("12345678")
    try terminal.expectScreen("the pegs") { $0.shows("⑦[⑧]") }
    let drawn = String(try #require(terminal.text.split(separator: "\u{1B}[?1049h").last))
    let colors = depth.isEmpty ? paletteColors(drawn) : fullColors(drawn)
    #expect(Set(colors).count == 8)
    for color in colors { #expect(color.leastContrast() >= 3, "\(color)") }
  }

  /// A page is ten colours.
  @Test func `a page key turns a peg of three colours`() throws {
    let terminal = try table("new mastermind colors=3 slots=1", options: ["--seed", "0"])
    try terminal.send(String(repeating: "\u{1B}[6~", count: 5))
    try terminal.expectScreen("a peg") { screen in
      ["①", "②", "③"].contains { screen.shows("[\($0)]") }
    }
    try terminal.send("\u{1B}[<0;-9223372036854775808;-9223372036854775808M1")
    try terminal.expectScreen("the first colour") { $0.shows("[①]") }
  }

  @Test func `each of twenty colours is a number in a circle`() throws {
    let terminal = try table("new mastermind slots=1 colors=20")
    try terminal.send("\u{1B}[B")
    try terminal.expectScreen("the last colour") { $0.shows("[⑳]") }
  }

  @Test(arguments: [(7, " ■ ■[■]"), (8, "1   ■[■]")] as [(UInt16, String)])
  func `the numbers of rows stay in view, if they take less than half the width`(
    _ columns: UInt16, _ row: String
  ) throws {
    let terminal = try Pseudoterminal(
      try Program.path(), Self.options + ["--no-profile"],
      environment: Pseudoterminal.plainEnvironment, rows: 24, columns: columns)
    try terminal.expect("> ")
    try terminal.send("new minesweeper hard\rplay\r")
    try terminal.expect("\u{1B}[?1049h")
    try terminal.send("9l")
    try terminal.expectScreen("the tenth column") { $0.rows.contains(row) }
  }

  // MARK: - The line of keys

  @Test func `the line of keys names the letters of pegs from ten on`() throws {
    let terminal = try table("new mastermind colors=14", rows: 12, columns: 40)
    #expect(terminal.screen.shows("1-9 a-e peg (a: 10)"))
    try terminal.send("?")
    try terminal.expectScreen("the keys") { $0.shows("a is 10, e is 14") }
  }

  @Test func `Enter at Farkle does what must be done, and the line of keys names what is legal`()
    throws
  {
    let terminal = try table("new farkle Ann Bob")
    #expect(terminal.screen.shows("Enter roll  H hint  ? keys"))
    try terminal.send("\r")
    try terminal.expectScreen("a roll") { $0.shows("Enter hold best  1-6 pick  H hint  u undo") }
    try terminal.send("\r")
    try terminal.expectScreen("a hold") { $0.shows("r roll  b bank  H hint  u undo") }
    try terminal.send("\r")
    try terminal.expectScreen("a choice") { $0.shows("Choose: r roll, b bank.") }
    #expect(terminal.screen.shows("50 at stake"))
  }

  @Test func `a low screen has all keys for which there is room`() throws {
    let terminal = try table("new counter Ann Bob", rows: 12, columns: 40)
    #expect(terminal.screen.shows("Enter points and next") && terminal.screen.shows("Esc line"))
    let farkle = try table("new farkle Ann Bob", rows: 12, columns: 40)
    try farkle.send("r")
    try farkle.expectScreen("the keys of a roll") { $0.shows("1-6 pick") && $0.shows("Esc line") }
  }

  @Test func `what a key needs is said in full on a low screen`() throws {
    let players = (1...13).map { "P\($0)" }.joined(separator: " ")
    let terminal = try table("new counter \(players)", rows: 12, columns: 40)
    try terminal.send("\r")
    try terminal.expectScreen("the need") { screen in
      screen.shows("Enter points and next: type a number") && screen.rows.contains("  first.")
    }
  }

  @Test func `the player whose turn it is stays in view`() throws {
    let players = (1...8).map { "P\($0)" }.joined(separator: " ")
    let terminal = try table("new farkle \(players)", rows: 12, columns: 40)
    for (key, shows) in [("r", "pick"), ("\r", "b bank"), ("b", "P2 to roll")] {
      #expect(terminal.screen.rows.contains { $0.hasPrefix("▸ P1 ") })
      try terminal.send(key)
      try terminal.expectScreen(shows) { $0.shows(shows) }
    }
    #expect(terminal.screen.rows.contains { $0.hasPrefix("▸ P2 ") })
  }

  @Test func `Tab completes the line that is typed at a table`() throws {
    let terminal = try table("new farkle Ann Bob")
    try terminal.send(":hin\t")
    try terminal.expectScreen("the word") { $0.currentRow == ": hint" }
    try terminal.send("\u{1B}")
    try terminal.expectScreen("the table") { $0.shows("? keys") }
    try terminal.send(":set board \t")
    try terminal.expectScreen("the list") { screen in
      screen.rows.contains { $0.hasPrefix("  ascii") } && screen.currentRow == ": set board"
    }
    try terminal.send("\t")
    try terminal.expectScreen("the first entry") { screen in
      screen.rows.contains { $0.hasPrefix("▸ ") } && screen.currentRow != ": set board"
    }
    try terminal.send("\u{1B}")
    try terminal.expectScreen("the line as it was") { $0.currentRow == ": set board" }
    try terminal.send("asc\t\r")
    try terminal.expectScreen("the reply") { $0.shows("> set board ascii") }
  }

  @Test func `Ctrl-R at a table searches the earlier lines`() throws {
    let terminal = try table(
      "new farkle Ann Bob", settings: ["echo one", "echo two", "echo one"])
    try terminal.send(":cho\u{12}")
    try terminal.expectScreen("the newest") { screen in
      screen.currentRow == ": echo one" && screen.shows("Earlier lines with `cho`:")
        && screen.rows.contains("▸ echo one") && screen.rows.contains("  echo two")
    }
    try terminal.send("\u{12}\u{12}")
    try terminal.expectScreen("the oldest") { $0.currentRow == ": echo two" }
    try terminal.send("x")
    try terminal.expectScreen("none") { $0.shows("No earlier line has `chox`.") }
    try terminal.send("\u{7F} o\r")
    try terminal.expectScreen("the reply") { $0.shows("> echo one") }
  }

  @Test func `the cursor of a counter goes with the turn`() throws {
    let terminal = try table("new counter Ann Bob Cy")
    try terminal.send("5\r")
    try terminal.expectScreen("Bob's turn") { screen in
      screen.rows.contains { $0.hasPrefix(">▸ Bob") || $0.hasPrefix(">▸Bob") }
    }
  }

  @Test func `16 colours are those that can be read on white`() throws {
    let terminal = try table(
      "new mastermind slots=8 colors=8", options: ["--seed", "0"],
      environment: ["COLORTERM": "", "TERM": "xterm"])
    try terminal.send("12345678")
    try terminal.expectScreen("the pegs") { $0.shows("⑦[⑧]") }
    // `ReadableColors` says that 35 and 91 can be read; 39 is none.
    let drawn = try #require(terminal.text.split(separator: "\u{1B}[?1049h").last)
    for match in drawn.matches(of: /\u{1B}\[(?:4;)?([39]\d)m/) {
      #expect(["35", "91", "39"].contains(match.1), "\(match.1)")
    }
    #expect(terminal.text.contains("\u{1B}[1m\u{1B}[35m①"))
  }

  @Test func `the page of keys has those of the game, and scrolls`() throws {
    let terminal = try table("new minesweeper easy", rows: 12, columns: 40)
    try terminal.send("?")
    try terminal.expectScreen("the keys") { $0.rows[0] == "Keys of this table" }
    var seen = terminal.screen.rows
    for row in ["letters on", "`hint`", "mouse"] {
      try terminal.send(" ")
      try terminal.expectScreen(row) { $0.rows[0] != "Keys of this table" && $0.shows(row) }
      seen += terminal.screen.rows
    }
    #expect(seen.contains { $0.contains("letters on the nearest") })
    #expect(!seen.contains { $0.contains("…") || $0.contains("pick") })
    try terminal.send("x")
    try terminal.expectScreen("the table") { $0.shows("Mines left: 10.") }
    let farkle = try table("new farkle Ann")
    try farkle.send("?")
    try farkle.expectScreen("the keys") { $0.shows("pick a die") && $0.shows("Enter: back") }
    #expect(!farkle.screen.shows("letters"))
  }

  @Test(arguments: [";", "\u{1B}"])
  func `letters say what they are, and end`(key: String) throws {
    let terminal = try table("new minesweeper easy")
    try terminal.send(";")
    try terminal.expectScreen("letters") {
      $0.shows("letter reveal  CAPITAL flag  Esc end") && !$0.shows("f flag")
    }
    try terminal.send(key)
    try terminal.expectScreen("no letters") {
      !$0.shows("CAPITAL") && $0.rows[2].hasPrefix("1 [■]■ ■")
    }
  }

  /// The letters on cells of the screen, with the cells.
  private func letters(on screen: Screen) -> [Character: String] {
    var letters: [Character: String] = [:]
    for text in screen.rows {
      guard let row = Int(text.prefix { $0.isNumber }) else { continue }
      for (column, character) in text.enumerated() where character.isLowercase {
        letters[character] = "\(row) \((column - 4) / 2 + 1)"
      }
    }
    return letters
  }

  /// A letter reveals an opening, which has cells with other letters.
  @Test(arguments: 1...5)
  func `letters typed ahead act on no other cells`(seed: Int) throws {
    let terminal = try table("new minesweeper rows=16 cols=30 mines=60 seed=\(seed) first=open")
    try terminal.send("9j9l;")
    try terminal.expectScreen("letters") { $0.shows("letter reveal") && $0.shows("a") }
    let letters = letters(on: terminal.screen)
    #expect(letters.count == 26)
    try terminal.send(letters.keys.sorted().map { String($0) }.joined() + ":log\r")
    try terminal.expectScreen("the log") { $0.rows.contains("> log") }
    let cells = terminal.screen.rows.compactMap { row in
      row.prefixMatch(of: /reveal (\d+ \d+)/).map { String($0.1) }
    }
    #expect(!cells.isEmpty && cells.count < 26)
    #expect(Set(cells).isSubset(of: letters.values))
  }

  @Test func `a letter pressed twice acts on no other cell`() throws {
    let terminal = try table("new minesweeper hard seed=4 first=open")
    try terminal.send("\r;")
    try terminal.expectScreen("letters") { $0.shows("Esc end") }
    try terminal.send("aa")
    try terminal.expectScreen("one cell") { $0.shows("Reveals 1 3: 2.") }
    try terminal.send("\u{1B}")
    try terminal.expectScreen("no letters") { !$0.shows("Esc end") && !$0.shows("Boom") }
  }

  @Test func `what a player did stays on the screen when a bot has played`() throws {
    let terminal = try table("new farkle Ann computer seed=1", rows: 12, columns: 40)
    try terminal.send("\r\rr")
    try terminal.expectScreen("a farkle") {
      $0.shows("Farkle! Ann loses 700.") && $0.shows("computer banks 1,500")
        && $0.shows("Enter roll")
    }
  }

  @Test func `letters are on visible cells only`() throws {
    let terminal = try table("new minesweeper hard", rows: 12, columns: 40)
    try terminal.send("15j29l;")
    try terminal.expectScreen("letters") { $0.shows("Esc end") }
    #expect(letters(on: terminal.screen).count == 26)
  }

  @Test func `a table says what pins mean`() throws {
    let terminal = try table("new mastermind seed=3")
    try terminal.send("1234\r")
    let legend = "● black: right place, ○ white: elsewhere"
    try terminal.expectScreen("the legend") { $0.rows.contains(legend) }
    try terminal.send("?")
    try terminal.expectScreen("the keys") {
      $0.rows[0].hasPrefix("Keys") && $0.rows.contains(legend)
    }
  }

  @Test func `nothing is written when nothing changes`() throws {
    let terminal = try table("new minesweeper easy")
    let before = terminal.text
    try terminal.send(String(repeating: "\u{1B}[D", count: 20) + "?")
    try terminal.expectScreen("the keys") { $0.shows("Keys of this table") }
    let written = terminal.text.dropFirst(before.count)
    #expect(written.ranges(of: "\u{1B}[?25h").count == 1)
    #expect(written.hasPrefix("\u{1B}[?25l\u{1B}[1;1H"))
  }

  // MARK: - Words

  @Test func `a typed word opens a line`() throws {
    let terminal = try table("new farkle Ann")
    try terminal.send("s")
    try terminal.expectScreen("a line") {
      $0.currentRow == ": s" && $0.shows("Enter run  Esc table  Tab complete")
    }
    try terminal.send("core\r")
    try terminal.expectScreen("a reply") { $0.shows("> score") && $0.shows("Enter roll") }
    // Letters after a key of the table belong to the same word.
    try terminal.send("h")
    try terminal.send("i")
    try terminal.expectScreen("a line") { $0.currentRow == ": hi" }
    try terminal.send("\u{1B}")
    try terminal.expectScreen("the table") { $0.shows("Enter roll") }
    // No command begins so.
    try terminal.send("z")
    try terminal.expectScreen("what is possible") { $0.shows("`z` is no key of this table") }
    try terminal.send("r")
    try terminal.expectScreen("a roll") { $0.shows("> roll") }
  }

  @Test func `a word that arrives at once is no key`() throws {
    let terminal = try table("new minesweeper easy")
    try terminal.send("flag 2 3\r")
    try terminal.expectScreen("a flag") { $0.shows("> flag 2 3") }
    #expect(terminal.screen.rows[2].hasPrefix("1 [■]■"))
    #expect(terminal.screen.rows[3].hasPrefix("2  ■ ■ ⚑"))
  }

  /// A stuck player flags a cell, and types `hint`; its letters that are keys do not move the cursor.
  @Test func `a word after keys that acted is whole, and moves nothing`() throws {
    let terminal = try table("new minesweeper easy seed=3", rows: 24)
    for key in ["\r", "l", "f", "h", "i", "n", "t"] {
      try terminal.send(key)
    }
    try terminal.expectScreen("the line") { $0.shows(": hint") }
    try terminal.send("\u{1B}\r")
    try terminal.expectScreen("the cell of the flag") { $0.shows("> reveal 1 2") }
  }

  @Test(arguments: [
    ("minesweeper easy seed=3", "4j4l\r", ["reveal 5 5"]),
    ("farkle Ann Bob", "r", ["roll"]), ("farkle Ann Bob", "r\r", ["roll", "hold best"]),
    ("mastermind seed=1", "1122\r", ["guess 1 1 2 2"]),
  ])
  func `Enter plays the best move of a hint`(
    game: String, keys: String, lines: [String]
  ) throws {
    func output(_ lines: [String]) throws -> [Substring] {
      try Program.run(
        ["--seed", "0", "--clock", "virtual"], input: lines.map { $0 + "\n" }.joined().utf8
      ).text.split(separator: "\n")
    }
    let played = ["new \(game)"] + lines
    let hint = try output(played + ["hint"]).dropFirst(try output(played).count)
    let move = String(try #require(hint.first?.split(separator: "  ").first))
    let terminal = try table("new \(game)")
    try terminal.send(keys + "H")
    try terminal.expectScreen("the hint") { $0.shows("> hint") && $0.shows("Enter \(move)") }
    try terminal.send("\r")
    try terminal.expectScreen("its first move") { $0.shows("> \(move)") }
  }

  @Test func `any other key forgets the move of a hint`() throws {
    let terminal = try table("new farkle Ann Bob")
    try terminal.send("r\rH")
    try terminal.expectScreen("the hint") { $0.shows("> hint") }
    try terminal.send("\u{1B}[C")
    try terminal.expectScreen("the usual keys") { $0.shows("r roll  b bank") && !$0.shows("Enter") }
    try terminal.send("\r")
    try terminal.expectScreen("what can be done") { $0.shows("Choose: r roll, b bank.") }
  }

  @Test func `no key names hints that are off`() throws {
    let terminal = try table("new farkle Ann Bob", settings: ["set advice off"])
    #expect(!terminal.screen.shows("H hint"))
    try terminal.send("H")
    try terminal.expectScreen("a line, as by any letter that begins a command") {
      $0.currentRow == ": H"
    }
  }

  @Test func `a refused key is not done`() throws {
    let terminal = try table("new farkle Ann Bob")
    try terminal.send("r")
    try terminal.expectScreen("the roll") { $0.shows("> roll") }
    for key in ["b", "a", "n", "k"] { try terminal.send(key) }
    try terminal.send("\r")
    try terminal.expectScreen("the refusal") { $0.shows("error[not-now]") && !$0.shows("done") }
  }

  @Test func `a table opens where its cursor was`() throws {
    let terminal = try table("new minesweeper easy")
    try terminal.send("3j2l\u{1B}")
    try terminal.expect("\u{1B}[?1049l")
    try terminal.send("play\r")
    try terminal.expectScreen("the cell") { $0.currentRow.hasPrefix("4  ■ ■[■]") }
    try terminal.send("\u{4}")
    try terminal.expect("\u{1B}[?1049l")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `a table has its room again after a page`() throws {
    let terminal = try table("new minesweeper easy seed=3", rows: 12, columns: 40)
    try terminal.send("4j4l\r:hint why\r")
    try terminal.expectScreen("the page") { $0.shows("Enter: back") && $0.shows("safe") }
    try terminal.send("\r")
    try terminal.expectScreen("the board, and the best move again") {
      $0.shows("? keys") && $0.rows[9].contains("%")
        && $0.rows[2...8].allSatisfy { $0.first?.isNumber ?? false }
    }
  }

  @Test func `a key that is refused lists no lines`() throws {
    let terminal = try table("new minesweeper easy seed=3", rows: 24)
    try terminal.send("\rf")
    try terminal.expectScreen("the error") { $0.shows("1 1 is revealed") }
    #expect(!terminal.screen.shows("legal now"))
    try terminal.send(":flag 1 1\r")
    try terminal.expectScreen("what is legal") { $0.shows("legal now") }
  }

  @Test func `a reply that does not fit below the table is a page`() throws {
    let terminal = try table("new minesweeper hard seed=3 first=open", rows: 24)
    try terminal.send("9j9l\r:help reveal\r")
    try terminal.expectScreen("the page") { $0.shows("> help") && $0.shows("Enter: back") }
    try terminal.send("\r")
    try terminal.expectScreen("the table") { $0.shows("? keys") && !$0.shows("> help") }
    // A key of the table is not lost.
    try terminal.send(":help reveal\r")
    try terminal.expectScreen("the page again") { $0.shows("Enter: back") }
    try terminal.send(":hint\r")
    try terminal.expectScreen("a hint beside the board") {
      $0.shows("reveal ") && $0.shows("? keys") && !$0.shows("more ↓")
    }
    #expect(terminal.screen.rows.contains { $0.hasPrefix("16 ") })
  }

  @Test func `a board larger than the screen shows where it goes on`() throws {
    let terminal = try table("new minesweeper hard", rows: 12, columns: 40)
    #expect(terminal.screen.rows[0].hasSuffix("more ↓→"))
    try terminal.send("7j")
    try terminal.expectScreen("a row below the cursor") {
      $0.currentRow.hasPrefix("8 ") && $0.rows[$0.row + 1].hasPrefix("9 ")
    }
    #expect(terminal.screen.rows[0].hasSuffix("more ↑↓→"))
    try terminal.send("8j29l")
    try terminal.expectScreen("the end") {
      $0.rows[0].hasSuffix("more ↑←") && $0.shows("? keys  Esc")
    }
  }

  @Test func `a board that is over can be looked over`() throws {
    let terminal = try table(
      "new minesweeper rows=24 cols=30 mines=216 seed=3", rows: 12, columns: 40)
    for row in 0..<20 { try terminal.send("\r\(row % 2 == 0 ? "j" : "jl")") }
    try terminal.expectScreen("the end") { $0.shows("n new game") }
    try terminal.send("50k50h")
    try terminal.expectScreen("the first cell") { ($0.row, $0.column) == (3, 4) }
    try terminal.send("\rf?")
    try terminal.expectScreen("the keys") {
      $0.shows("look over the board") && $0.shows("a new game") && !$0.shows("reveal ROW")
    }
    try terminal.send("\r")
    try terminal.expectScreen("what has happened") { $0.shows("Boom!") }
  }

  @Test func `a number with a point is no number at the counter`() throws {
    let terminal = try table("new counter Ann Bob")
    try terminal.send("7.5\r")
    try terminal.expectScreen("the error") { $0.shows("unknown command `7.5`") }
  }

  @Test func `a sign before a number is told`() throws {
    let terminal = try table("new counter Ann Bob")
    try terminal.send("-5\r")
    try terminal.expectScreen("what `-` did") {
      $0.shows("`-` has counted 1 already; `u` takes it back. Type `5-`.")
    }
  }

  @Test func `a blank after a peg does not pass over a hole`() throws {
    let terminal = try table("new mastermind seed=3")
    try terminal.send("1 2 3 4\r")
    try terminal.expectScreen("the guess") { $0.shows("> guess 1 2 3 4") }
  }

  @Test func `what the first letter of a word has done is not done again`() throws {
    let terminal = try table("new minesweeper easy")
    try terminal.send("flm")
    try terminal.expectScreen("a mark") { $0.shows("> mark 1 2") }
    try terminal.send(" u")
    try terminal.expectScreen("an undo") { $0.shows("> undo") }
    for (key, line) in [("n", ": un"), ("d", ": und"), ("o", ": undo")] {
      try terminal.send(key)
      try terminal.expectScreen(line) { $0.currentRow == line }
    }
    try terminal.send("\r")
    try terminal.expectScreen("a word") { $0.shows("`undo` is done already: `u` is enough.") }
    try terminal.send("U")
    try terminal.expectScreen("a redo") { $0.shows("> redo") && !$0.shows("error") }
  }

  @Test func `pasted text is no move`() throws {
    let terminal = try table("new minesweeper easy")
    #expect(terminal.text.contains("\u{1B}[?2004h"))
    try terminal.send("\u{1B}[200~flag 1 1\nchord 1 1\u{1B}[201~")
    try terminal.expectScreen("a line") { $0.currentRow == ": flag 1 1" }
    #expect(terminal.screen.shows("Mines left: 10."))
    try terminal.send("\u{7F}2\r:flag 1 3; help\r")
    try terminal.expectScreen("replies") {
      $0.rows[0] == "> flag 1 3; help" && $0.shows("Enter: back")
    }
    try terminal.send("q")
    try terminal.expectScreen("the table") { $0.shows("Mines left: 8.") }
    try terminal.send(":quit\r")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `an undo after which the game does not count asks first`() throws {
    let folder = try TemporaryFolder()
    let terminal = try table(
      "new minesweeper easy seed=3", options: ["--color", "never"],
      profile: ["--profile", folder["p"]])
    try terminal.send("fu")
    try terminal.expectScreen("an undo") { $0.shows("> undo") && $0.shows("Mines left: 10.") }
    try terminal.send("\ru")
    try terminal.expectScreen("a question") {
      $0.shows("After this undo, the game does not count.")
    }
    try terminal.send("l")
    try terminal.expectScreen("no undo") { !$0.shows("does not count") && $0.shows("Time:") }
    try terminal.send("uu")
    try terminal.expectScreen("an undo") { $0.shows("> undo") && $0.shows("does not count") }
    // It is said once.
    try terminal.send("\ru")
    try terminal.expectScreen("an undo") { $0.shows("> undo") && !$0.shows("does not count") }
  }

  @Test func `F2 opens the table of a game with a command play`() throws {
    let folder = try TemporaryFolder()
    let sticks = String(
      decoding: try FileSystem.read(Example.path("plugins/parlor-sticks")), as: UTF8.self)
    let renamed = [("\"take\"", "\"play\""), ("take ", "play "), ("take\\ ", "play\\ ")]
    _ = try folder.add(
      "parlor-sticks", renamed.reduce(sticks) { $0.replacing($1.0, with: $1.1) }, mode: 0o755)
    let terminal = try Pseudoterminal(
      try Program.path(), Self.options + ["--no-profile"],
      environment: Pseudoterminal.plainEnvironment.merging(["PATH": "\(folder.path):/usr/bin:/bin"])
      { $1 })
    try terminal.expect("> ")
    try terminal.send("new sticks Ann Bob\r")
    try terminal.expectRow("sticks Ann 21>")
    try terminal.send("\u{1B}OQ")
    try terminal.expectScreen("the table") { $0.shows("> 1  play 1") }
    try terminal.send("2\r")
    try terminal.expectScreen("a move") { $0.shows("Ann takes 2.") }
    try terminal.send("\u{1B}")
    try terminal.expectRow("sticks Bob 19>")
  }

  // MARK: - The mouse

  @Test func `the mouse reveals and flags, and clicks on the line of keys`() throws {
    let terminal = try table("new minesweeper easy seed=3")
    // The cell 5 5, then the cell 1 9 with the right button.
    try terminal.send("\u{1B}[<0;12;7M\u{1B}[<0;12;7m")
    try terminal.expectScreen("a reveal") { $0.shows("> reveal 5 5") }
    try terminal.send("\u{1B}[<2;20;3M")
    try terminal.expectScreen("a reply") { $0.shows("> flag 1 9") }
    let row = try #require(terminal.screen.rows.firstIndex { $0.contains("u undo") })
    let text = terminal.screen.rows[row]
    let place = try #require(text.firstRange(of: "u undo"))
    let column = text.distance(from: text.startIndex, to: place.lowerBound)
    try terminal.send("\u{1B}[<0;\(column + 3);\(row + 1)M")
    try terminal.expectScreen("an undo") { $0.shows("> undo") }
  }

  @Test func `the mouse can be left to the terminal`() throws {
    let terminal = try table("new minesweeper easy", settings: ["set mouse off"])
    #expect(!terminal.text.contains("\u{1B}[?1000h"))
  }

  // MARK: - The end

  @Test func `a finished game goes on with another one`() throws {
    let terminal = try table("new minesweeper layout=*./..")
    try terminal.send("\r")
    try terminal.expectScreen("the end") { $0.shows("You lose") && $0.shows("n new game") }
    try terminal.send("n")
    try terminal.expectScreen("another game") { $0.shows("> new") && $0.shows("? keys") }
    try terminal.send("\r")
    try terminal.expectScreen("the end") { $0.shows("You lose") }
    // Enter, typed once too often, does nothing.
    try terminal.send("\r?")
    try terminal.expectScreen("the keys") { $0.shows("a new game") }
    try terminal.send("\r")
    try terminal.expectScreen("how it ended") { $0.shows("You lose") }
    try terminal.send("\u{1B}")
    try terminal.expectRow("minesweeper over>")
  }

  @Test func `SIGTERM restores the terminal`() throws {
    let terminal = try table("new farkle Ann")
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForExit() == .killed(SIGTERM))
    #expect(terminal.text.contains("\u{1B}[?25h\u{1B}[?1049l"))
    #expect(terminal.isCooked)
  }

  @Test func `a stopped table comes back`() throws {
    let terminal = try table("new farkle Ann")
    terminal.signal(SIGSTOP)
    try terminal.waitForStop()
    terminal.signal(SIGCONT)
    try terminal.expect("\u{1B}[?1049l")
    try terminal.expect("\u{1B}[?1049h")
    try terminal.send("r")
    try terminal.expectScreen("a roll") { $0.shows("Ann rolls") }
    try terminal.send("\u{1B}")
    try terminal.expectRow("farkle Ann>")
  }

  @Test func `Ctrl-Z gives the screen back to the shell`() throws {
    let script = #"set -m; "$0" --no-profile --seed 0 --color never"#
    let terminal = try Pseudoterminal(
      "/bin/sh", ["-i", "-c", script, try Program.path()],
      environment: Pseudoterminal.plainEnvironment)
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle Ann\rplay\r")
    try terminal.expectScreen("the table") { $0.shows("? keys") }
    try terminal.send("\u{1A}")
    try terminal.expect("\u{1B}[?1049l")
  }

  // MARK: - Hidden hands

  @Test func `a curtain falls between two people with hidden hands`() throws {
    let terminal = try table("new liars-dice Ann Bob", environment: Self.plugins)
    try terminal.send("\r")
    try terminal.expectScreen("Ann's dice") { $0.shows("Under the cup: 6 6") || $0.shows("Under") }
    try terminal.send("\r")
    try terminal.expectScreen("the curtain") { $0.rows[0] == "Bob's turn: press Enter" }
    #expect(!terminal.screen.shows("Under the cup"))
    // Other keys do nothing.
    try terminal.send("ju\r")
    try terminal.expectScreen("Bob's dice") { $0.shows("Under the cup") }
    try terminal.send("2\r")
    try terminal.expectScreen("the curtain") { $0.rows[0] == "Ann's turn: press Enter" }
    try terminal.send("\u{1B}")
    try terminal.expectRow("liars-dice Ann>")
    #expect(!terminal.screen.shows("Under the cup"))
    // Bob opens the table again.
    try terminal.send("play\r")
    try terminal.expectScreen("the curtain") { $0.rows[0] == "Ann's turn: press Enter" }
  }

  @Test func `a curtain falls before the hand of a person in another game`() throws {
    let terminal = try table(
      "new liars-dice Cy Di; roll; new liars-dice Ann Bob", environment: Self.plugins)
    try terminal.send("\r")
    try terminal.expectScreen("Ann's dice") { $0.shows("Under the cup") }
    try terminal.send(":use 1\r")
    try terminal.expectScreen("the curtain") { $0.rows[0] == "Cy's turn: press Enter" }
    #expect(!terminal.screen.shows("Under the cup"))
  }

  // MARK: - Keys that a move costs

  @Test func `a turn of Farkle takes three keys`() throws {
    let terminal = try table("new farkle Ann Bob")
    for key in ["r", "\r", "b"] { try terminal.send(key) }
    try terminal.expectScreen("the end of the turn") { $0.shows("Ann banks") }
  }

  @Test func `the value of the picked dice stands beside them`() throws {
    let terminal = try table("new farkle Ann", settings: [])
    try terminal.send("\u{1B}")
    try terminal.expectRow("farkle Ann>")
    try terminal.send("roll 1 5 5 2 3 6\rplay\r")
    try terminal.expectScreen("the dice") { $0.shows("│ 6 │") }
    try terminal.send("51")
    try terminal.expectScreen("the value") { $0.shows("hold 1 5: 150 points") }
    try terminal.send("2")
    try terminal.expectScreen("no value") { $0.shows("hold 1 2 5: not legal") }
    try terminal.send("\u{1B}:undo; roll 3 3 3 1 2 4\r3")
    try terminal.expectScreen("a part") { $0.shows("hold 3: pick more dice") }
    try terminal.send("33")
    try terminal.expectScreen("a set") { $0.shows("hold 3 3 3: 300 points") }
  }

  /// Replays a won game of the bot `sure` by keys: a letter where the cell has one, otherwise arrows
  /// with counts and Enter.
  @Test func `a cell of an expert board takes fewer than two keys`() throws {
    let opening = "new minesweeper hard seed=2 first=open"
    let game = try Program.run(input: "\(opening)\nseat 1 sure\nlog\n".utf8)
    let cells = game.text.matches(of: /(?m)^reveal (\d+) (\d+)/).map { match in
      (row: Int(match.1) ?? 0, column: Int(match.2) ?? 0)
    }
    #expect(cells.count > 150)
    let terminal = try table(opening)
    try terminal.send(";")
    var (keys, lineKeys, place) = (1, 0, (row: 1, column: 1))
    for cell in cells {
      let line = "reveal \(cell.row) \(cell.column)"
      lineKeys += "r \(cell.row) \(cell.column)\r".count
      let row = Array(terminal.screen.rows[2 + cell.row])
      let shown = row[4 + 2 * (cell.column - 1)]
      if shown.isLetter, shown.isLowercase {
        try terminal.send(String(shown))
        keys += 1
      } else {
        let steps =
          Self.steps(cell.row - place.row, "j", "k")
          + Self.steps(cell.column - place.column, "l", "h")
        // Letters go first, so the arrows move.
        let arrows = ["j": "\u{1B}[B", "k": "\u{1B}[A", "l": "\u{1B}[C", "h": "\u{1B}[D"]
        try terminal.send(steps.map { arrows[$0] ?? $0 }.joined() + "\r")
        keys += steps.count + 1
      }
      place = cell
      try terminal.expectScreen(line) { $0.rows.contains("> \(line)") }
    }
    try terminal.expectScreen("the end") { $0.shows("You win") }
    let perCell = Double(keys) / Double(cells.count)
    #expect(perCell < 2, "\(keys) keys for \(cells.count) cells")
    #expect(Double(lineKeys) / Double(cells.count) > 7)
  }

  /// The keys that move so far: single steps, or a number and one.
  private static func steps(_ distance: Int, _ forward: String, _ back: String) -> [String] {
    let (count, key) = (abs(distance), distance < 0 ? back : forward)
    let digits = String(count).map(String.init)
    return count <= digits.count + 1 ? Array(repeating: key, count: count) : digits + [key]
  }
}

extension Screen {
  /// Whether a row has a text.
  fileprivate func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }
}
