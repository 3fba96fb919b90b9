import ParlorKit

/// A report as GitHub workflow commands, which annotate the lines of failing commands.
///
/// Source: "Workflow commands for GitHub Actions" in GitHub's documentation.
struct GitHubReport {
  private(set) var bytes: [UInt8]

  init(_ report: ScenarioReport) {
    var text = TextWriter()
    for error in report.errors { Self.write(ReportEntry(error), to: &text) }
    for result in report.results {
      for entry in result.outcome.entries { Self.write(entry, to: &text) }
      for step in result.outcome.marked {
        text.write(step.passed ? "::warning " : "::notice ")
        text.write("file=\(Self.property(step.path)),line=\(step.line)::")
        text.write(Self.data(step.message), "\n")
      }
    }
    bytes = text.bytes
  }

  private static func write(_ entry: ReportEntry, to text: inout TextWriter) {
    text.write("::error ")
    if !entry.path.isEmpty { text.write("file=\(property(entry.path)),") }
    if let line = entry.line { text.write("line=\(line),") }
    let title = entry.command.map { "> \($0)" } ?? "wrong scenario"
    text.write("title=\(property(title))::")
    let lines = [entry.message] + (entry.command.map { ["> \($0)"] } ?? []) + entry.details
    text.write(data(lines.joined(separator: "\n")), "\n")
  }

  /// Escapes the message of a command.
  private static func data(_ string: String) -> String {
    string.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }
      .joined(separator: "\n").replacing("%", with: "%25").replacing("\n", with: "%0A")
  }

  /// Escapes the value of a property.
  private static func property(_ string: String) -> String {
    data(string).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
