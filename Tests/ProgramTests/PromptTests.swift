import Platform
import TestKit
import Testing

/// A person who plays at the prompt.
@Suite(.blocking) struct PromptTests {
  @Test func `the greeting is one line that says how to begin`() throws {
    let terminal = try Pseudoterminal.parlor()
    let greeting = try terminal.expect(Prompt.outside)
    let lines = greeting.replacing("\u{1B}[?2004h", with: "").split(separator: "\r\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains("`new farkle"))
    #expect(lines[0].contains("`help`"))
    #expect(lines[1] == Prompt.outside)
  }

  @Test(arguments: ["xterm", "dumb"])
  func `the replies are those of a script`(kind: String) throws {
    let terminal = try Pseudoterminal.parlor(environment: ["TERM": kind])
    try terminal.expect(Prompt.outside)
    let prompts = [
      Prompt.turn("Ann"), Prompt.turn("Ann"), Prompt.turn("Ann 200"), Prompt.turn("Bob"),
    ]
    for (line, (reply, prompt)) in zip(Turn.lines, zip(Turn.replies, prompts)) {
      try terminal.send(line + "\r")
      let offer = kind == "xterm" && line == Turn.lines[0] ? Turn.offer : ""
      #expect(try terminal.expectAnswer(to: line, before: prompt) == reply + offer)
    }
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `an illegal move is explained, and the game continues`() throws {
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle Ann Bob\r")
    try terminal.expectAnswer(to: "new farkle Ann Bob", before: Prompt.turn("Ann"))
    for (line, reply) in [
      ("bank", "error[not-now]\n  legal now: roll\n"),
      ("rol", "error[unknown-command]\n  did you mean `roll`?\n"),
      ("", ""),
      ("# a comment", ""),
      ("roll 5 2 3 3 4 6", "Ann rolls 5 2 3 3 4 6.\nHold 5 for 50.\n"),
      (
        "hold 5 2",
        "error[illegal-move]\n  legal now: hold 5\n"
      ),
    ] {
      try terminal.send(line + "\r")
      let answer = try terminal.expectAnswer(to: line, before: Prompt.turn("Ann"))
      #expect(answer.withoutWords == reply)
    }
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `the prompt shows whose turn it is, even with a wide name`() throws {
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle 漢字 Jiří\r")
    try terminal.expectRow("farkle 漢字>")
    try terminal.send("roll 2 3 3 4 4 6\r")
    try terminal.expectRow("farkle Jiří>")
    try terminal.send("x")
    try terminal.expectRow("farkle Jiří> x", column: 14)
    try terminal.send("\u{15}close\ry\r")
    try terminal.expectRow("parlor>")
  }

  @Test func `a game that is over has a prompt too`() throws {
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle Ann Bob\r")
    try terminal.expect(Prompt.turn("Ann"))
    try terminal.send("resign\r")
    try terminal.expect("\r\nfarkle over> ")
  }

  @Test func `each game has a random seed, and the clock is real, by default`() throws {
    let terminal = try Pseudoterminal.parlor(["--color", "never"])
    try terminal.expect(Prompt.outside)
    try terminal.send("seed\r")
    let answer = try terminal.expectAnswer(to: "seed", before: Prompt.outside)
    #expect(answer == "Each game draws its own seed.\n")
    try terminal.send("clock +1s\r")
    #expect(
      try terminal.expectAnswer(to: "clock +1s", before: Prompt.outside)
        .hasPrefix("error[not-now]: "))
  }

  @Test func `--clock virtual and --format json work at the prompt`() throws {
    let terminal = try Pseudoterminal.parlor([
      "--clock", "virtual", "--format", "json", "--color", "never",
    ])
    try terminal.expect(Prompt.outside)
    try terminal.send("clock +1s\r")
    #expect(
      try terminal.expectAnswer(to: "clock +1s", before: Prompt.outside)
        == #"{"ok":true,"command":"clock","events":[],"game":null,"state":null}"# + "\n")
  }

  @Test func `games are saved, recorded and loaded by typed lines`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    for (line, next, reply) in [
      (
        "record \(folder["r.scenario"])", Prompt.outside,
        "Recording to \(folder["r.scenario"]).\n"
      ),
      (Turn.lines[0], Prompt.turn("Ann"), Turn.replies[0] + Turn.offer),
      (Turn.lines[1], Prompt.turn("Ann"), Turn.replies[1]),
      (Turn.lines[2], Prompt.turn("Ann 200"), Turn.replies[2]),
      (Turn.lines[3], Prompt.turn("Bob"), Turn.replies[3]),
      ("record off", Prompt.turn("Bob"), "Recorded 4 commands to \(folder["r.scenario"]).\n"),
      (
        "save \(folder["g"])", Prompt.turn("Bob"),
        "Saved Farkle: Ann, Bob, 3 moves, to \(folder["g"]).\n"
      ),
      (
        "close", Prompt.outside,
        "Closed game 1 (Farkle: Ann, Bob); `load closed=1` opens it again.\n"
      ),
      (
        "load \(folder["g"])", Prompt.turn("Bob"),
        "Loaded Farkle: Ann, Bob, 3 moves, from \(folder["g"]).\nBob to roll.\n"
      ),
    ] {
      try terminal.send(line + "\r")
      #expect(try terminal.expectAnswer(to: line, before: next) == reply)
    }
    #expect(try terminal.leave() == .exited(0))
    #expect(try folder.text("r.scenario") == Turn.transcript)
    #expect(try folder.names == ["g", "r.scenario"])
  }

  @Test func `close asks again when the saved file is gone`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor(
      ["--color", "never", "--profile", folder["p"]], environment: ["HOME": folder.path])
    try terminal.expect("> ")
    for line in ["new counter Ann", "+1", "save \(folder["g"])"] {
      try terminal.send("\(line)\r")
      try terminal.expectAnswer(to: line, before: "> ")
    }
    FileSystem.remove(folder["g"])
    try terminal.send("close\r")
    try terminal.expect("Close game 1 (Counter: Ann) after 1 move? [y/N]")
    try terminal.send("n\r")
    try terminal.expect("game 1 stays open")
    #expect(try terminal.leave() == .exited(0))
  }
}
