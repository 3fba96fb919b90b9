import Platform
import TestKit
import Testing

/// The options of `parlor test`, and what stands around its report.
@Suite(.blocking) struct TestOptionsTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.add("a.scenario", "> echo a\na\n")
    try folder.add("b.scenario", "> echo b\nc\n")
    try folder.add("c.scenario", "> echo c\nd\n")
    return folder
  }

  private func test(
    _ arguments: [String], environment: [String: String] = Program.environment,
    input: String = ""
  ) throws -> Outcome {
    try Program.run(["test"] + arguments, input: input.utf8, environment: environment)
  }

  private func summary(_ outcome: Outcome) -> String {
    String(outcome.text.split(separator: "\n").last ?? "")
  }

  @Test func `filter, shard, shuffle, repeat and max-failures choose the tests`() throws {
    let folder = try folder()
    #expect(summary(try test(["--filter", "a.s", folder.path])) == "1 passed, 0 failed")
    #expect(
      summary(try test(["--shard", "2/3", folder.path])) == "0 passed, 1 failed (1 difference)")
    #expect(
      summary(try test(["--max-failures", "1", folder.path]))
        == "1 passed, 1 failed (1 difference), 1 not run")
    #expect(
      summary(try test(["--repeat", "3", "--filter", "a.s", folder.path])) == "1 passed, 0 failed")
    let plain = try test([folder.path])
    let shuffled = try test(["--shuffle=5", folder.path])
    #expect(shuffled.text == plain.text + "order: --shuffle=5\n")
    #expect(try test(["--shuffle", folder.path]).text.hasPrefix(plain.text))
  }

  @Test(arguments: [
    ["--shard", "0/3"], ["--shard", "x"], ["--jobs", "0"], ["--repeat", "0"], ["--timeout", "5"],
    ["--timeout", "-1s"], ["--max-failures", "0"], ["--interactive"], ["--report", "xml=x"],
    ["--report", "tap="], ["--report", "tap", "--report", "json=-"], ["--shuffle=x"],
    ["--failed", "--no-profile"], ["--bless", "--repeat", "2"], ["--filter", "nothing"], ["--oops"],
  ])
  func `invalid arguments are exit code 2`(_ arguments: [String]) throws {
    let folder = try folder()
    let outcome = try test(arguments + [folder["a.scenario"]])
    #expect(outcome.status == .exited(2), "\(outcome)")
    #expect(try test([]).status == .exited(2))
  }

  @Test func `--failed runs the failed files that the profile lists`() throws {
    let folder = try folder()
    let profile = try TemporaryFolder()
    let state = ["--profile", profile.path]
    #expect(try test(["--failed"] + state).text == "0 passed, 0 failed\n")
    #expect(summary(try test(state + [folder["a.scenario"]])) == "1 passed, 0 failed")
    #expect(try profile.names == [])
    _ = try test(state + [folder.path])
    let real = try #require(FileSystem.realPath(of: folder.path))
    #expect(
      try profile.text("failed-scenarios") == "\(real)/b.scenario\n\(real)/c.scenario\n")
    #expect(summary(try test(["--failed"] + state)) == "0 passed, 2 failed (2 differences)")
    try folder.add("b.scenario", "> echo b\nb\n")
    #expect(
      summary(try test(["--failed", folder.path] + state)) == "1 passed, 1 failed (1 difference)")
    #expect(try profile.text("failed-scenarios") == "\(real)/c.scenario\n")
    try folder.add("c.scenario", "> echo c\nc\n")
    #expect(summary(try test(["--failed"] + state)) == "1 passed, 0 failed")
    #expect(try profile.text("failed-scenarios") == "")
    #expect(try folder.names == ["a.scenario", "b.scenario", "c.scenario"])
  }

  @Test func `reports go to files or to standard output`() throws {
    let folder = try folder()
    let reports = try TemporaryFolder()
    let plain = try test([folder.path])
    let outcome = try test([
      "--report", "tap=\(reports["r.tap"])", "--report", "junit=\(reports["r.xml"])",
      "--report", "json", folder.path,
    ])
    #expect(outcome.status == .exited(1))
    #expect(outcome.complaint == plain.text)
    #expect(outcome.text.hasPrefix("{\"type\":\"file\",\"path\":\"\(folder["a.scenario"])\""))
    #expect(outcome.text.split(separator: "\n").count == 4)
    #expect(try reports.text("r.tap").hasPrefix("TAP version 14\n1..3\nok 1 - "))
    #expect(try reports.text("r.xml").contains("<testsuites name=\"parlor test\" tests=\"3\""))
    let lost = try test(["--report", "json=\(folder["no/such/folder"])", folder["a.scenario"]])
    #expect(lost.status == .exited(3))
    #expect(lost.complaint.hasPrefix("parlor: cannot write "))
  }

  @Test func `annotations are on by default on GitHub`() throws {
    let folder = try folder()
    var environment = Program.environment
    environment["GITHUB_ACTIONS"] = "true"
    let outcome = try test([folder["b.scenario"]], environment: environment)
    #expect(outcome.text.contains("\n::error file=\(folder["b.scenario"]),line=1,title=> echo b::"))
    let apart = try test(
      ["--report", "github=\(folder["github.txt"])", folder["b.scenario"]],
      environment: environment)
    #expect(!apart.text.contains("::error"))
    #expect(try folder.text("github.txt").hasPrefix("::error "))
  }

  @Test func `--interactive asks about each difference`() throws {
    let text = "> echo a\n1\n> echo b\n2\n> echo c\n3\n> echo d\n4\n"
    let folder = try TemporaryFolder()
    let path = try folder.add("a.scenario", text)
    let quit = try test(["--bless", "-i", path], input: "y\nwhat\nn\nq\n")
    #expect(quit.status == .exited(1))
    #expect(try folder.text("a.scenario") == "> echo a\na\n> echo b\n2\n> echo c\n3\n> echo d\n4\n")
    #expect(quit.complaint.contains("    - 2\n    + b\n"))
    #expect(quit.complaint.components(separatedBy: "[a]ccept, [s]kip, ") == 5)
    #expect(quit.complaint.contains("k  accept all of this kind"))
    let end = try test(["--bless", "-i", path])
    #expect(end.status == .exited(1))
    let all = try test(["--bless", "-i", path], input: "n\nl\n")
    #expect(all.status == .exited(1))
    #expect(try folder.text("a.scenario") == "> echo a\na\n> echo b\n2\n> echo c\nc\n> echo d\nd\n")
    #expect(try test(["--bless", "-i", path], input: "Y\r\n").status == .exited(0))
  }

  @Test func `--coverage lists what no scenario uses`() throws {
    let folder = try folder()
    let outcome = try test(["--coverage", folder["a.scenario"]])
    #expect(outcome.status == .exited(0))
    #expect(
      outcome.text.hasPrefix(
        "1 passed, 0 failed\nnot covered by any scenario:\n  language, commands: new"))
    #expect(outcome.text.contains("\n  farkle, commands: roll, "))
    #expect(outcome.text.contains("\n  farkle, error codes: bad-argument, illegal-move"))
  }

  @Test(.enabled(if: FileSystem.kind(of: "/dev/full") != .missing))
  func `a full disk is reported`() throws {
    let folder = try folder()
    for arguments in [["test", folder["a.scenario"]], ["manual"], ["--help"]] {
      let outcome = try Program.run(arguments, output: .file("/dev/full"))
      #expect(outcome.status == .exited(3))
      #expect(
        outcome.complaint
          == "parlor: cannot write standard output: no space is left on the disk\n")
    }
  }
}

extension String {
  /// How many parts a text is cut into by another.
  fileprivate func components(separatedBy text: String) -> Int { split(separator: text).count }
}
