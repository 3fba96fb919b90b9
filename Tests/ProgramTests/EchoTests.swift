import TestKit
import Testing

/// The output of `--echo` is a scenario, whatever the script.
@Suite(.blocking) struct EchoTests {
  @Test func `each line precedes its reply, except blank lines and comments`() throws {
    let script = "# a comment\n\n" + Turn.script + "  # another\n"
    #expect(try Program.run(["--echo"], input: script.utf8) == Outcome(0, Turn.transcript))
  }

  @Test func `an error is part of the output`() throws {
    let outcome = try Program.run(["--echo", "-c", "new farkle Ann;bank;roll"])
    #expect(
      outcome.withoutWords
        == Outcome(
          1,
          """
          > new farkle Ann
          Farkle: Ann. First to 10,000. Seed 0.
          Ann to roll.
          > bank
          error[not-now]
            legal now: roll

          """))
  }

  @Test func `a carriage return within a line is an error and no loop`() throws {
    let outcome = try Program.run(["--echo"], input: "5 \rroll\n".utf8)
    #expect(outcome.status == .exited(1) && outcome.text.contains("error["), "\(outcome)")
  }

  @Test func `a seed and a format come first`() throws {
    let outcome = try Program.run(["--echo", "--seed", "7", "--format", "json", "-c", "echo a"])
    #expect(
      outcome
        == Outcome(
          0,
          """
          > seed 7
          > set format json
          {"ok":true,"command":"set","events":[],"game":null,"state":null}
          > echo a
          {"ok":true,"command":"echo","events":[{"type":"said","text":"a"}],"game":null,"state":null}

          """))
  }

  /// Scripts that a scenario could trip over, and the options that they run with.
  static let scripts: [(name: String, options: [String], script: [UInt8])] = [
    ("a turn", [], Array(Turn.script.utf8)),
    ("another seed", ["--seed", "123456789"], Array("new farkle Ann\nroll\nnew\nroll\n".utf8)),
    ("a random seed", ["--seed", "random"], Array("new farkle Ann\nroll\nseed\n".utf8)),
    ("json", ["--format", "json"], Array("7 new farkle Ann\nrol\n8 roll\nstate\n".utf8)),
    ("a bit of everything", ["--keep-going"], Array(ReproducibilityTests.script.utf8)),
    ("the first error ends it", [], Array("echo a\nrol\necho b\n".utf8)),
    ("it quits", ["--keep-going"], Array("echo a\nquit\necho b\n".utf8)),
    ("every byte", ["--keep-going"], everyByte),
    ("long lines", ["--keep-going"], longLines),
    ("replies like patterns", ["--keep-going"], Array(patterns.utf8)),
    ("line ends and tabs", ["--keep-going"], Array("\t echo\ta \r\necho b\r\n\r\n> x\r\n".utf8)),
    ("names", ["--keep-going"], Array(names.utf8)),
    ("settings", ["--keep-going"], Array(settings.utf8)),
  ]

  @Test(arguments: scripts.map(\.name))
  func `the output of --echo passes as a scenario`(name: String) throws {
    let (_, options, script) = try #require(Self.scripts.first { $0.name == name })
    let folder = try TemporaryFolder()
    let echoed = try Program.run(["--echo"] + options, input: script)
    #expect(echoed.errors.isEmpty)
    let file = try folder.add("echoed.scenario", echoed.output)
    let tested = try Program.run(["test", file])
    #expect(tested.status == .exited(0), "\(tested)\n\(echoed)")

    // The same with one reply altered must not pass, or the test would say nothing.
    let line = try #require(echoed.text.split(separator: "\n").last { !$0.hasPrefix("> ") })
    let altered = echoed.text.replacing(line, with: "altered", maxReplacements: 1)
    let failed = try Program.run(["test", try folder.add("altered.scenario", altered)])
    #expect(failed.status == .exited(1))
  }

  private static let everyByte =
    (UInt8.min...UInt8.max).flatMap { "echo ".utf8 + [$0, UInt8(ascii: "\n")] }
    + (UInt8.min...UInt8.max).flatMap { [$0, UInt8(ascii: "\n")] }
    + Array(UInt8.min...UInt8.max)

  private static let longLines = [4_090, 4_091, 4_092, 5_000, 100_000]
    .flatMap { "echo ".utf8 + [UInt8](repeating: UInt8(ascii: "x"), count: $0) + "\n".utf8 }

  private static let patterns = """
    echo ...
    echo "...  "
    echo "text (re)"
    echo "text (glob)"
    echo "text (literal)"
    echo "text (literal) (literal)"
    echo "text (esc)"
    echo "text (?)"
    echo "text (*)"
    echo "text (+)"
    echo "text (RE)"
    echo "text (regex)"
    echo "text (no-eol)"
    echo (re)
    echo (unordered)
    echo (end)
    echo "(known: it is)"
    echo "! no"
    echo !
    echo <int> <dice> <duration> <word>
    echo <s:int>
    echo <s> <s+50>
    echo "<<int>>" "a<b"
    echo error
    echo error[syntax]
    echo "error[syntax]: text"
    echo errors
    echo ">"
    echo ">x"
    echo "> x"
    echo "  > x"
    echo "" "" x
    echo "# not a comment"
    echo "```"
    echo "\\"
    echo "\\n \\x41"
    echo " leading and trailing "
    echo "    "
    echo "requires plugin none"
    source nothing.scenario

    """

  private static let names = """
    new farkle "Ann Lee" 'Bob 漢字 👩‍👩‍👧 e\u{301} é a"b
    new farkle "Ann Lee" 'Bob 漢字 👩‍👩‍👧 é "a\\"b" "c\\\\" d(re) <int> ... "> e"
    show
    log
    roll
    legal
    new farkle "(re)" "x (re)" "! x" "> x" error
    show
    games

    """

  private static let settings = """
    set
    set undo fresh
    set legal off
    bank
    new farkle Ann seed=3
    bank
    roll
    undo
    roll
    undo
    set undo forbid
    roll
    undo
    redo
    clock
    clock +1d
    clock
    clock +0s
    help undo
    help nothing
    record
    record off
    close
    close
    use 3
    rules patch

    """

  /// The time of the day does not matter to what a scenario does.
  @Test func `a transcript in real time passes`() throws {
    let folder = try TemporaryFolder()
    // Whoever runs it does so on another day.
    let daily = try Program.run(["--echo", "--clock", "real", "-c", "daily mastermind"])
    #expect(daily.status == .exited(1))
    #expect(daily.text.contains("error[not-now]: a recording needs the day"))
    let script = """
      daily mastermind date=2026-11-29
      new counter Ann Bob
      add 3
      +4
      timer
      new minesweeper easy
      reveal 4 4
      seat 1 random
      use 2
      +5
      timer
      finish

      """
    let echoed = try Program.run(["--echo", "--clock", "real"], input: script.utf8)
    try folder.add("a.scenario", echoed.text)
    let tested = try Program.run(in: folder.path, ["test", "a.scenario"])
    #expect(tested.status == .exited(0), "\(echoed.text)\n\(tested.text)")
  }
}
