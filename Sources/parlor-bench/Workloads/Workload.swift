/// Something that programs do, measured for each of them.
struct Workload: Sendable {
  /// What is done, in a few words.
  let title: String
  /// What a figure means.
  let quantity: Quantity
  /// Who does it; the first is the one that the others are compared with.
  let contenders: [Contender]
  /// What the first contender is to reach.
  let goals: [Goal]
  /// What others were measured at elsewhere.
  var noted: [NotedFigure] = []
  /// Whether one round says all, since the figure does not depend on what else is running.
  var isSteady = false

  /// Measures every contender, by turns, round after round.
  func report(_ bench: Bench) -> WorkloadReport {
    var figures = contenders.map { _ in [Double]() }
    var troubles: [WorkloadReport.Outcome?] = contenders.map { _ in nil }
    for round in 0..<(isSteady ? 1 : bench.scale.rounds) {
      for (index, contender) in contenders.enumerated()
      where troubles[index] == nil && round < contender.mostRounds ?? .max {
        do throws(BenchError) {
          if let figure = try contender.measure(bench) {
            figures[index].append(figure)
          } else {
            troubles[index] = .missing
          }
        } catch {
          troubles[index] = .failed(error)
        }
      }
    }
    let outcomes = zip(troubles, figures).map { $0 ?? .measured(Samples($1)) }
    return WorkloadReport(workload: self, outcomes: outcomes)
  }
}
