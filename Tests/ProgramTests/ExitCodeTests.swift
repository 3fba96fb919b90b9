import TestKit
import Testing

/// Wrong arguments, and help.
@Suite(.blocking) struct ExitCodeTests {
  @Test(arguments: [
    (["--bogus"], "Unknown option '--bogus'"),
    (["-x"], "Unknown option '-x'"),
    (["-c", "echo a", "file"], "`-c` cannot be combined with the script file `file`."),
    (["-c"], "Missing value for '-c <lines>'"),
    (["--seed", "x"], "The value 'x' is invalid for '--seed <n>'"),
    (["--seed=-1"], "The value '-1' is invalid for '--seed <n>'"),
    (["--seed", "9007199254740992"], "The value '9007199254740992' is invalid for '--seed <n>'"),
    (["--seed", ""], "The value '' is invalid for '--seed <n>'"),
    (["--seed"], "Missing value for '--seed <n>'"),
    (
      ["--format", "yaml"],
      "The value 'yaml' is invalid for '--format <format>'. "
        + "Please provide one of 'text', 'json', 'csv' or 'gtp'."
    ),
    (
      ["--clock", "x"],
      "The value 'x' is invalid for '--clock <clock>'. "
        + "Please provide one of 'real' and 'virtual'."
    ),
    (
      ["--color", "x"],
      "The value 'x' is invalid for '--color <color>'. "
        + "Please provide one of 'auto', 'always' or 'never'."
    ),
    (["--echo=x"], "The option '--echo' does not take any value, but 'x' was specified."),
    (["test", "--wrong", "x"], "Unknown option '--wrong'"),
    (["test"], "Name the files or folders to test."),
    (["test", "--jobs", "0", "x"], "`--jobs` takes a number from 1 to 1024."),
    (["manual", "x"], "Unexpected argument 'x'"),
  ])
  func `invalid arguments are reported on standard error`(arguments: [String], text: String) throws
  {
    let outcome = try Program.run(arguments, input: "echo not run\n".utf8)
    #expect(outcome.status == .exited(2))
    #expect(outcome.output.isEmpty)
    let lines = outcome.complaint.split(separator: "\n")
    #expect(lines.first == "Error: \(text)")
    #expect(lines.contains { $0.hasPrefix("Usage: parlor") })
  }

  /// Its repaired name would be that of another file.
  @Test func `an argument that is not UTF-8 is refused`() throws {
    let outcome = try Child(
      "/bin/sh", ["-c", #"exec "$0" test "$(printf 'caf\351')""#, try Program.path()],
      environment: Program.environment
    ).finish()
    #expect(outcome.status == .exited(2))
    #expect(outcome.complaint.contains("is not UTF-8"))
  }

  @Test(arguments: ["--help", "-h", "help"])
  func `help goes to standard output`(argument: String) throws {
    let outcome = try Program.run([argument])
    #expect(outcome.status == .exited(0))
    #expect(outcome.errors.isEmpty)
    for word in ["--echo", "--keep-going", "--seed", "--format", "--clock", "--color", "-c"] {
      #expect(outcome.text.contains("  \(word)"))
    }
    #expect(outcome.text.contains("parlor test PATH…"))
  }

  @Test func `the version is a number`() throws {
    let outcome = try Program.run(["--version"])
    #expect(outcome.status == .exited(0))
    #expect(outcome.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test func `after -- everything is a file`() throws {
    let outcome = try Program.run(["--", "--help"])
    #expect(
      outcome == Outcome(3, errors: "parlor: cannot read --help: no such file or directory\n"))
  }
}
