import LibC
import TestKit
import Testing

/// Ctrl-Z in a shell, and without one.
@Suite(.blocking) struct SuspendTests {
  @Test func `control z keeps the line`() throws {
    let terminal = try probeInShell()
    try terminal.send("half")
    try terminal.expectRow("probe> half")
    try terminal.send("\u{1A}")
    try terminal.expect("Stopped")
    try terminal.expect("shell$ ")
    #expect(terminal.isCooked)
    try terminal.send("fg\r")
    try terminal.expectRow("probe> half")
    try terminal.send(" done\r")
    try terminal.expect("got [half done] 9\r\n")
  }

  @Test(arguments: ["kill", "kill -HUP"])
  func `a stopped prompt can be killed`(kill: String) throws {
    let terminal = try probeInShell()
    try terminal.send("half")
    try terminal.expectRow("probe> half")
    try terminal.send("\u{1A}")
    try terminal.expect("Stopped")
    try terminal.expect("shell$ ")
    // The shell's kill continues a job that is stopped.
    try terminal.send("\(kill) %1; wait; echo gone\r")
    try terminal.expect("\r\ngone")
    #expect(terminal.isCooked)
  }

  @Test func `a command stops and continues`() throws {
    let terminal = try probeInShell()
    try terminal.send("spin\r")
    try terminal.expect("spinning")
    try terminal.send("\u{1A}")
    try terminal.expect("Stopped")
    try terminal.expect("shell$ ")
    #expect(terminal.isCooked)
    try terminal.send("fg\r")
    try terminal.expect("lineedit-probe")
    try terminal.expect("\u{1B}[?2004h")
    try terminal.send("\u{3}")
    try terminal.expect("stopped")
    try terminal.send("next\r")
    try terminal.expect("got [next] 4\r\n")
  }

  @Test func `a child stops together with its parent`() throws {
    let terminal = try probeInShell()
    try terminal.send("child\r")
    try terminal.expect("child asks")
    try terminal.send("\u{1A}")
    try terminal.expect("Stopped")
    try terminal.expect("shell$ ")
    try terminal.send("fg\r")
    try terminal.expect("lineedit-probe")
    try terminal.send("answer\r")
    try terminal.expect("child read [answer")
    try terminal.expect(prompt)
    try terminal.send("next\r")
    try terminal.expect("got [next] 4\r\n")
  }

  @Test func `the line is drawn again after SIGSTOP`() throws {
    let terminal = try probe()
    try terminal.send("half")
    try terminal.expectRow("probe> half")
    terminal.signal(SIGSTOP)
    try terminal.waitForStop()
    terminal.signal(SIGCONT)
    try terminal.expect("\u{1B}[?2004h")
    try terminal.expectRow("probe> half", column: 11)
    try terminal.send(" done\r")
    try terminal.expect("got [half done] 9\r\n")
  }

  @Test func `control z does not stop an orphaned process`() throws {
    // No shell could continue it.
    let terminal = try probe()
    try terminal.send("half\u{1A}")
    try terminal.expect("\u{1B}[?2004h")
    try terminal.send(" next\r")
    try terminal.expect(" next] ")
  }
}
