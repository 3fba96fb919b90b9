import Foundation
import TestKit
import Testing

/// Input that cannot be read, and output that cannot be written.
@Suite(.blocking) struct UnreadableTests {
  @Test func `a missing file is an error`() throws {
    let folder = try TemporaryFolder()
    let path = folder["missing.parlor"]
    let expected = Outcome(3, errors: "parlor: cannot read \(path): no such file or directory\n")
    #expect(try Program.run([path]) == expected)
    #expect(try Program.run(["--keep-going", path]) == expected)
  }

  @Test func `what ran before an unreadable file has been printed`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.add("first", "echo a")
    let outcome = try Program.run([first, folder.path, first])
    #expect(
      outcome
        == Outcome(3, "a\n", errors: "parlor: cannot read \(folder.path): it is a directory\n"))
  }

  @Test func `a folder as standard input, or a closed one`() throws {
    let folder = try TemporaryFolder()
    let program = try Program.path()
    for (channel, reason) in [
      (Child.Channel.file(folder.path), "it is a directory"), (.closed, "it is not open"),
    ] {
      let child = try Child(program, [], environment: Program.environment, input: channel)
      #expect(
        try child.finish() == Outcome(3, errors: "parlor: cannot read stdin: \(reason)\n"))
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: [1, 20_000])
  func `standard output on a full disk is an error`(lines: Int) throws {
    let script = String(repeating: "echo some words\n", count: lines)
    for arguments in [[], ["--echo"], ["--format", "json"]] {
      let outcome = try Program.run(
        arguments, input: script.utf8, output: .file("/dev/full"))
      #expect(
        outcome
          == Outcome(
            3,
            errors: "parlor: cannot write standard output: no space is left on the disk\n"))
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [["--help"], ["--version"], ["manual"]])
  func `help on a full disk is an error`(arguments: [String]) throws {
    #expect(try Program.run(arguments, output: .file("/dev/full")).status == .exited(3))
  }

  @Test func `a closed standard output is an error`() throws {
    let outcome = try Program.run(input: "echo a\n".utf8, output: .closed)
    #expect(
      outcome == Outcome(3, errors: "parlor: cannot write standard output: it is not open\n"))
  }

  @Test(arguments: ["rol\necho a\n", "echo a\nrol\n", "echo a\nrol\nrol\n"])
  func `failed output takes precedence over a failed command`(script: String) throws {
    let outcome = try Program.run(["--keep-going"], input: script.utf8, output: .closed)
    #expect(outcome.status == .exited(3))
    #expect(
      outcome.complaint.hasSuffix("parlor: cannot write standard output: it is not open\n"))
  }

  @Test func `an unwritable standard error does not change the exit code`() throws {
    #expect(try Program.run(["-c", "echo a;rol"], errors: .closed) == Outcome(1, "a\n"))
    #expect(try Program.run(["--bogus"], errors: .closed).status == .exited(2))
  }

  @Test func `no output is no error`() throws {
    #expect(try Program.run(input: "seed 1\n".utf8, output: .closed) == Outcome(0))
  }
}
