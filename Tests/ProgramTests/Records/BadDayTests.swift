import LibC
import ParlorKit
import Platform
import TestKit
import Testing

/// Profiles that cannot be read or written: one clear message, and a game that goes on.
@Suite(.blocking) struct BadDayTests: ProfileSuite {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let game = "new farkle Ann rounds=1\nroll\nhold best\nbank\necho still here\n"

  private func run(_ lines: String, _ arguments: [String] = []) throws -> Outcome {
    try Program.run(
      ["--profile", folder["p"], "--keep-going"] + arguments, input: lines.utf8)
  }

  private func count(_ part: String, in outcome: Outcome) -> Int {
    (outcome.text + outcome.complaint).components(of: part)
  }

  /// A prompt with a folder in place of its results, and the path of that.
  private func blocked() throws -> (terminal: Pseudoterminal, path: String) {
    let path = folder["p/results.jsonl"]
    try FileSystem.makeFolders(path, mode: 0o700)
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect(Prompt.outside)
    return (terminal, path)
  }

  @Test func `a folder in place of the results`() throws {
    try FileSystem.makeFolders(folder["p/results.jsonl"], mode: 0o700)
    let outcome = try run(game)
    #expect(outcome.text.contains("still here\n"))
    #expect(count("Cannot save results yet: cannot write", in: outcome) == 1)
    #expect(count("are lost: cannot write", in: outcome) == 1)
    #expect(count("in memory", in: outcome) == 0)
    let stats = try run("stats\necho on\n")
    #expect(stats.complaint.contains("error[io]: cannot read"))
    #expect(stats.text.hasSuffix("on\n"))
  }

