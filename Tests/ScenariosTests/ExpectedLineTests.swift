import Testing

@testable import Scenarios

/// What expected lines mean, each with a reply that meets them and one that does not.
@Suite struct ExpectedLineTests {
  @Test(arguments: [
    // Literal lines.
    ("say a|b", "a\nb"), ("say a|b", "a\nb\n\nprose"), ("say a", "a  \t"), ("say a", "a\r"),
    ("nothing", ""), ("say Total (net)", "Total (net)"), ("say <x>", "<x>"), ("say .. .", ".. ."),
    ("say (re)", "(re)"), ("say !a", "!a"), ("say errors", "errors"), ("say a)", "a)"),
    // Any lines.
    ("say a|b|c", "..."), ("nothing", "..."), ("say a|b|c", "a\n..."), ("say a|b|c", "...\nc"),
    ("say a|b|c", "a\n...\nc"), ("say a|c", "a\n...\nc"), ("say a|b|a|b", "...\nb\n...\nb\n..."),
    // Suffixes.
    ("say Ann: 12", "Ann: \\d+ (re)"), ("say Ann: 12", "A*: ?? (glob)"),
    ("say a (re)", "a (re) (literal)"), ("say ...", "... (literal)"), ("say ! a", "! a (literal)"),
    ("say a (literal)", "a (literal) (literal)"), ("say <int>", "<int> (literal)"),
    ("say a", "a\nb (?)"), ("say a|b", "a\nb (?)"), ("say a|a|b", "a (*)\nb (+)"),
    ("say b|b", "a (*)\nb (+)"), ("say 1|2|3", "\\d (re) (+)"),
    ("say a <x> (?)|b", "a <x> (?) (literal)\nb"),
    ("say ...|...", "... (literal) (+)"), ("say a\tb", "a\\tb (esc)"),
    ("say a\u{1B}[1mb\\", "a\\e[1m\\x62\\\\ (esc)"),
    ("say \t7", "\\t<int> (esc)"),
    // Absence.
    ("say a|b", "! c\na\nb"), ("say a|b", "a\nb\n! c"), ("say a|b", "! \\d (re)\n..."),
    ("say a <int> b", "! <int>\na <int> b (literal)"), ("say a b", "! c* (glob)\n..."),
    ("say a", "a\n! ! a"),
    // Any order.
    ("say c|a|b", "(unordered)\na\nb\nc\n(end)"), ("say x|b|a|y", "x\n(unordered)\na\nb\n(end)\ny"),
    ("say a|ab", "(unordered)\na* (glob)\na\n(end)"),
    ("say a|b|c", "...\n(unordered)\nc\nb\n(end)"),
    ("say a", "a\n(unordered)\n(end)"),
    // Holes.
    ("say 5 and -1,000 and +7", "<int> and <int> and <int>"), ("say 1 5 5.", "<dice>."),
    ("say 10s|1.5s|1h 5m|0:42|1:00:05|12ms", "<duration> (+)"), ("say Zoë banks", "<word> banks"),
    ("say 100|then 150|then 1,150", "<s:int>\nthen <s+50>\nthen <s+1050>"),
    ("say 7 is 7", "<s:int> is <s>"), ("say <s> <s+1> <t:foo>", "<s> <s+1> <t:foo>"),
    ("say a-b a-b", "<w:word> <w>"), ("say b|5|a|6", "(unordered)\na\n<s:int>\nb\n(end)\n<s+1>"),
    // Refusals.
    ("fail syntax", "error[syntax]"), ("fail syntax", "error[syntax]\n! secret"),
    ("fail syntax", "error[syntax]: it failed\n..."), ("fail io", "error\\[\\w+\\]: .* (re)\n..."),
    ("fail io", "error[io]: it failed\n  first help\n  second help"),
    ("fail io", "...\nerror* (glob)\n..."),
    ("json io", "error[io]"), ("json io", "{*\"ok\":false* (glob)"),
    ("json io", "{\"id\":1,\"ok\":false,\"error\":{\"column\":<int>}}"),
    ("fail io", "error* (glob)\n..."), ("say error[syntax]", "error[syntax] (literal)"),
  ])
  func meets(_ command: String, _ expected: String) throws {
    #expect(try report("> \(command)\n\(expected)\n") == "1 passed, 0 failed\nexit 0\n")
  }

