import ParlorKit

/// A report as JSON Lines: one object for each file, in order, then one for the run.
struct JSONReport {
  private(set) var bytes: [UInt8] = []

  init(_ report: ScenarioReport) {
    for error in report.errors {
      add([
        "type": "file", "path": .string(error.path),
        "status": .string(ScenarioOutcome.Status.invalid.rawValue),
        "problems": [Self.problem(ReportEntry(error))],
      ])
    }
    for result in report.results { add(Self.file(result)) }
    add([
      "type": "run", "passed": .integer(report.passedCount), "failed": .integer(report.failedCount),
      "skipped": .integer(report.skippedCount), "not-run": .integer(report.notRunCount),
      "differences": .integer(report.failureCount), "known": .integer(report.expectedFailureCount),
      "unexpected": .integer(report.unexpectedPassCount), "exit": .integer(Int(report.exitCode)),
    ])
  }

  private mutating func add(_ fields: Fields) {
    var json = JSONWriter()
    json.write(.object(fields))
    bytes += json.bytes + [0x0A]
  }

  private static func file(_ result: ScenarioResult) -> Fields {
    let outcome = result.outcome
    var fields: Fields = [
      "type": "file", "path": .string(result.path), "status": .string(outcome.status.rawValue),
    ]
    if let reason = outcome.skipReason { fields["reason"] = .string(reason) }
    if let round = result.round { fields["round"] = .integer(round) }
    if let count = outcome.steps?.expectedFailureCount, count > 0 {
      fields["known"] = .integer(count)
    }
    if !outcome.marked.isEmpty { fields["marked"] = .array(outcome.marked.map(marked)) }
    if !outcome.entries.isEmpty { fields["problems"] = .array(outcome.entries.map(problem)) }
    return fields
  }

  private static func marked(_ step: MarkedStep) -> Value {
    [
      "path": .string(step.path), "line": .integer(step.line),
      "command": .string(step.command.visible), "reason": .string(step.reason),
      "passed": .bool(step.passed),
    ]
  }

  private static func problem(_ entry: ReportEntry) -> Value {
    var fields: Fields = ["path": .string(entry.path)]
    if let line = entry.line { fields["line"] = .integer(line) }
    if let command = entry.command { fields["command"] = .string(command) }
    fields["message"] = .string(entry.message)
    if !entry.details.isEmpty { fields["difference"] = .strings(entry.details) }
    if let failure = entry.failure {
      if let seed = failure.seed { fields["seed"] = .string(seed.visible) }
      fields["rerun"] = .string(failure.rerun)
    }
    return .object(fields)
  }
}
