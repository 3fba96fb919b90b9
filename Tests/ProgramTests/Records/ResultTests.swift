import LibC
import ParlorKit
import Platform
import TestKit
import Testing

/// Which games are recorded, and how often.
@Suite(.blocking) struct ResultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs lines as a script with a profile.
  @discardableResult
  private func run(_ lines: String...) throws -> Outcome {
    try Program.run(
      ["--profile", folder["p"], "--keep-going", "--seed", "3"],
      input: lines.joined(separator: "\n").utf8)
  }

  private var results: [Value] {
    get throws {
      guard FileSystem.kind(of: folder["p"] + "/results.jsonl") == .file else { return [] }
      return try FileSystem.read(folder["p"] + "/results.jsonl")
        .split(separator: 0x0A).map { try JSONReader.read($0) }
    }
  }

  private func outcomes() throws -> [String] {
    try results.map { $0["outcome"]?.string ?? "" }
  }

  /// One move from its end, whatever the seed.
  private let solved = ["new mastermind slots=1 colors=2 guesses=5", "guess 1", "guess 2"]

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

  @Test(arguments: [("finished forget 1 confirm", 2), ("stats reset confirm", 0)])
  func `what was deleted stays deleted when it is corrected`(deletion: String, lines: Int) throws {
    let text = try run(
      "new farkle Ann Bob", "roll", "resign", deletion, "player rename Ann Zoe", "finished"
    ).text
    #expect(text.contains("No game is recorded yet."), "\(text)")
    #expect(try results.count == lines)
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

  /// So nothing is left of it but its result.
  @Test func `a closed game whose saved file is gone or another's is abandoned`() throws {
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

  @Test func `a game continued after what it revealed was undone keeps its result`() throws {
    try run(solved[0], solved[1], solved[2], "undo", "guess 2", "undo", "close")
    #expect(try outcomes() == ["finished"])
  }

  @Test func `a game continued after a resignation was undone stays resigned`() throws {
    try run(solved[0], solved[1], "resign", "undo", solved[2])
    #expect(try outcomes() == ["resigned"])
  }

  /// The winners that `finished` shows.
  private func finished() throws -> String {
    String(decoding: try run("finished").output, as: UTF8.self)
  }

  private let evening = ["new farkle Ann Bob dice=physical target=500", "points 600", "points 50"]

  @Test func `a slip of the finger is corrected, before the end and after it`() throws {
    try run(
      evening[0], "roll 1 1 1 2 3 5", "undo", "points 550", "amend 1 points 600", "points 700",
      "undo", "points 50", "new")
    #expect(try finished().contains("Ann won, Bob lost"))
    #expect(try results.count == 2)
    #expect(try results.map { $0["revision"] } == [nil, .integer(2)])
    #expect(try results[0]["id"] == results[1]["id"])
  }

  @Test(arguments: [
    (["undo", "points 700"], "Ann lost, Bob won"),
    (["amend 2 points 700"], "Ann lost, Bob won"),
    (["amend 1 points 550"], "Ann won, Bob lost"),
    (["amend 2 points 700", "undo"], "Ann won, Bob lost"),
    (["undo", "close"], "Ann won, Bob lost"),
    (["undo", "points 700", "new", "load finished=1", "undo", "points 100"], "Ann won, Bob lost"),
    (["new", "load finished=1", "amend 2 points 700"], "Ann lost, Bob won"),
    (["load finished=1", "amend 2 points 700"], "Ann lost, Bob won"),
    (["undo", "close", "load closed=1", "points 800"], "Ann lost, Bob won"),
    (["goto 1", "close", "load finished=1", "amend 2 points 700"], "Ann lost, Bob won"),
  ])
  func `a finished game is corrected`(lines: [String], expected: String) throws {
    try run((evening + lines).joined(separator: "\n"))
    let list = try finished()
    #expect(list.contains(expected), "\(list)")
    #expect(list.split(separator: "\n").count == 1)
    let statistics = String(decoding: try run("stats").output, as: UTF8.self)
    #expect(statistics.contains("Ann") && !statistics.contains("repeat"))
  }

  /// No figure of Ann depends on the name of Bob, nor on when it was corrected.
  @Test(arguments: [
    ["player rename Bob Rob"], ["amend 1 points 650"],
    ["amend 1 points 650", "amend 1 points 600"],
  ])
  func `a correction changes no figure that it does not correct`(lines: [String]) throws {
    try run(evening[0], evening[1], evening[2], "new", "points 100", "points 700", "farkle")
    func all() throws -> [Substring] {
      String(decoding: try run("stats farkle Ann").output, as: UTF8.self).split(separator: "\n")
        .filter { !$0.contains("Highest") && !$0.lowercased().contains("points") }
    }
    let (before, ends) = (try all(), try results.map { $0["end"] })
    try run((["load finished=2"] + lines).joined(separator: "\n"))
    #expect(try all() == before)
    #expect(try results.count > 2)
    #expect(try results.last?["end"] == ends[0])
    #expect(try results.last?["milliseconds"] == results[0]["milliseconds"])
    let list = try finished().split(separator: "\n")
    #expect(list.count == 2 && list[0].contains("Ann lost") && list[1].contains("Ann won"))
  }

  /// Nothing is corrected.
  @Test(arguments: [
    "goto 1\ngoto 2", "undo\nredo", "undo\npoints 50",
    "player rename Bob Zed\nplayer rename Zed Bob",
    "close\nload finished=1\nundo 2\nredo 2",
  ])
  func `a finished game that is looked through keeps its result`(lines: String) throws {
    _ = try Program.run(
      ["--profile", folder["p"], "--clock", "real"],
      input: (evening + ["finished", lines]).joined(separator: "\n").utf8)
    let ends = try results.map { [$0["end"], $0["milliseconds"]] }
    #expect(ends.allSatisfy { $0 == ends[0] }, "\(ends)")
    #expect(try results.count == (lines.contains("rename") ? 3 : 1))
  }

  /// Each prompt knows only its own corrections. What a killed prompt had open can be corrected.
  @Test(arguments: [false, true])
  func `a finished game is corrected at one prompt at a time`(isKilled: Bool) throws {
    let arguments = ["--color", "never", "--profile", folder["p"]]
    let first = try Pseudoterminal.parlor(arguments)
    try first.expect(Prompt.outside)
    for line in evening {
      try first.send("\(line)\r")
      try first.expect("> ")
    }
    let second = try Pseudoterminal.parlor(arguments)
    try second.expect(Prompt.outside)
    if isKilled {
      first.signal(SIGKILL)
      _ = try first.waitForExit()
    }
    try second.send("load finished=1\r")
    try second.expect(isKilled ? "Loaded" : "this game is open at another prompt")
    let refusal = try run("load finished=1", "amend 2 points 700").complaint
    #expect(refusal.contains("open at another prompt"))
    if !isKilled {
      try first.send("close\r")
      try first.expect(Prompt.outside)
      try second.send("load finished=1\r")
      try second.expect("Loaded")
      #expect(try first.leave() == .exited(0))
    }
    #expect(try second.leave() == .exited(0))
    try run("load finished=1", "amend 2 points 700")
    #expect(try finished().contains("Ann lost, Bob won"))
  }

  /// The prompt that goes on knows the result as it was when it was opened.
  @Test func `a correction does not replace one that was made since`() throws {
    let arguments = ["--color", "never", "--profile", folder["p"]]
    let first = try Pseudoterminal.parlor(arguments)
    try first.expect(Prompt.outside)
    try first.send((evening + ["undo"]).map { "\($0)\r" }.joined())
    #expect(try first.leave() == .exited(0))
    try run("load finished=1", "undo", "points 700")
    // Also after another restart.
    for _ in 1...2 {
      let second = try Pseudoterminal.parlor(arguments)
      try second.expect("> ")
      try second.send("redo\r")
      try second.expect("does not count: its result was corrected elsewhere since it was opened.")
      try second.send("undo\r")
      #expect(try second.leave() == .exited(0))
    }
    #expect(try results.count == 2)
    // Opened anew, it can be corrected.
    for points in [650, 600] { try run("load finished=1", "amend 2 points \(points)") }
    #expect(try results.map { $0["revision"]?.integer ?? 1 } == [1, 2, 3, 4])
  }

  /// A log is that of one revision: a correction that was not recorded leaves none, and one that was imported has none.
  @Test func `a finished game keeps the log of its result`() throws {
    try run((evening + ["stats export \(folder["old.jsonl"])"]).joined(separator: "\n"))
    let id = try #require(try results[0]["id"]?.string)
    let log = try folder.bytes("p/finished/\(id).parlor")
    // A correction that was cut off before its result was recorded.
    for revision in [".2", ".3"] {
      let path = try folder.add("p/finished/waiting/\(id).parlor\(revision)", "other")
      var times = [timeval(), timeval()]
      try #require(utimes(path, &times) == 0)
    }
    #expect(try run("load finished=1", "log").text.contains("points 600"))
    try run("new counter Cy", "+5", "finish")
    #expect(try folder.bytes("p/finished/\(id).parlor") == log)
    #expect(try FileSystem.entries(of: folder["p/finished/waiting"]).isEmpty)
    // The correction of another machine.
    let other = try #require(
      String(decoding: try folder.bytes("old.jsonl"), as: UTF8.self)
        .replacing("\"id\"", with: "\"revision\":2,\"id\"").replacing("Ann", with: "Anne")
        .split(separator: "\n").first)
    try folder.add("new.jsonl", "\(other)\n")
    try run("stats import \(folder["new.jsonl"]) overwrite=yes")
    #expect(try finished().contains("Anne won"))
    for line in ["load finished=2", "replay 2"] {
      #expect(try run(line).complaint.contains("does not fit its result"))
    }
    // Results that were restored.
    try run("stats reset confirm", "stats import \(folder["old.jsonl"])", "load finished=1")
    try run("load finished=1", "amend 2 points 700", "stats reset confirm")
    try run("stats import \(folder["old.jsonl"])")
    #expect(try finished().contains("Ann won"))
    #expect(try run("load finished=1").complaint.contains("does not fit its result"))
  }

  /// Its file is read once the result is in it.
  @Test func `a correction that waits for room is not replaced either`() throws {
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect(Prompt.outside)
    try terminal.send((evening + ["undo"]).map { "\($0)\r" }.joined())
    try terminal.expect("Undone")
    try terminal.expect("> ")
    FileSystem.removeTree(folder["p/finished/waiting"])
    try folder.add("p/finished/waiting", "")
    try terminal.send("points 700\r")
    try terminal.expect("Cannot save results yet")
    try terminal.send("close\rload finished=1\r")
    try terminal.expect("error")
    try terminal.expect("waiting")
    FileSystem.remove(folder["p/finished/waiting"])
    try terminal.send("load finished=1\r")
    try terminal.expect("All results are saved now.")
    try terminal.send("amend 2 points 650\r")
    try terminal.expect("Amended")
    #expect(try terminal.leave() == .exited(0))
    #expect(try results.map { $0["revision"]?.integer ?? 1 } == [1, 2, 3])
    #expect(try finished().contains("Ann lost, Bob won"))
  }

  /// Looking back takes nothing from a game.
  @Test(arguments: [
    (["goto 0"], "Close game 1 (Farkle: Ann, Bob) after 2 moves?"),
    (["undo 2"], "Close game 1 (Farkle: Ann, Bob) after 2 moves?"),
    (["goto 1"], "Close game 1 (Farkle: Ann, Bob) after 2 moves?"),
    (["save S", "undo", "redo"], nil), (["save S", "goto 0", "goto 2"], nil),
  ])
  func `a game that is closed at another move is kept`(lines: [String], question: String?) throws {
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect(Prompt.outside)
    for line in [evening[0], "points 100", "points 50"] + lines {
      try terminal.send("\(line.replacing("S", with: folder["save"]))\r")
      try terminal.expect("> ")
    }
    try terminal.send("close\r")
    if let question {
      try terminal.expect(question)
      try terminal.send("y\r")
    }
    try terminal.expect("; `load closed=1` opens it again.")
    try terminal.send("load closed=1\rgoto 2\r")
    try terminal.expect("Ann to roll.")
    #expect(try terminal.leave() == .exited(0))
    // What was undone was not played.
    #expect(try results.count == (lines == ["goto 1"] ? 1 : 0))
  }

  /// A hint that comes after the end does not help; it does when the game is played on.
  @Test(arguments: [
    ("review\ngoto 2\nredo 2", false), ("goto 2\nhint\nredo 2", false),
    ("review\nundo\npoints 150", true), ("review\nundo 2\nbank\npoints 250", true),
    ("undo 2\nhint\nbank\npoints 250", true),
  ])
  func `a review makes a result that of an assisted game if it is played on`(
    lines: String, isAssisted: Bool
  ) throws {
    let text = String(
      decoding: try run(
        "new farkle Ann Bob dice=physical rounds=1", "roll 1 5 5 2 3 6", "hold 1 5", "bank",
        "points 300", lines
      ).output, as: UTF8.self)
    #expect(try results.count == (isAssisted ? 2 : 1), "\(text)")
    #expect(try results.last?["assisted"] == (isAssisted ? true : nil), "\(text)")
  }

  /// The dice of a game that is over can be looked at again; whoever plays on knows them.
  @Test(arguments: ["hold 1 1", "goto 2\namend 2 hold 1 1"])
  func `a game that was looked through counts, and not if it is played on`(move: String) throws {
    let game = "new farkle Ann computer rounds=1 seed=5\nroll\nhold best\nbank"
    let look = try run(game, "goto 2\ngoto 6", "player rename Ann Anne", "undo").output
    #expect(!String(decoding: look, as: UTF8.self).contains("not count"))
    #expect(try finished().contains("Anne lost"))
    let played = try run(game, "goto 1\n\(move)\nbank").output
    #expect(String(decoding: played, as: UTF8.self).contains("a revealing move was undone"))
    // The result, the other name and the result of the second game.
    #expect(try results.count == 3)
  }

  @Test(arguments: ["undo\nplayer rename Bob Rob\nredo", "undo\npoints 700", "amend 2 resign"])
  func `a game that is corrected keeps its end and its time`(lines: String) throws {
    _ = try Program.run(
      ["--profile", folder["p"], "--clock", "real"],
      input: (evening + ["finished", lines]).joined(separator: "\n").utf8)
    try #require(try results.count == 2)
    #expect(try results[1]["end"] == results[0]["end"])
    #expect(try results[1]["milliseconds"] == results[0]["milliseconds"])
  }

  /// Writing a result takes time, which is not the game's.
  @Test(arguments: [
    "player rename Bob Rob", "amend 1 points 650", "close\nload finished=1\nplayer rename Bob Rob",
  ])
  func `a correction takes no time on a real clock`(lines: String) throws {
    _ = try Program.run(
      ["--profile", folder["p"], "--clock", "real"],
      input: (["new counter Cy", "+5"] + evening + ["use 1", "+5", "use 2", lines])
        .joined(separator: "\n").utf8)
    try #require(try results.count == 2)
    for field in ["end", "milliseconds"] {
      #expect(try results[1][field] == results[0][field], "\(field)")
    }
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

  @Test(arguments: ["finished forget 1", "stats reset"])
  func `a game whose result was forgotten says that it does not count`(line: String) throws {
    let lines = evening + ["\(line) confirm", "undo", "points 700"]
    let output = try run(lines.joined(separator: "\n")).output
    let text = String(decoding: output, as: UTF8.self)
    let notice = "\nGame 1 does not count: its result was forgotten or deleted.\n"
    #expect(text.contains(notice), "\(text)")
    #expect(try !finished().contains("Ann"))
  }

  @Test func `a counter that is finished keeps its ranking and its turns`() throws {
    try run("new counter Ann Bob", "add 5", "+10", "finish", "undo", "+1", "finish")
    #expect(try finished().contains("Counter  Bob 10, Ann 6"))
    let log = String(decoding: try run("load finished=1", "results").output, as: UTF8.self)
    #expect(log.contains("3  Ann   +1   6\n"))
    let statistics = String(decoding: try run("stats counter Ann").output, as: UTF8.self)
    #expect(!statistics.contains("Win rate") && statistics.contains("Highest score   6"))
  }

  @Test func `a closed game is opened again and finished under the same name`() throws {
    try run(evening[0], evening[1], "close", "load closed=1", evening[2])
    #expect(try finished().contains("Ann won, Bob lost"))
    #expect(try results.map { $0["outcome"] } == [.string("abandoned"), .string("finished")])
    #expect(try results[0]["id"] == results[1]["id"])
  }

  @Test(arguments: [false, true])
  func `a closed game that is played on and closed again has its last result`(isRestarted: Bool)
    throws
  {
    try run("new counter Ann Bob", "+3", "close", "load closed=1", "close", "load closed=1")
    #expect(try outcomes() == ["abandoned"])
    if isRestarted {
      FileSystem.removeTree(folder["p"])
      let first = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
      try first.expect("> ")
      for line in ["new counter Ann Bob", "+3", "close", "y", "load closed=1", "+9"] {
        try first.send("\(line)\r")
        try first.expect(line == "close" ? "[y/N] " : "> ")
      }
      first.signal(SIGKILL)
      _ = try first.waitForExit()
      let second = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
      try second.expect("> ")
      for line in ["+5", "close", "y"] {
        try second.send("\(line)\r")
        try second.expect(line == "close" ? "[y/N] " : "> ")
      }
      #expect(try second.leave() == .exited(0))
    } else {
      try run("new counter Cy Di", "+3", "close", "load closed=1", "+9", "+5", "close")
    }
    let last = String(decoding: try run("load finished=1", "log").output, as: UTF8.self)
    #expect(last.contains("add 3") && last.contains("add 9") && last.contains("add 5"))
    #expect(try results.last?["revision"] == .integer(2))
    #expect(try outcomes().allSatisfy { $0 == "abandoned" })
  }

  @Test func `a finished game whose end is taken back stays finished when it is closed`() throws {
    try run("new counter Ann Bob", "+3", "finish", "undo", "+9", "close")
    #expect(try outcomes() == ["finished"])
    #expect(try finished().contains("Ann 3, Bob 0"))
  }

  /// A journal with amendments, undone ends and revisions is resumed as it was.
  @Test func `a correction survives the end of the program`() throws {
    func start(_ prompt: String) throws -> Pseudoterminal {
      let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
      try terminal.expect(prompt)
      return terminal
    }
    func type(_ lines: [String], _ terminal: Pseudoterminal) throws {
      for line in lines {
        try terminal.send("\(line)\r")
        try terminal.expectAnswer(to: line, before: "> ")
      }
    }
    let first = try start("> ")
    try type(evening + ["undo", "amend 1 points 650"], first)
    first.signal(SIGKILL)
    try first.waitForExit()
    let second = try start("farkle Bob> ")
    try type(["points 700", "close"], second)
    #expect(try second.leave() == .exited(0))
    #expect(try finished().contains("Ann lost, Bob won"))
    #expect(try results.map { $0["revision"] } == [nil, .integer(2)])
  }

  @Test func `players with a bot are marked`() throws {
    try run(
      "new farkle Ann Bob rounds=1", "seat Bob bank=300", "roll", "hold best", "bank", "close")
    #expect(try results.first?["bots"] == .array([.string("Bob")]))
  }

  /// The journal of the first session, which has ended.
  private func journal() throws -> String {
    let journal = folder["p"] + "/journal"
    let session = try #require(
      try FileSystem.entries(of: journal).first {
        FileSystem.kind(of: "\(journal)/\($0)") == .folder
      })
    let name = try #require(
      try FileSystem.entries(of: "\(journal)/\(session)").first { $0.hasSuffix(".parlor") })
    return "\(journal)/\(session)/\(name)"
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

  /// Killed after the result and before its mark, as above.
  @Test func `a result that was corrected meanwhile is not recorded again`() throws {
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect("> ")
    try terminal.send(evening.map { "\($0)\r" }.joined())
    try terminal.expect("Ann wins")
    try terminal.expect("> ")
    terminal.signal(SIGKILL)
    try terminal.waitForExit()
    let path = try journal()
    let lines = String(decoding: try FileSystem.read(path), as: UTF8.self).split(separator: "\n")
    let kept = lines.filter { !$0.hasPrefix("# recorded") }
    try FileSystem.write(Array((kept.joined(separator: "\n") + "\n").utf8), to: path)
    try run("load finished=1", "amend 2 points 700")
    let again = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try again.expect("does not count: its result was corrected elsewhere")
    #expect(try again.leave() == .exited(0))
    #expect(try results.count == 2)
    #expect(try finished().contains("Ann lost, Bob won"))
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