  @Test(arguments: [
    ("say a|b", "a"), ("say a", "a\nb"), ("say a", ""), ("nothing", "a"), ("say a |b", "a\nb"),
    ("say A", "a"), ("say a|b", "b\na"), ("say a|b|c", "...\nb"), ("say a|b|c", "b\n..."),
    ("say Ann: 12", "Ann: \\d (re)"), ("say Ann: 12", "A?: * (glob)"),
    ("say a", "b (+)"), ("say a|a", "a (?)"), ("say b", "a (*)"),
    ("say a (re)", "b (re) (literal)"),
    ("say a|b", "! b\n..."), ("say a1", "! \\d (re)\n..."), ("say a 5", "! <int>\n..."),
    ("say a|b|c", "(unordered)\na\nb\n(end)"), ("say a|b", "(unordered)\na\nb\nc\n(end)"),
    ("say a|a", "(unordered)\na\nb\n(end)"), ("say b", "(unordered)\na* (glob)\n(end)"),
    ("say five", "<int>"), ("say 7 1", "<dice>x"), ("say soon", "<duration>"),
    ("say a b", "<word>"),
    ("say 1000,0", "<int>"), ("say 100|then 151", "<s:int>\nthen <s+50>"),
    ("say 7 is 8", "<s:int> is <s>"),
    // A refusal is met by nothing but a line that begins with `error`.
    ("fail syntax", "..."), ("fail syntax", ".* (re) (*)"), ("fail syntax", "...\n..."),
    ("fail syntax", "<word> it failed\n..."), ("fail syntax", ""), ("fail syntax", "* (glob)\n..."),
    ("fail syntax", "error[io]"), ("fail syntax", "error[syntax]\nmore"),
    ("fail syntax", "error[syntax]: it failed"), ("say error[syntax]", "error[syntax]"),
    ("fail syntax", "(unordered)\n* (glob)\n  second help\n  first help\n(end)"),
    ("fail syntax", "error[syntax]\n! help"),
    ("json io", "..."), ("json io", "{.*\"ok\":.*} (re)"), ("json io", "error* (glob)"),
    ("json io", "error[syntax]"),
  ])
  func differs(_ command: String, _ expected: String) throws {
    let report = try report("> \(command)\n\(expected)\n")
    #expect(report.hasSuffix("\n\n0 passed, 1 failed (1 difference)\nexit 1\n"), "\(report)")
  }

  /// Invalid files, each with its error.
  @Test(arguments: [
    ("", "DIR: no command in this file; a command is a line that starts with `> `"),
    ("only prose\n", "DIR: no command in this file; a command is a line that starts with `> `"),
    ("> a\n(a (re)\n", "DIR:2: invalid pattern: `(` is not closed"),
    ("> a\n(a)\\1 (re)\n", "DIR:2: invalid pattern: back-references are not supported"),
    ("> a\n[a (glob)\n", "DIR:2: invalid pattern: `[` is not closed"),
    ("> a\na\\q (esc)\n", "DIR:2: invalid pattern: unknown escape `\\q`"),
    ("> a\na\\x4 (esc)\n", "DIR:2: invalid pattern: unknown escape `\\x`"),
    ("> a\n! (a (re)\n", "DIR:2: invalid pattern: `(` is not closed"),
    ("> a\nb (RE)\n", "DIR:2: unknown suffix `(RE)`; if it is plain text, append ` (literal)`"),
    (
      "> a\nb (regex)\n",
      "DIR:2: unknown suffix `(regex)`; if it is plain text, append ` (literal)`"
    ),
    ("> a\nb (**)\n", "DIR:2: unknown suffix `(**)`; if it is plain text, append ` (literal)`"),
    (
      "> a\nb (regex) (*)\n",
      "DIR:2: unknown suffix `(regex)`; if it is plain text, append ` (literal)`"
    ),
    (
      "> a\nb (re) (glob)\n",
      "DIR:2: `(re)` and `(glob)` cannot be combined; for plain text, append ` (literal)`"
    ),
    (
      "> a\nb (?) (*)\n",
      "DIR:2: `(?)` and `(*)` cannot be combined; for plain text, append ` (literal)`"
    ),
    ("> a\n! b (*)\n", "DIR:2: `! text` cannot have the count `(*)`, because it matches no line"),
    ("> a\nerror[oops]\n", "DIR:2: unknown error code `oops`"),
    ("> a\nb\n(known: c)\n", "DIR:3: `(known: reason)` must be the line after a command"),
    ("> a\n(known: )\n", "DIR:2: missing reason; expected `(known: reason)`"),
    ("> a\n(unordered)\nb\n\n(end)\n", "DIR:2: `(unordered)` without `(end)`"),
    ("> a\n(unordered)\nb\n> c\n", "DIR:2: `(unordered)` without `(end)`"),
    ("> a\n(end)\n", "DIR:2: `(end)` without `(unordered)`"),
    (
      "> a\n(unordered)\n...\n(end)\n",
      "DIR:3: between `(unordered)` and `(end)` every line must match exactly one line"
    ),
    (
      "> a\n(unordered)\nb (?)\n(end)\n",
      "DIR:3: between `(unordered)` and `(end)` every line must match exactly one line"
    ),
    ("> a\n<s:int>\n", "DIR:2: the capture `s` is never used"),
    ("> a\n<s:int>\n<s:int>\n<s>\n", "DIR:2: the capture `s` is never used"),
    (
      "> a\n<s:int> (*)\n<s>\n",
      "DIR:2: `s` cannot be captured in a line that may match no line or several"
    ),
    (
      "> a\n! <s:int>\n<s>\n",
      "DIR:2: `s` cannot be captured in a line that may match no line or several"
    ),
    (
      "> a\n<s:int>\n! <s>\n",
      "DIR:3: `s` cannot be captured in a line that may match no line or several"
    ),
    ("> a\n<w:word>\n<w+1>\n", "DIR:3: `w` is not a number, so nothing can be added to it"),
  ])
  func wrong(_ text: String, _ message: String) throws {
    let folder = try Folder(["a.scenario": text])
    let report = folder.run(["a.scenario"])
    let expected = message.replacing("DIR", with: "DIR/a.scenario") + "\n\n0 passed, 1 failed\n"
    #expect(folder.text(of: report) == expected)
    #expect(report.exitCode == 2)
  }

