import LibC
import TestKit
import Testing

/// A reader that goes away, and Ctrl-C.
@Suite(.blocking) struct PipeTests {
  /// The shell's own exit code of the left side of a pipe, whose right side reads one line. The
  /// script is endless, as far as the program can tell.
  private static let pipeline = """
    { yes "echo some words" | "$0"; echo "$?" >&2; } | head -n 1
    """

  @Test func `a closed pipe ends the program silently`() throws {
    #expect(try Program.shell(Self.pipeline) == Outcome(0, "some words\n", errors: "141\n"))
  }

  @Test func `a closed pipe ends the program even if SIGPIPE is ignored`() throws {
    let outcome = try Program.shell(
      "trap '' PIPE; { yes 2>&- 'echo some words' | \"$0\"; echo \"$?\" >&2; } | head -n 1")
    #expect(outcome == Outcome(0, "some words\n", errors: "141\n"))
  }

  @Test func `a pipe that was closed before the first write`() throws {
    let child = try Program.start()
    child.output?.close()
    child.errors?.close()
    let outcome = try child.finish(input: Array("echo a\necho b\n".utf8))
    #expect([.exited(141), .killed(SIGPIPE)].contains(outcome.status))
  }

  /// The next file that a program opens would take the number of a closed stream.
  @Test(arguments: [(">&-", 3), ("2>&-", 1), (">&- 2>&-", 3), ("<&- >&- 2>&-", 3)])
  func `a file does not take the place of a closed stream`(closed: String, status: Int32) throws {
    let folder = try TemporaryFolder()
    func record(_ name: String, _ closed: String) throws -> (Outcome, String) {
      let outcome = try Program.shell(
        #""$0" --keep-going -c "record $1; new counter A B; add 5; next; wrong" \#(closed)"#,
        [folder[name]])
      return (outcome, try folder.text(name))
    }
    let (outcome, recording) = try record("closed", closed)
    #expect(outcome.status == .exited(status), "\(outcome)")
    #expect(try record("open", "").1 == recording)
  }

  @Test func `the script's writer may continue after the script has ended`() throws {
    let script = "echo a\nquit\n" + String(repeating: "echo b\n", count: 100_000)
    #expect(try Program.run(input: script.utf8) == Outcome(0, "a\n"))
  }

  @Test func `Ctrl-C ends a script that is waiting for input`() throws {
    let child = try Program.start()
    try child.write("echo a\n")
    #expect(try child.readLine() == "a")
    child.signal(SIGINT)
    #expect([.exited(130), .killed(SIGINT)].contains(try child.wait()))
  }

  @Test func `Ctrl-C ends a running script`() throws {
    let folder = try TemporaryFolder()
    let script = String(repeating: "echo some words\n", count: 100_000)
    let child = try Program.start([try folder.add("long.parlor", script)])
    // The rest of the output does not fit into the pipe, so the program is in the middle of it.
    #expect(try child.readLine() == "some words")
    child.signal(SIGINT)
    #expect([.exited(130), .killed(SIGINT)].contains(try child.wait()))
  }

  @Test func `a shell sees 130 after Ctrl-C`() throws {
    // The inner shell tells its number and becomes the program; the outer one waits for it.
    let inner = #"echo "$$"; exec "$0""#
    let shell = try Child(
      "/bin/sh", ["-c", #"/bin/sh -c '\#(inner)' "$0"; echo "$?""#, try Program.path()],
      environment: Program.environment)
    let process = try #require(Int32(try shell.readLine() ?? ""))
    try shell.write("echo a\n")
    #expect(try shell.readLine() == "a")
    kill(process, SIGINT)
    #expect(try shell.finish().text == "130\n")
  }
}
