import ParlorKit

/// A report as XML for continuous integration: one test suite, one test case a file.
///
/// JUnit itself never wrote such a form down; this keeps to what Jenkins, GitLab and others read.
/// A wrong file is an `error`, a reply other than expected a `failure`.
struct JUnitReport {
  /// The document.
  private(set) var bytes: [UInt8]

  init(_ report: ScenarioReport) {
    var text = TextWriter()
    let cases = report.faults.count + report.results.count
    let errors = report.faults.count + report.results.count { $0.status == .wrong }
    let failures = report.results.count { $0.status == .failed }
    let skipped = report.skippedCount + report.notRunCount
    let counts = "tests=\"\(cases)\" failures=\"\(failures)\" errors=\"\(errors)\""
    text.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    text.write("<testsuites name=\"parlor test\" \(counts)>\n")
    text.write("  <testsuite name=\"scenarios\" \(counts) skipped=\"\(skipped)\">\n")
    for fault in report.faults {
      Self.write(fault.path.isEmpty ? "arguments" : fault.path, [ReportProblem(fault)], to: &text)
    }
    for result in report.results {
      Self.write(result.path, result.problems, skipped: result.reasonNotRun, to: &text)
    }
    text.write("  </testsuite>\n</testsuites>\n")
    bytes = text.bytes
  }

  private static func write(
    _ path: String, _ problems: [ReportProblem], skipped: String? = nil, to text: inout TextWriter
  ) {
    let name = escaped(path)
    let folder = path.lastIndex(of: "/").map { escaped(String(path[..<$0])) } ?? "."
    text.write("    <testcase name=\"\(name)\" classname=\"\(folder)\" file=\"\(name)\"")
    guard !problems.isEmpty || skipped != nil else { return text.write("/>\n") }
    text.write(">\n")
    if let skipped { text.write("      <skipped message=\"\(escaped(skipped))\"/>\n") }
    for problem in problems {
      let element = problem.isWrongFile ? "error" : "failure"
      let place = problem.line.map { "\(problem.path):\($0): " } ?? ""
      text.write("      <\(element) message=\"\(escaped(place + problem.message))\"")
      text.write(" type=\"\(problem.isWrongFile ? "wrong-file" : "difference")\">")
      let lines = (problem.command.map { ["> \($0)"] } ?? []) + problem.details
      text.write(escaped(lines.joined(separator: "\n")), "</\(element)>\n")
    }
    text.write("    </testcase>\n")
  }

  /// Text as XML 1.0 has it, section 2.2; what it cannot hold becomes U+FFFD.
  private static func escaped(_ string: String) -> String {
    var result = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case "\u{FFFE}", "\u{FFFF}", "\u{0}"..<"\u{20}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
