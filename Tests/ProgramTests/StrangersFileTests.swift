import LibC
import ParlorKit
import Platform
import TestKit
import Testing

/// What files and programs of strangers can do: the table of SECURITY.md, line by line.
@Suite(.blocking) struct StrangersFileTests {
  /// A folder `mine` with a secret, and beside it the folder `theirs` with a program that leaves a
  /// trace.
  private struct Machine {
    let folder: TemporaryFolder
    var theirs: String { folder["theirs"] }
    var trace: String { folder["mine/trace"] }

    init() throws {
      folder = try TemporaryFolder()
      try folder.add("mine/secret", "new farkle Mallory seed=1 # top secret\n")
      try folder.add(
        "theirs/parlor-evil", "#!/bin/sh\ntouch \(folder["mine/trace"])\n", mode: 0o755)
      try folder.add("theirs/own.parlor", "echo own\n")
      #expect(symlink(folder["mine/secret"], folder["theirs/link"]) == 0)
    }

    /// Everything that a session can try.
    var attempts: [String] {
      [
        "new farkle Ann Bob", "source \(folder["mine/secret"])", "source ../mine/secret",
        "source link", "load link", "stats import link", "load ~/secret",
        "seat Ann exec ./parlor-evil", "seat Ann exec \(theirs)/parlor-evil",
        "plugin add parlor-evil", "plugin info evil", "requires plugin evil", "new evil",
        "roll 1 5 5 2 3 6", "save \(folder["mine/saved"])", "save ../mine/saved", "save ~/saved",
        "record ../mine/recorded", "record off", "rules save mine",
        "stats export \(folder["mine/export.csv"])",
      ]
    }

    /// Whether nothing was read, written or started outside of the folder.
    func expectUntouched(_ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation)
      throws
    {
      let text = outcome.text + outcome.complaint
      #expect(!text.contains("Mallory"), "\(text)", sourceLocation: sourceLocation)
      #expect(
        try FileSystem.entries(of: folder["mine"]) == ["secret"], sourceLocation: sourceLocation)
    }

    var environment: [String: String] {
      ["PATH": "\(theirs):/usr/bin:/bin", "HOME": folder["mine"], "TMPDIR": folder["tmp"]]
    }