  @Test func invalidUTF8() throws {
    let bytes = Array("prose\n> a\nb".utf8) + [0xFF, 0x0A]
    let (_, errors) = ScenarioParser.parse(bytes, path: "a.scenario")
    #expect(errors == [ScenarioError(path: "a.scenario", line: 3, reason: .invalidUTF8)])
  }

  @Test func capturesReachLaterReplies() throws {
    let text = "> say at 1,200\nat <s:int>\n\n> say 1250\n<s+50>\n> say -1,300\n-<s+100>\n"
    #expect(try report(text) == "1 passed, 0 failed\nexit 0\n")
  }

  @Test func allErrorsOfAFileAreReported() throws {
    let report = try report("> a\n( (re)\n[ (glob)\n")
    #expect(report.contains("a.scenario:2: invalid pattern: `(` is not closed\n"))
    #expect(report.contains("a.scenario:3: invalid pattern: `[` is not closed\n"))
  }

  @Test func markdown() throws {
    let folder = try Folder([
      "a.md": """
      > no command
      ```
      > say no
      wrong
      ```
      ````markdown
      ```parlor
      > say no
      wrong
      ```
      ````
      - in a list
        ~~~~ parlor any words
        > say a|  b
        a
          b
        ~~~
        ~~~~
        wrong

      ``` parlor
      > say c
      c
      """,
      "b.md": "no block\n```parlors\n> say a\n```\n",
    ])
    #expect(folder.text(of: folder.run(["a.md"])).contains("a.md:14: the reply is not as expected"))
    let fixed = try folder.read("a.md").replacing("    b\n  ~~~\n", with: "    b\n")
    try folder.write(fixed, to: "a.md")
    #expect(folder.text(of: folder.run()) == "1 passed, 0 failed\n")
    let named = folder.run(["b.md"])
    #expect(
      folder.text(of: named)
        == "DIR/b.md: no fenced block marked `parlor` in this file\n\n0 passed, 1 failed\n")
    #expect(named.exitCode == 2)
  }

  /// Whatever the bytes, a file is read or refused.
  @Test func anyBytes() {
    let pieces = [
      "> ", "say a", "\n", "\n", "\r\n", " ", "...", "! ", "(", ")", "[", "]", "{2,3}", "*", "\\",
      "<int>",
      "<s:int>", "<s+1>", " (re)", " (glob)", " (esc)", " (*)", "(unordered)\n", "(end)\n",
      "(known: x)",
      "error[io]", "```parlor\n", "```\n", "~~~~ parlor", "\u{FEFF}", "é", "\0",
    ]
    var random = SeededGenerator(seed: 5)
    for number in 0..<3000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        bytes += (pieces.randomElement(using: &random) ?? "").utf8
        if number % 5 == 0 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
      }
      for path in ["a.scenario", "a.md"] {
        let (scenario, errors) = ScenarioParser.parse(bytes, path: path)
        #expect(!errors.isEmpty || !scenario.steps.isEmpty)
        let toy = ToySession()
        let replies = scenario.steps.map { toy.transcribe(scenario.bytes[$0.command]) }
        guard errors.isEmpty else { continue }
        _ = try? Blessing(of: scenario, replies: replies) { _ in true }
      }
    }
  }
}
