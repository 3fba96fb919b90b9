import ParlorKit
import Platform
import TestKit
import Testing

@testable import Scenarios

/// Reports for other programs, compared whole, and read by programs that others wrote.
@Suite struct ReportFormatTests {
  /// A folder with a file of every kind of outcome, names and texts that need care among them.
  private func folder() throws -> Folder {
    try Folder([
      "a.scenario": "> say a\na\n",
      "b # 1.scenario": "> seed 7\n> say \"x\" <&> \u{1B}|ü\ny %,:\nü\n\n> quit\n> say\n",
      "c.scenario": "> a\n( (re)\nb (RE)\n",
      "d.scenario": "> requires plugin go\n",
      "e.scenario": "> say e\n(known: late)\nf\n> say g\n(known: soon)\ng\n",
    ])
  }

  private func text(_ format: ReportFormat, _ folder: Folder) -> String {
    let report = folder.run(["", "gone"])
    return String(decoding: format.bytes(of: report), as: UTF8.self)
      .replacing(folder.path, with: "DIR")
  }

  @Test func `the report in TAP is whole`() throws {
    let folder = try folder()
    let stream = """
      TAP version 14
      1..8
      not ok 1 - DIR/gone
        ---
        message: "cannot read DIR/gone: no such file or directory"
        severity: error
        problems:
          - file: "DIR/gone"
            message: "cannot read DIR/gone: no such file or directory"
        ...
      ok 2 - DIR/a.scenario
      not ok 3 - DIR/b \\# 1.scenario
        ---
        message: "the reply is not as expected (seed 7)"
        severity: fail
        problems:
          - file: "DIR/b # 1.scenario"
            line: 2
            command: "say \\"x\\" <&> \\\\e|ü"
            message: "the reply is not as expected (seed 7)"
            difference:
              - "- y %,:"
              - "+ \\"x\\" <&> \\\\e"
              - "  ü"
          - file: "DIR/b # 1.scenario"
            line: 7
            command: "say"
            message: "not run, because the session has ended"
        ...
      not ok 4 - DIR/c.scenario
        ---
        message: "invalid pattern: `(` is not closed"
        severity: error
        problems:
          - file: "DIR/c.scenario"
            line: 2
            message: "invalid pattern: `(` is not closed"
          - file: "DIR/c.scenario"
            line: 3
            message: "unknown suffix `(RE)`; expected `(re)`, or for plain text, append ` (literal)`"
        ...
      ok 5 - DIR/d.scenario # SKIP the plugin `go` is missing
      ok 6 - DIR/e.scenario
      not ok 7 - DIR/e.scenario:1 # TODO late
      ok 8 - DIR/e.scenario:4 # TODO soon

      """
    #expect(text(.tap, folder) == stream)
    #expect(text(.tap13, folder) == stream.replacing("version 14", with: "version 13"))
    #expect(
      String(
        decoding: ReportFormat.tap.bytes(of: ScenarioReport(errors: [], results: [])), as: UTF8.self
      )
        == "TAP version 14\n1..0 # SKIP nothing to run\n")
  }

  @Test func `the report in JUnit is whole`() throws {
    #expect(
      try text(.junit, folder()) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="parlor test" tests="8" failures="1" errors="2">
          <testsuite name="DIR/gone" tests="1" failures="0" errors="1" skipped="0" file="DIR/gone">
            <testcase name="DIR/gone" classname="DIR">
              <error message="cannot read DIR/gone: no such file or directory" type="wrong-file"></error>
            </testcase>
          </testsuite>
          <testsuite name="DIR/a.scenario" tests="1" failures="0" errors="0" skipped="0" file="DIR/a.scenario">
            <testcase name="DIR/a.scenario" classname="DIR"/>
          </testsuite>
          <testsuite name="DIR/b # 1.scenario" tests="1" failures="1" errors="0" skipped="0" file="DIR/b # 1.scenario">
            <testcase name="DIR/b # 1.scenario" classname="DIR">
              <failure message="DIR/b # 1.scenario:2: the reply is not as expected (seed 7)" type="difference">&gt; say &quot;x&quot; &lt;&amp;&gt; \\e|ü&#10;- y %,:&#10;+ &quot;x&quot; &lt;&amp;&gt; \\e&#10;  ü</failure>
              <failure message="DIR/b # 1.scenario:7: not run, because the session has ended" type="difference">&gt; say</failure>
            </testcase>
          </testsuite>
          <testsuite name="DIR/c.scenario" tests="1" failures="0" errors="1" skipped="0" file="DIR/c.scenario">
            <testcase name="DIR/c.scenario" classname="DIR">
              <error message="DIR/c.scenario:2: invalid pattern: `(` is not closed" type="wrong-file"></error>
              <error message="DIR/c.scenario:3: unknown suffix `(RE)`; expected `(re)`, or for plain text, append ` (literal)`" type="wrong-file"></error>
            </testcase>
          </testsuite>
          <testsuite name="DIR/d.scenario" tests="1" failures="0" errors="0" skipped="1" file="DIR/d.scenario">
            <testcase name="DIR/d.scenario" classname="DIR">
              <skipped message="the plugin `go` is missing"/>
            </testcase>
          </testsuite>
          <testsuite name="DIR/e.scenario" tests="3" failures="0" errors="0" skipped="1" file="DIR/e.scenario">
            <testcase name="DIR/e.scenario" classname="DIR"/>
            <testcase name="DIR/e.scenario:1" classname="DIR">
              <skipped message="expected failure: late"/>
            </testcase>
            <testcase name="DIR/e.scenario:4" classname="DIR">
              <system-out>unexpected pass; remove `(known: soon)` if it is fixed</system-out>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func `the report in JSON is whole`() throws {
    #expect(
      try text(.json, folder()) == #"""
        {"type":"file","path":"DIR/gone","status":"wrong","problems":[{"path":"DIR/gone","message":"cannot read DIR/gone: no such file or directory"}]}
        {"type":"file","path":"DIR/a.scenario","status":"passed"}
        {"type":"file","path":"DIR/b # 1.scenario","status":"failed","problems":[{"path":"DIR/b # 1.scenario","line":2,"command":"say \"x\" <&> \\e|ü","message":"the reply is not as expected (seed 7)","difference":["- y %,:","+ \"x\" <&> \\e","  ü"],"seed":"seed 7","rerun":"parlor test 'DIR/b # 1.scenario:2'"},{"path":"DIR/b # 1.scenario","line":7,"command":"say","message":"not run, because the session has ended","seed":"seed 7","rerun":"parlor test 'DIR/b # 1.scenario:7'"}]}
        {"type":"file","path":"DIR/c.scenario","status":"wrong","problems":[{"path":"DIR/c.scenario","line":2,"message":"invalid pattern: `(` is not closed"},{"path":"DIR/c.scenario","line":3,"message":"unknown suffix `(RE)`; expected `(re)`, or for plain text, append ` (literal)`"}]}
        {"type":"file","path":"DIR/d.scenario","status":"skipped","reason":"the plugin `go` is missing"}
        {"type":"file","path":"DIR/e.scenario","status":"passed","known":1,"marked":[{"path":"DIR/e.scenario","line":1,"command":"say e","reason":"late","passed":false},{"path":"DIR/e.scenario","line":4,"command":"say g","reason":"soon","passed":true}]}
        {"type":"run","passed":2,"failed":3,"skipped":1,"not-run":0,"differences":2,"known":1,"unexpected":1,"exit":2}

        """#)
  }

  @Test func `the report for GitHub is whole`() throws {
    #expect(
      try text(.github, folder()) == """
        ::error file=DIR/gone,title=wrong scenario::cannot read DIR/gone: no such file or directory
        ::error file=DIR/b # 1.scenario,line=2,title=> say "x" <&> \\e|ü::the reply is not as expected (seed 7)%0A> say "x" <&> \\e|ü%0A- y %25,:%0A+ "x" <&> \\e%0A  ü
        ::error file=DIR/b # 1.scenario,line=7,title=> say::not run, because the session has ended%0A> say
        ::error file=DIR/c.scenario,line=2,title=wrong scenario::invalid pattern: `(` is not closed
        ::error file=DIR/c.scenario,line=3,title=wrong scenario::unknown suffix `(RE)`; expected `(re)`, or for plain text, append ` (literal)`
        ::notice file=DIR/e.scenario,line=1::expected failure: late
        ::warning file=DIR/e.scenario,line=4::unexpected pass; remove `(known: soon)` if it is fixed

        """)
  }

  /// One page, which loads nothing.
  @Test func `the report in HTML loads nothing`() throws {
    let page = try text(.html, folder())
    #expect(!page.contains("unsafe-inline"))
    for (tag, policy) in [("style", "style-src"), ("script", "script-src")] {
      let start = try #require(page.firstRange(of: "<\(tag)>")).upperBound
      let end = try #require(page.firstRange(of: "</\(tag)>")).lowerBound
      let hash = SHA256.base64(of: Array(page[start..<end].utf8))
      #expect(page.contains("\(policy) 'sha256-\(hash)'"))
    }
    for part in [
      "<title>parlor test: 2 passed, 3 failed (2 differences), 1 skipped; 1 expected failure</title>",
      "<h2>DIR/b # 1.scenario <span class=\"failed\">failed</span></h2>",
      "<h3>DIR/b # 1.scenario:2: the reply is not as expected (seed 7)</h3>",
      """
      <pre><span class="before">&gt; seed 7</span>
      <b>&gt; say &quot;x&quot; &lt;&amp;&gt; \\e|ü</b>
      <del>- y %,:</del>
      <ins>+ &quot;x&quot; &lt;&amp;&gt; \\e</ins>
        ü
      </pre>
      """,
      "<button type=\"button\" title=\"Copy\">parlor test 'DIR/b # 1.scenario:2'</button>",
      "<p>DIR/e.scenario:4: unexpected pass; remove `(known: soon)` if it is fixed</p>",
      "<li>DIR/d.scenario <span class=\"skipped\">skipped</span>: the plugin `go` is missing</li>",
    ] { #expect(page.contains(part), "\(part)") }
    for part in ["http:", "https:", "src=", "href=", "@import", "url("] {
      #expect(!page.contains(part), "\(part)")
    }
    let one = try Folder(["a.scenario": "> say abc\nabd\n"])
    #expect(text(.html, one).contains("<ins>+ ab<mark>c</mark></ins>"))
  }

  /// Nothing of a file or its name reaches a terminal as it is.
  @Test func `no control character reaches the reader`() throws {
    let folder = try Folder([
      "\u{1B}]0;x\u{7}'.scenario": "> say a\u{9B}1m\u{202E}\nb\n> say c\n(known: \u{1B}[1m)\nc\n",
      "\u{1B}.scenario": "> say a\nb \u{1B} (RE)\n",
    ])
    let report = folder.run()
    let isSafe = { (text: String) in
      text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isDisplayable }
    }
    let text = folder.text(of: report)
    #expect(isSafe(text), "\(text)")
    #expect(
      text.contains("    rerun: parlor test $'DIR/\\x1B]0;x\\x07\\'.scenario:1'\n"), "\(text)")
    for format in ReportFormat.allCases where format != .json {
      #expect(isSafe(String(decoding: format.bytes(of: report), as: UTF8.self)), "\(format)")
    }
  }

  @Test(.blocking, .enabled(if: FileSystem.kind(of: "/usr/bin/prove") == .file))
  func `prove reads the stream`() throws {
    let folder = try folder()
    func proves(_ report: ScenarioReport) throws -> Bool {
      let bytes = ReportFormat.tap13.bytes(of: report)
      try folder.write(String(decoding: bytes, as: UTF8.self), to: "stream.tap")
      return ShellCommand.run(
        "cd '\(folder.path)' && prove --exec cat stream.tap > prove.txt 2>&1", input: [])
    }
    #expect(try !proves(folder.run(["", "gone"])))
    let verdict = try folder.read("prove.txt")
    #expect(verdict.contains("Tests: 8 Failed: 3"))
    #expect(verdict.contains("Failed tests:  1, 3-4"))
    #expect(!verdict.contains("Parse errors"))
    #expect(try proves(folder.run(["a.scenario", "d.scenario", "e.scenario"])))
    #expect(try folder.read("prove.txt").contains("Result: PASS"))
    #expect(try proves(ScenarioReport(errors: [], results: [])))
  }

  @Test(.blocking, .enabled(if: FileSystem.kind(of: "/usr/bin/xmllint") == .file))
  func `the document is valid`() throws {
    let folder = try folder()
    try folder.write(JUnitSchema.text, to: "junit.xsd")
    func isValid(_ text: String) throws -> Bool {
      try folder.write(text, to: "report.xml")
      return ShellCommand.run(
        "cd '\(folder.path)' && xmllint --noout --schema junit.xsd report.xml > lint.txt 2>&1",
        input: [])
    }
    let text = text(.junit, folder)
    let isFine = try isValid(text)
    let verdict = try folder.read("lint.txt")
    #expect(isFine, "\(verdict)")
    #expect(try isValid(self.text(.junit, try Folder(["a.scenario": "> say a\na\n"]))))
    // The schema does find mistakes.
    for (good, bad) in [
      ("<skipped ", "<skip "), ("tests=\"8\"", "tests=\"six\""),
      ("type=\"difference\"", "kind=\"x\""),
      ("<testcase name=", "<testcase title="), ("&lt;", "<"),
    ] { #expect(try !isValid(text.replacing(good, with: bad)), "\(bad)") }
  }
}
