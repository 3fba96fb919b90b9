import Testing

@testable import Scenarios

/// What a scenario says of itself, its parameters and its files.
@Suite struct HeaderTests {
  /// A scenario passes, or the report is this one.
  private func expect(_ scenario: String, _ expected: String = "1 passed, 0 failed\n") throws {
    let folder = try Folder(["a.scenario": scenario])
    #expect(folder.text(of: folder.run(["a.scenario"])) == expected)
  }

  @Test(arguments: [
    // One list, several lists, a table.
    "(for each x = a, b)\n\n> say <x>1\n<x>1\n",
    "(for each x = a, \"b, c\")\n(for each n = 1, 2)\n\n> say <x> <n> <n+1>\n<x> <n> <n+1>\n",
    "```for each\nx    n\na    1\n\"b c\" 20\n```\n\n> say <x> <n>\n<x> <n>\n",
    // Numbers can be added to; other names stay as they are.
    "(for each n = 1, 20)\n> say <y> <n+5>\n<y> <n+5>\n", "(for each x = 1.5)\n> say 2\n<x+x-1>\n",
    // Every run has a session of its own.
    "(for each x = a, b)\n> count\ncount is 1\n> say <x>\n<x>\n",
    // Files.
    "```file a.txt\nx\n\n  y\n```\n\n> cat a.txt\nx\n...\n  y\n",
    "  ~~~file a.txt\n  x\n    y\n  ~~~\n> cat a.txt\nx\n  y\n",
    "(for each x = a, b)\n```file a.txt\n<x>\n```\n> cat a.txt\n<x>\n",
    "> write a.txt 1||x\n```file a.txt\n<n:int>\n\nx\n```\n> say 2\n<n+1>\n",
    "> write a.txt x|y\n\n```file a.txt\nx\n...\n! z\n```\n",
    // The header.
    "(tags: slow, big)\n(timeout: 5s)\n> say a\na\n", "(note: a remark)\n> say a\na\n",
    "> requires platform linux\n> say a\na\n",
  ])
  func `a file with parameters passes for each row`(_ scenario: String) throws {
    try expect(scenario)
  }

  @Test(arguments: [
    (
      "(skip: too slow)\n> say a\nb\n",
      "skipped DIR/a.scenario: too slow\n\n0 passed, 0 failed, 1 skipped\n"
    ),
    (
      "> requires platform macos\n",
      "skipped DIR/a.scenario: this is not macos\n\n0 passed, 0 failed, 1 skipped\n"
    ),
    (
      "> requires program nethack\n",
      "skipped DIR/a.scenario: the program `nethack` is missing\n\n0 passed, 0 failed, 1 skipped\n"
    ),
  ])
  func `a skipped file says why`(_ scenario: String, _ report: String) throws {
    try expect(scenario, report)
  }

  @Test func `failures name the row`() throws {
    try expect(
      "(for each x = a, b)\n(for each n = 1, 2)\n> seed <n>\n> say <x><n>\na1\n",
      """
      DIR/a.scenario:4: the reply is not as expected (seed 2, x=a n=2)
          > seed 2
          > say a2
          - a1
          + a2
             ^
          rerun: parlor test 'DIR/a.scenario:4[2]'
          debug: parlor --resume-at 'DIR/a.scenario:4[2]'
      DIR/a.scenario:4: the reply is not as expected (seed 1, x=b n=1)
          > seed 1
          > say b1
          - a1
          + b1
            ^
          rerun: parlor test 'DIR/a.scenario:4[3]'
          debug: parlor --resume-at 'DIR/a.scenario:4[3]'
      DIR/a.scenario:4: the reply is not as expected (seed 2, x=b n=2)
          > seed 2
          > say b2
          - a1
          + b2
          rerun: parlor test 'DIR/a.scenario:4[4]'
          debug: parlor --resume-at 'DIR/a.scenario:4[4]'

      0 passed, 1 failed (3 differences)

      """)
  }

  @Test func `a file that differs is reported`() throws {
    try expect(
      "> write a.txt x\n\n```file a.txt\ny\n```\n\n```file b.txt\n...\n```\n",
      """
      DIR/a.scenario:3: the file is not as expected
          > write a.txt x
          file a.txt
          - y
          + x
          rerun: parlor test DIR/a.scenario:3
          debug: parlor --resume-at DIR/a.scenario:3
      DIR/a.scenario:7: the file is not as expected
          > write a.txt x
          file b.txt
          + error[io]: there is no b.txt
          rerun: parlor test DIR/a.scenario:7
          debug: parlor --resume-at DIR/a.scenario:7

      0 passed, 1 failed (2 differences)

      """)
  }

