import ParlorKit

/// Reports as JSON: an array of workloads, each with its figures and goals.
struct ReportJSON {
  /// The JSON text and a line break.
  let bytes: [UInt8]

  init(_ reports: [WorkloadReport]) {
    bytes = Array((Value.array(reports.map(Self.data)).json + "\n").utf8)
  }

  private static func data(_ report: WorkloadReport) -> Value {
    let workload = report.workload
    return [
      "workload": .string(workload.title), "unit": .string(workload.quantity.rawValue),
      "figures": .array(report.outcomes.indices.map { figure(report, $0) }),
      "noted": .array(
        workload.references.map { ["name": .string($0.name), "figure": .number($0.figure)] }),
      "goals": .array(workload.goals.map { goal($0, of: report) }),
    ]
  }

  private static func figure(_ report: WorkloadReport, _ index: Int) -> Value {
    var fields: Fields = ["contender": .string(report.workload.competitors[index].name)]
    switch report.outcomes[index] {
    case .missing: fields["missing"] = true
    case .failed(let error): fields["failure"] = .string(error.message)
    case .measured(let samples):
      let shown = report.workload.quantity.shown
      fields["median"] = number(samples.median.map(shown))
      fields["least"] = number(samples.least.map(shown))
      fields["greatest"] = number(samples.greatest.map(shown))
      if index > 0 { fields["ratio"] = number(report.ratio(to: index)) }
    }
    return .object(fields)
  }

  private static func goal(_ goal: Goal, of report: WorkloadReport) -> Value {
    var fields: Fields = ["side": .string(goal.side.rawValue), "bound": .number(goal.bound)]
    if let peer = goal.peer { fields["peer"] = .string(peer) }
    fields["met"] = report.verdict(on: goal).map { .bool($0) } ?? .null
    return .object(fields)
  }

  private static func number(_ number: Double?) -> Value { number.map { .number($0) } ?? .null }
}
