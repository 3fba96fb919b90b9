import LibC
import Platform
import TestKit
import Testing

/// `parlor simulate`, as a script would run it.
@Suite(.blocking) struct SimulateCommandTests {
  private static let words = ["simulate", "farkle", "bank=300", "random", "target=1000"]

  @Test func `the report is the same for any number of jobs`() throws {
    for format in ["text", "json"] {
      let outcomes = try ["1", "2", "5", "64"].map {
        try Program.run(Self.words + ["-n", "300", "--jobs", $0, "--format", format])
      }
      #expect(outcomes.allSatisfy { $0 == outcomes[0] }, "\(outcomes[0])")
      #expect(outcomes[0].status == .exited(0) && outcomes[0].errors.isEmpty)
    }
  }

  @Test func `the report counts wins and figures`() throws {
    let outcome = try Program.run(["simulate", "farkle", "bank", "rounds=1", "-n", "1"])
    #expect(
      outcome
        == Outcome(
          0,
          """
          farkle rounds=1: bank=300, 1 game, seed 0.
          a game           mean  deviation  least  most
          moves            5.00          -      5     5
          rounds           1.00          -      1     1
          turns            1.00          -      1     1
          winning score  450.00          -    450   450
          highest turn   450.00          -    450   450
          signature af00289bfcd16f1b

          """))
  }

  /// Bob needs 50 points and has the turn; a roll of six dice has some in 97.69 %.
  @Test func `games start at the position of a saved game, with the bots at its seats`() throws {
    let folder = try TemporaryFolder()
    let path = folder["ann-bob.parlor"]
    func saved(_ lines: [String]) throws {
      let script = ["new farkle Ann Bob target=500 final-round=off dice=physical"] + lines
      let lines = script.joined(separator: "\n") + "\nsave \(path) overwrite=yes\n"
      try FileSystem.write(Array(lines.utf8), to: folder["script"])
      #expect(try Program.run([folder["script"]]).status == .exited(0))
    }
    try saved(["points 450", "points 450", "points 0"])
    let words = ["simulate", "farkle", "from=\(path)", "-n", "100", "--format", "json"]
    let outcome = try Program.run(words + ["bank=50", "bank=50"])
    #expect(outcome.status == .exited(0) && outcome.errors.isEmpty, "\(outcome)")
    let share = /"bot":"bank=50","wins":(\d+)/
    let wins = String(decoding: outcome.output, as: UTF8.self).matches(of: share).compactMap {
      Int($0.output.1)
    }
    #expect(wins.reduce(0, +) == 100 && (wins.last ?? 0) >= 90, "\(outcome.output)")
    #expect(try Program.run(words + ["bank=50", "bank=50", "-j3"]) == outcome)
    let other = try Program.run(words + ["bank=50"])
    #expect(
      other.status != .exited(0)
        && String(decoding: other.errors, as: UTF8.self).contains("2 bots, one for each seat"))
    #expect(try Program.run(["simulate", "mastermind", "from=\(path)"]).status != .exited(0))
    #expect(try Program.run(words + ["target=1000"]).status != .exited(0))
    let hidden = try Program.run(["-c", "new minesweeper easy; reveal 1 1; save \(folder["m"])"])
    #expect(hidden.status == .exited(0))
    let told = try Program.run(["simulate", "minesweeper", "sure", "from=\(folder["m"])"])
    #expect(
      told.status != .exited(0)
        && String(decoding: told.errors, as: UTF8.self).contains("hides something"), "\(told)")
    try saved(["points 500"])
    let over = try Program.run(words)
    #expect(
      over.status != .exited(0) && String(decoding: over.errors, as: UTF8.self).contains("is over"),
      "\(over)")
    #expect(try Program.run(["simulate", "farkle", "from=\(folder["none"])"]).status != .exited(0))
  }

  @Test func `parts add up to what one run prints`() throws {
    let folder = try TemporaryFolder()
    let words = Self.words + ["-n301", "-j1", "--seed", "7"]
    for format in ["text", "json"] {
      let whole = try Program.run(words + ["--format", format])
      let files = try (1...3).map { number in
        let file = folder["part-\(number)"]
        let played = try Program.run(words + ["--shard", "\(number)/3", "--out", file])
        #expect(played.status == .exited(0) && played.output.isEmpty)
        return file
      }
      let merged = try Program.run(["simulate", "merge", "--format", format] + files.reversed())
      #expect(merged == whole)
      let two = try Program.run(["simulate", "merge"] + files.dropFirst())
      #expect(two == Outcome(1, "", errors: "parlor: these games are missing: 1 to 100\n"))
      let partial = try Program.run(["simulate", "merge", "--partial"] + files.dropFirst())
      #expect(partial.status == .exited(1))
      #expect(partial.text.hasPrefix("farkle target=1000: 201 of 301 games, seeds 7 to 307.\n"))
      let twice = try Program.run(["simulate", "merge"] + files + files)
      #expect(twice.status == .exited(2))
      #expect(twice.complaint.hasSuffix("both have game 1\n"))
    }
  }

  @Test func `a part that is there is not played again`() throws {
    let folder = try TemporaryFolder()
    let words = Self.words + ["-n", "40", "--shard", "2/2", "--out", folder["part"]]
    let first = try Program.run(words)
    #expect(first == Outcome(0))
    let text = try folder.text("part")
    let again = try Program.run(words)
    #expect(again.status == .exited(0))
    #expect(again.complaint.hasSuffix("already has all games of this part\n"))
    // One that was cut off is played again.
    try folder.add("part", String(text.dropLast(9)))
    #expect(try Program.run(words) == Outcome(0))
    #expect(try folder.text("part") == text)
    let other = try Program.run(words + ["--seed", "1"])
    #expect(other.status == .exited(2))
    #expect(
      other.complaint.hasSuffix(
        "already holds another part: the seed differs; use a new folder for another simulation\n"))
    try folder.add("part", "my letter\n")
    let letter = try Program.run(words)
    #expect(letter.status == .exited(2))
    #expect(letter.complaint.hasSuffix("exists and is not a part of a simulation\n"))
    #expect(try folder.text("part") == "my letter\n")
    let merged = try Program.run(["simulate", "merge", folder["part"]])
    #expect(merged.status == .exited(2))
    #expect(merged.complaint.hasSuffix("part` is not a complete part of a simulation\n"))
  }

  @Test func `only what may pass is worth another try`() throws {
    let folder = try TemporaryFolder()
    let words = Self.words + ["-n", "4", "--out"]
    for (path, message) in [
      (folder["none/part"], "`--out` needs an existing folder; `\(folder["none"])` is not one."),
      (folder.path, "`--out` takes a file; `\(folder.path)` is a folder."),
      ("", "`--out` takes the path of a file."),
    ] {
      let outcome = try Program.run(words + [path])
      #expect(outcome.status == .exited(2))
      #expect(outcome.complaint.contains(message), "\(outcome)")
    }
    let long = try Program.run(words + [folder[String(repeating: "x", count: 300)]])
    #expect(long.status == .exited(2), "\(long)")
  }

  @Test func `a device or a pipe as output is refused before a game is played`() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder["pipe.svg"], 0o600) == 0)
    // So many games take hours.
    let words = Self.words + ["-n", "1000000000"]
    for (option, path) in [
      ("--out", "/dev/zero"), ("--out", folder["pipe.svg"]), ("--plot", folder["pipe.svg"]),
    ] {
      let outcome = try Program.run(words + [option, path])
      #expect(outcome.status == .exited(2))
      #expect(
        outcome.complaint.contains("`\(option)` takes a file; `\(path)` is not a regular file."))
    }
    #expect(try Program.run(Self.words + ["-n", "4", "--out", "/dev/null"]) == Outcome(0))
  }

  @Test func `a chart replaces no part of a simulation`() throws {
    let folder = try TemporaryFolder()
    let part = folder["part.svg"]
    let words = Self.words + ["-n", "4"]
    #expect(try Program.run(words + ["--out", part]) == Outcome(0))
    let kept = try folder.text("part.svg")
    for words in [words, ["simulate", "merge", part]] {
      let outcome = try Program.run(words + ["--plot", part])
      #expect(outcome.status == .exited(2) && outcome.text == "")
      #expect(
        outcome.complaint.contains(
          "`--plot` would replace `\(part)`, which is a part of a simulation."))
    }
    #expect(try folder.text("part.svg") == kept)
  }

  @Test func `a part that is not finished is passed over, and named`() throws {
    let folder = try TemporaryFolder()
    let words = Self.words + ["-n", "30", "-j1"]
    let whole = try Program.run(words)
    #expect(try Program.run(words + ["--out", folder["part-1"]]) == Outcome(0))
    try folder.add("part-2.partial", try folder.text("part-1"))
    let files = [folder["part-1"], folder["part-2.partial"]]
    let merged = try Program.run(["simulate", "merge"] + files)
    #expect(merged.status == .exited(0) && merged.text == whole.text)
    #expect(
      merged.complaint
        == "parlor: skips `\(files[1])`, which is incomplete; `--partial` accepts it\n"
    )
    let alone = try Program.run(["simulate", "merge", files[1]])
    #expect(alone.status == .exited(2))
    #expect(alone.complaint.hasSuffix("no complete part of a simulation was found\n"))
    #expect(try Program.run(["simulate", "merge", "--partial", files[1]]).text == whole.text)
  }

  @Test func `a folder stands for the parts in it`() throws {
    let folder = try TemporaryFolder()
    let words = Self.words + ["-n", "30", "-j1"]
    for number in ["1", "2"] {
      let out = folder["sweep/part-\(number)"]
      try FileSystem.makeFolders(folder["sweep"], mode: 0o700)
      #expect(try Program.run(words + ["--shard", "\(number)/2", "--out", out]) == Outcome(0))
    }
    try folder.add("sweep/log-1.txt", "30 of 30 games\n")
    try folder.add("sweep/report.txt", "")
    try folder.add("sweep/inner/part-1", "x")
    let whole = try Program.run(words)
    #expect(try Program.run(["simulate", "merge", folder["sweep"]]) == whole)
    let none = try Program.run(["simulate", "merge", folder["sweep/inner"]])
    #expect(none.status == .exited(2))
    #expect(none.complaint.hasSuffix("contains no part of a simulation\n"))
    // A part that was damaged is not passed over.
    let text = try folder.text("sweep/part-2")
    try folder.add("sweep/part-2", text.replacing("\"shared\":\"0\"", with: "\"shared\":\"1\""))
    let damaged = try Program.run(["simulate", "merge", folder["sweep"]])
    #expect(damaged.status == .exited(2))
    #expect(damaged.complaint.hasSuffix("part-2` is not a complete part of a simulation\n"))
  }

  @Test func `what is no file of a part's size is not read`() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    try folder.add("large", "{\"kind\":\"parlor-simulation\"")
    try FileSystem.truncate(folder["large"], to: 10_000_000_000)
    for (path, reason) in [
      ("/dev/zero", "it is not a regular file"), (folder["pipe"], "it is not a regular file"),
      (folder["large"], "it has more than 1,048,576 bytes"),
    ] {
      let outcome = try Program.run(["simulate", "merge", path])
      #expect(outcome == Outcome(3, errors: "parlor: cannot read \(path): \(reason)\n"))
    }
  }

  @Test func `a batch system says which part it is`() throws {
    let folder = try TemporaryFolder()
    var environment = Program.environment
    environment["SLURM_ARRAY_TASK_ID"] = "4"
    environment["SLURM_ARRAY_TASK_MIN"] = "3"
    environment["SLURM_ARRAY_TASK_COUNT"] = "2"
    let words = Self.words + ["-n", "10", "--progress", "--out", folder["part"], "--shard", "auto"]
    let outcome = try Program.run(words, environment: environment)
    #expect(outcome == Outcome(0, "", errors: "5 of 5 games\n"))
    #expect(try folder.text("part").contains(#""first":"5","count":"5""#))
    let other = try Program.run(words)
    #expect(other.status == .exited(2))
    #expect(other.complaint.contains("`auto` needs the variables of a Slurm array"))
    let wrong = try Program.run(Self.words + ["--shard", "3/2", "--out", folder["x"]])
    #expect(wrong.complaint.contains("`--shard` takes I/N with I from 1 to N, such as 1/3"))
  }

  @Test func `timing goes to standard error only`() throws {
    let plain = try Program.run(Self.words + ["-n", "5"])
    let timed = try Program.run(Self.words + ["-n", "5", "--timing"])
    #expect(timed.output == plain.output)
    #expect(String(decoding: timed.errors, as: UTF8.self).hasPrefix("5 games in "))
  }

  @Test(arguments: [
    ("farkel random", "there is no game `farkel`; did you mean `farkle`?"),
    ("farkle", "farkle needs 1 to 8 bots, one for each seat, not 0"),
    ("farkle bnak", "there is no bot `bnak`; did you mean `bank`?"),
    ("farkle bank=3", "`bank` takes 50 to 100000"),
    ("farkle random=1", "the bot `random` takes no value"),
    ("farkle random targte=500", "there is no option or bot `targte`; did you mean `target`?"),
    ("farkle random target=3", "`target` takes 500 to 1000000"),
    ("farkle random rules=x", "`rules` takes standard, farkle-ten, patch, flat or minimal"),
    ("farkle random rules=flat rules=flat", "the option `rules` is given twice"),
    ("farkle random seed=3", "`seed` is not an option here; use `--seed`"),
    ("farkle random --shard 1/2", "`--shard` needs `--out FILE` for its part."),
    (
      "farkle random --shard 1/2 --out x --seed random",
      "`--shard` needs the same seed in all parts, not `--seed random`."
    ),
    ("farkle random -n 0", "`-n` takes a number from 1 to 1,000,000,000."),
  ])
  func `invalid words are exit code 2`(words: String, message: String) throws {
    let outcome = try Program.run(["simulate"] + words.split(separator: " ").map(String.init))
    #expect(outcome.status == .exited(2) && outcome.output.isEmpty)
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    #expect(errors.hasPrefix("Error: \(message)\nUsage: parlor simulate "), "\(errors)")
  }

  /// A program that makes the first legal move.
  private static func program(answering line: String) -> String {
    """
    #!/bin/sh
    while read -r id request rest; do
      case "$request" in
      hello) printf '=%s {"protocol":1,"capabilities":["player"]}\\n\\n' "$id" ;;
      *) printf '=%s {"line":"\(line)"}\\n\\n' "$id" ;;
      esac
    done

    """
  }

  @Test func `a program plays at a seat`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("bot", Self.program(answering: "resign"), mode: 0o755)
    let add = try folder.add("add", Self.program(answering: "add 5"), mode: 0o755)
    let outcome = try Program.run(
      ["simulate", "counter", "exec=\(add)", "-n", "2", "--limit", "3"])
    #expect(outcome.status == .exited(0), "\(outcome)")
    let failing = try Program.run(["simulate", "farkle", "exec=\(path)", "bank=300", "-n", "1"])
    #expect(failing.status == .exited(1))
    #expect(failing.complaint.contains("the program `exec=\(path)` of seat 1 fails: "))
    let given = try folder.add("given", Self.program(answering: "roll 1 1 1 1 1 1"), mode: 0o755)
    let refused = try Program.run(["simulate", "farkle", "exec=\(given)", "bank=300", "-n", "1"])
    #expect(refused.complaint.contains("a program cannot give the outcome of `roll 1 1 1 1 1 1`"))
    let missing = try Program.run(["simulate", "farkle", "exec=\(folder["gone"])", "bank=300"])
    #expect(missing.status == .exited(2))
  }

  @Test(arguments: ["KILL", "ILL", "SEGV", "ABRT"])
  func `a run that was killed goes on where it was, and names its game`(signal: String) throws {
    let folder = try TemporaryFolder()
    // As soon as something is saved, the program of the seat kills the one that asks it.
    let program = """
      #!/bin/sh
      here='\(folder.path)'
      while read -r id request rest; do
        case "$request" in
        hello) printf '=%s {"protocol":1,"capabilities":["player"]}\\n\\n' "$id" ;;
        *)
          if [ -e "$here/armed" ] && [ -e "$here/part.partial" ]; then
            rm "$here/armed"
            kill -\(signal) $PPID
            exit
          fi
          printf '=%s {"line":"add 5"}\\n\\n' "$id" ;;
        esac
      done

      """
    let bot = try folder.add("bot", program, mode: 0o755)
    func run(_ out: String) throws -> Outcome {
      try Program.run(
        [
          "simulate", "counter", "exec=\(bot)", "-n", "40", "--limit", "3", "--seed", "100",
          "--out",
          folder[out],
        ])
    }
    #expect(try run("whole") == Outcome(0))
    try folder.add("armed", "")
    let killed = try run("part")
    guard case .killed = killed.status else {
      Issue.record("\(killed)")
      return
    }
    // Five games are a batch.
    let complaint = signal == "KILL" ? "" : "parlor: died in a game of counter, seed 105\n"
    #expect(killed.complaint == complaint)
    #expect(try folder.names == ["bot", "part.partial", "whole"])
    let rest = try run("part")
    #expect(rest.status == .exited(0))
    #expect(rest.complaint.hasSuffix("part.partial`, with 35 games left to play\n"))
    #expect(try folder.names == ["bot", "part", "whole"])
    #expect(try folder.bytes("part") == folder.bytes("whole"))
  }

  @Test func `what another run has begun is not overwritten`() throws {
    let folder = try TemporaryFolder()
    let words = Self.words + ["-n", "40", "--out", folder["part"]]
    #expect(try Program.run(words) == Outcome(0))
    try folder.add("part.partial", try folder.text("part"))
    let other = try Program.run(
      Self.words + ["-n", "40", "--seed", "1", "--out", folder["part"]])
    #expect(other.status == .exited(2))
    // A run that ended before it could remove what it had saved.
    #expect(try Program.run(words).status == .exited(0))
    #expect(try folder.names == ["part"])
    try folder.add("new.partial", try folder.text("part"))
    let begun = try Program.run(
      Self.words + ["-n", "40", "--seed", "1", "--out", folder["new"]])
    #expect(begun.status == .exited(2))
    #expect(
      begun.complaint.contains("already holds another part: the seed differs; use a new folder"))
    try folder.add("new.partial", String(try folder.text("part").dropLast(9)))
    #expect(try Program.run(Self.words + ["-n", "40", "--out", folder["new"]]) == Outcome(0))
    #expect(try folder.text("new") == folder.text("part"))
    #expect(try folder.names == ["new", "part"])
  }
}