  @Test func `results stay pending while a folder blocks them, and the journal continues`() throws {
    let (terminal, path) = try blocked()
    try terminal.send("new mastermind slots=1 colors=2\rguess 1\rresign\r")
    try terminal.expect("Cannot save results yet: cannot write")
    try terminal.send("close\rnew farkle Ann\r")
    try terminal.expect("Ann to roll.")
    let session = try #require(
      try FileSystem.entries(of: folder["p/journal"]).first { $0.hasPrefix("2") })
    let logs = try FileSystem.entries(of: folder["p/journal/\(session)"])
      .filter { $0.hasSuffix(".parlor") }
    #expect(logs.count == 2, "the game that is over stays for its result")
    FileSystem.removeTree(path)
    try terminal.send("roll\rclose\ry\r")
    try terminal.expect("All results are saved now.")
    #expect(try terminal.leave() == .exited(0))
    #expect(!terminal.text.contains("in memory"))
    #expect(try folder.text("p/results.jsonl").split(separator: "\n").count == 2)
    #expect(try FileSystem.entries(of: folder["p/journal"]) == ["lock"])
  }

  @Test func `a pending result is tried once more at the end`() throws {
    let (terminal, path) = try blocked()
    try terminal.send("new farkle Ann\rroll\rclose\ry\r")
    try terminal.expect("Cannot save results yet: cannot write")
    FileSystem.removeTree(path)
    #expect(try terminal.leave() == .exited(0))
    #expect(try folder.text("p/results.jsonl").contains(#""outcome":"abandoned""#))
  }

  @Test func `a result that is still pending at the end is recorded by the next session`() throws {
    let (terminal, path) = try blocked()
    try terminal.send("new mastermind slots=1 colors=2\rresign\r")
    try terminal.expect("Cannot save results yet: cannot write")
    #expect(try terminal.leave() == .exited(3))
    #expect(
      terminal.text.contains(
        "parlor: the results of finished games are left to the next session: cannot write"))
    FileSystem.removeTree(path)
    let next = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try next.expect(Prompt.outside)
    #expect(try next.leave() == .exited(0))
    #expect(try folder.text("p/results.jsonl").contains(#""game":"mastermind""#))
  }

  @Test(arguments: ["new counter Ann\radd 5\rfinish\r", "new farkle Ann\rroll\rresign\r"])
  func `a game whose result waits was not played meanwhile`(lines: String) throws {
    let (terminal, path) = try blocked()
    try terminal.send(lines)
    try terminal.expect("Cannot save results yet")
    let ended = SystemClock.now.milliseconds
    try terminal.expect("> ")
    #expect(try terminal.leave() == .exited(3))
    FileSystem.removeTree(path)
    let next = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try next.expect("> ")
    #expect(try next.leave() == .exited(0))
    let result = try JSONReader.read(Array(folder.text("p/results.jsonl").utf8))
    let begun = try #require(result["start"]?.string.flatMap { Timestamp(iso8601: $0) })
    #expect(try #require(result["milliseconds"]?.integer) <= ended - begun.milliseconds)
  }

  /// The end of a game is kept in its journal, and that of a closed one, until its result is saved.
  @Test(arguments: [true, false])
  func `a closed game whose result cannot be saved is not lost`(isKilled: Bool) throws {
    let (terminal, path) = try blocked()
    try terminal.send("new counter Ann Bob\radd 5\rclose\ry\r")
    try terminal.expect("Cannot save results yet: cannot write")
    if !isKilled {
      FileSystem.removeTree(path)
      // The next line tries again, whatever it does.
      try terminal.send("games\r")
      try terminal.expect("All results are saved now.")
    }
    try terminal.expect("> ")
    terminal.signal(SIGKILL)
    _ = try terminal.waitForExit()
    if isKilled { FileSystem.removeTree(path) }
    let next = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    let text = try next.expect("> ")
    #expect(text.contains("Counter") == isKilled)
    if !isKilled {
      #expect(try folder.text("p/results.jsonl").contains(#""game":"counter""#))
    }
    #expect(try next.leave() == .exited(0))
  }

  /// As one that was saved at once: what is undone afterwards is corrected when the game ends again.
  @Test(arguments: [
    ("undo\rclose\ry\r", "Cy won, Di lost"), ("undo\rpoints 800\r", "Cy lost, Di won"),
  ])
  func `a result that waits stays when its end is undone`(lines: String, expected: String) throws {
    let (terminal, path) = try blocked()
    try terminal.send("new farkle Cy Di dice=physical target=500\rpoints 600\rpoints 50\r")
    try terminal.expect("Cannot save results yet: cannot write")
    try terminal.send(lines)
    try terminal.expect(lines.contains("close") ? "Closed game" : "Di wins")
    FileSystem.removeTree(path)
    try terminal.send("echo on\r")
    try terminal.expect("All results are saved now.")
    #expect(try terminal.leave() == .exited(0))
    #expect(try folder.text("p/results.jsonl").split(separator: "\n").count == 1)
    #expect(try run("finished").text.contains(expected))
  }

  /// Before the line runs: it may read or delete the results.
  @Test(arguments: [
    ("finished", "Ann 5, Bob 0", 1), ("load finished=1", "Loaded Counter", 1),
    ("stats reset confirm\rfinished", "No game is recorded yet.", 0),
    ("replay 99\rgames", "All results are saved now.", 1),
  ])
  func `a result that waits is recorded before the next line`(
    lines: String, expected: String, count: Int
  ) throws {
    let (terminal, path) = try blocked()
    try terminal.send("new counter Ann Bob\radd 5\rfinish\r")
    try terminal.expect("Cannot save results yet: cannot write")
    try terminal.send("close\r")
    try terminal.expect(Prompt.outside)
    FileSystem.removeTree(path)
    try terminal.send("\(lines)\r")
    try terminal.expect(expected)
    #expect(try terminal.leave() == .exited(0))
    #expect(terminal.text.components(of: "All results are saved now.") == 1)
    #expect(((try? folder.text("p/results.jsonl")) ?? "").split(separator: "\n").count == count)
  }

  @Test func `a result that waits keeps its end when it is corrected`() throws {
    let path = folder["p/results.jsonl"]
    try FileSystem.makeFolders(path, mode: 0o700)
    let terminal = try Pseudoterminal.parlor(
      ["--color", "never", "--clock", "virtual", "--profile", folder["p"]])
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle Cy Di dice=physical target=500\rpoints 600\rpoints 50\r")
    try terminal.expect("Cannot save results yet: cannot write")
    try terminal.send("clock +1h\ramend 2 points 150\r")
    try terminal.expect("Amended")
    FileSystem.removeTree(path)
    #expect(try terminal.leave() == .exited(0))
    let line = try folder.text("p/results.jsonl")
    #expect(line.contains("\"end\":\"2000-01-01T00:") && line.contains("\"points\":150"), "\(line)")
  }

  /// The result is the same, after the same turns in another order.
  @Test func `a result that waits has the log of its last end`() throws {
    let (terminal, path) = try blocked()
    let turns = ["points 200", "points 100", "points 400", "points 50"]
    let game = "new farkle Cy Di dice=physical target=500\r"
    try terminal.send(game + turns.joined(separator: "\r") + "\r")
    try terminal.expect("Cannot save results yet: cannot write")
    let others = [turns[2], turns[1], turns[0], turns[3]]
    try terminal.send("undo 4\r" + others.joined(separator: "\r") + "\recho on\r")
    try terminal.expect("\non\r\n")
    FileSystem.removeTree(path)
    #expect(try terminal.leave() == .exited(0))
    #expect(try results.count == 1)
    let log = try run("load finished=1", "log").text.split(separator: "\n").filter {
      $0.contains("points")
    }
    #expect(zip(log, others).allSatisfy { $0.contains($1) } && log.count == 4, "\(log)")
  }

  /// Its journal says that it was over, but not that this was recorded.
  @Test(arguments: [("undo", "points 800", "Di wins"), ("undo\rpoints 800", "games", "No game")])
  func `a result that was recorded as the program was killed is one's own`(
    lines: String, next: String, expected: String
  ) throws {
    let (terminal, path) = try blocked()
    try terminal.send("new farkle Cy Di dice=physical target=500\rpoints 600\rpoints 50\r")
    try terminal.expect("Cannot save results yet: cannot write")
    try terminal.send("\(lines)\recho on\r")
    try terminal.expect("\non\r\n")
    let journal = try journal()
    let bytes = try FileSystem.read(journal)
    FileSystem.removeTree(path)
    try terminal.send("games\r")
    try terminal.expect("All results are saved now.")
    terminal.signal(SIGKILL)
    _ = try terminal.waitForExit()
    try FileSystem.write(bytes, to: journal, mode: 0o600)
    // What was recorded is not what the journal ends with.
    let recorded = try folder.text("p/results.jsonl").replacing("600", with: "650")
      .replacing(/,"sum":"[^"]*"/, with: "")
    try FileSystem.write(Array(recorded.utf8), to: path)
    let second = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try second.expect("> ")
    try second.send("\(next)\r")
    try second.expect(expected)
    #expect(try second.leave() == .exited(0))
    #expect(!second.text.contains("another game") && !second.text.contains("does not count"))
    #expect(try run("finished").text.contains("Cy lost, Di won"))
    #expect(try results.map { $0["revision"] } == [nil, .integer(2)])
  }

  /// Its journal says something else: the game is open again, or does not count.
  @Test(arguments: [
    "new farkle Cy Di dice=physical target=500\rpoints 600\rpoints 50\rundo\r",
    "new mastermind\rguess 1 1 2 2\rresign\rundo\rresign\r",
  ])
  func `a result whose end was undone is not left to the next session`(lines: String) throws {
    let (terminal, path) = try blocked()
    try terminal.send(lines)
    try terminal.expect("Cannot save results yet: cannot write")
    #expect(try terminal.leave() == .exited(3))
    #expect(terminal.text.contains("parlor: the results of finished games are lost: cannot write"))
    FileSystem.removeTree(path)
    #expect(try run("finished").text.contains("No game is recorded yet."))
  }

  @Test func `a closed game whose result is saved at the end is not open again`() throws {
    let (terminal, path) = try blocked()
    try terminal.send("new counter Ann Bob\radd 5\rclose\ry\r")
    try terminal.expect("Cannot save results yet: cannot write")
    FileSystem.removeTree(path)
    #expect(try terminal.leave() == .exited(0))
    #expect(try folder.text("p/results.jsonl").components(of: #""game":"counter""#) == 1)
    #expect(try FileSystem.entries(of: folder["p/journal"]) == ["lock"])
  }

  @Test func `a closed game is kept though its journal is removed`() throws {
    let (terminal, path) = try blocked()
    try terminal.send("new counter Ann Bob\radd 5\rfinish\rnew farkle Cy\r")
    try terminal.expect("Cy to roll.")
    FileSystem.removeTree(folder["p/journal"])
    try terminal.send("roll\r")
    try terminal.expect("Cy rolls")
    #expect(try terminal.leave() == .exited(3))
    FileSystem.removeTree(path)
    let next = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try next.expect("> ")
    #expect(try next.leave() == .exited(0))
    #expect(try folder.text("p/results.jsonl").components(of: #""game":"counter""#) == 1)
  }

  @Test func `a finished game is not recorded as abandoned once its result can be read again`()
    throws
  {
    let path = folder["p/results.jsonl"]
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle Ann Bob dice=physical target=500\rpoints 600\rpoints 50\r")
    try terminal.expect("Ann wins")
    try terminal.send("undo\r")
    try terminal.expect("Undone")
    try terminal.expect("> ")
    try FileSystem.move(path, to: folder["away"])
    try FileSystem.makeFolders(path, mode: 0o700)
    try terminal.send("close\r")
    try terminal.expect("after 2 moves?")
    try terminal.send("y\r")
    try terminal.expect("Cannot save results yet")
    FileSystem.removeTree(path)
    try FileSystem.move(folder["away"], to: path)
    try terminal.send("new counter Cy\r")
    try terminal.expect("All results are saved now.")
    #expect(try terminal.leave() == .exited(0))
    #expect(try folder.text("p/results.jsonl").components(of: "abandoned") == 0)
    #expect(try folder.text("p/results.jsonl").components(of: #""game":"farkle""#) == 1)
  }

  /// Nothing new has happened to its saving.
  @Test func `that a result waits is said once, also if its game goes on`() throws {
    let (terminal, path) = try blocked()
    try terminal.send("new counter Ann Bob\radd 5\rfinish\r")
    try terminal.expect("Cannot save results yet")
    try terminal.send("undo\radd 1\rfinish\r")
    try terminal.expect("Bob  1")
    try terminal.expect("> ")
    #expect(!terminal.text.contains("All results are saved now."))
    #expect(terminal.text.components(of: "Cannot save results yet") == 1)
    FileSystem.removeTree(path)
    #expect(try terminal.leave() == .exited(0))
    #expect(try folder.text("p/results.jsonl").components(of: #""game":"counter""#) == 1)
  }

  #if os(Linux)
    /// Lets no file of a program grow beyond a size.
    private func limit(_ terminal: Pseudoterminal, _ size: String) throws {
      let outcome = try Program.shell(
        "exec prlimit --pid \(terminal.process) --fsize=\(size):unlimited", input: [])
      try #require(outcome.status == .exited(0), "\(outcome)")
    }

    /// A result waits, but its game is in a journal; a later game is not.
    @Test(arguments: ["quit", "SIGTERM"])
    func `the end says that moves are lost, and results are not`(end: String) throws {
      let (terminal, path) = try blocked()
      try terminal.send("new counter Ann Bob\radd 5\rfinish\r")
      try terminal.expect("Cannot save results yet")
      try terminal.expect("> ")
      try limit(terminal, "0")
      try terminal.send("new farkle Cy\r")
      try terminal.expect("only in memory")
      try terminal.expect("> ")
      if end == "quit" {
        #expect(try terminal.leave() == .exited(3))
      } else {
        terminal.signal(SIGTERM)
        try terminal.waitForExit()
      }
      for loss in [
        "the results of finished games are left to the next session: ",
        "; the last moves of open games are lost",
      ] { #expect(terminal.text.contains(loss)) }
      FileSystem.removeTree(path)
      let next = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
      try next.expect("> ")
      #expect(try next.leave() == .exited(0))
      #expect(try folder.text("p/results.jsonl").components(of: #""game":"counter""#) == 1)
    }

    /// A game ends while no file can grow, and another one opens. Once files can grow, both are saved.
    @Test func `what ended while nothing could be written is written with the next line`() throws {
      let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
      try terminal.expect(Prompt.outside)
      try terminal.send("new counter Ann Bob\radd 1\r")
      try terminal.expect("Bob has 0.")
      try limit(terminal, "0")
      try terminal.send("add 2\r")
      try terminal.expect("only in memory")
      try terminal.send("finish\r")
      try terminal.expect("Cannot save results yet")
      try terminal.send("new mastermind slots=1 colors=2\rresign\rnew farkle Cy\r")
      try terminal.expect("Cy to roll.")
      try limit(terminal, "unlimited")
      try terminal.send("roll\r")
      try terminal.expect("All results are saved now.")
      try terminal.expect("> ")
      terminal.signal(SIGKILL)
      _ = try terminal.waitForExit()
      let results = try folder.text("p/results.jsonl")
      for game in ["counter", "mastermind"] {
        #expect(results.components(of: #""game":"\#(game)""#) == 1)
      }
      let next = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["p"]])
      let text = try next.expect("> ")
      #expect(text.contains("Farkle: Cy, resumes after 1 move."))
      #expect(!text.contains("Counter") && !text.contains("Mastermind"))
      #expect(try next.leave() == .exited(0))
    }
  #endif

  @Test func `a file in place of the profile`() throws {
    try folder.add("p", "no folder")
    let outcome = try run(game)
    #expect(outcome.text.contains("still here\n"))
    #expect(count("are lost: cannot create", in: outcome) == 1)
    #expect(outcome.status == .exited(3))
    #expect(try run("rules save a\n").status == .exited(1))
    #expect(try folder.text("p") == "no folder")
  }

  @Test func `results that cannot be seen are not said to be none`() throws {
    try #require(symlink("p", folder["p"]) == 0)
    for line in ["stats", "finished", "stats farkle"] {
      let outcome = try run(line)
      #expect(outcome.status == .exited(1), "\(outcome)")
      #expect(outcome.complaint.contains("cannot read"), "\(outcome)")
      #expect(outcome.complaint.contains("too many symbolic links"), "\(outcome)")
    }
  }

  @Test func `a full disk`() throws {
    try FileSystem.makeFolders(folder["p"], mode: 0o700)
    let before = String(repeating: "\n", count: 1_000)
    try folder.add("p/results.jsonl", before)
    // One block of 512 or 1,024 bytes is the most that any file may have.
    let outcome = try Program.shell(
      #"ulimit -f 1; "$0" --profile "$1" --keep-going"#, [folder["p"]], input: game.utf8)
    #expect(outcome.text.contains("still here\n"))
    #expect(count("are lost: cannot write", in: outcome) == 1)
    #expect(try folder.text("p/results.jsonl") == before)
  }

  @Test func `unreadable lines are reported, and the others count`() throws {
    _ = try run(game)
    let line = try folder.text("p/results.jsonl")
    try folder.add("p/results.jsonl", "rubbish\n" + line + #"{"schemaVersion":2}"# + "\n" + "torn")
    let outcome = try run("stats farkle\n")
    #expect(outcome.text.contains("\nPlayed           1\n"))
    #expect(outcome.text.contains("results.jsonl:1 was skipped, and 1 more: it is damaged"))
    #expect(outcome.text.contains("The last line of results.jsonl is incomplete"))
    #expect(
      try run(game).text.contains(
        "Moved the incomplete last line of the results to \(folder["p"])/results.jsonl.torn."))
    #expect(try run("stats farkle\n").text.contains("\nPlayed           2\n"))
    #expect(try folder.text("p/results.jsonl.torn") == "torn\n")
  }

  @Test func `damaged house rules are reported, and the others work`() throws {
    try FileSystem.makeFolders(folder["p"], mode: 0o700)
    try folder.add(
      "p/rules",
      Array(
        """
        garbage line
        farkle standard target=500
        farkle ok target=800
        farkle ok target=900
        farkle torn tar
        chess k x=1

        """.utf8) + [0x00, 0xFF, 0xFE] + Array("junk".utf8))
    let list = try run("rules list\n")
    #expect(list.status == .exited(0))
    let lines = list.text.split(separator: "\n").drop { !$0.hasPrefix("ok ") }
    #expect(
      Array(lines) == [
        "ok          target=900",
        "rules:1 is skipped: there is no game `garbage`.",
        "rules:2 is skipped: `standard` cannot name rules: built-in rules have this name.",
        "rules:3 is skipped: line 4 defines `ok` again.",
        "rules:5 is skipped: the house rules `torn` contain `tar`, which is not an option of the game.",
        "rules:6 is skipped: there is no game `chess`.",
        "rules:7 is skipped: it contains control characters or invalid UTF-8.",
      ])
  }

  @Test func `huge numbers are written like other numbers`() throws {
    _ = try run(game)
    let line = try folder.text("p/results.jsonl")
    let absurd = line.replacing(/"points":[0-9]+/, with: "\"points\":9223372036854775807")
      .replacing(/"milliseconds":[0-9]+/, with: "\"milliseconds\":9223372036854775807")
    #expect(absurd != line)
    try folder.add("p/results.jsonl", absurd)
    let stats = try run("stats farkle\n")
    #expect(stats.text.contains("\nPoints a game    9,223,372,036,854,775,807\n"))
    #expect(stats.text.contains("\nTotal time       2,562,047,788,015:12:55\n"))
    #expect(!stats.text.contains("e+"))
  }

  @Test func `a folder in place of the house rules`() throws {
    try FileSystem.makeFolders(folder["p/rules"], mode: 0o700)
    let outcome = try run("new farkle Ann rules=sunday\nrules save a\nnew farkle Ann rules=flat\n")
    #expect(count("error[io]", in: outcome) == 2)
    #expect(outcome.text.contains("Rules: flat"))
  }
}

extension String {
  /// How often a text stands in this one.
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
