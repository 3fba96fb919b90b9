import LibC
import Platform
import TestKit
import Testing

/// `parlor test --pending`, `parlor review` and `--watch`.
@Suite(.blocking) struct ReviewTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.add("s/a.scenario", "> echo 1\nx\n> echo 2\nx\n> echo c\nx\n> echo d\nx\n")
    return folder
  }

  @Test func `review asks about each reply`() throws {
    let folder = try folder()
    let pending = try Program.run(["test", "--no-profile", "--pending", folder["s"]])
    #expect(pending.status == .exited(1))
    let review = try Program.run(["review", folder["s"]], input: "k\nr\nq\n".utf8)
    #expect(review.status == .exited(1))
    #expect(review.complaint.contains("a.scenario:1\n      > echo 1\n    - x\n    + 1\n[a]ccept, "))
    #expect(
      try folder.text("s/a.scenario") == "> echo 1\n1\n> echo 2\n2\n> echo c\nx\n> echo d\nx\n")
    let rest = try Program.run(["review", "--accept", folder["s"]])
    #expect(rest == Outcome(0))
    #expect(try folder.text("s/a.scenario").hasSuffix("> echo c\nx\n> echo d\nd\n"))
    let nothing = try Program.run(["review", folder["s"]])
    #expect(nothing.complaint == "parlor: nothing is pending\n")
    let missing = try Program.run(["review", folder["none"]])
    #expect(missing.status == .exited(3))
    #expect(missing.complaint.hasSuffix("none`: no such file or directory\n"))
  }

  @Test func `what was written since is not taken back`() throws {
    let folder = try folder()
    _ = try Program.run(["test", "--no-profile", "--pending", folder["s"]])
    let path = folder["s/a.scenario"]
    let edited = try folder.text("s/a.scenario") + "\nMore prose.\n"
    try folder.add("s/a.scenario", edited)
    // The clock of the file system may be coarse.
    let later = try FileSystem.time(of: path).milliseconds + 10
    FileSystem.setTime(of: path, to: Timestamp(milliseconds: later))
    let review = try Program.run(["review", "--accept", folder["s"]])
    #expect(review.status == .exited(2))
    #expect(review.complaint.contains("has changed since; run `parlor test --pending` again"))
    #expect(try folder.text("s/a.scenario") == edited)
  }

  @Test(.enabled(if: geteuid() != 0, "root may remove anything"))
  func `a reply that cannot be dropped is told`() throws {
    let folder = try folder()
    _ = try Program.run(["test", "--no-profile", "--pending", folder["s"]])
    chmod(folder["s"], 0o555)
    defer { chmod(folder["s"], 0o755) }
    let review = try Program.run(["review", "--reject", folder["s"]])
    #expect(review.status == .exited(3))
    #expect(review.complaint.contains("cannot remove \(folder["s/a.scenario.new"]): "))
    chmod(folder["s"], 0)
    let unread = try Program.run(["review", folder["s"]])
    #expect(unread.status == .exited(3))
    #expect(unread.complaint.contains("cannot list \(folder["s"]): "))
  }

  @Test func `an editor changes a reply`() throws {
    let folder = try folder()
    _ = try Program.run(["test", "--no-profile", "--pending", folder["s"]])
    var environment = Program.environment
    environment["EDITOR"] = "sed -i s/1$/NEW/"
    let review = try Program.run(
      ["review", folder["s"]], input: "e\nq\n".utf8, environment: environment)
    #expect(review.status == .exited(1))
    #expect(try folder.text("s/a.scenario").hasPrefix("> echo NEW\nNEW\n> echo 2\nx\n"))
  }

  @Test func `watch runs what has changed`() throws {
    let folder = try folder()
    try folder.add("s/b.scenario", "> echo b\nb\n")
    let child = try Program.start(["test", "--no-profile", "--watch", folder["s"]])
    func report() throws -> String {
      var lines: [String] = []
      while let line = try child.readLine() {
        lines.append(line)
        if line.contains(" passed, ") { break }
      }
      return lines.last ?? ""
    }
    #expect(try report() == "1 passed, 1 failed (4 differences)")
    try folder.add("s/b.scenario", "> echo b\nc\n")
    #expect(try report() == "0 passed, 1 failed (1 difference)")
    try child.write("b\n")
    #expect(try report() == "2 passed, 0 failed")
    // What it wrote has changed as well.
    #expect(try report() == "2 passed, 0 failed")
    try child.write("f\nb.sc\n")
    #expect(try report() == "1 passed, 0 failed")
    try child.write("q\n")
    #expect(try child.finish().status == .exited(0))
  }

  @Test func `keys of watch need no Enter, and the terminal is restored`() throws {
    let folder = try folder()
    try folder.add("s/b.scenario", "> echo b\nc\n")
    func watch() throws -> Pseudoterminal {
      let terminal = try Pseudoterminal.parlor(
        ["test", "--watch", folder["s/b.scenario"]])
      try terminal.expect("q quits")
      return terminal
    }
    let keys = try watch()
    try keys.send("b")
    try keys.expect("1 passed, 0 failed")
    try keys.expect("q quits")
    try keys.send("q")
    #expect(try keys.waitForExit() == .exited(0))
    #expect(keys.isCooked)
    let interrupted = try watch()
    try interrupted.send("\u{3}")
    #expect(try interrupted.waitForExit() == .exited(130))
    #expect(interrupted.isCooked)
  }

  @Test func `--interactive edits and skips`() throws {
    let folder = try folder()
    let editor = try folder.add("editor", "sed -i 's/^1$/<int>/' \"$1\"\n")
    let path = try folder.add("e.scenario", "> echo 1\nx\n> echo 2\nx\n> echo 3\n3\n")
    var environment = Program.environment
    environment["VISUAL"] = "sh \(editor)"
    let outcome = try Program.run(
      ["test", "--no-profile", "--bless", "-i", path], input: "e\ns\n".utf8,
      environment: environment)
    #expect(outcome.status == .exited(1))
    #expect(
      try folder.text("e.scenario") == "> echo 1\n<int>\n> echo 2\nx\n> echo 3\n3\n")
  }

  @Test func `--interactive accepts all of a kind`() throws {
    let folder = try folder()
    let outcome = try Program.run(
      ["test", "--no-profile", "--bless", "-i", folder["s"]], input: "k\nn\ny\n".utf8)
    #expect(outcome.status == .exited(1))
    #expect(
      try folder.text("s/a.scenario") == "> echo 1\n1\n> echo 2\n2\n> echo c\nx\n> echo d\nd\n")
  }
}
