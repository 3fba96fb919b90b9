import Platform
import TestKit
import Testing

/// How the prompt shows replies, and what it says of itself.
@Suite(.blocking) struct PromptReplyTests {
  private static let plain = ["--seed", "0", "--color", "never"]

  @Test func `a board replaces the one before`() throws {
    let terminal = try Pseudoterminal.parlor(Self.plain, columns: 80)
    try terminal.expect(Prompt.outside)
    try terminal.send("new minesweeper easy\r")
    try terminal.send("reveal 5 5\r")
    try terminal.expect("Mines left: 10")
    try terminal.send("flag 1 1\r")
    try terminal.expectScreen("one board") { screen in
      screen.rows.contains { $0.hasPrefix("Mines left: 9") } && screen.boards == 1
    }
    #expect(terminal.screen.rows.contains { $0.hasSuffix("> flag 1 1") })
    #expect(terminal.screen.rows.contains("Flags 1 1."))
    // Two boards of one line are one, and an error is no board.
    try terminal.send("flag 1 2; flag 1 3\r")
    try terminal.expectScreen("one board") { screen in
      screen.rows.contains { $0.hasPrefix("Mines left: 7") } && screen.boards == 1
    }
    try terminal.send("flag 99 1\r")
    try terminal.expectScreen("the error") { screen in
      screen.rows.contains { $0.hasPrefix("error[") } && screen.boards == 1
    }
    // The error stands between.
    try terminal.send("flag 2 1\r")
    try terminal.expectScreen("the next board") { screen in
      screen.rows.contains { $0.hasPrefix("Mines left: 6") }
    }
    #expect(terminal.screen.rows.contains { $0.hasPrefix("error[") })
    try terminal.send("set redraw off\r")
    try terminal.send("flag 2 1\r")
    try terminal.expect("Mines left: 7")
    try terminal.send("flag 2 1\r")
    try terminal.expect("Mines left: 6")
    try terminal.expectScreen("all boards") { $0.rows.contains { $0.hasPrefix("Mines left: 7") } }
  }