  @Test(arguments: [
    ("> a\n\n(skip: late)\n", "3: `(skip: late)` must come before the first command"),
    ("(skip:)\n> a\n", "1: missing reason; expected `(skip: reason)`"),
    ("(timeout: soon)\n> a\n", "1: `soon` is not a time; expected one such as `10s`"),
    ("(tags: a b)\n> a\n", "1: tags are words, as in `(tags: slow, farkle)`"),
    (
      "(tag: a)\n> a\n",
      "1: unknown marker `(tag: a)`; expected `(tags: …)`, or for plain text, append ` (literal)`"
    ),
    (
      "for each x = a\n> say <x>\n<x>\n",
      "1: unknown marker `for each x = a`; expected `(for each x = a)`, or for plain text, append ` (literal)`"
    ),
    (
      "(for eech x = a)\n> a\n",
      "1: unknown marker `(for eech x = a)`; expected `(for each NAME = VALUE, VALUE)`, or for plain text, append ` (literal)`"
    ),
    ("(for each x = a)\n> a\n", "1: the parameter `x` is never used; write `<x>`"),
    ("(for each x = a,)\n> <x>\n", "1: a value is missing, or a quote has no end"),
    ("(for each x = \"a)\n> <x>\n", "1: a value is missing, or a quote has no end"),
    ("(for each x = a)\n(for each x = b)\n> <x>\n", "2: the parameter `x` is given twice"),
    (
      "```for each\nx\n```\n> <x>\n",
      "1: expected a line with the names of the parameters, then lines with their values"
    ),
    ("```for each\nx y\n1\n```\n> <x> <y>\n", "1: each row needs 2 values"),
    ("> a\n```file a\nx\n", "2: the block `file a` has no end"),
    ("```file\nx\n```\n> a\n", "1: a block `file` needs a name, as in `file notes.txt`"),
    ("```file ../a\nx\n```\n> a\n", "1: cannot write ../a"),
  ])
  func `an invalid head is an error`(_ scenario: String, _ message: String) throws {
    let folder = try Folder(["a.scenario": scenario])
    let report = folder.run(["a.scenario"])
    #expect(report.exitCode == 2)
    #expect(
      folder.text(of: report).hasPrefix("DIR/a.scenario:\(message)\n"), "\(folder.text(of: report))"
    )
  }

  @Test func `tags choose files`() throws {
    let folder = try Folder([
      "a.scenario": "(tags: slow)\n> say a\na\n", "b.scenario": "(tags: slow, big)\n> say b\nb\n",
      "c.scenario": "> say c\nc\n",
    ])
    func names(_ tags: [String], _ excluded: [String]) -> [String] {
      folder.run {
        $0.selection.tags = tags
        $0.selection.excludedTags = excluded
      }.results.map { String($0.path.suffix(10).prefix(1)) }
    }
    #expect(names([], []) == ["a", "b", "c"])
    #expect(names(["slow"], []) == ["a", "b"])
    #expect(names(["slow"], ["big"]) == ["a"])
    #expect(names([], ["slow"]) == ["c"])
    #expect(folder.run { $0.selection.tags = ["none"] }.exitCode == 2)
  }

  @Test(arguments: [
    // A value of the row becomes its name again.
    (
      "(for each x = a, b)\n> say <x>1 <x>\n", "(for each x = a, b)\n> say <x>1 <x>\na1 <x>\n",
      false
    ),
    ("(for each x = a, b)\n> say is <x>\nc\n", "(for each x = a, b)\n> say is <x>\nis <x>\n", true),
    // Files, blank lines and fences included.
    (
      "> write a.txt x||y|```\n\n```file a.txt\nz\n```\n",
      "> write a.txt x||y|```\n\n```file a.txt\nx\n\ny\n``` (literal)\n```\n", true
    ),
    ("> write a.txt x\n```file a.txt\n```\n", "> write a.txt x\n```file a.txt\nx\n```\n", true),
  ])
  func `blessing puts parameters back`(_ before: String, _ after: String, _ isWhole: Bool) throws {
    let folder = try Folder(["a.scenario": before])
    let report = folder.run { $0.blesses = true }
    #expect(report.exitCode == (isWhole ? 0 : 1), "\(folder.text(of: report))")
    #expect(try folder.read("a.scenario") == (isWhole ? after : before))
    if isWhole { #expect(folder.run().exitCode == 0) }
  }

  @Test func `formatting leaves attached files alone`() throws {
    let text = "(skip: x)  \n\n\n```file a\nx  \n\n\ny\n```\n\n> a\n"
    let formatted = try ScenarioFormat.formatted(Array(text.utf8), path: "a.scenario")
    #expect(
      String(decoding: formatted, as: UTF8.self)
        == "(skip: x)\n\n```file a\nx  \n\n\ny\n```\n\n> a\n")
  }

  @Test func `Markdown has heads and files too`() throws {
    let folder = try Folder([
      "a.md":
        "(for each x = a)\n\n```file a.txt\nx\n```\n\n```parlor\n> cat a.txt\nx\n> write b y\n```\n\nThen:\n\n```file b\ny\n```\n"
    ])
    #expect(folder.text(of: folder.run()) == "1 passed, 0 failed\n")
  }

  @Test func `each row can be run alone and is a test case`() throws {
    let folder = try Folder(["a.scenario": "(for each n = 1, 2, 3)\n\n> say <n>\n2\n"])
    let report = folder.run(["a.scenario"])
    let text = folder.text(of: report)
    #expect(text.contains("(n=1)\n") && text.contains("(n=3)\n") && !text.contains("(n=2)\n"))
    #expect(text.contains("rerun: parlor test 'DIR/a.scenario:3[3]'\n"))
    #expect(text.contains("debug: parlor --resume-at 'DIR/a.scenario:3[3]'\n"))
    #expect(folder.run(["a.scenario:3[2]"]).exitCode == 0)
    #expect(folder.run(["a.scenario:3[3]"]).failureCount == 1)
    #expect(
      folder.text(of: folder.run(["a.scenario:3[4]"]))
        == "DIR/a.scenario: the file has only 3 rows of parameters\n\n0 passed, 1 failed\n")
    let tap = String(decoding: ReportFormat.tap.bytes(of: report), as: UTF8.self)
    let points = tap.replacing(folder.path, with: "DIR").split(separator: "\n").filter {
      $0.contains("ok ") || $0.hasPrefix("1..")
    }
    #expect(
      points == [
        "1..3", "not ok 1 - DIR/a.scenario[1] n=1", "ok 2 - DIR/a.scenario[2] n=2",
        "not ok 3 - DIR/a.scenario[3] n=3",
      ])
    let junit = String(decoding: ReportFormat.junit.bytes(of: report), as: UTF8.self)
    #expect(junit.contains(#"<testsuites name="parlor test" tests="3" failures="2" errors="0">"#))
    #expect(junit.contains(#"/a.scenario[2] n=2" classname=""#))
  }

  @Test(arguments: [
    ("(for eac a = 1)\n\n> say a\na\n", 1, "unknown marker `(for eac a = 1)`"),
    ("(fore each a = 1)\n\n> say a\na\n", 1, "unknown marker `(fore each a = 1)`"),
    ("(For Each a = 1)\n\n> say a\na\n", 1, "unknown marker `(For Each a = 1)`"),
    ("```for eac\na\n1\n```\n\n> say a\na\n", 1, "unknown block `for eac`"),
    ("p\n\n```fiel x.txt\na\n```\n\n> say a\na\n", 3, "unknown block `fiel x.txt`"),
    ("p\n\n```file x.txt\na\n", 3, "the block `file x.txt` has no end"),
  ])
  func `a misspelt or open block is the first error`(
    _ text: String, _ line: Int, _ message: String
  ) {
    let errors = ScenarioParser.parse(Array(text.utf8), path: "a.scenario").errors
    #expect(errors.first?.line == line)
    #expect(errors.first?.reason.message.hasPrefix(message) == true, "\(errors)")
  }

  @Test(arguments: ["(for Ann = 1)", "(see each a = 1)", "```sh\nfor each\n```", "```a file\n```"])
  func `other prose stays prose`(_ text: String) {
    let scenario = "\(text)\n\n> say a\na\n"
    #expect(ScenarioParser.parse(Array(scenario.utf8), path: "a.scenario").errors.isEmpty)
  }
}
