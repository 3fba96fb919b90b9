import ParlorKit

/// A report in the Test Anything Protocol: one test point a file, with a YAML block for what is
/// not as expected.
///
/// Source: TAP 14 specification, testanything.org. Nothing of it is used that version 13 lacks.
struct TAPReport {
  /// The stream.
  private(set) var bytes: [UInt8]

  init(_ report: ScenarioReport, version: Int) {
    var text = TextWriter()
    text.write("TAP version \(version)\n")
    let count = report.faults.count + report.results.count
    text.write("1..\(count)\(count == 0 ? " # SKIP nothing to run" : "")\n")
    var number = 0
    for fault in report.faults {
      number += 1
      let name = fault.path.isEmpty ? "arguments" : fault.path
      text.write("not ok \(number) - \(Self.escaped(name))\n")
      Self.write([ReportProblem(fault)], to: &text)
    }
    for result in report.results {
      number += 1
      let problems = result.problems
      text.write(problems.isEmpty ? "ok" : "not ok", " \(number) - \(Self.escaped(result.path))")
      if let reason = result.reasonNotRun { text.write(" # SKIP \(Self.escaped(reason))") }
      text.write("\n")
      Self.write(problems, to: &text)
    }
    bytes = text.bytes
  }

  /// A description, in which a `#` would begin a directive and a line break end the test point.
  private static func escaped(_ name: String) -> String {
    name.replacing("\\", with: "\\\\").replacing("#", with: "\\#").replacing("\n", with: " ")
  }

  private static func write(_ problems: [ReportProblem], to text: inout TextWriter) {
    guard let first = problems.first else { return }
    text.write("  ---\n")
    text.write("  message: \(quoted(first.message))\n")
    text.write("  severity: \(first.isWrongFile ? "error" : "fail")\n")
    text.write("  problems:\n")
    for problem in problems {
      text.write("    - file: \(quoted(problem.path))\n")
      if let line = problem.line { text.write("      line: \(line)\n") }
      if let command = problem.command { text.write("      command: \(quoted(command))\n") }
      text.write("      message: \(quoted(problem.message))\n")
      if problem.details.isEmpty { continue }
      text.write("      difference:\n")
      for line in problem.details { text.write("        - \(quoted(line))\n") }
    }
    text.write("  ...\n")
  }

  /// A double-quoted scalar of YAML.
  private static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
