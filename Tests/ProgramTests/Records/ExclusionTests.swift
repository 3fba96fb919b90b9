import LibC
import ParlorKit
import Platform
import TestKit
import Testing

/// Which games do not count, and say so.
@Suite(.blocking) struct ExclusionTests: ProfileSuite {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ["new mastermind secret=\"1 2 3 4\"", "guess 1 2 3 4"],
    ["new minesweeper layout=*./.. ", "reveal 1 2", "reveal 2 1", "reveal 2 2"],
    ["new farkle Ann rounds=1", "roll 1 2 3 4 6 6", "hold 1", "bank"],
    ["new farkle Ann rounds=1", "roll", "undo", "roll", "hold best", "bank"],
    ["new mastermind", "guess 1 1 2 2", "undo", "guess 1 1 2 2", "resign"],
  ])
  func `a game that does not count says so and is not recorded`(lines: [String]) throws {
    let outcome = try Program.run(
      ["--profile", folder["p"], "--keep-going"], input: lines.joined(separator: "\n").utf8)
    let text = String(decoding: outcome.output, as: UTF8.self)
    #expect(text.ranges(of: "does not count: ").count == 1)
    #expect(try results.isEmpty)
  }

  /// The game is number 1; S stands for a file.
  @Test(arguments: [
    ["new mastermind", "guess 1 1 2 2", "copy", "resign", "use 1", "resign"],
    ["new mastermind", "guess 1 1 2 2", "copy", "guess 1 2 3 4", "use 1", "resign"],
    ["new mastermind", "guess 1 1 2 2", "copy draws=same", "resign", "use 1", "resign"],
    ["new mastermind", "guess 1 1 2 2", "save S", "load S", "resign", "use 1", "resign"],
    [
      "new mastermind", "guess 1 1 2 2", "save S", "close", "load S", "resign", "close",
      "load closed=1", "resign",
    ],
    [
      "new mastermind", "guess 1 1 2 2", "copy", "amend 1 guess 1 2 3 4", "use 1", "resign",
    ],
    ["new minesweeper easy", "reveal 5 5", "copy", "resign", "use 1", "resign"],
    ["new farkle Ann", "copy draws=same", "roll", "use 1", "roll", "resign"],
    [
      "new farkle Ann seed=5", "roll", "new farkle Bob seed=5", "roll", "use 1", "resign",
    ],
    ["seed 5 hidden", "new farkle Ann", "roll", "copy", "resign", "use 1", "resign"],
  ])
  func `a game does not count whose secret another has shown`(lines: [String]) throws {
    let text = try run(
      lines.map { $0.replacing("S", with: folder["save"]) }.joined(separator: "\n")
    ).text
    // Of two games that were opened with one seed, each has shown the draws of the other.
    let count = lines.count { $0.contains("seed=5") }
    #expect(
      text.ranges(of: "does not count: another game has shown its secrets or draws.").count
        == max(count, 1), "\(text)")
    #expect(try results.isEmpty, "\(text)")
  }

  @Test(arguments: [
    ["new mastermind seed=5", "guess 1 1 2 2", "replay 1", "use 1", "resign"],
    ["new mastermind seed=5", "guess 1 1 2 2", "load finished=1", "use 1", "resign"],
    ["new mastermind seed=5", "guess 1 1 2 2", "review S", "resign"],
    ["new mastermind seed=5", "guess 1 1 2 2", "review finished=1", "resign"],
    ["load finished=1", "new mastermind seed=5", "guess 1 1 2 2", "resign"],
    ["load S", "new mastermind seed=5", "guess 1 1 2 2", "resign"],
  ])
  func `a game does not count whose secret a finished one has shown`(lines: [String]) throws {
    try run("new mastermind seed=5", "guess 1 1 2 2", "resign", "save \(folder["save"])")
    let text = try run(
      lines.map { $0.replacing("S", with: folder["save"]) }.joined(separator: "\n")
    ).text
    #expect(
      text.contains("does not count: another game has shown its secrets or draws."), "\(text)")
    #expect(try results.count == 1)
  }

  /// The file knows no more than the game.
  @Test func `a game counts whose own file is reviewed, also against a bot`() throws {
    let text = try run(
      "new farkle Ann Bob rounds=1", "seat Bob bank=300", "roll", "save \(folder["s"])",
      "review \(folder["s"])", "resign"
    ).text
    #expect(!text.contains("does not count"), "\(text)")
    #expect(try results.count == 1)
  }

  /// The seed of such a game means nothing, and all have the same in scripts.
  @Test(arguments: [
    ("farkle Ann Bob dice=physical rounds=1", "points 100", "points 50"),
    ("counter Ann", "+5", "finish"),
  ])
  func `a game without draws counts beside a finished one`(game: String, move: String, end: String)
    throws
  {
    try run("new \(game)", move, end, "save \(folder["s"])")
    for lines in [
      ["new \(game)", move, "load finished=1", "use 1"],
      ["new \(game)", move, "replay 1", "use 1"],
      ["load \(folder["s"])", "new \(game)", move],
      ["load finished=1", "new \(game)", move],
    ] {
      let before = try results.count
      let text = try run((lines + [end]).joined(separator: "\n")).text
      #expect(!text.contains("does not count: another"), "\(text)")
      #expect(try results.count == before + 1, "\(lines)")
    }
  }

  @Test(arguments: [
    (["new mastermind seed=6", "batch 2 mastermind seed=5"], true),
    (["batch 2 mastermind seed=5", "new mastermind seed=6"], true),
    (["batch 2 mastermind seed=5 limit=1", "step 0 0", "new mastermind seed=7"], true),
    (["batch 2 mastermind seed=5", "step 0 0", "new mastermind seed=7"], false),
    (["batch 2 mastermind seed=5", "new mastermind seed=4"], false),
    (["batch 2 minesweeper seed=5", "new mastermind seed=5"], false),
  ])
  func `a game does not count that was played in a batch`(lines: [String], isShown: Bool) throws {
    let text = try run((lines + ["guess 1 1 2 2", "resign"]).joined(separator: "\n")).text
    #expect(
      text.contains("does not count: another game has shown its secrets or draws.") == isShown,
      "\(text)")
    #expect(try results.isEmpty == isShown, "\(text)")
  }

  @Test func `a game with the seed of one that is over does not count`() throws {
    let text = try run(
      "new mastermind seed=5\nresign\nnew mastermind seed=5\nguess 1 1 2 2\nresign"
    ).text
    #expect(
      text.ranges(of: "does not count: another game has shown its secrets or draws.").count == 1,
      "\(text)")
    #expect(try results.count == 1, "\(text)")
  }

  @Test(arguments: [
    ["new farkle Ann", "copy", "roll", "hold best", "use 1", "roll", "resign"],
    ["new mastermind", "guess 1 1 2 2", "copy", "use 1", "resign"],
    ["new mastermind", "guess 1 1 2 2", "save S", "load S", "show", "use 1", "resign"],
    [
      "new mastermind seed=1", "guess 1 1 2 2", "new mastermind seed=2", "resign", "use 1",
      "resign",
    ],
    [
      "new farkle Ann dice=physical seed=1", "new farkle Ann dice=physical seed=1",
      "roll 1 2 3 4 6 6", "use 1", "roll 1 2 3 4 6 6", "resign",
    ],
    // The end of a copy tells the hidden seed, from which nothing is drawn.
    ["seed 5 hidden", "new farkle Ann dice=physical", "copy", "resign", "use 1", "resign"],
    ["seed 5 hidden", "new counter Ann", "+3", "copy", "finish", "use 1", "finish"],
  ])
  func `a game counts of which another has shown nothing`(lines: [String]) throws {
    let text = try run(
      lines.map { $0.replacing("S", with: folder["save"]) }.joined(separator: "\n")
    ).text
    #expect(!text.contains("another game has shown"), "\(text)")
    // A copy does not count itself.
    let ends = zip(lines, lines.dropFirst())
      .count { $0 != "copy" && ["resign", "finish"].contains($1) }
    #expect(try results.count == ends, "\(text)")
  }

  @Test func `that a secret was shown survives the end of the program`() throws {
    func type(_ lines: String..., at prompt: String) throws {
      let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
      try terminal.expect(prompt)
      for line in lines {
        try terminal.send("\(line)\r")
        try terminal.expectAnswer(to: line, before: "> ")
      }
      terminal.signal(SIGKILL)
      try terminal.waitForExit()
    }
    try type("new mastermind", "guess 1 1 2 2", "copy", "resign", "use 1", at: "> ")
    try type("resign", "new pig Ann", at: "> ")
    #expect(try results.isEmpty)
  }

  @Test func `a refused amendment that may tell what is hidden says that the game does not count`()
    throws
  {
    let game = ["new mastermind slots=2 colors=3 guesses=9 seed=3", "guess 1 1", "guess 2 2"]
    let outcome = try run((game + ["amend 1 guess 3 1", "resign"]).joined(separator: "\n"))
    #expect(outcome.complaint.contains("move 2, `guess 2 2`, no longer fits"))
    #expect(
      outcome.complaint.contains(
        "from now on, this game does not count: the refusal may reveal a secret"))
    #expect(!outcome.text.contains("does not count"), "\(outcome.text)")
    #expect(try results.isEmpty)
  }

  @Test(arguments: [
    (["player rename Bob Zed"], false), (["player remove Bob"], false),
    (["player rename Bob Zed", "undo", "redo"], false), (["player rename Ann Zed"], true),
    (["player remove Ann", "undo"], true), (["seat Bob human", "player rename Bob Zed"], false),
  ])
  func `a game that renames a bot's player by a move does not count`(
    lines: [String], counts: Bool
  ) throws {
    let game = ["new counter Ann Bob Cy", "seat Bob random", "add 1"] + lines + ["add 2", "close"]
    let text = try run(game.joined(separator: "\n")).text
    #expect(
      text.contains("this game does not count: a bot's player was renamed or removed.") != counts,
      "\(text)")
    #expect(try results.isEmpty != counts)
  }

  @Test func `games on a virtual clock do not count`() throws {
    let outcome = try Program.run(
      ["--profile", folder["p"], "--clock", "virtual", "--seed", "3"],
      input: solved.joined(separator: "\n").utf8)
    #expect(
      String(decoding: outcome.output, as: UTF8.self)
        .contains("This game does not count: its clock is not the real one."))
    #expect(try results.isEmpty)
  }

  @Test func `games from files do not count`() throws {
    let save = folder["save"]
    try FileSystem.write(Array(solved.joined(separator: "\n").utf8), to: folder["script"])
    let outcome = try run(
      solved[0], solved[1], "save \(save)", "close", "load \(save)", "guess 2",
      "source \(folder["script"])")
    let text = String(decoding: outcome.output, as: UTF8.self)
    #expect(text.contains("This game does not count: it was opened from a file."))
    #expect(text.contains("This game does not count: a script opened it."))
    // A game that was saved before it was closed is not abandoned.
    #expect(try outcomes().isEmpty)
  }
}
