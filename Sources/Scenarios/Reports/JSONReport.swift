import ParlorKit

/// A report as JSON Lines: one object for each file, in order, then one for the run.
struct JSONReport {
  private(set) var bytes: [UInt8] = []

  init(_ report: ScenarioReport) {
    for error in report.errors {
      add { json in
        json.write(key: "type")
        json.write("file")
        json.write(key: "path")
        json.write(error.path)
        json.write(key: "status")
        json.write(ScenarioOutcome.Status.invalid.rawValue)
        Self.write([ReportEntry(error)], to: &json)
      }
    }
    for result in report.results { add { Self.write(result, to: &$0) } }
    add { json in
      json.write(key: "type")
      json.write("run")
      let counts = [
        ("passed", report.passedCount), ("failed", report.failedCount),
        ("skipped", report.skippedCount), ("not-run", report.notRunCount),
        ("differences", report.failureCount), ("known", report.expectedFailureCount),
        ("unexpected", report.unexpectedPassCount), ("exit", Int(report.exitCode)),
      ]
      for (name, count) in counts {
        json.write(key: name)
        json.write(count)
      }
    }
  }

  private mutating func add(_ body: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.writeObject(body)
    bytes += json.bytes + [0x0A]
  }

  private static func write(_ result: ScenarioResult, to json: inout JSONWriter) {
    json.write(key: "type")
    json.write("file")
    json.write(key: "path")
    json.write(result.path)
    json.write(key: "status")
    json.write(result.outcome.status.rawValue)
    if let reason = result.outcome.skipReason {
      json.write(key: "reason")
      json.write(reason)
    }
    if let round = result.round {
      json.write(key: "round")
      json.write(round)
    }
    if let count = result.outcome.steps?.expectedFailureCount, count > 0 {
      json.write(key: "known")
      json.write(count)
    }
    write(result.outcome.marked, to: &json)
    write(result.outcome.entries, to: &json)
  }

  private static func write(_ steps: [MarkedStep], to json: inout JSONWriter) {
    guard !steps.isEmpty else { return }
    json.write(key: "marked")
    json.writeArray { json in
      for step in steps {
        json.writeObject { json in
          json.write(key: "path")
          json.write(step.path)
          json.write(key: "line")
          json.write(step.line)
          json.write(key: "command")
          json.write(step.command.visible)
          json.write(key: "reason")
          json.write(step.reason)
          json.write(key: "passed")
          json.write(step.passed)
        }
      }
    }
  }

  private static func write(_ entries: [ReportEntry], to json: inout JSONWriter) {
    guard !entries.isEmpty else { return }
    json.write(key: "problems")
    json.writeArray { json in
      for entry in entries {
        json.writeObject { json in
          json.write(key: "path")
          json.write(entry.path)
          if let line = entry.line {
            json.write(key: "line")
            json.write(line)
          }
          if let command = entry.command {
            json.write(key: "command")
            json.write(command)
          }
          json.write(key: "message")
          json.write(entry.message)
          if !entry.details.isEmpty {
            json.write(key: "difference")
            json.writeArray { json in for line in entry.details { json.write(line) } }
          }
          guard let failure = entry.failure else { return }
          if let seed = failure.seed {
            json.write(key: "seed")
            json.write(seed.visible)
          }
          json.write(key: "rerun")
          json.write(failure.rerun)
        }
      }
    }
  }
}
