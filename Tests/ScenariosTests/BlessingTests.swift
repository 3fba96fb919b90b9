import LibC
import ParlorEngine
import Testing

@testable import Scenarios

@Suite struct BlessingTests {
  @Test func `what was kept as prose is told`() throws {
    let folder = try Folder([
      "a.scenario":
        "> say a|b\nc\nNow Ann thinks twice.\n\n> say d\nd\n> say e\n# Next\n\n> say f\nf\n"
    ])
    let report = folder.run { $0.blesses = true }
    #expect(folder.text(of: report).contains("kept as prose: DIR/a.scenario:5\n"))
    #expect(folder.text(of: report).contains("kept as prose: DIR/a.scenario:12\n"))
    let lines = try folder.read("a.scenario").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[4] == "Now Ann thinks twice." && lines[11] == "# Next")
  }

  /// A file before and after; the file that was blessed passes, and is not blessed again.
  private func bless(_ before: String, to after: String, name: String = "a.scenario") throws {
    let folder = try Folder([name: before])
    let report = folder.run([name]) { $0.blesses = true }
    #expect(try folder.read(name) == after)
    #expect(report.exitCode == 0, "\(folder.text(of: report))")
    #expect(folder.run([name]).exitCode == 0)
    let again = folder.run([name]) { $0.blesses = true }
    #expect(folder.text(of: again).hasPrefix("1 passed, 0 failed"))
    #expect(try folder.read(name) == after)
  }

  @Test(arguments: [
    // What is missing, extra or changed.
    ("> say a\n", "> say a\na\n"), ("> say a", "> say a\na\n"), ("> nothing\na\n", "> nothing\n"),
    ("> say a|b|c\na\nx\nc", "> say a|b|c\na\nb\nc"), ("> say a|b\nb\n", "> say a|b\na\nb\n"),
    ("> say a|b\na", "> say a|b\na\nb\n"),
    ("> say a\n> say b\n\nx\n", "> say a\na\n> say b\nb\n\nx\n"),
    // Prose, blanks, line breaks.
    ("# T \t\n\n> say a \nb\t\n \n prose \n\n\n", "# T \t\n\n> say a \na\n \n prose \n\n\n"),
    ("p\r\n> say a|b\r\na \r\nc\r\n\r\nq", "p\r\n> say a|b\r\na \r\nb\r\n\r\nq"),
    ("p\r\n> say a", "p\r\n> say a\r\na\r\n"), ("\u{FEFF}> say a\nb\n", "\u{FEFF}> say a\na\n"),
    // Patterns that hold stay, others go.
    ("> say a1|b|c\na\\d (re)\nx\n...\n", "> say a1|b|c\na\\d (re)\nb\n...\n"),
    ("> say a|b\n<int>\nb (?)\n! z\n", "> say a|b\na\nb (?)\n! z\n"),
    ("> say a|z\na\n! z\n...\n", "> say a|z\na\n...\n"),
    ("> say 5 b|x\n<int> b\ny\n", "> say 5 b|x\n<int> b\nx\n"),
    ("> say c|a|x\n(unordered)\na\nb\nc\n(end)\n", "> say c|a|x\n(unordered)\na\nc\nx\n(end)\n"),
    ("> say a|x|b\na\n(unordered)\nb\n(end)\n", "> say a|x|b\na\nx\n(unordered)\nb\n(end)\n"),
    ("> say m|x|m\nm (*)\n", "> say m|x|m\nm (*)\nx\nm\n"),
    ("> fail io\nerror[syntax]\n", "> fail io\nerror[io]\n"),
    ("> fail io\nerror[syntax]\n! secret\n! help\n", "> fail io\nerror[io]\n! secret\n"),
    ("> say a\nerror[syntax]\n", "> say a\na\n"),
    // A line doubled before `...`.
    ("> say a|b|c\na\na\n...\n", "> say a|b|c\na\n...\n"),
    ("> say a|b|c\na\nx\n...\n", "> say a|b|c\na\nb\n...\n"),
    // Exact counts.
    ("> say a|a\na (3 times)\n", "> say a|a\na (2 times)\n"),
    ("> say a|a|a\n[ab] (re) (2 times)\n", "> say a|a|a\n[ab] (re) (2 times)\na\n"),
    // Values of replies in JSON.
    (
      "> say {\"a\":1,\"b\":2}\njson a == 3\njson b == 2\n",
      "> say {\"a\":1,\"b\":2}\njson a == 1\njson b == 2\n"
    ),
    ("> say {\"a\":1}\njson a == 1\njson b == 2\n", "> say {\"a\":1}\njson a == 1\n"),
    ("> say {\"a\":1}\njson b == 2\n", "> say {\"a\":1}\n{\"a\":1}\n"),
    ("> json io\njson a == 2\n", "> json io\n{\"id\":1,\"ok\":false,\"error\":{\"column\":7}}\n"),
    // Prose that touches a reply.
    (
      "> say a\nb\nNow Ann thinks twice.\nAnd rolls all dice again.\n\nx\n",
      "> say a\na\n\nNow Ann thinks twice.\nAnd rolls all dice again.\n\nx\n"
    ),
    ("> say a\na\n## Next\n> say b\nb\n", "> say a\na\n\n## Next\n> say b\nb\n"),
    (
      "> say Ann has two dice\nAnn has two dice\nAnn has two dice\n",
      "> say Ann has two dice\nAnn has two dice\n"
    ),
    ("> fail io\n...\n", "> fail io\nerror[io]: it failed\n...\n"),
    ("> fail io\nerror[io]: failed\n...\n", "> fail io\nerror[io]: it failed\n...\n"),
    // What would be read as a pattern.
    (
      "> say ...|a (re)|! b|<int>|Total (net)\n",
      "> say ...|a (re)|! b|<int>|Total (net)\n... (literal)\na (re) (literal)\n"
        + "! b (literal)\n<int> (literal)\nTotal (net)\n"
    ),
    ("> say 1|<s>\n<s:int>\n<s> (?)\n", "> say 1|<s>\n<s:int>\n<s> (?)\n<s> (literal)\n"),
    // Captures.
    ("> say 1|2|3\n<s:int>\n<s+5>\n<s+2>\n", "> say 1|2|3\n<s:int>\n2\n<s+2>\n"),
    ("> say x\n<s:int>\n<s+5>\n> say b\nc\n", "> say x\nx\n> say b\nb\n"),
    (
      "> say 1\n<s:int>\n> say 7 x\n<s+5> <w:word>\n> say c\n<w>\n",
      "> say 1\n<int>\n> say 7 x\n7 x\n> say c\nc\n"
    ),
    (
      "> say a\n<s:int>\n> say 5\n<s>\n> say b\n<t:word>\n> say c\n<t>\n",
      "> say a\na\n> say 5\n5\n> say b\n<word>\n> say c\nc\n"
    ),
    // Known failures stay.
    ("> say a\n(known: b)\nc\n> say d\n", "> say a\n(known: b)\nc\n> say d\nd\n"),
  ])
  func `blessing replaces wrong replies alone`(_ before: String, _ after: String) throws {
    try bless(before, to: after)
  }

  @Test func `blessing keeps fences and indentation of Markdown`() throws {
    try bless(
      "- list\n\n  ```parlor\n  > say a|```\n  b\n  ```\n> prose\n",
      to: "- list\n\n  ```parlor\n  > say a|```\n  a\n  ``` (literal)\n  ```\n> prose\n",
      name: "a.md")
  }

  @Test func `the difference is shown first`() throws {
    let report = try report("> say a\nb\n> say c\nd\n") { $0.blesses = true }
    let lines = report.split(separator: "\n")
    #expect(lines[1...3] == ["    > say a", "    - b", "    + a"])
    #expect(lines.suffix(3).first?.hasSuffix("/a.scenario (2 replies)") == true)
    #expect(lines.suffix(2) == ["1 passed, 0 failed", "exit 0"])
  }

  @Test func `nothing is blessed in CI`() throws {
    let folder = try Folder(["a.scenario": "> say a\nb\n"])
    let report = folder.run {
      $0.blesses = true
      $0.isInCI = true
    }
    #expect(report.exitCode == 2)
    #expect(
      folder.text(of: report)
        == "`--bless` is disabled because `CI` is set\n\n0 passed, 1 failed\n")
    #expect(try folder.read("a.scenario") == "> say a\nb\n")
  }

  @Test func `unstable files are not blessed`() throws {
    let folder = try Folder([
      "a.scenario": "> say a\nb\n> random\n...\n", "b.parlor": "random\n", "b.golden": "> random\n",
    ])
    let report = folder.run { $0.blesses = true }
    #expect(report.exitCode == 1)
    #expect(
      folder.text(of: report).contains(
        "not blessed: DIR/a.scenario:3: two runs gave different replies\n"))
    #expect(try folder.read("a.scenario") == "> say a\nb\n> random\n...\n")
    #expect(try folder.read("b.golden") == "> random\n")
    try folder.write("> say b\nb\n> random\n<word>\n", to: "a.scenario")
    #expect(folder.run(["a.scenario"]) { $0.blesses = true }.exitCode == 0)
  }

  /// What cannot be written is named, and the rest is written.
  @Test func `the rest is written`() throws {
    let folder = try Folder(["a.scenario": "> say a\nb\n> quit\n> say c\nd\n"])
    let report = folder.run { $0.blesses = true }
    #expect(report.exitCode == 1)
    #expect(
      folder.text(of: report).hasSuffix(
        """
        blessed DIR/a.scenario
        not blessed: DIR/a.scenario:4: no reply, because the session has ended

        0 passed, 1 failed (1 difference)

        """))
    #expect(try folder.read("a.scenario") == "> say a\na\n> quit\n> say c\nd\n")
  }

  @Test func `read only files are refused`() throws {
    let folder = try Folder(["a.scenario": "> say a\nb\n"])
    chmod("\(folder.path)/a.scenario", 0o444)
    let report = folder.run { $0.blesses = true }
    #expect(report.exitCode == 3)
    #expect(
      folder.text(of: report).contains("not blessed: DIR/a.scenario: the file is read-only\n"))
    #expect(try folder.read("a.scenario") == "> say a\nb\n")
  }

  @Test func `new errors are named`() throws {
    let folder = try Folder(["a.scenario": "> fail io\n> fail io\nok\n> fail io\nerror: x\n"])
    let report = folder.run { $0.blesses = true }
    #expect(report.exitCode == 0)
    #expect(
      folder.text(of: report).hasSuffix(
        """
        blessed DIR/a.scenario (3 replies)
        DIR/a.scenario:5: warning: the blessed reply is an error, and none was expected before

        1 passed, 0 failed

        """))
  }

  @Test func `the golden file is named`() throws {
    let folder = try Folder(["a.parlor": "say a\n", "a.golden": "> say b\n"])
    #expect(folder.text(of: folder.run { $0.blesses = true }).contains("blessed DIR/a.golden\n"))
  }

  @Test func `only approved replies are rewritten`() throws {
    let text = "> say a\nb\n> say c\nd\n> say e\nf\n"
    let folder = try Folder(["a.scenario": text, "b.parlor": "say a\n", "b.golden": ""])
    let report = folder.run {
      $0.blesses = true
      $0.approves = { $0.line == 3 && $0.path.hasSuffix(".scenario") }
    }
    #expect(try folder.read("a.scenario") == "> say a\nb\n> say c\nc\n> say e\nf\n")
    #expect(try folder.read("b.golden") == "")
    #expect(report.exitCode == 1)
    #expect(
      folder.text(of: report) == """
        blessed DIR/a.scenario
        DIR/a.scenario: 2 replies not blessed
        DIR/b.parlor: 1 reply not blessed

        0 passed, 2 failed (3 differences)

        """)
  }

  @Test func `unexpected passes are not blessed`() throws {
    let text = "> say a\n(known: late)\na\n"
    let folder = try Folder(["a.scenario": text])
    let report = folder.run {
      $0.blesses = true
      $0.isStrict = true
    }
    #expect(report.exitCode == 1)
    #expect(
      folder.text(of: report).hasSuffix(
        "DIR/a.scenario: 1 reply not blessed\n\n0 passed, 1 failed (1 difference)\n"))
    #expect(try folder.read("a.scenario") == text)
  }

  @Test func `missing goldens are created`() throws {
    let folder = try Folder(["a.parlor": "say a\ncount\n"])
    #expect(folder.run(["a.parlor"]) { $0.blesses = true }.exitCode == 0)
    #expect(try folder.read("a.golden") == "> say a\na\n> count\ncount is 1\n")
  }

  private static func run(_ replies: [Transcription]) -> Blessing.Run {
    Blessing.Run(row: ScenarioRow(), replies: replies)
  }

  /// Random files with random replies: blessed files pass, and blessing again changes nothing.
  @Test func `blessed files pass and do not change again`() throws {
    let expected = [
      "a", "b", "c", "...", "[ab] (re)", "b (*)", "a (?)", "c (+)", "! c", "<word>", "<int>",
      "(unordered)\na\nb\n(end)", "error[io]", "a (literal)", "\tx", "<s> (literal)",
    ]
    let replies = ["a", "b", "c", "...", "! c", "7", "x (re)", "<int>", "(end)"]
    var random = SeededGenerator(seed: 4)
    var rewritten = 0
    for _ in 0..<400 {
      var text = "prose\n\n"
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let count = Int.random(in: 1...5, using: &random)
        let reply = (0..<count).compactMap { _ in replies.randomElement(using: &random) }
        text +=
          Int.random(in: 0...5, using: &random) == 0
          ? "> fail io\n" : "> say \(reply.joined(separator: "|"))\n"
        for _ in 0..<Int.random(in: 0...5, using: &random) {
          text += (expected.randomElement(using: &random) ?? "") + "\n"
        }
        text += "\n"
      }
      let (scenario, errors) = ScenarioParser.parse(Array(text.utf8), path: "a")
      #expect(errors.isEmpty)
      let toy = ToySession()
      let replied = scenario.steps.map { toy.transcribe(scenario.bytes[$0.command]) }
      let blessing = try Blessing(of: scenario, [Self.run(replied)]) { _ in true }
      rewritten += blessing.count
      let (after, newErrors) = ScenarioParser.parse(blessing.bytes, path: "a")
      #expect(newErrors.isEmpty)
      let again = try Blessing(of: after, [Self.run(replied)]) { _ in true }
      #expect(again.count == 0 && again.bytes == blessing.bytes, "\(text)")
      #expect(blessing.bytes.starts(with: "prose\n\n> ".utf8))
    }
    #expect(rewritten > 200)
  }
}
