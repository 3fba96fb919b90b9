import Platform
import TestKit
import Testing

/// Results, statistics and house rules in a profile, as the program keeps them.
@Suite(.blocking) struct ProfileCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ lines: String..., arguments: [String] = []) throws -> Outcome {
    try Program.run(
      ["--profile", folder["p"], "--clock", "virtual"] + arguments,
      input: lines.joined(separator: "\n").utf8)
  }

  @Test func `a script with --profile records its games`() throws {
    #expect(try run("new farkle Ann rounds=1", "roll", "hold best", "bank").status == .exited(0))
    let stats = try run("stats farkle", "finished")
    #expect(stats.text.contains("\nPlayed           1\n"))
    #expect(stats.text.contains("Ann played"))
    #expect(stats.complaint.isEmpty)
    let lines = try folder.text("p/results.jsonl").split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix(#"{"schemaVersion":1,"id":""#) ?? false)
  }

  @Test func `a game with given outcomes does not count, except with physical dice`() throws {
    let turn = "roll 1 2 2 3 3 4\nhold best\nbank"
    _ = try run("new farkle Ann rounds=1", turn)
    #expect(try run("stats").text == "No game is recorded yet.\n")
    _ = try run("new farkle Ann rounds=1 dice=physical", turn)
    #expect(try run("stats farkle").text.contains("\nHighest turn     100\n"))
  }

  @Test func `house rules stay in the profile`() throws {
    _ = try run("rules save sunday target=5000")
    #expect(try folder.text("p/rules") == "farkle sunday rules=standard target=5000\n")
    let next = try run("new farkle Ann rules=sunday", "log")
    #expect(next.text.contains("\nnew farkle Ann rules=standard target=5000 seed=0\n"))
  }

  @Test func `without a profile the commands say what they need`() throws {
    for verb in ["stats", "finished", "ranking", "rules save sunday", "rules delete sunday"] {
      let outcome = try Program.run(["--no-profile", "-c", verb])
      #expect(outcome.status == .exited(1))
      #expect(outcome.complaint.contains("error[not-now]: "))
      #expect(outcome.complaint.contains("start Parlor with `--profile DIR`"))
    }
    let help = try Program.run(["--no-profile", "-c", "help stats"])
    #expect(help.complaint.contains("error[not-now]: "))
    #expect(!(try Program.run(["--no-profile", "-c", "help"]).text.contains("finished")))
    #expect(try run("help").text.contains("\n  finished …"))
  }

  @Test func `--profile and --no-profile are mutually exclusive`() throws {
    let outcome = try Program.run(["--profile", folder["p"], "--no-profile", "-c", "echo a"])
    #expect(outcome.status == .exited(2))
  }

  @Test func `--profile needs a path`() throws {
    let outcome = try Program.run(["--profile", "", "-c", "echo a"])
    #expect(outcome.status == .exited(2))
    #expect(outcome.complaint.contains("`--profile` takes the path of a folder."))
    #expect(outcome.output.isEmpty)
  }

  @Test func `no folder is made before something is saved`() throws {
    _ = try run("echo a", "new farkle Ann", "rules list", "stats", "finished", "ranking")
    #expect(try folder.names.isEmpty)
  }

  @Test func `shares are drawn at a terminal with colour`() throws {
    try FileSystem.makeFolders(folder["p"], mode: 0o700)
    try folder.add("p/results.jsonl", Self.results)
    let terminal = try Pseudoterminal.parlor(
      ["--seed", "0", "--color", "always", "--profile", folder["p"]])
    try terminal.send("stats farkle\r")
    try terminal.expect("Win rate         50.0 % █████░░░░░")
    try terminal.expect("Lucky number     6 ▁▁▁▁▅█")
    try terminal.expect("Last games       ▲▼")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `games, players and modes are completed`() throws {
    try FileSystem.makeFolders(folder["p"], mode: 0o700)
    try folder.add("p/results.jsonl", Self.results)
    let terminal = try Pseudoterminal.parlor(
      ["--seed", "0", "--color", "never", "--profile", folder["p"]])
    try terminal.expect(Prompt.outside)
    try terminal.send("stats fa\tA\t\r")
    try terminal.expect("stats farkle Ann")
    try terminal.expect("Played           2")
    try terminal.send("stats mode=ea\t\r")
    try terminal.expect("stats mode=easy")
    try terminal.expect("No recorded game matches.")
    #expect(try terminal.leave() == .exited(0))
  }

  /// So that the key is fast with millions of results.
  @Test func `players are completed who are in the last 64 KB of results`() throws {
    try FileSystem.makeFolders(folder["p"], mode: 0o700)
    let late = String(repeating: Self.results, count: 150)
    #expect(80_000..<120_000 ~= late.utf8.count)
    let early = Self.results.replacing(#""name":"Ann""#, with: #""name":"Zoe""#)
    try folder.add("p/results.jsonl", early + late)
    let terminal = try Pseudoterminal.parlor(
      ["--seed", "0", "--color", "never", "--profile", folder["p"]])
    try terminal.expect(Prompt.outside)
    try terminal.send("stats farkle Z\t\r")
    try terminal.expect("No recorded game matches.")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test(arguments: [
    ("stats frakle", "bad-argument", "did you mean `farkle`?"),
    ("stats frakle Ann", "bad-argument", "did you mean `farkle`?"),
    ("stats minesweeper mode=eazy", "bad-option", "`mode` takes easy, medium, hard or custom"),
    ("stats mastermind mode=4x", "bad-option", "`mode` takes SLOTSxCOLORS"),
    ("stats mastermind mode=04x6", "bad-option", "`mode` takes SLOTSxCOLORS"),
    ("stats farkle mode=easy", "bad-option", "Farkle has no modes"),
    ("stats mode=eazy", "bad-option", "`mode` takes easy, medium, hard, custom or SLOTSxCOLORS"),
    ("stats export x.csv mode=eazy", "bad-option", "`mode` takes easy"),
  ])
  func `unknown games and modes are errors`(_ line: String, _ code: String, _ words: String)
    throws
  {
    try FileSystem.makeFolders(folder["p"], mode: 0o700)
    try folder.add("p/results.jsonl", Self.results)
    let outcome = try run(line)
    #expect(outcome.status == .exited(1))
    #expect(outcome.complaint.contains("error[\(code)]: "))
    #expect(outcome.complaint.contains(words))
  }

  @Test(arguments: [
    ("stats farkle Annn", "Did you mean `Ann`?\n"), ("stats Annn", "Did you mean `Ann`?\n"),
    ("stats farkle Annn since=2030-01-01", "Did you mean `Ann`?\n"),
    ("stats farkle Ann since=2030-01-01", ""), ("stats Zacharias", ""),
    ("stats mastermind mode=4x6", ""), ("stats mode=10x9", ""),
  ])
  func `an unknown player gets similar names`(_ line: String, _ hint: String)
    throws
  {
    try FileSystem.makeFolders(folder["p"], mode: 0o700)
    try folder.add("p/results.jsonl", Self.results)
    let outcome = try run(line)
    #expect(outcome.status == .exited(0))
    #expect(outcome.text == "No recorded game matches.\n" + hint)
  }

  @Test func `import completes files, and export the folders only`() throws {
    let path = try folder.add("elsewhere.jsonl", Self.results)
    try FileSystem.makeFolders(folder["elsewhere"], mode: 0o700)
    let terminal = try Pseudoterminal.parlor(
      ["--seed", "0", "--color", "never", "--profile", folder["p"]])
    try terminal.expect(Prompt.outside)
    try terminal.send("stats import \(path.dropLast(2))\t\r")
    try terminal.expect("stats import \(path)")
    try terminal.expect("Imported 2 results")
    try terminal.send("stats export \(folder["else"])\tnew.jsonl\r")
    try terminal.expect("stats export \(folder["elsewhere/new.jsonl"])")
    try terminal.expect("Exported 2 results")
    #expect(try terminal.leave() == .exited(0))
  }

  /// Two games of Ann's.
  private static let results = ["won", "lost"].enumerated().map { index, result in
    #"{"schemaVersion":1,"id":"\#(index)","game":"farkle","mode":"","options":["Ann"],"#
      + #""seed":1,"outcome":"finished","start":"2026-01-01T00:00:00Z","#
      + #""end":"2026-01-01T00:00:01Z","milliseconds":1000,"bots":[],"#
      + #""players":[{"name":"Ann","result":"\#(result)","#
      + #""measures":{"rolled5":1,"rolled6":2}}],"measures":{}}"# + "\n"
  }.joined()

  /// A line of another program must change nothing of mine by itself, and no number in it may trap.
  @Test func `imported lines correct known results only on request`() throws {
    let folder = try TemporaryFolder()
    func run(_ lines: String) throws -> String {
      let outcome = try Program.run(
        ["--profile", folder["p"], "--clock", "real", "--keep-going"], input: lines.utf8)
      if case .killed = outcome.status { Issue.record("\(outcome)") }
      return outcome.text
    }
    _ = try run("new counter Ann Bob\nadd 5\nfinish\nstats export \(folder["mine.jsonl"])\n")
    let mine = String(decoding: try folder.bytes("mine.jsonl"), as: UTF8.self)
    let start = "{\"schemaVersion\":1,"
    func line(_ members: String) -> String {
      mine.replacing(start, with: start + members)
        .replacing(/,"sum":"[0-9a-f]*"/, with: "")
    }
    try FileSystem.write(
      Array(line("\"revision\":2,\"forgotten\":true,").utf8), to: folder["evil.jsonl"])
    let read = "stats import \(folder["evil.jsonl"])"
    let kept = try run("\(read)\nfinished\n")
    #expect(kept.contains("1 line corrects known results: `overwrite=yes` takes it too."))
    #expect(kept.contains("Ann"))
    let gone = try run("\(read) overwrite=yes\nfinished\n")
    #expect(gone.contains("1 line corrects known results."))
    #expect(gone.contains("No game is recorded yet."))
    for number in [Int.max, 1_000_001, 0, -1] {
      try FileSystem.write(Array(line("\"revision\":\(number),").utf8), to: folder["far.jsonl"])
      let refused = try run("stats import \(folder["far.jsonl"])\nfinished forget 1 confirm\n")
      #expect(!refused.contains("Imported"), "\(number): \(refused)")
    }
    let large = mine.replacing("\"points\":5", with: "\"points\":\(Int.max)")
    try FileSystem.write(Array(large.utf8), to: folder["large.jsonl"])
    let plot = try run(
      "stats reset confirm\nstats import \(folder["large.jsonl"])\nstats counter plot=\(folder["p.svg"])\n"
    )
    #expect(plot.contains("Imported 1 result"), "\(plot)")
  }

  /// An exported file has checksums, which a changed line does not fit.
  @Test func `a changed line of imported results is said`() throws {
    let folder = try TemporaryFolder()
    func run(_ profile: String, _ lines: String) throws -> String {
      try Program.run(["--profile", folder[profile]], input: lines.utf8).text
    }
    let games = (1...3).map { "new counter Ann Bob\nadd \($0)\nfinish\n" }.joined()
    _ = try run("a", games)
    #expect(try run("a", "stats export \(folder["all.jsonl"])\n").contains("Exported 3 results"))
    let whole = try run("b", "stats import \(folder["all.jsonl"])\n")
    #expect(whole.contains("Imported 3 results") && !whole.contains("checksum"), "\(whole)")
    let text = try folder.text("all.jsonl").replacing("\"points\":2", with: "\"points\":9")
    try folder.add("changed.jsonl", text)
    let changed = try run("c", "stats import \(folder["changed.jsonl"])\n")
    #expect(changed.contains("Imported 3 results"), "\(changed)")
    #expect(changed.contains("changed.jsonl:2 does not fit its checksum"), "\(changed)")
  }
}
