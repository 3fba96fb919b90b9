import ParlorKit

/// A report as JUnit XML with one test suite and one test case for each file.
///
/// JUnit never specified the format; this is the subset that Jenkins, GitLab and others read. A file
/// with errors is an `error`, a step that fails is a `failure`.
struct JUnitReport {
  private(set) var bytes: [UInt8]

  init(_ report: ScenarioReport) {
    var text = TextWriter()
    let cases = report.errors.count + report.results.count
    let errors = report.errors.count + report.count(.invalid)
    let failures = report.count(.failed)
    let skipped = report.skippedCount + report.notRunCount
    let counts = "tests=\"\(cases)\" failures=\"\(failures)\" errors=\"\(errors)\""
    text.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    text.write("<testsuites name=\"parlor test\" \(counts)>\n")
    text.write("  <testsuite name=\"scenarios\" \(counts) skipped=\"\(skipped)\">\n")
    for error in report.errors {
      Self.write(error.path.isEmpty ? "arguments" : error.path, [ReportEntry(error)], to: &text)
    }
    for result in report.results {
      let outcome = result.outcome
      Self.write(result.path, outcome.entries, skipped: outcome.skipReason, to: &text)
    }
    text.write("  </testsuite>\n</testsuites>\n")
    bytes = text.bytes
  }

  private static func write(
    _ path: String, _ entries: [ReportEntry], skipped: String? = nil, to text: inout TextWriter
  ) {
    let name = escaped(path)
    let folder = path.lastIndex(of: "/").map { escaped(String(path[..<$0])) } ?? "."
    text.write("    <testcase name=\"\(name)\" classname=\"\(folder)\" file=\"\(name)\"")
    guard !entries.isEmpty || skipped != nil else { return text.write("/>\n") }
    text.write(">\n")
    if let skipped { text.write("      <skipped message=\"\(escaped(skipped))\"/>\n") }
    for entry in entries {
      let element = entry.isInvalidFile ? "error" : "failure"
      let place = entry.line.map { "\(entry.path):\($0): " } ?? ""
      text.write("      <\(element) message=\"\(escaped(place + entry.message))\"")
      text.write(" type=\"\(entry.isInvalidFile ? "wrong-file" : "difference")\">")
      let lines = (entry.command.map { ["> \($0)"] } ?? []) + entry.details
      text.write(escaped(lines.joined(separator: "\n")), "</\(element)>\n")
    }
    text.write("    </testcase>\n")
  }

  /// Escapes text for XML 1.0. Characters that section 2.2 forbids become U+FFFD.
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
