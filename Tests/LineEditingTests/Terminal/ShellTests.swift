import LibC
import TestKit
import Testing

/// What the program that started the editor can expect.
@Suite(.blocking) struct ShellTests {
  @Test func `later input is for the shell`() throws {
    let terminal = try probeInShell()
    try terminal.send("quit\recho typed $((6 * 7)) ahead\r")
    try terminal.expect("typed 42 ahead")
  }

  @Test func `the terminal is restored for the shell`() throws {
    let terminal = try probeInShell()
    try terminal.send("quit\r")
    try terminal.expect("shell$ ")
    #expect(terminal.isCooked)
    try terminal.send("echo $((6 * 7))\r")
    try terminal.expect("echo $((6 * 7))\r\n42\r\n")
  }

  @Test func `a SIGINT to the process does not reach its parent`() throws {
    // With EL_SIGNAL, libedit would send it to the whole process group.
    let program = try #require(BuiltProgram.path(of: "lineedit-probe"))
    let script = "trap 'echo parent heard' INT; \(program); echo status $?"
    let terminal = try Pseudoterminal("/bin/sh", ["-c", script])
    try terminal.expect(prompt)
    try terminal.send("pid\r")
    try terminal.expect("pid ")
    let process = try #require(Int32(terminal.expect(".").dropLast()))
    try terminal.expect(prompt)
    kill(process, SIGINT)
    try terminal.expect("<interrupted>")
    try terminal.send("quit\r")
    try terminal.expect("status 0")
    try terminal.waitForExit()
    #expect(!terminal.text.contains("parent heard"))
  }
}
