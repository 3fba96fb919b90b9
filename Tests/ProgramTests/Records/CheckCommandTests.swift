import LibC
import ParlorKit
import Platform
import TestKit
import Testing

/// `parlor check` says which files are whole.
@Suite(.blocking) struct CheckCommandTests {
  /// A profile with results, a log, a journal and house rules; a saved game, a part and a table.
  private struct Files {
    let folder = try? TemporaryFolder()
    /// As long as a name can be; of two equal ones each gets a number, too.
    private static let longName = String(repeating: "é", count: 32)

    func made() throws -> TemporaryFolder {
      let folder = try #require(folder)
      let terminal = try Pseudoterminal.parlor(
        ["--color", "never", "--profile", folder["profile"]])
      try terminal.expect("> ")
      for line in ["new farkle Ann target=500 seed=3", "roll", "hold best"] {
        try terminal.send("\(line)\r")
        try terminal.expectAnswer(to: line, before: "> ")
      }
      #expect(try terminal.leave() == .exited(0))
      var environment = Program.environment
      environment["XDG_CACHE_HOME"] = folder["cache"]
      let lines =
        "rules save sunday rules=patch; new counter Ann Bob; add 5; add 7; finish; "
        + "new counter Cy Di; add 5; finish; save \(folder["game.parlor"]); "
        + "new counter \(Self.longName) \(Self.longName); add 5; finish; "
        + "stats export \(folder["stats.json"]); stats export \(folder["stats.csv"])"
      for arguments in [
        ["--profile", folder["profile"], "-c", lines],
        ["simulate", "counter", "random", "-n2", "--limit", "3", "--out", folder["part"]],
        ["solve", "farkle", "target=1100", "final-round=off"],
      ] {
        let outcome = try Program.run(arguments, environment: environment)
        #expect(outcome.status == .exited(0), "\(outcome)")
      }
      return folder
    }
  }

  /// The files below a folder.
  private static func files(in folder: String) throws -> [String] {
    try FileSystem.entries(of: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      return FileSystem.kind(of: path) == .folder ? try files(in: path) : [path]
    }
  }

