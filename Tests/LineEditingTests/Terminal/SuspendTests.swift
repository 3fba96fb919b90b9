import LibC
import TestKit
import Testing

/// Ctrl-Z in a shell, and without one.
@Suite(.blocking) struct SuspendTests {
  @Test func `control z keeps the line`() throws {
    let terminal = try probeInShell()
    try terminal.type("half", row: "probe> half")
    try terminal.suspend()
    #expect(terminal.isCooked)
    try terminal.type("fg\r", row: "probe> half")
    try terminal.type(" done\r", prints: "got [half done] 9\r\n")
  }

  @Test(arguments: ["kill", "kill -HUP"])
  func `a stopped prompt can be killed`(kill: String) throws {
    let terminal = try probeInShell()
    try terminal.type("half", row: "probe> half")
    try terminal.suspend()
    // The shell's kill continues a job that is stopped.
    try terminal.type("\(kill) %1; wait; echo gone\r", prints: "\r\ngone")
    #expect(terminal.isCooked)
  }

  @Test func `a command stops and continues`() throws {
    let terminal = try probeInShell()
    try terminal.type("spin\r", prints: "spinning")
    try terminal.suspend()
    #expect(terminal.isCooked)
    try terminal.type("fg\r", prints: "lineedit-probe")
    try terminal.expect("\u{1B}[?2004h")
    try terminal.type("\u{3}", prints: "stopped")
    try terminal.type("next\r", prints: "got [next] 4\r\n")
  }

  @Test func `a child stops together with its parent`() throws {
    let terminal = try probeInShell()
    try terminal.type("child\r", prints: "child asks")
    try terminal.suspend()
    try terminal.type("fg\r", prints: "lineedit-probe")
    try terminal.type("answer\r", prints: "child read [answer")
    try terminal.expect(prompt)
    try terminal.type("next\r", prints: "got [next] 4\r\n")
  }

  @Test func `the line is drawn again after SIGSTOP`() throws {
    let terminal = try probe()
    try terminal.type("half", row: "probe> half")
    terminal.signal(SIGSTOP)
    try terminal.waitForStop()
    terminal.signal(SIGCONT)
    try terminal.expect("\u{1B}[?2004h")
    try terminal.expectRow("probe> half", column: 11)
    try terminal.type(" done\r", prints: "got [half done] 9\r\n")
  }

  @Test func `control z does not stop an orphaned process`() throws {
    // No shell could continue it.
    let terminal = try probe()
    try terminal.type("half\u{1A}", prints: "\u{1B}[?2004h")
    try terminal.type(" next\r", prints: " next] ")
  }
}
