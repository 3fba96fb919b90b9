import LibC
import TestKit
import Testing

/// What the program does to its terminal, and what the terminal's end does to it.
@Suite(.blocking) struct PromptTerminalTests {
  @Test func `a dumb terminal gets no escape sequence`() throws {
    let terminal = try Pseudoterminal.parlor(
      ["--seed", "0"], environment: ["TERM": "dumb"])
    try play(on: terminal)
    #expect(!terminal.transcript.contains(0x1B))
  }

  /// A first hint takes long enough for a progress line.
  @Test(arguments: ["xterm", "dumb"])
  func `the key that quits other programs does nothing`(kind: String) throws {
    let terminal = try Pseudoterminal.parlor(environment: ["TERM": kind])
    try terminal.expect(Prompt.outside)
    terminal.signal(SIGQUIT)
    try terminal.send("echo here\r")
    try terminal.expect("here")
    #expect(try terminal.leave() == .exited(0))
    #expect(!terminal.text.contains("crashed"))
  }

  @Test func `a dumb terminal gets no progress line`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor(
      ["--seed", "0"], environment: ["TERM": "dumb", "XDG_CACHE_HOME": folder["cache"]])
    try terminal.expect(Prompt.outside)
    try terminal.send("new mastermind\r")
    try terminal.expect("mastermind guess 1> ")
    try terminal.send("hint\r")
    try terminal.expect("guess 1 1 2 2")
    try terminal.expect("mastermind guess 1> ")
    #expect(try terminal.leave() == .exited(0))
    #expect(!terminal.transcript.contains(0x1B))
  }

  @Test(
    arguments: [
      (["--color", "never"], [:]),
      ([], ["NO_COLOR": "1"]),
      (["--color", "auto"], ["NO_COLOR": "1"]),
    ] as [([String], [String: String])])
  func `colour can be turned off`(options: [String], environment: [String: String]) throws {
    let terminal = try Pseudoterminal.parlor(
      ["--seed", "0"] + options, environment: environment)
    try play(on: terminal)
    #expect(!terminal.hasColour)
  }

  @Test(
    arguments: [
      (["--color", "always"], ["NO_COLOR": "1"]),
      ([], [:]),
      (["--color", "auto"], ["NO_COLOR": ""]),
      (["--color", "always"], ["TERM": "dumb"]),
    ] as [([String], [String: String])])
  func `colour is on by default or on request`(
    options: [String], environment: [String: String]
  ) throws {
    let terminal = try Pseudoterminal.parlor(
      ["--seed", "0"] + options, environment: environment)
    try play(on: terminal)
    #expect(terminal.hasColour)
    // Every colour is switched off again.
    let parts = terminal.text.split(separator: "\u{1B}[").dropFirst()
    let orders = parts.compactMap { $0.prefixMatch(of: /([\d;]*)m/)?.1 }
    #expect(orders.last == "0" || orders.last == "")
  }

  @Test func `a locale without UTF-8 works`() throws {
    let terminal = try Pseudoterminal.parlor(environment: ["LANG": "C", "LC_ALL": "C"])
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle Jiří\r")
    try terminal.expectRow("farkle Jiří>")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test(arguments: ["xterm", "dumb"])
  func `closing the window ends the program`(kind: String) throws {
    let terminal = try Pseudoterminal.parlor(environment: ["TERM": kind])
    try terminal.expect(Prompt.outside)
    try terminal.send("half a li")
    try terminal.expect("half a li")
    terminal.hangUp()
    #expect([.exited(0), .exited(129), .killed(SIGHUP)].contains(try terminal.waitForExit()))
  }

  @Test(arguments: ["xterm", "dumb"])
  func `SIGTERM ends it and restores the terminal`(kind: String) throws {
    // The inner shell tells its number and becomes the program; the outer one shows the modes.
    let inner = #"echo "process $$"; exec "$0" --no-profile --color never"#
    let terminal = try Pseudoterminal(
      "/bin/sh",
      [
        "-c", #"stty -g; /bin/sh -c '\#(inner)' "$0"; echo "code $?"; stty -g"#, try Program.path(),
      ],
      environment: Pseudoterminal.plainEnvironment.merging(["TERM": kind]) { $1 })
    let before = try terminal.expect("\r\n")
    let words = try terminal.expect("\r\n").split(separator: " ")
    let process = try #require(words.last.flatMap { Int32($0.dropLast()) })
    try terminal.expect(Prompt.outside)
    try terminal.send("half a li")
    try terminal.expect("half a li")
    #expect(terminal.isCooked == (kind == "dumb"))
    kill(process, SIGTERM)
    try terminal.expect("code 143\r\n")
    #expect(try terminal.expect("\r\n") == before)
  }

  @Test func `standard output that is not a terminal means a script`() throws {
    let terminal = try Pseudoterminal(
      "/bin/sh", ["-c", #"stty -echo; echo ready; "$0" | cat"#, try Program.path()])
    try terminal.expect("ready\r\n")
    try terminal.send("echo one\r")
    #expect(try terminal.expect("one\r\n") == "one\r\n")
    try terminal.send("seed\r")
    #expect(try terminal.expect(".\r\n") == "The next game has seed 0.\r\n")
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `standard input that is not a terminal means a script`() throws {
    let terminal = try Pseudoterminal(
      "/bin/sh", ["-c", #"printf 'echo one\nrol\n' | "$0""#, try Program.path()])
    #expect(try terminal.waitForExit() == .exited(1))
    #expect(
      terminal.text.replacing(/\u{1B}\[[\d;]*m/, with: "").withoutWords
        == "one\r\nstdin:2:1: error[unknown-command]\r\n"
        + "  rol\r\n  ^^^\r\n  did you mean `roll`?\r\n")
  }

  private func play(on terminal: Pseudoterminal) throws {
    try terminal.expect("> ")
    try terminal.send("new farkle Ann\r")
    try terminal.expect(" to roll.\r\n")
    try terminal.expect("> ")
    try terminal.send("bank\r")
    try terminal.expect("error[not-now]")
    try terminal.expect("> ")
    try terminal.send("roll\r")
    try terminal.expect("Ann rolls")
    try terminal.expect("> ")
    try terminal.send("quit\r")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}

extension Pseudoterminal {
  /// Whether anything was written in colour, bold or the like.
  fileprivate var hasColour: Bool { text.firstMatch(of: /\u{1B}\[[\d;]*m/) != nil }
}