  @Test func `a whole profile passes, and a damaged one does not`() throws {
    let folder = try Files().made()
    let before = try Self.files(in: folder.path).map { [$0: try FileSystem.read($0)] }
    let whole = try Program.run(["check", folder.path])
    #expect(whole.status == .exited(0), "\(whole)")
    let lines = whole.text.split(separator: "\n")
    // The summaries for other programs have no checksum.
    for name in ["stats.json", "stats.csv"] {
      #expect(!whole.text.contains(name))
      let summary = try Program.run(["check", folder[name]])
      #expect(summary.text.contains("\(name): statistics, not checked"), "\(summary)")
    }
    for caption in [
      "/game.parlor: saved game, ", "/part: part, whole", ".table: table, whole",
      "/profile/results.jsonl: results, 3 results, whole", "/rules: house rules, 1 rule set, whole",
      ".parlor: journal, 2 moves, whole",
    ] {
      #expect(lines.contains { $0.contains(caption) }, "\(caption): \(whole.text)")
    }
    let named = try Program.run(["check", "--profile", folder["profile"]])
    #expect(named.status == .exited(0))
    #expect(named.text.hasSuffix("6 files: 6 whole\n"), "\(named.text)")
    // Nothing has changed.
    #expect(before == (try Self.files(in: folder.path).map { [$0: try FileSystem.read($0)] }))
    let results = try folder.lines("profile/results.jsonl")
    try folder.add("profile/results.jsonl", lines: [results[1]])
    let damaged = try Program.run(["check", folder["profile"]])
    #expect(damaged.status == .exited(1))
    #expect(
      damaged.text.contains(
        "  line 1: its checksum is wrong: it or the line before was changed or removed\n"))
    #expect(damaged.text.hasSuffix("6 files: 5 whole, 1 damaged\n"), "\(damaged.text)")
    let json = try Program.run(["check", folder["profile"], "--format", "json"])
    let report = try JSONReader.read(json.output.dropLast())
    #expect(report["damaged"] == 1 && report["whole"] == 5)
    let file = report["files"]?.array?.first { $0["state"] == "damaged" }
    #expect(file?["kind"] == "results" && file?["findings"]?.array?.first?["line"] == 1)
  }

  @Test func `files that cannot be read, or are not Parlor's, are refused`() throws {
    let folder = try TemporaryFolder()
    let missing = try Program.run(["check", folder["none"]])
    #expect(missing.status == .exited(3))
    #expect(missing.text.contains("unreadable\n  no such file or directory\n"), "\(missing)")
    #expect(try Program.run(["check", "/dev/zero"]).status == .exited(3))
    let letter = try folder.add("letter", "Dear Ann\n")
    #expect(try Program.run(["check", letter]).status == .exited(1))
    let other = try Program.run(["check", folder.path])
    #expect(other == Outcome(0, "0 files: 0 whole\n"))
    let plugin = try folder.add(
      "go.parlor", "# parlor-log 1\nnew go Ann # =00000000\n")
    let unchecked = try Program.run(["check", plugin])
    #expect(unchecked.status != .exited(3), "\(unchecked)")
  }

  @Test func `a saved game of a later version is not checked unless it is damaged`() throws {
    let folder = try TemporaryFolder()
    let save = "new farkle Ann Bob seed=7; roll; save \(folder["ann.parlor"])"
    #expect(try Program.run(["-c", save]).status == .exited(0))
    let lines = try folder.lines("ann.parlor")
    let promise = try #require(lines.first { $0.hasPrefix("# checked by") })
    // Its checksum is that of another first line.
    let changed = try folder.add("b.parlor", lines: ["# parlor-log 3"] + lines.dropFirst())
    let cut = try folder.add("c.parlor", lines: ["# parlor-log 3", promise, "new game"])
    for path in [changed, cut] {
      let outcome = try Program.run(["check", path])
      #expect(outcome.status == .exited(1), "\(outcome)")
      #expect(outcome.text.contains(": saved game, damaged\n"), "\(outcome)")
    }
    // FNV-1a of 64 bits, computed by hand of what a later version might write.
    let text = "# parlor-log 3\n\(promise)\nnew game of later days\n"
    let sum = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(sum, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    let later = try folder.add("d.parlor", "\(text)# sum \(padded)\n")
    let outcome = try Program.run(["check", later])
    #expect(outcome.status == .exited(0), "\(outcome)")
    #expect(outcome.text.contains("has version 3"), "\(outcome)")
  }

  @Test func `a saved game of a plugin is not checked unless it is damaged`() throws {
    let folder = try TemporaryFolder()
    let plugins = ["PATH": "\(Example.path("plugins")):/usr/bin:/bin"]
    let save = "new pig Ann Bob; roll; roll; save \(folder["pig.parlor"])"
    let saved = try Program.run(["-c", save], environment: plugins)
    #expect(saved.status == .exited(0), "\(saved)")
    let lines = try folder.lines("pig.parlor")
    let place = try #require(lines.firstIndex { $0.hasPrefix("new ") })
    var changed = lines
    changed[place + 1] =
      changed[place + 1].dropLast() + (lines[place + 1].hasSuffix("0") ? "1" : "0")
    try folder.add("changed.parlor", lines: changed)
    try folder.add("cut.parlor", lines: lines.dropLast())
    for (environment, reason) in [
      (plugins, "pig.parlor:\(place + 1): `new pig` starts a plugin"),
      (Program.environment, "pig.parlor:\(place + 1): there is no plugin `pig`"),
    ] {
      let whole = try Program.run(["check", folder["pig.parlor"]], environment: environment)
      #expect(whole.status == .exited(0), "\(whole)")
      #expect(whole.text.contains(": saved game, not checked\n"), "\(whole)")
      #expect(whole.text.contains(reason), "\(whole)")
      for (name, reason) in [
        ("changed", "line \(lines.count): the lines above differ from their checksum\n"),
        ("cut", "line \(lines.count - 1): the file ends early"),
      ] {
        let outcome = try Program.run(
          ["check", folder["\(name).parlor"]], environment: environment)
        #expect(outcome.status == .exited(1), "\(outcome)")
        #expect(outcome.text.contains(": saved game, damaged\n  \(reason)"), "\(outcome)")
      }
    }
  }

  @Test func `a link to results is checked, and what is no file is said`() throws {
    let folder = try TemporaryFolder()
    try folder.add("real.jsonl", "{\"schemaVersion\":1}\n")
    FileSystem.remove(try folder.add("p/x", ""))
    #expect(symlink("../real.jsonl", folder["p/results.jsonl"]) == 0)
    let linked = try Program.run(["check", "--profile", folder["p"]])
    #expect(linked.status == .exited(1), "\(linked)")
    #expect(linked.text.contains("p/results.jsonl: results, 0 results, damaged"), "\(linked)")
    FileSystem.remove(folder["p/results.jsonl"])
    #expect(mkfifo(folder["p/results.jsonl"], 0o600) == 0)
    #expect(symlink("..", folder["p/up"]) == 0)
    let pipe = try Program.run(["check", "--profile", folder["p"]])
    #expect(pipe.status == .exited(3), "\(pipe)")
    #expect(pipe.text.contains("it is not a file"), "\(pipe)")
    #expect(pipe.text.contains("it is a link to a folder"), "\(pipe)")
  }

  @Test func `a saved game by later rules is not checked`() throws {
    let folder = try TemporaryFolder()
    let game = try folder.add(
      "game.parlor", "# parlor-log 1\n# rules-revision 99\nnew counter A B # =00000000\n")
    let outcome = try Program.run(["check", game])
    #expect(outcome.status == .exited(0), "\(outcome)")
    #expect(outcome.text.contains("the game was played by the rules of a newer program"))
  }

  /// Their beginnings do not tell what they are; scripts have the names of saved games.
  @Test func `files in a folder are told by their names too`() throws {
    let folder = try TemporaryFolder()
    let save = "new counter A B; add 5; save \(folder["a/header.parlor"])"
    FileSystem.remove(try folder.add("a/header.parlor", ""))
    #expect(try Program.run(["-c", save]).status == .exited(0))
    let game = try folder.bytes("a/header.parlor")
    try FileSystem.write(Array("x".utf8 + game.dropFirst()), to: folder["a/header.parlor"])
    try FileSystem.write([], to: folder["a/empty.parlor"])
    try FileSystem.write([UInt8](repeating: 0, count: 600), to: folder["a/zero.parlor"])
    try FileSystem.write([0x65, 0xFF, 0x0A], to: folder["a/bytes.parlor"])
    try FileSystem.write([], to: folder["a/empty.part"])
    try folder.add("a/script.parlor", "# ====\nnew counter A B\nadd 5\n")
    try folder.add("a/notes.txt", "")
    let outcome = try Program.run(["check", folder["a"]])
    #expect(outcome.status == .exited(1))
    #expect(outcome.text.hasSuffix("5 files: 0 whole, 5 damaged\n"), "\(outcome)")
    #expect(!outcome.text.contains("script"))
    let script = try Program.run(["check", folder["a/script.parlor"]])
    #expect(script.text.contains("it does not begin like any file of Parlor"), "\(script)")
  }

  /// Every bit of each kind of file is flipped, in a copy of its own, and all copies are checked at once.
  @Test func `flipped bits are told`() throws {
    let folder = try Files().made()
    let profile = try Self.files(in: folder["profile"])
    let journal = try #require(
      profile.first { $0.contains("/journal/") && $0.hasSuffix(".parlor") })
    let log = try #require(profile.first { $0.contains("/finished/") })
    let table = try #require(try Self.files(in: folder["cache"]).first { $0.hasSuffix(".table") })
    var counts: [String: (flips: Int, told: Int)] = [:]
    for (kind, path, name) in [
      ("saved game", folder["game.parlor"], "finished/game.parlor"),
      ("log", log, "finished/game.parlor"), ("journal", journal, "journal/s/game.parlor"),
      ("results", folder["profile/results.jsonl"], "results.jsonl"),
      ("part", folder["part"], "part"), ("table", table, table.split(separator: "/").last ?? ""),
    ] {
      let bytes = try FileSystem.read(path)
      // Large files are not flipped in every bit.
      let stride = max(1, bytes.count * 8 / 1_500)
      var paths: [String] = []
      for flip in Swift.stride(from: 0, to: bytes.count * 8, by: stride) {
        var changed = bytes
        changed[flip / 8] ^= 1 << (flip % 8)
        let place = folder["flips/\(kind)/\(flip)/\(name)"]
        try FileSystem.makeFolders(FileSystem.parent(of: place), mode: 0o700)
        try FileSystem.write(changed, to: place, syncs: false)
        paths.append(place)
      }
      let list = try folder.add("list", lines: paths)
      let outcome = try Program.shell(
        #"tr '\n' '\0' <"$1" | xargs -0 "$0" check --format json"#, [list])
      // A report for as many files as fit a command line.
      let files = try outcome.output.split(separator: 0x0A).flatMap {
        try JSONReader.read($0)["files"]?.array ?? []
      }
      #expect(files.count == paths.count, "\(kind): \(outcome.complaint)")
      let silent = files.filter { $0["state"] == "whole" }.compactMap { $0["path"]?.string }
      counts[kind] = (paths.count, paths.count - silent.count)
      #expect(silent.isEmpty, "\(kind): \(silent.prefix(5))")
    }
    print("flipped bits told:", counts.mapValues { "\($0.told) of \($0.flips)" })
    #expect(counts.values.reduce(0) { $0 + $1.flips } > 5_000)
  }
}
