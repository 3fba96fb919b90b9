import LibC
import TestKit
import Testing

/// What the program that started the editor can expect.
@Suite(.blocking) struct ShellTests {
  @Test func `later input is for the shell`() throws {
    let terminal = try probeInShell()
    try terminal.type("quit\recho typed $((6 * 7)) ahead\r", prints: "typed 42 ahead")
  }

  @Test func `the terminal is restored for the shell`() throws {
    let terminal = try probeInShell()
    try terminal.type("quit\r", prints: "shell$ ")
    #expect(terminal.isCooked)
    try terminal.type("echo $((6 * 7))\r", prints: "echo $((6 * 7))\r\n42\r\n")
  }

  @Test func `a SIGINT to the process does not reach its parent`() throws {
    // With EL_SIGNAL, libedit would send it to the whole process group.
    let program = try #require(BuiltProgram.path(of: "lineedit-probe"))
    let script = "trap 'echo parent heard' INT; \(program); echo status $?"
    let terminal = try Pseudoterminal("/bin/sh", ["-c", script])
    try terminal.expect(prompt)
    try terminal.type("pid\r", prints: "pid ")
    let process = try #require(Int32(terminal.expect(".").dropLast()))
    try terminal.expect(prompt)
    kill(process, SIGINT)
    try terminal.expect("<interrupted>")
    try terminal.type("quit\r", prints: "status 0")
    try terminal.waitForExit()
    #expect(!terminal.text.contains("parent heard"))
  }
}
