import Platform

/// Reports as data: an array of workloads, each with its figures and goals.
struct ReportJSON {
  /// The JSON text, with a line break at the end.
  let bytes: [UInt8]

  /// The reports as JSON. Figures are in the unit that is named.
  init(_ reports: [WorkloadReport]) {
    var writer = JSONWriter()
    writer.writeArray { writer in
      for report in reports { Self.write(report, to: &writer) }
    }
    bytes = writer.bytes + [UInt8(ascii: "\n")]
  }

  private static func write(_ report: WorkloadReport, to writer: inout JSONWriter) {
    writer.writeObject { writer in
      writer.write(key: "workload")
      writer.write(report.workload.title)
      writer.write(key: "unit")
      writer.write(report.workload.quantity.rawValue)
      writer.write(key: "figures")
      writer.writeArray { writer in
        for index in report.outcomes.indices { writeFigure(report, index, to: &writer) }
      }
      writer.write(key: "noted")
      writer.writeArray { writer in
        for noted in report.workload.noted {
          writer.writeObject { writer in
            writer.write(key: "name")
            writer.write(noted.name)
            writer.write(key: "figure")
            writer.write(noted.figure)
          }
        }
      }
      writer.write(key: "goals")
      writer.writeArray { writer in
        for goal in report.workload.goals { write(goal, of: report, to: &writer) }
      }
    }
  }

  private static func writeFigure(
    _ report: WorkloadReport, _ index: Int, to writer: inout JSONWriter
  ) {
    writer.writeObject { writer in
      writer.write(key: "contender")
      writer.write(report.workload.contenders[index].name)
      switch report.outcomes[index] {
      case .missing:
        writer.write(key: "missing")
        writer.write(true)
      case .failed(let failure):
        writer.write(key: "failure")
        writer.write(failure.message)
      case .measured(let samples):
        let shown = report.workload.quantity.shown
        write(samples.median.map(shown), as: "median", to: &writer)
        write(samples.least.map(shown), as: "least", to: &writer)
        write(samples.greatest.map(shown), as: "greatest", to: &writer)
        if index > 0 { write(report.ratio(to: index), as: "ratio", to: &writer) }
      }
    }
  }

  private static func write(
    _ goal: Goal, of report: WorkloadReport, to writer: inout JSONWriter
  ) {
    writer.writeObject { writer in
      writer.write(key: "side")
      writer.write(goal.side.rawValue)
      writer.write(key: "bound")
      writer.write(goal.bound)
      if let peer = goal.peer {
        writer.write(key: "peer")
        writer.write(peer)
      }
      writer.write(key: "met")
      if let met = report.verdict(on: goal) { writer.write(met) } else { writer.writeNull() }
    }
  }

  private static func write(_ number: Double?, as key: String, to writer: inout JSONWriter) {
    writer.write(key: key)
    if let number { writer.write(number) } else { writer.writeNull() }
  }
}
