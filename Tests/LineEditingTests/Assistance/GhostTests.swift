import LibC
import TestKit
import Testing

/// A ghost is shown behind the line, and keys insert it.
@Suite(.blocking) struct GhostTests {
  /// A probe that shows a ghost behind `ro`.
  private func probe(columns: UInt16 = 80) throws -> Pseudoterminal {
    let terminal = try assistedProbe(columns: columns)
    try terminal.enter("roll 1 5 žluť")
    try terminal.send("ro")
    try terminal.expectRuns(
      [Screen.Run("probe> "), Screen.Run("ro", "31"), Screen.Run("ll 1 5 žluť", "2")], column: 9)
    return terminal
  }

  @Test(arguments: [Key.right, Key.end, "\u{5}", "\u{6}", "\u{1B}OC", "\u{1B}OF", "\u{1B}[4~"])
  func `a key inserts the ghost`(_ key: String) throws {
    let terminal = try probe()
    try terminal.type(key, row: "probe> roll 1 5 žluť", column: 20)
    try terminal.expectScreen("no ghost") { !$0.currentRuns.contains { $0.style == "2" } }
    try terminal.type("\r", prints: "got [roll 1 5 žluť] ")
  }

  @Test(arguments: ["\u{1B}f", "\u{1B}[1;3C", "\u{1B}[1;5C"])
  func `a key inserts one word of the ghost`(_ key: String) throws {
    let terminal = try probe()
    for column in [11, 13, 15, 20] {
      try terminal.type(key, row: "probe> roll 1 5 žluť", column: column)
    }
    try terminal.type("\r", prints: "got [roll 1 5 žluť] ")
  }

  @Test func `the ghost vanishes at enter`() throws {
    let terminal = try probe()
    try terminal.type("\r", prints: "got [ro] 2\r\n")
    try terminal.expectRows(["probe> ro", "got [ro] 2", "probe>"], from: "probe> ro")
  }

  @Test(arguments: ["\u{3}", "\u{1}\u{B}\u{4}"])
  func `the ghost vanishes when the line ends`(_ keys: String) throws {
    let terminal = try probe()
    for key in keys {
      try terminal.send(String(key))
    }
    try terminal.expect(keys == "\u{3}" ? "<interrupted>" : "<end>")
    #expect(!terminal.screen.runs(terminal.screen.row - 1).contains { $0.style == "2" })
    if keys == "\u{3}" {
      try terminal.expectRows(["probe> ro^C", "<interrupted>", "probe>"], from: "probe> ro")
    } else {
      try terminal.expectRows(["probe>", "<end>"])
    }
  }

  @Test func `typing keeps or changes the ghost`() throws {
    let terminal = try probe()
    try terminal.send("l")
    try terminal.expectRuns([
      Screen.Run("probe> "), Screen.Run("rol", "31"), Screen.Run("l 1 5 žluť", "2"),
    ])
    try terminal.type("x", row: "probe> rolx", column: 11)
    try terminal.type("\u{7F}\u{7F}", row: "probe> roll 1 5 žluť", column: 9)
  }

  @Test func `a key is shown before its ghost is known`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder["pipe"]
    try #require(mkfifo(pipe, 0o600) == 0)
    let terminal = try assistedProbe(environment: ["PROBE_PIPE": pipe])
    try terminal.type("wai", row: "probe> wai", column: 10)
    // The probe waits for the pipe to be opened before it answers.
    try terminal.type("t", row: "probe> wait", column: 11)
    #expect(!terminal.screen.currentRuns.contains { $0.style == "2" })
    close(open(pipe, O_WRONLY))
    try terminal.expectRuns([
      Screen.Run("probe> "), Screen.Run("wait", "31"), Screen.Run("ed", "2"),
    ])
  }

  @Test func `ghosts need the cursor at the end`() throws {
    let terminal = try probe()
    try terminal.type(Key.left, row: "probe> ro", column: 8)
    try terminal.type(Key.right, row: "probe> roll 1 5 žluť", column: 9)
    try terminal.type("\u{1}\u{1B}f", row: "probe> roll 1 5 žluť", column: 9)
    try terminal.type("\u{1}\u{5}\r", prints: "got [ro] ")
  }

  @Test func `a usage ghost cannot be inserted`() throws {
    let terminal = try assistedProbe()
    try terminal.send("hold ")
    try terminal.expectRuns([
      Screen.Run("probe> "), Screen.Run("hold", "32"), Screen.Run(" "), Screen.Run("D…", "2"),
    ])
    try terminal.type(Key.right + Key.end + "\u{1B}f1\r", prints: "got [hold 1] ")
    try terminal.expectRows(["probe> hold 1", "got [hold 1] 6", "probe>"], from: "probe> hold")
  }

  @Test func `a ghost is cut to the row`() throws {
    let terminal = try assistedProbe(columns: 20)
    try terminal.type("long", row: "probe> long word w…", column: 11)
    try terminal.send("\u{6}")
    try terminal.expectScreen("all of it") { $0.rows.joined().hasSuffix("word word") }
    try terminal.type("\r", prints: "got [long\(String(repeating: " word", count: 40))] ")
  }

  @Test func `ghosts with control characters are not shown`() throws {
    let terminal = try assistedProbe()
    try terminal.type("bad", row: "probe> bad", column: 10)
    try terminal.type(Key.right + "\r", prints: "got [bad] ")
    #expect(!terminal.text.contains("\u{1B}[2J"))
  }

  @Test func `pasted text has no ghosts`() throws {
    let terminal = try probe()
    try terminal.type("\u{15}", row: "probe>")
    let before = terminal.text.count
    try terminal.type("\(Key.pasteBegin)ro\rroll\(Key.pasteEnd)\r", prints: "got [roll] ")
    // Neither has text that a terminal pastes without brackets.
    try terminal.type("ro\rrol\r", prints: "got [rol] ")
    #expect(!terminal.text.dropFirst(before).contains("\u{1B}[2m"))
  }

  @Test func `colour can be turned off`() throws {
    let terminal = try assistedProbe(environment: ["PROBE_COLORLESS": "1"])
    try terminal.enter("roll 1")
    try terminal.type("ro", row: "probe> ro", column: 9)
    try terminal.type(Key.right + "\r", prints: "got [ro] ")
    #expect(!terminal.text.contains(/\u{1B}\[[0-9;]*m/))
  }

  @Test func `vi mode inserts the ghost`() throws {
    let settings = try TemporaryFile("bind -v\n")
    let terminal = try assistedProbe(environment: ["EDITRC": settings.path])
    try terminal.enter("roll 1 5")
    try terminal.type("ro", row: "probe> roll 1 5", column: 9)
    // An arrow key does not leave insert mode.
    try terminal.type(Key.right, row: "probe> roll 1 5", column: 15)
    try terminal.type("\(Key.left)\(Key.left)x\r", prints: "got [roll 1x 5] ")
  }
}
