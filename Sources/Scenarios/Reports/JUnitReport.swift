import ParlorKit

/// A report as JUnit XML: a test suite for each file, with a test case for the file, or for each of
/// its rows of parameters, and one for each step that is expected to fail.
///
/// JUnit never specified the format; this is the subset that Jenkins, GitLab and others read, and
/// that the schema of Jenkins allows. A file with errors is an `error`, a step that fails is a
/// `failure`, and a step that fails as expected is `skipped`.
struct JUnitReport {
  private(set) var bytes: [UInt8]

  private struct Case {
    var name: String
    var elements: [String] = []
  }

  private struct Suite {
    var path: String
    var cases: [Case]
    var failures = 0
    var errors = 0
    var skipped = 0
  }

  init(_ report: ScenarioReport) {
    let suites =
      report.errors.map {
        let name = $0.path.isEmpty ? "arguments" : $0.path
        return Self.suite(name, [(name, [ReportEntry($0)])])
      } + report.results.map { Self.suite($0.path, $0.outcome.cases(of: $0.path), of: $0.outcome) }
    func sum(_ count: (Suite) -> Int) -> Int { suites.reduce(0) { $0 + count($1) } }
    var text = TextWriter()
    text.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"parlor test\"")
    text.write(" tests=\"\(sum(\.cases.count))\" failures=\"\(sum(\.failures))\"")
    text.write(" errors=\"\(sum(\.errors))\">\n")
    for suite in suites { Self.write(suite, to: &text) }
    text.write("</testsuites>\n")
    bytes = text.bytes
  }

  private static func suite(
    _ path: String, _ cases: [(name: String, entries: [ReportEntry])],
    of outcome: ScenarioOutcome? = nil
  ) -> Suite {
    var suite = Suite(path: path, cases: [])
    for (name, entries) in cases {
      var test = Case(name: name)
      if let reason = outcome?.skipReason {
        test.elements.append("<skipped message=\"\(escaped(reason))\"/>")
        suite.skipped += 1
      }
      for entry in entries {
        let element = entry.isInvalidFile ? "error" : "failure"
        let place = entry.line == nil ? "" : "\(entry.place): "
        let lines = (entry.command.map { ["> \($0)"] } ?? []) + entry.details
        test.elements.append(
          "<\(element) message=\"\(escaped(place + entry.message))\""
            + " type=\"\(entry.isInvalidFile ? "wrong-file" : "difference")\">"
            + escaped(lines.joined(separator: "\n")) + "</\(element)>")
      }
      if let first = entries.first {
        if first.isInvalidFile { suite.errors += 1 } else { suite.failures += 1 }
      }
      suite.cases.append(test)
    }
    for step in outcome?.marked ?? [] {
      let message = escaped(step.message)
      suite.cases.append(
        Case(
          name: "\(step.path):\(step.line)",
          elements: [
            step.passed
              ? "<system-out>\(message)</system-out>" : "<skipped message=\"\(message)\"/>"
          ]))
      if !step.passed { suite.skipped += 1 }
    }
    return suite
  }

  private static func write(_ suite: Suite, to text: inout TextWriter) {
    let path = escaped(suite.path)
    let folder = suite.path.lastIndex(of: "/").map { escaped(String(suite.path[..<$0])) } ?? "."
    text.write("  <testsuite name=\"\(path)\" tests=\"\(suite.cases.count)\"")
    text.write(" failures=\"\(suite.failures)\" errors=\"\(suite.errors)\"")
    text.write(" skipped=\"\(suite.skipped)\" file=\"\(path)\">\n")
    for test in suite.cases {
      text.write("    <testcase name=\"\(escaped(test.name))\" classname=\"\(folder)\"")
      if test.elements.isEmpty {
        text.write("/>\n")
        continue
      }
      text.write(">\n")
      for element in test.elements { text.write("      \(element)\n") }
      text.write("    </testcase>\n")
    }
    text.write("  </testsuite>\n")
  }

  /// Escapes text for XML 1.0. Control characters are shown as escapes; the others that section 2.2
  /// forbids become U+FFFD.
  private static func escaped(_ string: String) -> String {
    var result = ""
    let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
    for scalar in lines.map({ String($0).visible }).joined(separator: "\n").unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
