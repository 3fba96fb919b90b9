import Platform

/// A report as JSON Lines: one object a file, in the order of the files, then one for the run.
struct JSONReport {
  /// The lines.
  private(set) var bytes: [UInt8] = []

  init(_ report: ScenarioReport) {
    for fault in report.faults {
      add { json in
        json.write(key: "type")
        json.write("file")
        json.write(key: "path")
        json.write(fault.path)
        json.write(key: "status")
        json.write(ScenarioResult.Status.wrong.rawValue)
        Self.write([ReportProblem(fault)], to: &json)
      }
    }
    for result in report.results { add { Self.write(result, to: &$0) } }
    add { json in
      json.write(key: "type")
      json.write("run")
      let counts = [
        ("passed", report.passedCount), ("failed", report.failedCount),
        ("skipped", report.skippedCount), ("not-run", report.notRunCount),
        ("differences", report.differenceCount), ("known", report.knownCount),
        ("exit", Int(report.exitCode)),
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
    json.write(result.status.rawValue)
    if let reason = result.reasonNotRun {
      json.write(key: "reason")
      json.write(reason)
    }
    if let round = result.round {
      json.write(key: "round")
      json.write(round)
    }
    if result.knownCount > 0 {
      json.write(key: "known")
      json.write(result.knownCount)
    }
    write(result.problems, to: &json)
  }

  private static func write(_ problems: [ReportProblem], to json: inout JSONWriter) {
    guard !problems.isEmpty else { return }
    json.write(key: "problems")
    json.writeArray { json in
      for problem in problems {
        json.writeObject { json in
          json.write(key: "path")
          json.write(problem.path)
          if let line = problem.line {
            json.write(key: "line")
            json.write(line)
          }
          if let command = problem.command {
            json.write(key: "command")
            json.write(command)
          }
          json.write(key: "message")
          json.write(problem.message)
          if problem.details.isEmpty { return }
          json.write(key: "difference")
          json.writeArray { json in for line in problem.details { json.write(line) } }
        }
      }
    }
  }
}