    func run(_ arguments: [String], input: String = "") throws -> Outcome {
      try FileSystem.makeFolders(folder["tmp"], mode: 0o700)
      defer {
        #expect((try? FileSystem.entries(of: folder["tmp"])) == [])
        FileSystem.removeTree(folder["mine/.local"])
      }
      return try Program.run(arguments, input: input.utf8, environment: environment)
    }
  }

  private static func scenario(_ lines: [String]) -> String {
    lines.map { "> \($0)\n...\n" }.joined()
  }

  @Test(arguments: [[], ["--coverage"], ["--repeat", "2"]])
  func `a test is data`(options: [String]) throws {
    let machine = try Machine()
    let file = try machine.folder.add(
      "theirs/a.scenario", Self.scenario(machine.attempts + ["source own.parlor"]))
    let document = try machine.folder.add(
      "theirs/b.md", "Hello.\n\n```parlor\n\(Self.scenario(machine.attempts))```\n")
    try machine.folder.add("theirs/c.parlor", lines: machine.attempts)
    try machine.folder.add("theirs/c.golden", "")
    for path in [file, document, machine.folder["theirs/c.parlor"]] {
      try machine.expectUntouched(try machine.run(["test", "--no-profile"] + options + [path]))
    }
    // Its own files are there, and the reason is told.
    let outcome = try machine.run([
      "test", "--no-profile",
      try machine.folder.add(
        "theirs/d.scenario",
        """
        > source own.parlor
        own
        > source ../mine/secret
        error[io]: cannot read ../mine/secret: it is outside the folder of the scenario
        > new evil
        error[not-now]: `new evil` is not allowed in this session
          if you trust the file, run it with `--allow exec`

        """),
    ])
    #expect(outcome.status == .exited(0), "\(outcome.text)")
  }

  @Test func `blessing rewrites the file and nothing else`() throws {
    let machine = try Machine()
    let file = try machine.folder.add(
      "theirs/a.scenario", machine.attempts.map { "> \($0)\nwrong\n" }.joined())
    try machine.expectUntouched(try machine.run(["test", "--no-profile", "--bless", file]))
    #expect(!(try machine.folder.text("theirs/a.scenario")).contains("Mallory"))
  }

  @Test func `resuming a scenario is data too`() throws {
    let machine = try Machine()
    let file = try machine.folder.add(
      "theirs/a.scenario", Self.scenario(machine.attempts + ["echo end"]))
    let place = "\(file):\(machine.attempts.count * 2)"
    try machine.expectUntouched(
      try machine.run(
        ["--resume-at", place, "--keep-going"], input: machine.attempts.joined(separator: "\n")))
    let lines = machine.attempts.joined(separator: "; ")
    try machine.expectUntouched(
      try machine.run(["--resume-at", place, "--keep-going", "-c", lines]))
  }

  @Test func `only the command line allows programs`() throws {
    let machine = try Machine()
    let file = try machine.folder.add(
      "theirs/a.scenario", Self.scenario(["new farkle Ann Bob", "seat Ann exec ./parlor-evil"]))
    _ = try machine.run(["test", "--no-profile", "--allow", "exec", file])
    #expect(FileSystem.kind(of: machine.trace) == .file)
    FileSystem.remove(machine.trace)
    _ = try machine.run(["--resume-at", "\(file):3", "--allow", "exec,network", "-c", "new evil"])
    #expect(FileSystem.kind(of: machine.trace) == .file)
    for word in ["all", "exec,", "files", ""] {
      let outcome = try machine.run(["test", "--allow", word, file])
      #expect(outcome.status == .exited(2), "\(word)")
    }
    #expect(try machine.run(["--allow", "exec", "-c", "echo"]).status == .exited(2))
  }

  @Test func `files that require a plugin are skipped`() throws {
    let machine = try Machine()
    let file = try machine.folder.add("theirs/a.scenario", "> requires plugin evil\n> new evil\n")
    let outcome = try machine.run(["test", "--no-profile", file])
    #expect(outcome.text.hasPrefix("skipped \(file): the plugin `evil` needs `--allow exec`\n"))
    try machine.expectUntouched(outcome)
  }

  @Test func `formatting runs nothing`() throws {
    let machine = try Machine()
    let file = try machine.folder.add("theirs/a.scenario", Self.scenario(machine.attempts))
    try machine.expectUntouched(try machine.run(["fmt", file]))
  }

  @Test(arguments: [
    "save ~/saved", "source ../mine/secret", "seat Ann exec ./parlor-evil",
    "plugin add parlor-evil",
    "new evil", "record ~/recorded", "stats export ~/export.csv",
  ])
  func `loading runs nothing`(line: String) throws {
    let machine = try Machine()
    let saved = machine.folder["theirs/saved"]
    _ = try machine.run(["-c", "new farkle Ann Bob; roll 1 5 5 2 3 6; save \(saved)"])
    let text = try machine.folder.text("theirs/saved")
    let digest = try #require(text.split(separator: "\n").last).suffix(8)
    try machine.folder.add("theirs/saved", text + "\(line) # =\(digest)\n")
    try machine.expectUntouched(try machine.run(["-c", "load \(saved)"]))
  }

  /// Names are shown at every later use.
  @Test func `importing takes no names that could not be typed`() throws {
    let machine = try Machine()
    let good = """
      {"schemaVersion":1,"id":"ID","game":"farkle","mode":"classic","options":["Ann"],"seed":0,\
      "outcome":"finished","start":"2026-01-01T00:00:00Z","end":"2026-01-01T00:01:00Z",\
      "milliseconds":1,"bots":[],"players":[{"name":"Ann","result":"won","measures":{"rolls":1}}],\
      "measures":{"rounds":1}}
      """
    let escapes = [
      #"\u001b[2J"#, "\u{9B}31m", "\u{202E}", #"\u0007"#, String(repeating: "x", count: 99),
    ]
    var lines: [String] = []
    for field in [#""Ann","result""#, #""farkle""#, #""classic""#, #""rolls""#] {
      // The name of a measure may be long: it is not shown.
      for escape in escapes where field != #""rolls""# || escape.count < 99 {
        lines.append(
          good.replacing("\"ID\"", with: "\"n\(lines.count)\"")
            .replacing(field, with: "\"\(escape)" + field.dropFirst()))
      }
    }
    lines += ["../../mine/secret", "", ".x", "a/b"].map {
      good.replacing("\"ID\"", with: "\"\($0)\"")
    }
    try machine.folder.add("theirs/all", lines: lines + [good])
    let outcome = try machine.run([
      "--keep-going", "--profile", machine.folder["profile"], "-c",
      "stats import \(machine.folder["theirs/all"]); finished; stats; ranking farkle; "
        + "stats export \(machine.folder["theirs/x.csv"])",
    ])
    let csv = try machine.folder.text("theirs/x.csv")
    for text in [outcome.text, csv] {
      #expect(
        text.unicodeScalars.allSatisfy { $0.isDisplayable || "\r\n".unicodeScalars.contains($0) })
      #expect(!text.contains("xxx"))
    }
    #expect(try machine.folder.lines("profile/results.jsonl").count == 1)
    try machine.expectUntouched(outcome)
  }

  @Test func `a script is a program`() throws {
    let machine = try Machine()
    _ = try machine.run(["-c", "new farkle Ann Bob; save \(machine.folder["mine/saved"])"])
    #expect(FileSystem.kind(of: machine.folder["mine/saved"]) == .file)
  }
}
