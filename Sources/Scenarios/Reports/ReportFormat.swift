import ParlorKit

/// The machine-readable report formats of `parlor test --report`.
///
/// The reports contain no times and no host names, so that equal runs give equal bytes. All but
/// `github` list every file.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// The Test Anything Protocol, version 14.
  case tap
  /// The same for consumers that only accept version 13, such as `prove`.
  case tap13
  /// JUnit XML, which continuous integration servers read.
  case junit
  /// JSON Lines: one object for each file, then one for the run.
  case json
  /// GitHub workflow commands, which annotate lines of a change.
  case github

  package func bytes(of report: ScenarioReport) -> [UInt8] {
    switch self {
    case .tap: TAPReport(report, version: 14).bytes
    case .tap13: TAPReport(report, version: 13).bytes
    case .junit: JUnitReport(report).bytes
    case .json: JSONReport(report).bytes
    case .github: GitHubReport(report).bytes
    }
  }
}

/// An error or a failure as the formats present it.
struct ReportEntry {
  var path: String
  var line: Int?
  var command: String?
  /// What is wrong, in one line without the place.
  var message: String
  /// The lines of the difference.
  var details: [String] = []
  /// Whether the file has an error, rather than a step that fails.
  var isInvalidFile = false

  init(_ error: ScenarioError) {
    path = error.path
    line = error.line
    message = error.reason.message
    isInvalidFile = true
  }

  init(_ failure: ScenarioFailure) {
    path = failure.path
    line = failure.line
    command = failure.command
    message = failure.headline
    guard case .reply(let difference) = failure.cause else { return }
    details = difference.lines.map { line in
      switch line.side {
      case .both: "  \(line.text)"
      case .expected: "- \(line.text)"
      case .got: "+ \(line.text)"
      case .remark: "  (\(line.text))"
      }
    }
  }
}

extension ScenarioOutcome {
  /// The errors or failures of the file; empty if nothing is wrong with it.
  var entries: [ReportEntry] {
    switch self {
    case .compared(let steps), .blessed(let steps, _):
      isFailure ? steps.failures.map { ReportEntry($0) } : []
    case .invalid(let errors): errors.map { ReportEntry($0) }
    case .skipped, .notRun: []
    }
  }

  /// Why the file was not run.
  var skipReason: String? {
    switch self {
    case .skipped(let plugin, true): "the plugin \(plugin) is missing"
    case .skipped(let plugin, false): "the plugin \(plugin) needs --allow exec"
    case .notRun: "stopped by --max-failures"
    case .compared, .blessed, .invalid: nil
    }
  }
}
