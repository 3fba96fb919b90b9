import LibC
import ParlorKit
import Platform
import TestKit
import Testing

/// Which games are recorded, and how often.
@Suite(.blocking) struct ResultTests: ProfileSuite {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a mode has the size that its last finished game had in another session`() throws {
    try run("new minesweeper custom rows=9 cols=10", "reveal 1 1", "resign", "quit")
    let next = try run("new minesweeper easy first=open", "mode custom", "quit")
    #expect(
      String(decoding: next.output, as: UTF8.self).contains(
        "custom, 9×10 with 27 mines. Options: first=open."))
  }

  @Test func `a finished game is recorded once, with its log`() throws {
    try run(solved[0], solved[1], solved[2], "show", "new", "quit")
    let result = try #require(try results.first)
    #expect(try results.count == 1)
    #expect(result["game"] == .string("mastermind"))
    #expect(result["outcome"] == .string("finished"))
    #expect(result["schemaVersion"] == .integer(1))
    let id = try #require(result["id"]?.string)
    let log = folder["p"] + "/finished/\(id).parlor"
    let replayed = try Program.run(["-c", "load \(log); log"])
    #expect(replayed.status == .exited(0))
    #expect(try run("finished").output.count > 20)
  }

  @Test func `resigned and abandoned games are counted separately`() throws {
    try run("new farkle Ann Bob", "roll", "close", "new farkle Ann Bob", "roll", "resign")
    #expect(try outcomes() == ["abandoned", "resigned"])
    #expect(
      try results[1]["players"]?.array?.map { $0["result"] } == [
        .string("resigned"), .string("won"),
      ])
  }

  @Test func `the result of an abandoned game does not tell what the game hides`() throws {
    let file = folder["all.jsonl"]
    let outcome = try run(
      "new mastermind", "guess 1 1 2 2", "close", "set format json", "finished",
      "finished forget 1", "set format csv", "finished", "set format text",
      "stats export \(file)", "load closed=1")
    let told = String(decoding: outcome.output, as: UTF8.self) + (try folder.text("all.jsonl"))
    let id = try #require(try results.first?["id"]?.string)
    let log = try folder.text("p/finished/\(id).parlor")
    let secret = try #require(log.firstMatch(of: /secret="([\d ]+)"/)?.1)
    #expect(log.contains(" seed=3 "))
    #expect(!told.contains(secret))
    #expect(try results.first?["options"] == .array([.string("secret=?")]))
    #expect(told.contains(#""options":["secret=?"]"#))
    #expect(try results.first?["seed"] == .integer(0))
  }

  @Test func `a game that was closed and goes on has its secret in its result at the end`() throws {
    try run("new mastermind", "guess 1 1 2 2", "close", "load closed=1", "resign")
    #expect(try outcomes() == ["abandoned", "resigned"])
    let words = try results[1]["options"]?.array?.compactMap(\.string) ?? []
    #expect(words.contains { $0.hasPrefix("secret=") && $0 != "secret=?" })
    #expect(try results[1]["seed"] == .integer(3))
  }

  @Test func `abandoned games of earlier versions do not tell their secrets either`() throws {
    try run("new mastermind", "guess 1 1 2 2", "close")
    let path = folder["p"] + "/results.jsonl"
    let line = String(decoding: try FileSystem.read(path), as: UTF8.self)
      .replacing("secret=?", with: "secret=2-2-1-1")
      .replacing(#""seed":0"#, with: #""seed":4711"#)
      .replacing(/,"sum":"[^"]*"/, with: "")
    try FileSystem.write(Array(line.utf8), to: path)
    let outcome = try run(
      "set format json", "finished", "finished forget 1 confirm",
      "stats export \(folder["all.jsonl"])")
    let told = String(decoding: outcome.output, as: UTF8.self) + (try folder.text("all.jsonl"))
    #expect(line.contains("secret=2-2-1-1") && line.contains("4711"))
    #expect(told.contains("secret=?"))
    #expect(!told.contains("2-2-1-1") && !told.contains("4711"))
  }

  @Test func `a game without a move is not recorded`() throws {
    try run("new farkle Ann Bob", "close", "new farkle Ann Bob", "new farkle Cy Di")
    #expect(try results.isEmpty)
  }

  @Test func `a script without a profile records nothing`() throws {
    let outcome = try Program.run(
      ["-c", solved.joined(separator: ";") + ";finished"],
      environment: Program.environment.merging(["HOME": folder.path]) { $1 })
    #expect(outcome.status == .exited(1))
    #expect(try folder.names.isEmpty)
  }

  /// So nothing is left of it but its result.
  @Test func `a closed game is abandoned if no saved file is left to go on with`() throws {
    let save = folder["save"]
    try run("new mastermind", "guess 1 1 2 2", "save \(save)", "close")
    try run("new mastermind", "guess 1 1 2 2", "save /dev/null", "close")
    #expect(try outcomes().isEmpty)
    try run(
      "new mastermind", "guess 1 1 2 2", "save \(save) overwrite=yes", "new counter A", "+1",
      "save \(save) overwrite=yes", "use 1", "close")
    try run(
      "new mastermind", "guess 1 1 2 2", "save \(save) overwrite=yes",
      "stats export \(save) overwrite=yes",
      "close")
    #expect(try outcomes() == ["abandoned", "abandoned"])
    try run("new mastermind fair", "guess 1 1 2 2", "fair reveal", "save \(folder["f"])", "close")
    #expect(try outcomes().count == 3)
  }

  /// Of a file that somebody else has written.
  @Test(arguments: [Int.max, Int.min, -1])
  func `absurd numbers of dice do not stop the statistics`(count: Int) throws {
    try run("new farkle Ann rounds=1 dice=physical", "roll 1 2 3 4 6 6", "hold 1", "bank")
    let line = try folder.text("p/results.jsonl")
    #expect(line.contains("\"rolled6\":2"))
    let absurd = line.replacing("\"rolled6\":2", with: "\"rolled6\":\(count)")
    for copy in 1...3 {
      let other = absurd.replacing(/"id":"[^"]*"/, with: "\"id\":\"a\(copy)\"")
        .replacing(/,"sum":"[^"]*"/, with: "")
      try folder.add("other\(copy)", other)
      #expect(try run("stats import \(folder["other\(copy)"])").status == .exited(0))
    }
    let outcome = try run("stats dice", "stats farkle")
    #expect(outcome.status == .exited(0) && outcome.text.contains("interval"), "\(outcome)")
  }

  @Test func `dice on a real table count`() throws {
    try run("new farkle Ann rounds=1 dice=physical", "roll 1 2 3 4 6 6", "hold 1", "bank")
    #expect(try outcomes() == ["finished"])
  }

  @Test func `a forgotten game is in no list and no statistics`() throws {
    try run((evening + ["new", "points 100", "points 900", "points 0"]).joined(separator: "\n"))
    let asked = String(decoding: try run("finished forget 2").output, as: UTF8.self)
    #expect(asked.hasSuffix("Type `finished forget 2 confirm` to go ahead.\n"))
    #expect(try finished().split(separator: "\n").count == 2)
    try run("finished forget 2 confirm")
    #expect(try finished().contains("Ann lost, Bob won"))
    #expect(try finished().split(separator: "\n").count == 1)
    let all = folder["all.jsonl"]
    try run("stats export \(all)")
    #expect(try FileSystem.read(all).split(separator: 0x0A).count == 1)
    #expect(try run("finished forget 2 confirm").complaint.contains("no finished game 2"))
  }

  @Test func `a counter that is finished keeps its ranking and its turns`() throws {
    try run("new counter Ann Bob", "add 5", "+10", "finish", "undo", "+1", "finish")
    #expect(try finished().contains("Counter  Bob 10, Ann 6"))
    let log = String(decoding: try run("load finished=1", "results").output, as: UTF8.self)
    #expect(log.contains("3  Ann   +1   6\n"))
    let statistics = String(decoding: try run("stats counter Ann").output, as: UTF8.self)
    #expect(!statistics.contains("Win rate") && statistics.contains("Highest score   6"))
  }

  @Test func `players with a bot are marked`() throws {
    try run(
      "new farkle Ann Bob rounds=1", "seat Bob bank=300", "roll", "hold best", "bank", "close")
    #expect(try results.first?["bots"] == .array([.string("Bob")]))
  }

  /// Killed after the last move and before its result, or after the result and before its mark.
  @Test(arguments: [false, true])
  func `a result is recorded once even if the program is killed`(isRecorded: Bool) throws {
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect("> ")
    for line in solved {
      try terminal.send("\(line)\r")
      try terminal.expectAnswer(to: line, before: "> ")
    }
    terminal.signal(SIGKILL)
    try terminal.waitForExit()
    #expect(try outcomes() == ["finished"])
    let path = try journal()
    let lines = String(decoding: try FileSystem.read(path), as: UTF8.self).split(separator: "\n")
    let kept = lines.filter { !$0.hasPrefix("# recorded") }
    #expect(kept.count == lines.count - 1)
    try FileSystem.write(Array((kept.joined(separator: "\n") + "\n").utf8), to: path)
    if !isRecorded { FileSystem.remove(folder["p"] + "/results.jsonl") }
    let again = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try again.expect(Prompt.outside)
    #expect(try again.leave() == .exited(0))
    #expect(try outcomes() == ["finished"])
  }

  /// Killed after the result and before the journal was removed.
  @Test(
    arguments: [("farkle dice=physical Ann Bob", "points 50"), ("counter Ann Bob", "+5")],
    [false, true])
  func `a closed game stays closed if the program is killed`(
    game: (name: String, move: String), isReopened: Bool
  ) throws {
    let abandoned = Array(repeating: "abandoned", count: isReopened ? 2 : 1)
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect("> ")
    for line in ["new \(game.name)", game.move] {
      try terminal.send("\(line)\r")
      try terminal.expectAnswer(to: line, before: "> ")
    }
    func close() throws {
      try terminal.send("close\r")
      try terminal.expect("? ")
      try terminal.send("y\r")
      try terminal.expect("Closed game 1")
    }
    if isReopened {
      try close()
      for line in ["load closed=1", game.move] {
        try terminal.send("\(line)\r")
        try terminal.expectAnswer(to: line, before: "> ")
      }
    }
    let path = try journal()
    let bytes = try FileSystem.read(path)
    try close()
    terminal.signal(SIGKILL)
    try terminal.waitForExit()
    #expect(try outcomes() == abandoned)
    try FileSystem.write(bytes, to: path, mode: 0o600)
    let again = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try again.expect(Prompt.outside)
    try again.send("games\r")
    try again.expect("No game is open.")
    #expect(try again.leave() == .exited(0))
    #expect(try outcomes() == abandoned)
  }

  @Test func `a finished game is replayed and continued from the middle`() throws {
    try run(solved[0], solved[1], solved[2])
    let outcome = try run("replay 1", "goto 1", "guess 2", "load finished=1", "replay 2")
    let text = String(decoding: outcome.output, as: UTF8.self)
    #expect(text.contains("Move 2 of 2: guess 2\n"))
    #expect(text.contains("After move 1 of 2.\n"))
    #expect(text.contains("This game does not count: it was opened from a file."))
    #expect(outcome.complaint.contains("there is no finished game 2"))
    #expect(try outcomes() == ["finished"])
  }
}
