import ParlorKit

/// Workflow commands of GitHub, which mark the lines of files that are not as expected.
///
/// Source: "Workflow commands for GitHub Actions" of GitHub's documentation.
struct GitHubReport {
  /// The commands, one a line.
  private(set) var bytes: [UInt8]

  init(_ report: ScenarioReport) {
    var text = TextWriter()
    for fault in report.faults { Self.write(ReportProblem(fault), to: &text) }
    for result in report.results {
      for problem in result.problems { Self.write(problem, to: &text) }
      for surprise in result.surprises {
        text.write("::warning file=\(Self.property(surprise.path)),line=\(surprise.line)::")
        text.write("known to fail, but passes: \(Self.data(surprise.reason))\n")
      }
    }
    bytes = text.bytes
  }

  private static func write(_ problem: ReportProblem, to text: inout TextWriter) {
    text.write("::error ")
    if !problem.path.isEmpty { text.write("file=\(property(problem.path)),") }
    if let line = problem.line { text.write("line=\(line),") }
    text.write("title=\(problem.isWrongFile ? "wrong scenario" : "scenario")::")
    let lines = [problem.message] + (problem.command.map { ["> \($0)"] } ?? []) + problem.details
    text.write(data(lines.joined(separator: "\n")), "\n")
  }

  /// A text as the message of a command.
  private static func data(_ string: String) -> String {
    string.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// A text as the value of a property.
  private static func property(_ string: String) -> String {
    data(string).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
