import ParlorKit

/// The machine-readable report formats of `parlor test --report`.
///
/// The reports contain no times and no host names, so that equal runs give equal bytes. All but
/// `github` list every file.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// The Test Anything Protocol, version 14.
  case tap
  /// Version 13, for consumers such as `prove`.
  case tap13
  /// JUnit XML, which continuous integration servers read.
  case junit
  /// JSON Lines: one object for each file, then one for the run.
  case json
  /// GitHub workflow commands, which annotate lines of a change.
  case github
  /// One HTML page for people, which needs no network.
  case html

  package func bytes(of report: ScenarioReport) -> [UInt8] {
    switch self {
    case .tap: TAPReport(report, version: 14).bytes
    case .tap13: TAPReport(report, version: 13).bytes
    case .junit: JUnitReport(report).bytes
    case .json: JSONReport(report).bytes
    case .github: GitHubReport(report).bytes
    case .html: HTMLReport(report).bytes
    }
  }
}

/// An error or a failure for the formats, with control characters escaped.
package struct ReportEntry {
  /// The path, unescaped.
  package var path: String
  package var line: Int?
  package var command: String?
  /// The message in one line, without the place.
  package var message: String
  /// The difference between the replies.
  package var difference: [Difference.Line] = []
  /// Whether the file has an error, rather than a step that fails.
  var isInvalidFile = false
  /// The failure, unless the file has an error.
  package var failure: ScenarioFailure?

  init(_ error: ScenarioError) {
    path = error.path
    line = error.line
    message = error.reason.message.visible
    isInvalidFile = true
  }

  init(_ failure: ScenarioFailure) {
    path = failure.path
    line = failure.line
    command = failure.command.visible
    message = failure.headline.visible
    self.failure = failure
    if case .reply(let difference) = failure.cause { self.difference = difference.lines }
  }

  /// The difference as lines of text.
  package var details: [String] { difference.map(\.marked) }

  /// The place as messages show it.
  var place: String { path.visible + (line.map { ":\($0)" } ?? "") }
}

extension Difference.Line {
  /// The line with a mark of its side.
  var marked: String {
    switch side {
    case .both: "  \(text)"
    case .expected: "- \(text)"
    case .got: "+ \(text)"
    case .remark: "  (\(text))"
    }
  }
}

extension ScenarioOutcome {
  /// The errors or failures of the file.
  package var entries: [ReportEntry] {
    switch self {
    case .compared(let steps), .blessed(let steps, _):
      isFailure ? steps.failures.map { ReportEntry($0) } : []
    case .invalid(let errors): errors.map { ReportEntry($0) }
    case .skipped, .notRun: []
    }
  }

  /// The test cases of a file: its rows of parameters, otherwise the file.
  func cases(of path: String) -> [(name: String, entries: [ReportEntry])] {
    let entries = entries
    guard let rows = steps?.rows, !rows.isEmpty else { return [(path, entries)] }
    return rows.map { row in
      (
        "\(path)[\(row.number)] \(row.label)",
        entries.filter { $0.failure?.rowNumber == row.number }
      )
    }
  }

  /// The steps marked `(known: reason)`.
  package var marked: [MarkedStep] { steps?.marked ?? [] }

  /// Why the file was skipped; `nil` if it was not.
  package var skipReason: String? {
    switch self {
    case .skipped(let reason): reason
    case .notRun: "stopped by --max-failures"
    case .compared, .blessed, .invalid: nil
    }
  }
}
