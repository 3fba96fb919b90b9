import TestKit
import Testing

/// Terminals, locales and settings.
@Suite(.blocking) struct EnvironmentTests {
  @Test(arguments: ["dumb", "", nil])
  func `a dumb terminal gets the plain reader`(_ name: String?) throws {
    let terminal = try probe(environment: ["TERM": name])
    #expect(terminal.text.contains("reader plain"))
    #expect(terminal.isCooked)
    try terminal.type("ax\u{7F}b\r", prints: "got [ab] 2\r\n")
    try terminal.expect(prompt)
    #expect(!terminal.text.contains("\u{1B}"))
  }

  @Test func `an unknown terminal counts as an xterm`() throws {
    let terminal = try assistedProbe(environment: ["TERM": "no-such-terminal"])
    #expect(!terminal.text.contains("No entry for terminal type"))
    try terminal.type("bc\u{1}a\u{5}d\r", prints: "got [abcd] 4\r\n")
    try terminal.send("hold ")
    try terminal.expectRuns([
      Screen.Run("probe> "), Screen.Run("hold", "32"), Screen.Run(" "), Screen.Run("D…", "2"),
    ])
  }

  @Test(arguments: ["xterm-256color", "screen", "tmux-256color", "linux", "vt100", "rxvt"])
  func `all usual terminals are supported`(_ name: String) throws {
    let terminal = try assistedProbe(environment: ["TERM": name])
    try terminal.send("hold ")
    try terminal.expectRuns([
      Screen.Run("probe> "), Screen.Run("hold", "32"), Screen.Run(" "), Screen.Run("D…", "2"),
    ])
  }

  @Test(arguments: ["C", "POSIX", "xx_YY.UTF-8", nil])
  func `characters need no locale`(_ name: String?) throws {
    let terminal = try probe(environment: ["LANG": name])
    try terminal.type("žluť 漢\u{7F}\r", prints: "got [žluť ] 7\r\n")
    #expect(terminal.text.contains("probe> žluť"))
  }

  @Test func `characters arrive without an installed locale`() throws {
    let terminal = try probe(environment: ["LOCPATH": "/nonexistent"])
    try terminal.type("žluť 漢\u{7F}é\r", prints: "got [žluť é] 9\r\n")
  }

  @Test func `the settings of the user apply`() throws {
    let settings = try TemporaryFile("probe:bind ^T ed-move-to-beg\nother:bind ^T ed-kill-line\n")
    let terminal = try probe(environment: ["EDITRC": settings.path])
    try terminal.type("bc\u{14}a\r", prints: "got [abc] 3\r\n")
  }

  @Test func `errors in the settings are harmless`() throws {
    let settings = try TemporaryFile(
      "bind ^X line-editing-end\nbind ^T no-such-function\nnonsense\n")
    let terminal = try probe(environment: ["EDITRC": settings.path])
    #expect(terminal.text.contains("Invalid command"))
    try terminal.type("a\u{1}\u{18}b\r", prints: "got [ab] 2\r\n")
  }

  @Test func `selecting emacs mode keeps the keys`() throws {
    let settings = try TemporaryFile("bind -e\n")
    let terminal = try assistedProbe(environment: ["EDITRC": settings.path])
    try terminal.enter("roll 1")
    try terminal.type("ro", row: "probe> roll 1", column: 9)
    try terminal.type(Key.right, row: "probe> roll 1", column: 13)
    try terminal.type("\u{15}ba\t\u{1B}[200~x\ry\u{1B}[201~", row: "y")
    try terminal.type("\r", prints: "got [bank x] ")
    try terminal.expect("got [y] ")
  }

  @Test func `all keys work in vi mode`() throws {
    let settings = try TemporaryFile("bind -v\n")
    let terminal = try probe(environment: ["EDITRC": settings.path])
    try terminal.type("bc\u{1B}0iaX\u{1B}x\r", prints: "got [abc] 3\r\n")
    try terminal.type("half\u{1B}", row: "probe> half", column: 10)
    try terminal.type("\u{3}", prints: "<interrupted>")
    try terminal.type("\u{1B}[200~one\rtw\u{1B}[201~o\r", prints: "got [one] 3\r\n")
    try terminal.expect("got [two] 3\r\n")
    // At the start of a line, and in command mode.
    try terminal.type("bc\u{1B}[H\u{1B}[200~a\u{1B}[201~\r", prints: "got [abc] 3\r\n")
    try terminal.type("ad\u{1B}", row: "probe> ad", column: 8)
    try terminal.type("h\u{1B}[200~bc\u{1B}[201~e\r", prints: "got [abced] 5\r\n")
    // Keys without a function insert nothing, and `/` only shows the line it finds.
    try terminal.type("a\u{1B}[5~\u{1B}[15~\u{1B}OP\u{1B}[1;2Db\r", prints: "got [ab] 2\r\n")
    try terminal.type("\u{1B}", row: "probe>", column: 7)
    try terminal.type("/abce\r", row: "probe> abced", column: 7)
    try terminal.type("\r", prints: "got [abced] 5\r\n")
  }
}
