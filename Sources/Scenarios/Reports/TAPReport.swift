import ParlorKit

/// A report in the Test Anything Protocol: one test point for each file, or for each of its rows
/// of parameters, with a YAML block for failures, and one marked `TODO` for each step that is
/// expected to fail.
///
/// Source: TAP 14 specification, testanything.org. It uses only what version 13 has as well.
struct TAPReport {
  private(set) var bytes: [UInt8]

  init(_ report: ScenarioReport, version: Int) {
    var text = TextWriter()
    text.write("TAP version \(version)\n")
    let cases = report.results.map { $0.outcome.cases(of: $0.path) }
    let count = zip(report.results, cases).reduce(report.errors.count) {
      $0 + $1.0.outcome.marked.count + $1.1.count
    }
    text.write("1..\(count)\(count == 0 ? " # SKIP nothing to run" : "")\n")
    var number = 0
    for error in report.errors {
      number += 1
      let name = error.path.isEmpty ? "arguments" : error.path
      text.write("not ok \(number) - \(Self.escaped(name))\n")
      Self.write([ReportEntry(error)], to: &text)
    }
    for (result, cases) in zip(report.results, cases) {
      for (name, entries) in cases {
        number += 1
        text.write(entries.isEmpty ? "ok" : "not ok", " \(number) - \(Self.escaped(name))")
        if let reason = result.outcome.skipReason { text.write(" # SKIP \(Self.escaped(reason))") }
        text.write("\n")
        Self.write(entries, to: &text)
      }
      for step in result.outcome.marked {
        number += 1
        let name = Self.escaped("\(step.path):\(step.line)")
        text.write(step.passed ? "ok" : "not ok", " \(number) - \(name)")
        text.write(" # TODO \(Self.escaped(step.reason))\n")
      }
    }
    bytes = text.bytes
  }

  /// Escapes a description: `#` would start a directive.
  private static func escaped(_ name: String) -> String {
    name.visible.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  private static func write(_ entries: [ReportEntry], to text: inout TextWriter) {
    guard let first = entries.first else { return }
    text.write("  ---\n")
    text.write("  message: \(quoted(first.message))\n")
    text.write("  severity: \(first.isInvalidFile ? "error" : "fail")\n")
    text.write("  problems:\n")
    for entry in entries {
      text.write("    - file: \(quoted(entry.path.visible))\n")
      if let line = entry.line { text.write("      line: \(line)\n") }
      if let command = entry.command { text.write("      command: \(quoted(command))\n") }
      text.write("      message: \(quoted(entry.message))\n")
      if entry.details.isEmpty { continue }
      text.write("      difference:\n")
      for line in entry.details { text.write("        - \(quoted(line))\n") }
    }
    text.write("  ...\n")
  }

  /// A double-quoted YAML scalar.
  private static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\x" + scalar.value.padded(to: 2, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
