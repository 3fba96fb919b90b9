/// The forms in which other programs read a report. All but `github` tell of every file.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// The Test Anything Protocol, version 14.
  case tap
  /// The same for readers that know no later version than 13, such as `prove`.
  case tap13
  /// The XML that continuous integration reads since JUnit's days.
  case junit
  /// One JSON object a file, then one for the run.
  case json
  /// The workflow commands by which GitHub marks lines of a change.
  case github

  /// The bytes of a report. Equal runs give equal bytes: there are no times and no names of
  /// machines in them.
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
