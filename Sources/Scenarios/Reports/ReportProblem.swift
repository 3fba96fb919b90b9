import ParlorKit

/// Something that is not as it should be, as the reports for other programs tell it.
struct ReportProblem {
  /// The path of the file.
  var path: String
  /// The number of the line, if it is at one.
  var line: Int?
  /// The command, if it is one that differs.
  var command: String?
  /// What is wrong, in one line.
  var message: String
  /// The difference, line by line, without the places and the hints.
  var details: [String] = []
  /// Whether the file as such is wrong, rather than a reply other than expected.
  var isWrongFile = false

  /// A fault of a file.
  init(_ fault: ScenarioError) {
    path = fault.path
    line = fault.line
    message = fault.fact.message
    isWrongFile = true
  }

  /// A reply that is not as expected.
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

extension ScenarioResult {
  /// All that speaks against the file.
  var problems: [ReportProblem] {
    status == .failed || status == .wrong
      ? faults.map { ReportProblem($0) } + failures.map { ReportProblem($0) } : []
  }

  /// Why nothing of the file was run.
  var reasonNotRun: String? {
    switch status {
    case .skipped: "there is no plugin \(missingPlugin ?? "")"
    case .notRun: "too many files have failed"
    case .passed, .failed, .wrong: nil
    }
  }
}
