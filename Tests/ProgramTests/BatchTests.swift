import TestKit
import Testing

/// The ways to give the program lines, and what it does with several of them.
@Suite(.blocking) struct BatchTests {
  @Test func `standard input, a file and -c give the same replies`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.add("turn.parlor", Turn.script)
    let expected = Outcome(0, Turn.output)
    #expect(try Program.run(input: Turn.script.utf8) == expected)
    #expect(try Program.run(["-"], input: Turn.script.utf8) == expected)
    #expect(try Program.run([file]) == expected)
    #expect(try Program.run(["-c", Turn.lines.joined(separator: "; ")]) == expected)
  }

  /// `--seed=3` is read by the argument parser, `--seed 3` without it.
  @Test func `arguments mean the same with and without the argument parser`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.add("roll.parlor", "new farkle Ann Bob\nroll\nseed x\nroll 1\n")
    let words = [file, "--keep-going", "--echo", "--seed"]
    let expected = try Program.run([file, "--keep-going", "--echo", "--seed=3"])
    #expect(try Program.run(words + ["3"]) == expected)
    #expect(expected.status == .exited(1) && expected.text.contains("Seed 3."))
    for wrong in [["--seed", "-1"], ["--format", "xml"], ["-c"], ["--sed", "1"], ["-c", "-x"]] {
      #expect(try Program.run(wrong).status == .exited(2))
    }
    let json = try Program.run(["--format", "json", "-c", "echo a", "-c", "echo b"])
    #expect(try Program.run(["--format=json", "-c", "echo a; echo b"]) == json)
  }

  @Test func `files and standard input are one session`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.add("first.parlor", "new farkle Ann Bob\nroll 1 5 5 2 3 6")
    let last = try folder.add("last.parlor", "bank\n")
    let outcome = try Program.run([first, "-", last], input: "hold 1 5 5\n".utf8)
    #expect(outcome == Outcome(0, Turn.output))
  }

  @Test func `-c splits lines at line breaks and at semicolons outside quotes`() throws {
    let lines = #"echo a; echo "b; \"c;\" d";;echo e"# + "\necho f ;"
    #expect(try Program.run(["-c", lines]) == Outcome(0, "a\nb; \"c;\" d\ne\nf\n"))
  }

  @Test func `the first error ends a script`() throws {
    let outcome = try Program.run(input: "echo a\nrol\necho b\n".utf8)
    #expect(
      outcome.withoutWords
        == Outcome(
          1, "a\n",
          errors: """
            stdin:2:1: error[unknown-command]
              rol
              ^^^
              did you mean `roll`?

            """))
  }

  @Test func `the first error also skips the files after it`() throws {
    let folder = try TemporaryFolder()
    let bad = try folder.add("bad.parlor", "echo a\nseed x\n")
    let outcome = try Program.run([bad, folder["missing.parlor"]])
    #expect(
      outcome
        == Outcome(
          1, "a\n",
          errors: """
            \(bad):2:6: error[bad-argument]: `x` is not a number from 0 to 9007199254740991
              seed x
                   ^
              usage: seed [N] [hidden]

            """))
  }

  @Test func `--keep-going continues after errors and still exits with 1`() throws {
    let folder = try TemporaryFolder()
    let bad = try folder.add("bad.parlor", "undo\necho a\n")
    let good = try folder.add("good.parlor", "echo b\n")
    let outcome = try Program.run(["--keep-going", bad, good])
    #expect(outcome.status == .exited(1))
    #expect(outcome.text == "a\nb\n")
    #expect(outcome.complaint.hasPrefix("\(bad):1:1: error[no-game]: no game is open\n"))
  }

  @Test func `quit ends the script, even in the first of several files`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.add("first.parlor", "echo a\nquit\nrol\n")
    #expect(try Program.run([first, folder["missing.parlor"]]) == Outcome(0, "a\n"))
  }

  @Test func `a refused move changes nothing`() throws {
    let moves = ["new farkle Ann seed=5", "roll", "hold best", "roll", "log"]
    let refused = ["hold 7 7 7", "bank now", "rol", "roll 1", "redo", "undo 99", "load x", "hold"]
    let clean = try Program.run(["-c", moves.joined(separator: ";")])
    let script = moves.flatMap { refused + [$0] }.joined(separator: ";")
    let dirty = try Program.run(["--keep-going", "-c", script])
    #expect(clean.status == .exited(0))
    #expect(dirty.status == .exited(1))
    #expect(dirty.text == clean.text)
  }
}
