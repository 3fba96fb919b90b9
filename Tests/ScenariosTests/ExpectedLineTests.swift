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
    // Suffixes as scrut writes them, and exact counts.
    ("say a1|a2|b", "a* (glob+)\nb"), ("say b", "a* (glob*)\nb"), ("say 1|2|3", "\\d (regex+)"),
    ("say a|b (re)", "a\nb (re) (equal)"), ("say a|a", "a (equal+)"), ("say b", "a (equal?)\nb"),
    ("say a|a|a", "a (3 times)"), ("say a1|a2", "a\\d (re) (2 times)"), ("say a", "a (1 times)"),
    ("say a (81)", "a (81)"),
    // Absence.
    ("say a", "a\n! Total \\(net\\) (re)"), ("say a", "a\n! \\<n> (glob)"),
    ("say a", "Total (net) (literal) (?)\na"),
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
    ("say 7 is 7", "<s:int> is <s>"),
    ("say 1.5 and 12 and -1,200.25", "<float> and <float> and <float>"),
    ("say 100 and 250|350|150|1,350", "<a:int> and <b:int>\n<a+b>\n<b-a>\n<a+b+1000>"),
    ("say 1.5|0.25|1.75|2", "<a:float>\n<b:float>\n<a+b>\n<a+b+b>"),
    // Placeholders in patterns.
    ("say Ann rolls 5 and more", "Ann rolls <int> * (glob)"),
    ("say 5 of [7]|5", "<n:int> of \\[<int>\\] (re)\n<n>"),
    ("say 1,2,30", "(<int>,?)+ (re)"), ("say <int> x", "\\<int> . (re)"),
    ("say 5|x5", "<n:int>\n?<n> (glob)"),
    // Values of replies in JSON.
    ("say {\"a\":{\"b\":[1,{\"c\":\"x\"}]}}", "json a.b.0 == 1\njson a.b.*.c == \"x\""),
    ("say {\"a\":{\"b\":1,\"c\":2.0}}", "json a == {\"c\":2,\"b\":1}\n! d"),
    ("say {\"a\":7,\"b\":[8,9]}", "json a == <n:int>\njson b == [<n+1>,<int>]"),
    ("say {\"a\":\"Ann\"}", "json a == \"A*\" (glob)"),
    ("say news|{\"a\":1}", "json a == 1"), ("say x|{\"a\":1}", "x\n...\njson a == 1"),
    ("json io", "json ok == false\njson error.column == 7"), ("json io", "json error.column == 7"),
    ("say <s> <s+1> <t:foo>", "<s> <s+1> <t:foo>"),
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
  func `a reply meets what is expected`(_ command: String, _ expected: String) throws {
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
    ("say a b", "<word>"), ("say 1.", "<float>"), ("say 1|2|4", "<a:int>\n<b:int>\n<a+b>"),
    ("say Ann rolls a", "Ann rolls <int>* (glob)"), ("say [x]", "\\[<int>\\] (re)"),
    ("say 5|x6", "<n:int>\n?<n> (glob)"), ("say 5 [int]", "<int> \\[[a-z]\\] (re)"),
    ("say a|a", "a (3 times)"), ("say a|a|a|a", "a (3 times)"), ("say b", "a* (glob+)"),
    ("say a", "json a == 1"), ("say {\"a\":1}", "json a == 2"), ("say {\"a\":1}", "json b == 1"),
    ("say {\"a\":[1,2]}", "json a.* == 3"),
    ("say {\"a\":{\"b\":1,\"c\":2}}", "json a == {\"b\":1}"),
    ("say {\"a\":7,\"b\":9}", "json a == <n:int>\njson b == <n+1>"),
    ("json io", "json id == 1"), ("json io", "json ok == true"),
    ("say {\"a\":1}", "json a == 1\n! a"),
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
  func `a reply that differs fails`(_ command: String, _ expected: String) throws {
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
    (
      "> a\nb (RE)\n",
      "DIR:2: unknown suffix `(RE)`; expected `(re)`, or for plain text, append ` (literal)`"
    ),
    (
      "> a\nb (regexp)\n",
      "DIR:2: unknown suffix `(regexp)`; expected `(re)`, or for plain text, append ` (literal)`"
    ),
    (
      "> a\nb (**)\n",
      "DIR:2: unknown suffix `(**)`; expected `(*)`, or for plain text, append ` (literal)`"
    ),
    (
      "> a\nb (globb+)\n",
      "DIR:2: unknown suffix `(globb+)`; expected `(glob) (+)`, or for plain text, append ` (literal)`"
    ),
    (
      "> a\nb (litera)\n",
      "DIR:2: unknown suffix `(litera)`; expected `(literal)`, or for plain text, append ` (literal)`"
    ),
    (
      "> a\nb (0 times)\n",
      "DIR:2: unknown suffix `(0 times)`; expected `(3 times)`, or for plain text, append ` (literal)`"
    ),
    (
      "> a\nb (3 tims)\n",
      "DIR:2: unknown suffix `(3 tims)`; expected `(3 times)`, or for plain text, append ` (literal)`"
    ),
    (
      "> a\nb (rex) (*)\n",
      "DIR:2: unknown suffix `(rex)`; expected `(re)`, or for plain text, write `\\(rex\\) (re)`"
    ),
    (
      "> a\n! Hold (rex)\n",
      "DIR:2: unknown suffix `(rex)`; expected `(re)`, or for plain text, write `\\(rex\\) (re)`"
    ),
    (
      "> a\n! Total (net)\n",
      "DIR:2: unknown suffix `(net)`; for plain text, write `\\(net\\) (re)`"
    ),
    (
      "> a\nTotal (net) (?)\n",
      "DIR:2: unknown suffix `(net)`; for plain text, write `\\(net\\) (re)`"
    ),
    ("> a\n! Hold <n>\n", "DIR:2: nothing captures `<n>`; for plain text, write `\\<n> (re)`"),
    ("> a\n<n> (*)\n", "DIR:2: nothing captures `<n>`; for plain text, write `\\<n> (re)`"),
    ("> a\n! <n> (glob)\n", "DIR:2: nothing captures `<n>`; for plain text, write `\\<n> (re)`"),
    (
      "> a\n(unorderd)\n",
      "DIR:2: unknown marker `(unorderd)`; expected `(unordered)`, or for plain text, append ` (literal)`"
    ),
    (
      "> a\n(know: x)\n",
      "DIR:2: unknown marker `(know: x)`; expected `(known: reason)`, or for plain text, append ` (literal)`"
    ),
    (
      "> a\n\n>roll\n",
      "DIR:3: a command starts with `> ` at the start of the line; for plain text, write `\\>`"
    ),
    (
      "> a\n\n  > roll\n",
      "DIR:3: a command starts with `> ` at the start of the line; for plain text, write `\\>`"
    ),
    (
      "> a\njson a == b\n",
      "DIR:2: `b` is not a JSON value; text has quotes, as in `json state.players.0.name == \"Ann\"`"
    ),
    (
      "> a\n[<int>] (re)\n",
      "DIR:2: invalid pattern: a placeholder cannot be part of a set; for plain text, write `\\<`"
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
  func `what cannot be expected is an error`(_ text: String, _ message: String) throws {
    let folder = try Folder(["a.scenario": text])
    let report = folder.run(["a.scenario"])
    let expected = message.replacing("DIR", with: "DIR/a.scenario") + "\n\n0 passed, 1 failed\n"
    #expect(folder.text(of: report) == expected)
    #expect(report.exitCode == 2)
  }

  @Test func `invalid UTF-8 is an error`() throws {
    let bytes = Array("prose\n> a\nb".utf8) + [0xFF, 0x0A]
    let (_, errors) = ScenarioParser.parse(bytes, path: "a.scenario")
    #expect(errors == [ScenarioError(path: "a.scenario", line: 3, reason: .invalidUTF8)])
  }

  @Test func `escaped lines are prose`() throws {
    #expect(try report("> say a\na\n\n\\>roll\n\\  > roll\n>\n") == "1 passed, 0 failed\nexit 0\n")
  }

  /// A reply in JSON differs by path.
  @Test func `a reply in JSON differs by path`() throws {
    let text = #"> say {"a":{"b":1,"d":[1,2]},"c":"x"}"# + "\n"
    let report = try report(text + #"{"a":{"b":2,"d":[1],"e":null},"c":"x"}"# + "\n")
    #expect(
      report.contains(
        """
            - a.b: 2
            + a.b: 1
            + a.d.1: 2
            - a.e: null
            rerun
        """), "\(report)")
    let other = try ScenariosTests.report(text + #"{"c":"x","a":{"b":1,"d":[1,2]}}"# + "\n")
    #expect(other.contains("      (equal values, in another order or spelling)\n"))
    let value = try ScenariosTests.report(
      #"> say {"a":{"b":1}}"# + "\njson a.b == 2\njson a.c == 2\n")
    #expect(
      value.contains(
        """
            - json a.b == 2
            + json a.b == 1
            - json a.c == 2
              (the reply is not JSON or has nothing at this path)
        """), "\(value)")
  }

  @Test func `captures reach later replies`() throws {
    let text = "> say at 1,200\nat <s:int>\n\n> say 1250\n<s+50>\n> say -1,300\n-<s+100>\n"
    #expect(try report(text) == "1 passed, 0 failed\nexit 0\n")
  }

  @Test func `all errors of a file are reported`() throws {
    let report = try report("> a\n( (re)\n[ (glob)\n")
    #expect(report.contains("a.scenario:2: invalid pattern: `(` is not closed\n"))
    #expect(report.contains("a.scenario:3: invalid pattern: `[` is not closed\n"))
  }

  @Test func `only blocks of Markdown are read`() throws {
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
  @Test func `whatever the bytes, a file is read or refused`() {
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
        _ = try? Blessing(of: scenario, [Blessing.Run(row: ScenarioRow(), replies: replies)]) { _ in
          true
        }
      }
    }
  }
}
