import LibC
import Platform
import TestKit
import Testing

/// Sessions recorded as scenarios.
@Suite(.blocking) struct RecordTests {
  @Test func `a recording holds the commands and their replies, and passes`() throws {
    let folder = try TemporaryFolder()
    let path = folder["turn.scenario"]
    let script = "record \(path)\n\(Turn.script)# a comment\n\nrol\nrecord off\necho more\n"
    let outcome = try Program.run(["--keep-going"], input: script.utf8)
    #expect(
      outcome.text
        == "Recording to \(path).\n\(Turn.output)Recorded 4 commands to \(path).\nmore\n")
    // A slip is left out.
    #expect(try folder.text("turn.scenario") == Turn.transcript)
    let tested = try Program.run(["test", path])
    #expect(tested.status == .exited(0), "\(tested)")
  }

  @Test func `a recording starts with a seed other than the default`() throws {
    let folder = try TemporaryFolder()
    let path = folder["seed.scenario"]
    let lines = "record \(path);new farkle Ann;roll;new;roll"
    let outcome = try Program.run(["--seed", "12345", "-c", lines])
    #expect(outcome.status == .exited(0))
    #expect(try folder.text("seed.scenario").hasPrefix("> seed 12345\n> new farkle Ann\n"))
    #expect(try Program.run(["test", path]).status == .exited(0))
  }

  @Test(arguments: ["set format json", "set legal off", "set undo forbid", "clock +90s", "seed 5"])
  func `a recording starts with the settings before it`(before: String) throws {
    let recorded = try record(after: before)
    #expect(recorded.status == .exited(0), "\(recorded)")
  }

  @Test(arguments: [
    "new farkle Ann seed=3; roll", "new farkle Ann; roll; new farkle Bob; use 1",
    "new minesweeper easy first=open; new mastermind; guess 3 4 5 6; new minesweeper easy; use 2; "
      + "new farkle Ann Bob",
  ])
  func `a recording starts with the games before it`(before: String) throws {
    let recorded = try record(after: before)
    #expect(recorded.status == .exited(0), "\(recorded)")
  }

  @Test(arguments: [
    "new farkle Ann Bob; seat Bob hard", "new farkle Ann computer; roll; hold best; bank",
    "new farkle Ann versus hard; roll", "new farkle \"bot\" \"fair\" \"vs\"; roll",
    "new mastermind; seat 1 random",
  ])
  func `a recording starts with the bots at their seats`(before: String) throws {
    let recorded = try record(after: before)
    #expect(recorded.status == .exited(0), "\(recorded)")
  }

  @Test(arguments: ["set undo fresh; new farkle A B; roll; undo", "new farkle A B; roll; copy"])
  func `a recording does not begin in a game that draws afresh`(before: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(["-c", "\(before); record \(folder["x.scenario"])"])
    #expect(outcome.firstComplaint.contains("draws afresh"), "\(outcome)")
    #expect(try folder.names.isEmpty)
  }

  @Test(arguments: ["json", "csv", "text"])
  func `a recording in the real time of a game passes in every format`(format: String) throws {
    let folder = try TemporaryFolder()
    let path = folder["timed.scenario"]
    // Some milliseconds pass until so many lines are written to the file.
    let lines =
      ["new counter A", "set format \(format)", "record \(path)"]
      + repeatElement("+1", count: 2000)
    let outcome = try Program.run(["--clock", "real"], input: lines.joined(separator: "\n").utf8)
    #expect(outcome.status == .exited(0))
    let text = try folder.text("timed.scenario")
    #expect(text.contains("> clock +"))
    #expect(try Program.run(["test", path]).status == .exited(0), "\(text)")
  }

  /// Several games were open while the time passed.
  @Test(arguments: [
    "new counter A B; add 5; new counter C D; clock +3s; add 6",
    "new counter A; add 2; clock +2s; new farkle Ann; roll; clock +1s; use 1; add 1; clock +1s",
    "new mastermind; clock +1s; guess 1 2 3 4; clock +1s; new farkle Ann Bob; roll; new counter C",
    "clock +5s; new counter A; +1; new counter B; +1; close 1; clock +1s; new counter C; +2; "
      + "clock +1s; use 2; +1",
  ])
  func `games keep their times in a recording`(before: String) throws {
    let folder = try TemporaryFolder()
    let path = folder["times.scenario"]
    let games = (1...3).map { "use \($0); timer; log" }.joined(separator: "; ")
    let lines = "\(before); record \(path); clock; games; \(games); clock +1s; timer; undo; timer"
    _ = try Program.run(["--keep-going", "-c", lines])
    let text = try folder.text("times.scenario")
    #expect(text.contains("\n00:0"))
    #expect(try Program.run(["test", path]).status == .exited(0), "\(text)")
  }

  @Test func `a recording passes where its format has changed`() throws {
    let folder = try TemporaryFolder()
    let path = folder["formats.scenario"]
    let changes = Array(repeating: ["set format json", "+1", "set format text", "+1"], count: 500)
    let lines = ["new counter A", "record \(path)"] + changes.flatMap(\.self)
    _ = try Program.run(["--clock", "real"], input: lines.joined(separator: "\n").utf8)
    #expect(try folder.text("formats.scenario").contains("> clock +"))
    #expect(try Program.run(["test", path]).status == .exited(0))
  }

  @Test func `a recording passes without the house rules of its profile`() throws {
    let folder = try TemporaryFolder()
    let path = folder["rules.scenario"]
    let profile = ["--profile", folder["p"], "--keep-going", "-c"]
    _ = try Program.run(profile + ["new farkle A B; rules save kk target=700"])
    _ = try Program.run(
      profile + [
        "new farkle A B rules=kk; record \(path); show; new farkle A rules=kk; show; rules; "
          + "rules kk; set; set format json; roll"
      ])
    #expect(try folder.text("rules.scenario").contains("> rules kk\n") == false)
    #expect(try Program.run(["test", "--no-profile", path]).status == .exited(0))
  }

  @Test(arguments: ["rules=kk", "rules=patch target=700", "easy rules=kk", "Eve=hard rules=kk"])
  func `games by house rules have the same draws and bots in a recording`(words: String) throws {
    let folder = try TemporaryFolder()
    let path = folder["draws.scenario"]
    _ = try Program.run([
      "--profile", folder["p"], "--seed", "random", "-c",
      "new farkle A; rules save kk rules=patch target=700; record \(path); new farkle A \(words); "
        + "roll; hold best; bank; new; roll; games",
    ])
    let text = try folder.text("draws.scenario")
    #expect(text.contains("A rolls"))
    #expect(try Program.run(["test", path]).status == .exited(0), "\(text)")
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anything"))
  func `a recording that is write-protected stays`() throws {
    let folder = try TemporaryFolder()
    try folder.add("r.scenario", "> echo 1\n1\n")
    chmod(folder["r.scenario"], 0o444)
    let outcome = try Program.run(
      in: folder.path, ["--no-profile", "-c", "record r.scenario overwrite=yes"])
    #expect(outcome.complaint.contains("cannot write r.scenario: permission denied"))
    #expect(try folder.text("r.scenario") == "> echo 1\n1\n")
  }

  @Test(arguments: ["copy draws=same", "copy", "save a; load a"])
  func `advice in a copy is recorded without the profile`(copy: String) throws {
    let folder = try TemporaryFolder()
    let lines = "record r.scenario; new farkle A B; roll; \(copy); hint; odds"
    let outcome = try Program.run(in: folder.path, ["--profile", "p", "-c", lines])
    // A copy does not count, and neither does a saved game.
    #expect(outcome.text.contains("From now on, game 1 counts as assisted; see `help hint`."))
    #expect(try Program.run(["test", folder["r.scenario"]]).status == .exited(0))
  }

  /// The scenario is tested where it was recorded.
  @Test(arguments: [
    "save a; new mastermind; guess 1 2 3 4; save a overwrite=yes; review a",
    "stats export x.json; stats farkle plot=y.svg; review plot=z.svg; review finished=1",
  ])
  func `files are left out of a recording`(lines: String) throws {
    let folder = try TemporaryFolder()
    let before =
      "new farkle A rounds=1 dice=physical; points 500; record r.scenario; new farkle A B; roll"
    let outcome = try Program.run(
      in: folder.path, ["--profile", "p", "-c", "\(before); \(lines); undo"])
    #expect(outcome.status == .exited(0), "\(outcome)")
    #expect(try folder.names.count > 2)
    #expect(try folder.text("r.scenario").contains("> undo\n"))
    #expect(try Program.run(["test", folder["r.scenario"]]).status == .exited(0))
  }

  @Test(arguments: [
    "undo; undo yes; roll", "set undo same; undo", "set undo fresh", "undo; undo no",
  ])
  func `a draw before a recording is taken back in it`(lines: String) throws {
    let folder = try TemporaryFolder()
    let path = folder["undo.scenario"]
    _ = try Program.run([
      "--keep-going", "--seed", "random", "-c",
      "new farkle Ann Bob; roll; hold best; roll; record \(path); \(lines); show; log",
    ])
    let text = try folder.text("undo.scenario")
    #expect(text.contains("> roll\n...\n"), "\(text)")
    #expect(try Program.run(["test", path]).status == .exited(0), "\(text)")
  }

  @Test func `a recording runs as a script beside the game that it is of`() throws {
    let folder = try TemporaryFolder()
    let path = folder["r.scenario"]
    let outcome = try Program.run([
      "--seed", "random", "-c",
      "record \(path); new farkle Ann Bob; roll; record off; source \(path); source \(path); games",
    ])
    #expect(outcome.status == .exited(0) && outcome.text.contains("3  Farkle"), "\(outcome)")
  }

  @Test func `a batch is recorded with its draws`() throws {
    let folder = try TemporaryFolder()
    let path = folder["batch.scenario"]
    let lines =
      "record \(path); batch 2 farkle A B; batch step 0 0; batch 2 farkle A B; batch step 0 0"
    let outcome = try Program.run(["--keep-going", "--seed", "random", "-c", lines])
    #expect(outcome.text.contains("\"reward\""), "\(outcome)")
    let text = try folder.text("batch.scenario")
    #expect(try Program.run(["test", path]).status == .exited(0), "\(text)")
  }

  @Test(arguments: ["farkle; roll; bank", "minesweeper; reveal 1 1", "mastermind; guess 1 1 2 2"])
  func `a drill is recorded`(drill: String) throws {
    let folder = try TemporaryFolder()
    let path = folder["drill.scenario"]
    let (game, moves) = (drill.prefix { $0 != ";" }, drill.drop { $0 != ";" })
    _ = try Program.run([
      "--profile", folder["p"], "--keep-going", "--seed", "random", "-c",
      "record \(path); drill \(game) 3 seed=5\(moves); drill stop; new farkle A B; roll",
    ])
    let text = try folder.text("drill.scenario")
    #expect(text.contains("> drill \(game) 3 seed=5\n") && text.contains("A rolls"), "\(text)")
    #expect(try Program.run(["test", path]).status == .exited(0), "\(text)")
  }

  @Test func `what only a recording refuses is left out of it`() throws {
    let folder = try TemporaryFolder()
    let path = folder["refused.scenario"]
    let outcome = try Program.run([
      "--profile", folder["p"], "--keep-going", "--seed", "random", "--clock", "real", "-c",
      "record \(path); new farkle A B fair; daily; drill farkle; echo end",
    ])
    #expect(outcome.complaint.split(separator: "\n").count { $0.contains("error") } == 3)
    let text = try folder.text("refused.scenario")
    #expect(text.hasSuffix("> echo end\nend\n") && !text.contains("error"), "\(text)")
  }

  @Test(arguments: ["load", "source"], ["mastermind; guess 1 1 2 2", "farkle A B; roll"])
  func `a loaded game keeps its hidden seed in a recording`(command: String, game: String) throws {
    let folder = try TemporaryFolder()
    let (saved, path) = (folder["m.parlor"], folder["load.scenario"])
    let outcome = try Program.run([
      "-c",
      "seed 5 hidden; new \(game); save \(saved); close; seed 8; record \(path); "
        + "\(command) \(saved); log; new mastermind; log",
    ])
    #expect(outcome.text.contains("seed=?"))
    let text = try folder.text("load.scenario")
    #expect(try Program.run(["test", path]).status == .exited(0), "\(text)")
  }

  /// What `parlor test` makes of a recording that begins after these lines.
  private func record(after lines: String) throws -> Outcome {
    let folder = try TemporaryFolder()
    let path = folder["middle.scenario"]
    let more = "clock; bank; seed; hold best; show; new farkle Cid; bank; roll; undo; roll"
    let outcome = try Program.run(["--keep-going", "-c", "\(lines); record \(path); \(more)"])
    #expect(outcome.output.count > 100)
    return try Program.run(["test", path])
  }

  @Test(arguments: ["", " overwrite=yes"])
  func `a pipe, a folder and a device are no files to record into`(option: String) throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder["pipe"], 0o600) == 0)
    for (path, reason) in [
      (folder["pipe"], "it is not a regular file"), (folder.path, "it is a directory"),
      ("/dev/null", "it is not a regular file"),
    ] {
      let outcome = try Program.run(["-c", "record \(path)\(option)"])
      #expect(
        outcome.firstComplaint == "-c:1:8: error[io]: cannot write \(path): \(reason)")
    }
  }

  @Test func `a recording that cannot begin leaves the file that it would replace, and no other`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.add("old", "old\n")
    // No file may have any bytes.
    let outcome = try Program.shell(
      """
      cd "$1"; ulimit -f 0; "$0" --keep-going -c "seed 1; record new; record old overwrite=yes"
      """, [folder.path])
    #expect(outcome.complaint.contains("cannot write new: the file is too large"))
    #expect(outcome.complaint.contains("cannot write old: the file is too large"))
    #expect(try folder.names == ["old"])
    #expect(try folder.text("old") == "old\n")
  }

  /// Each line has one reply, that of what it did.
  @Test(arguments: ["text", "json", "gtp"])
  func `a recording that cannot go on says so once`(format: String) throws {
    let folder = try TemporaryFolder()
    let lines =
      ["record r.scenario"]
      + Array(repeating: "echo \(String(repeating: "x", count: 100))", count: 60)
    let outcome = try Program.shell(
      #"cd "$1"; ulimit -f 2; exec "$0" --format "$2""#, [folder.path, format],
      input: lines.joined(separator: "\n").utf8)
    #expect(outcome.status == .exited(3))
    #expect(outcome.text.split(separator: "cannot write r.scenario").count == 2)
    #expect(outcome.complaint.contains("cannot write r.scenario: the file is too large"))
    switch format {
    case "json":
      #expect(outcome.text.split(separator: "\n").count == lines.count)
      #expect(!outcome.text.contains(#""ok":false"#))
    case "gtp":
      #expect(outcome.text.split(separator: "\n\n").count == lines.count)
      #expect(!outcome.text.contains("?"))
    default:
      let loss =
        "The recording to r.scenario has stopped: cannot write r.scenario: the file is too large."
      #expect(outcome.text.contains(loss))
    }
    let tested = try Program.run(in: folder.path, ["test", "r.scenario"])
    #expect(tested.status == .exited(0), "\(tested.text)")
  }

  @Test func `a recording goes to the end of a link, as a saved game does`() throws {
    let folder = try TemporaryFolder()
    try folder.add("old", "old\n")
    for name in ["old", "new"] { try #require(symlink(name, folder["link-\(name)"]) == 0) }
    let script = ["old", "new"].map {
      "record \(folder["link-\($0)"]) overwrite=yes; echo a; record off"
    }
    #expect(try Program.run(["-c", script.joined(separator: "; ")]).status == .exited(0))
    for name in ["old", "new"] {
      #expect(try folder.text(name) == "> echo a\na\n")
      #expect(FileSystem.isSymbolicLink(folder["link-\(name)"]))
    }
  }

  @Test func `an existing file stays unchanged`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("old", "old\n")
    let outcome = try Program.run(["-c", "record \(path)"])
    #expect(outcome.status == .exited(1))
    #expect(outcome.firstComplaint.hasPrefix("-c:1:8: error[io]: "))
    #expect(try folder.text("old") == "old\n")
  }

  @Test func `a killed session leaves complete lines`() throws {
    let folder = try TemporaryFolder()
    for round in 0..<10 {
      let name = "killed-\(round).scenario"
      let child = try Program.start()
      let rounds = String(repeating: "roll 1 5 5 2 3 6\nhold 1 5 5\nundo 2\n", count: 1_300)
      try child.write("record \(folder[name])\nnew farkle Ann\n")
      for _ in 0..<3 { #expect(try child.readLine() != nil) }
      // It works on these, and is killed before it can have come to the end.
      try child.write(rounds)
      for _ in 0..<(round * 20) { _ = try child.readLine() }
      child.signal(SIGKILL)
      #expect(try child.wait() == .killed(SIGKILL))
      let text = try folder.text(name)
      // The kernel ends a write at the end of a page if the program is killed meanwhile.
      if text.utf8.count.isMultiple(of: 4096) { continue }
      #expect(text.hasPrefix("> new farkle Ann\n") && text.hasSuffix("\n"))
      #expect(try Program.run(["test", folder[name]]).status == .exited(0))
    }
  }

  /// A scenario cannot begin with a loaded game that is older than the first move of another one, or with one that
  /// was left without a move.
  @Test(arguments: [
    "new counter Ann Bob; clock +10s; +5; clock +60s; save a.parlor; clock +5s; load a.parlor; +1",
    "new farkle Ann; roll; new mastermind; use 1; resign; new counter X Y; +1",
  ])
  func `a recording that could not be replayed is refused`(script: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(
      in: folder.path, ["--no-profile", "-c", script + "; record r.scenario"])
    #expect(outcome.status == .exited(1), "\(outcome)")
    #expect(outcome.complaint.contains("a scenario cannot begin with the open games as they are"))
    #expect(FileSystem.kind(of: folder["r.scenario"]) == .missing)
  }

  @Test func `a recording begins beside a game that is older than the session`() throws {
    let folder = try TemporaryFolder()
    for script in [
      "new counter Ann Bob; clock +60s; +5; clock +5s; save a.parlor",
      "load a.parlor; new minesweeper easy; reveal 5 5; clock +5s; record r.scenario; flag 1 1",
    ] {
      let outcome = try Program.run(in: folder.path, ["--no-profile", "-c", script])
      #expect(outcome.status == .exited(0), "\(outcome)")
    }
    let tested = try Program.run(["test", folder["r.scenario"]])
    #expect(tested.status == .exited(0), "\(tested.text)")
  }

  @Test func `a drill with a seed does not depend on the profile`() throws {
    let folder = try TemporaryFolder()
    func run(_ lines: String) throws {
      let outcome = try Program.run(in: folder.path, ["--profile", "p", "-c", lines])
      #expect(outcome.status == .exited(0), "\(outcome)")
    }
    try run("new mastermind slots=3 colors=4 seed=1; guess 1 1 1; resign")
    try run("record r.scenario; drill mastermind 1 seed=2; guess 1 1 2 2; record off")
    let tested = try Program.run(["test", folder["r.scenario"]])
    #expect(tested.status == .exited(0), "\(tested.text)")
  }
}