  @Test func `a semicolon separates commands, and an error ends them`() throws {
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    let line = #"echo one; echo "a;b"; nonsense; echo two; echo three"#
    try terminal.send(line + "\r")
    #expect(
      try terminal.expectAnswer(to: line, before: Prompt.outside).withoutWords == """
        one
        a;b
        error[unknown-command]
          `help` lists the commands
        Not run: 2 more commands.

        """)
  }

  /// The first hint of two players takes long under rules of their own: a table is computed.
  @Test func `replies are shown while a later command of the line takes long`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor(
      Self.plain, environment: ["XDG_CACHE_HOME": folder["cache"]])
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle Ann Bob opening=500; roll; hint; echo more\r")
    try terminal.expect("Ann rolls 3 6 5 4 6 3.")
    try terminal.expect("Ctrl-C stops")
    try terminal.send("\u{3}")
    try terminal.expect("error[not-now]: interrupted")
    try terminal.expect("Not run: 1 more command.")
  }

  @Test func `replies wrap at words`() throws {
    let terminal = try Pseudoterminal.parlor(["--seed", "7", "--color", "never"], columns: 40)
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle Ann\r")
    try terminal.expect(Prompt.turn("Ann"))
    try terminal.send("roll\r")
    try terminal.expect("Hold ")
    try terminal.expect(Prompt.turn("Ann"))
    try terminal.send("bank\r")
    try terminal.expect("error[not-now]: ")
    try terminal.expect(Prompt.turn("Ann"))
    let rows = terminal.screen.rows
    #expect(rows.contains("Hold 1 1 5 5 for 300, 1 1 5 for 250, 1 1"))
    #expect(rows.contains("  for 200, 1 5 5 for 200, 1 5 for 150 or"))
    #expect(rows.contains { $0.hasPrefix("    hold ") })
  }

  @Test func `a reply that is longer than the screen opens in the pager`() throws {
    let terminal = try Pseudoterminal.parlor(
      environment: ["PAGER": "head -2; echo paged"])
    try terminal.expect(Prompt.outside)
    try terminal.send("help\r")
    try terminal.expect("paged\r\n")
    try terminal.expect(Prompt.outside)
    try terminal.send("help seed\r")
    try terminal.expect("seed: ")
    try terminal.expect(Prompt.outside)
    try terminal.send("set pager off\r")
    try terminal.send("help\r")
    try terminal.expect("help WORD")
    #expect(terminal.text.split(separator: "paged").count == 2)
  }

  @Test func `a long reply waits below each page, and a command ends it`() throws {
    let terminal = try Pseudoterminal.parlor(["--color", "never"], columns: 80)
    try terminal.expect(Prompt.outside)
    try terminal.send("help\r")
    try terminal.expect("Space: more, b: back")
    try terminal.send(" ")
    try terminal.expect("Space: more, b: back")
    try terminal.send("new farkle Ann\r")
    try terminal.expect("Ann to roll.")
    #expect(!terminal.text.contains("what programs need"))
    // Nobody gave a seed.
    #expect(!terminal.text.contains("Seed"))
    try terminal.send("help\r")
    try terminal.expect("Space: more, b: back")
    try terminal.send("q")
    try terminal.send("new farkle Ann Bob seed=7\r")
    try terminal.expect("Seed 7.")
    try terminal.expect("`seat Bob medium` lets the program play for Bob.")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `a long reply can be read backwards`() throws {
    let terminal = try Pseudoterminal.parlor(["--color", "never"], columns: 80)
    try terminal.expect(Prompt.outside)
    try terminal.send("help keys\r")
    try terminal.expectScreen("a page") { $0.currentRow.hasPrefix("Space: more, b: back") }
    let first = terminal.screen.rows
    try terminal.send("G")
    try terminal.expectScreen("the end") { $0.currentRow.hasPrefix("End. b: back") }
    for (key, top) in [("b", true), ("\u{1B}[F", false), ("g", true), ("\u{1B}[4~", false)] {
      try terminal.send(key)
      try terminal.expectScreen(key) { $0.currentRow.hasPrefix("End.") != top }
    }
    let end = terminal.screen.rows
    try terminal.send("\u{1B}[A")
    try terminal.expectScreen("one line up") { screen in
      screen.currentRow.hasPrefix("Space: more") && screen.rows[1] == end[0]
    }
    try terminal.send("g")
    try terminal.expectScreen("the top") { $0.rows != end && $0.currentRow == first.last }
    // `u` and `b` move; with the next letter they are commands.
    try terminal.send("new farkle Ann\r")
    try terminal.expect("Ann to roll.")
    try terminal.send("help keys\r")
    try terminal.expectScreen("a page") { $0.currentRow.hasPrefix("Space: more") }
    try terminal.send("undo\r")
    try terminal.expect("error[not-now]")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `a board wider than the terminal is cut, and names the table`() throws {
    let terminal = try Pseudoterminal.parlor(columns: 40)
    try terminal.expect(Prompt.outside)
    try terminal.send("new minesweeper hard\r")
    let row = "16 | " + Array(repeating: "#", count: 18).joined(separator: " ")
    try terminal.expectScreen("the board") { screen in
      guard let last = screen.rows.firstIndex(of: row) else { return false }
      return screen.rows.dropFirst(last + 1).prefix(3) == [
        "Mines left: 99.", "The board is wider than the terminal;", "  `play` scrolls it.",
      ]
    }
  }

  @Test func `a coloured board as wide as the terminal is whole`() throws {
    let row = "16 | " + Array(repeating: "#", count: 30).joined(separator: " ")
    let terminal = try Pseudoterminal.parlor(
      ["--seed", "0", "--color", "always"], columns: UInt16(row.count))
    try terminal.expect("> ")
    try terminal.send("new minesweeper hard\r")
    try terminal.expectScreen("the board and the prompt") { screen in
      guard let last = screen.rows.firstIndex(of: row) else { return false }
      return screen.rows.dropFirst(last + 1).prefix(2) == [
        "Mines left: 99.", "minesweeper hard 99>",
      ]
    }
  }

  @Test(arguments: [UInt16(40), 41, 20])
  func `a page below a narrow terminal begins with the first line`(columns: UInt16) throws {
    let terminal = try Pseudoterminal(
      try Program.path(), Self.plain + ["--no-profile"],
      environment: Pseudoterminal.plainEnvironment, rows: 12, columns: columns)
    try terminal.expect("> ")
    try terminal.send("help farkle\r")
    try terminal.expectScreen("a page") { screen in
      screen.rows.contains { $0.hasPrefix("Space: more, b: back") }
    }
    #expect(terminal.screen.rows.contains { $0.hasPrefix("Farkle: A dice game") })
  }

  @Test func `sentences stay readable on a wide terminal`() throws {
    let terminal = try Pseudoterminal(
      try Program.path(), Self.plain + ["--no-profile"],
      environment: Pseudoterminal.plainEnvironment, rows: 50, columns: 200)
    try terminal.expect("> ")
    try terminal.send("help farkle\r")
    try terminal.expectScreen("a page") { screen in
      screen.rows.contains { $0.hasPrefix("Farkle: ") }
        && ["Space: more", "parlor>"].contains { screen.currentRow.hasPrefix($0) }
    }
    let longest = terminal.screen.rows.filter { !$0.hasPrefix(" ") }.map(\.count).max() ?? 0
    #expect(longest <= 100)
  }

  @Test func `a page fits a terminal that has become smaller`() throws {
    let text = try Program.run(input: "help\n".utf8).text.split(separator: "\n").map(String.init)
    let terminal = try Pseudoterminal.parlor(Self.plain, columns: 80)
    try terminal.expect(Prompt.outside)
    try terminal.send("help\r")
    try terminal.expectScreen("a page") { $0.currentRow.hasPrefix("Space: more") }
    let last = try #require(
      text.firstIndex(of: terminal.screen.rows[terminal.screen.row - 1]), "the last line")
    terminal.resize(rows: 12, columns: 40)
    try terminal.send(" ")
    let next = String(text[last + 1].prefix(30))
    try terminal.expectScreen("the next page") { screen in
      screen.currentRow.hasPrefix("Space: more") && screen.rows.contains { $0.hasPrefix(next) }
    }
  }

  @Test func `the notice of an assisted game names the coach`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor(Self.plain + ["--profile", folder["profile"]])
    try terminal.expect(Prompt.outside)
    try terminal.send("coach on\r")
    try terminal.expect("did you mean `set coach on`?")
    try terminal.send("set coach on\rnew farkle Ann\r")
    try terminal.expect("This game counts as assisted, because coach is on (`set coach off`).")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `a review that has nothing to say is no help`() throws {
    let folder = try TemporaryFolder()
    let lines = [
      "new minesweeper easy seed=3", "review", "flag 1 1", "review", "reveal 5 5", "review",
    ]
    let outcome = try Program.run(
      ["--profile", folder["p"], "--clock", "virtual", "--keep-going", "--echo"],
      input: lines.map { $0 + "\n" }.joined().utf8)
    let parts = outcome.text.split(separator: "> review\n")
    #expect(parts.count == 4)
    #expect(parts[1].hasPrefix("There is no move to review.\n> flag"))
    #expect(parts[2].hasPrefix("There is no move to review.\n> reveal"))
  }

  @Test func `rows of the screen are commands`() throws {
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    try terminal.send("parlor> new farkle Ann\r")
    try terminal.expect("Ann to roll.")
    try terminal.send(
      "\u{1B}[200~farkle Ann> roll 1 5 5 2 3 6\rAnn rolls 1 5 5 2 3 6.\r"
        + "farkle Ann> hold 1\r\u{1B}[201~\r")
    try terminal.expect("Ann holds 1 for 100.")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `earlier lines are listed`() throws {
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    for word in ["one", "two"] {
      try terminal.send("echo \(word)\r")
      try terminal.expectAnswer(to: "echo \(word)", before: Prompt.outside)
    }
    try terminal.send("history\r")
    #expect(
      try terminal.expectAnswer(to: "history", before: Prompt.outside) == "echo one\necho two\n")
    try terminal.send("history two\r")
    #expect(try terminal.expectAnswer(to: "history two", before: Prompt.outside) == "echo two\n")
  }

  @Test func `without a home folder the prompt says once that nothing is saved`() throws {
    let terminal = try Pseudoterminal(
      try Program.path(), ["--color", "never"], environment: Pseudoterminal.plainEnvironment)
    try terminal.expect("There is no home folder, so nothing is saved. `--profile DIR`")
    try terminal.expect(Prompt.outside)
    try terminal.send("echo x\r")
    try terminal.expectAnswer(to: "echo x", before: Prompt.outside)
    #expect(terminal.text.split(separator: "so nothing is saved").count == 2)
    // Who asks for it is not told.
    let other = try Pseudoterminal.parlor()
    try other.expect(Prompt.outside)
    #expect(!other.text.contains("so nothing is saved"))
  }

  /// A newcomer types a page, with a profile: the prompt says what the page says, and nothing else. A board
  /// that is given is left out, since the prompt adds that its game does not count.
  @Test(
    arguments: [
      ("examples/tour.md", Int.max), ("README.md", 1),
      ("Sources/ParlorKit/ParlorKit.docc/Play.md", Int.max),
    ])
  func `the first session is as it is written`(page: String, blocks: Int) throws {
    let folder = try TemporaryFolder()
    let text = String(decoding: try FileSystem.read(Example.path("../" + page)), as: UTF8.self)
    let session = text.split(separator: "```parlor\n").dropFirst().prefix(blocks)
      .compactMap { $0.split(separator: "```").first }.filter { !$0.contains("layout=") }.joined()
    let lines = session.split(separator: "\n").filter { $0.hasPrefix("> ") }
      .map { String($0.dropFirst(2)) }
    #expect(lines.count >= 5)
    let terminal = try Pseudoterminal.parlor(
      ["--color", "never", "--seed", "0", "--profile", folder["profile"]],
      environment: ["HOME": folder.path])
    try terminal.expect(Prompt.outside)
    for line in ["record \(folder["typed"])"] + lines + (lines.last == "quit" ? [] : ["quit"]) {
      try terminal.send(line + "\r")
    }
    #expect(try terminal.waitForExit() == .exited(0))
    // A recording leaves out what is no command.
    let slips = #/> [^\n]*\nerror\[unknown-command\].*?\n(?=> )/#.dotMatchesNewlines()
    #expect(
      try folder.text("typed").replacing("> quit\n", with: "")
        .replacing(#/> clock [^\n]*\n/#, with: "")
        == session.replacing("> quit\n", with: "").replacing(slips, with: ""))
  }

  /// A bot that thinks until it is interrupted: the wait is shown, and Ctrl-C keeps the bot.
  @Test func `Ctrl-C stops a bot that thinks, and keeps it`() throws {
    let folder = try TemporaryFolder()
    let bot = try folder.add(
      "slow",
      """
      #!/bin/sh
      while read -r id verb rest; do
        case $verb in
        hello) printf '=%s {"protocol":1,"capabilities":["player"]}\\n\\n' "$id" ;;
        *) sleep 100 ;;
        esac
      done

      """, mode: 0o755)
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle Ann Bob\r")
    try terminal.expect(Prompt.turn("Ann"))
    try terminal.send("seat Bob exec \(bot)\r")
    try terminal.expect(Prompt.turn("Ann"))
    try terminal.send("roll 1 2 3 3 4 6; hold best; bank\r")
    try terminal.expect("Ann banks 100 and has 100.\r\n")
    try terminal.expect("Bob is thinking.")
    try terminal.send("\u{3}")
    try terminal.expect("The bots pause after 0 moves")
    try terminal.expect(Prompt.turn("Bob"))
    try terminal.send("seat\r")
    try terminal.expect("exec \(bot)")
  }
}

extension Screen {
  /// How many boards of Minesweeper are on the screen.
  fileprivate var boards: Int { rows.count { $0.hasPrefix("  +--") } }
}
