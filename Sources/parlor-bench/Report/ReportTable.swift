import ParlorKit

/// Reports as a table for people.
struct ReportTable {
  private let reports: [WorkloadReport]

  init(_ reports: [WorkloadReport]) { self.reports = reports }

  /// The lines of the table.
  var text: String {
    let verdicts = reports.flatMap { report in report.workload.goals.map(report.verdict(on:)) }
    let met = verdicts.count { $0 == true }
    let open = verdicts.count { $0 == nil }
    let rest = open > 0 ? ", \(open) unknown" : ""
    return reports.map(section).joined() + "goals met: \(met) of \(verdicts.count)\(rest)\n"
  }

  private func section(_ report: WorkloadReport) -> String {
    let workload = report.workload
    var lines = ["\(workload.title), \(workload.quantity.rawValue)"]
    for (index, competitor) in workload.competitors.enumerated() {
      let own = workload.competitors[0].name
      let ratio = report.ratio(to: index).map { "\(own) is \(Self.number($0)) ×" } ?? ""
      let figure = figure(report, index)
      let gap = String(repeating: " ", count: ratio.isEmpty ? 0 : max(1, 32 - figure.count))
      lines.append("  \(Self.left(competitor.name, 12))\(figure)\(gap)\(ratio)")
    }
    lines += workload.references.map { references in
      "  \(Self.left(references.name, 12))\(Self.right(Self.number(references.figure), 9))  measured elsewhere"
    }
    lines += workload.goals.map { goal in
      let verdict = report.verdict(on: goal).map { $0 ? "met" : "MISSED" } ?? "unknown"
      let of = goal.peer.map { " × \($0)" } ?? ""
      return "  goal: \(goal.side.rawValue) \(Self.bound(goal.bound))\(of): \(verdict)"
    }
    return lines.joined(separator: "\n") + "\n\n"
  }

  private func figure(_ report: WorkloadReport, _ index: Int) -> String {
    switch report.outcomes[index] {
    case .missing: return "not installed"
    case .failed(let failure): return failure.message
    case .measured(let samples):
      let shown = report.workload.quantity.shown
      let figures = [samples.median, samples.least, samples.greatest].compactMap { $0.map(shown) }
      guard figures.count == 3 else { return "nothing measured" }
      let range = "(\(Self.number(figures[1])) to \(Self.number(figures[2])))"
      return Self.right(Self.number(figures[0]), 9) + "  " + range
    }
  }

  /// A number with three digits; from 100 on, without decimals.
  static func number(_ number: Double) -> String {
    guard number.isFinite else { return "?" }
    let decimals = number >= 100 ? 1.0 : number >= 10 ? 10.0 : 100.0
    let scaled = (number * decimals).rounded()
    if decimals == 1 { return Int(scaled).grouped }
    let (whole, part) = Int(scaled).quotientAndRemainder(dividingBy: Int(decimals))
    return "\(whole).\(part.padded(to: decimals == 10 ? 1 : 2))"
  }

  /// A number with at most three decimals.
  private static func bound(_ number: Double) -> String {
    number == number.rounded()
      ? Int(number).grouped : "\((number * 1000).rounded() / 1000)"
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
