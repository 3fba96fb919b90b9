import Platform
import TestKit
import Testing

/// `parlor test`, as a script or a build would run it.
@Suite(.blocking) struct TestCommandTests {
  private static let good = "Prose.\n\n> echo a\na\n\n> new farkle Ann\n...\nAnn to roll.\n"
  private static let bad = "> echo a\na\n> echo b\nc\n"

  @Test func `scenarios pass alone and in a folder`() throws {
    let folder = try TemporaryFolder()
    let one = try folder.add("one.scenario", Self.good)
    try folder.add("two.md", "# Title\n\n```parlor\n> echo b\nb\n```\n\n```\n> echo c\nd\n```\n")
    try folder.add("three.parlor", "echo c\nrol\n")
    try folder.add(
      "three.golden", try Program.run(["--echo", "--keep-going", folder["three.parlor"]]).output)
    for paths in [[one], [folder.path], [one, folder.path]] {
      let outcome = try Program.run(["test"] + paths)
      #expect(outcome.status == .exited(0), "\(outcome)")
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test func `a difference is shown with its place, and is exit code 1`() throws {
    let folder = try TemporaryFolder()
    try folder.add("good.scenario", Self.good)
    let path = try folder.add("bad.scenario", Self.bad)
    let outcome = try Program.run(["test", folder.path])
    #expect(outcome.status == .exited(1))
    let lines = outcome.text.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
    #expect(lines.contains { $0.hasPrefix("\(path):") })
    #expect(lines.contains("- c"))
    #expect(lines.contains("+ b"))
  }

  @Test func `the output does not depend on the number of jobs`() throws {
    let folder = try TemporaryFolder()
    for number in 10..<40 {
      try folder.add("\(number).scenario", number % 7 == 0 ? Self.bad : Self.good)
    }
    let outcomes = try [1, 2, 16].map {
      try Program.run(["test", "--jobs", "\($0)", folder.path])
    }
    #expect(outcomes[0].status == .exited(1))
    #expect(outcomes[1] == outcomes[0])
    #expect(outcomes[2] == outcomes[0])
  }

  @Test(arguments: ["missing.scenario", "empty.scenario", "bytes.scenario"])
  func `an invalid file is exit code 2`(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.add("empty.scenario", "Only prose.\n")
    try folder.add("bytes.scenario", "> echo ".utf8 + [0xFF] + "\n".utf8)
    let outcome = try Program.run(["test", folder[name]])
    #expect(outcome.status == .exited(2))
    #expect((outcome.text + outcome.complaint).contains(folder[name]))
  }

  @Test func `--bless rewrites what differed and nothing else`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("bad.scenario", "Prose.\n\n> echo a\n...\n> echo b\nc\n\nMore.\n")
    let blessed = try Program.run(["test", "--bless", path])
    #expect(blessed.text.contains("+ b"))
    #expect(
      try folder.text("bad.scenario") == "Prose.\n\n> echo a\n...\n> echo b\nb\n\nMore.\n")
    #expect(try folder.names == ["bad.scenario"])
    #expect(try Program.run(["test", path]).status == .exited(0))
  }

  @Test(.enabled(if: FileSystem.kind(of: "/dev/full") != .missing))
  func `a report that cannot be written is exit code 3`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("good.scenario", Self.good)
    let outcome = try Program.run(["test", path], output: .file("/dev/full"))
    #expect(outcome.status == .exited(3))
  }
}
