/// The measurements of a workload.
struct WorkloadReport {
  enum Outcome {
    case measured(Samples)
    /// It is not installed.
    case missing
    case failed(BenchError)
  }

  let workload: Workload
  /// In the order of the competitors.
  let outcomes: [Outcome]

  /// The median of a competitor, if it was measured.
  func median(_ index: Int) -> Double? {
    if case .measured(let samples) = outcomes[index] { samples.median } else { nil }
  }

  /// The figure of the first competitor divided by that of another.
  func ratio(to index: Int) -> Double? {
    guard index > 0, let own = median(0), let other = median(index), other > 0 else { return nil }
    return own / other
  }

  /// Whether a goal is met; `nil` if the peer or the program was not measured.
  func verdict(on goal: Goal) -> Bool? {
    guard let peer = goal.peer else {
      return median(0).map { goal.isMet(by: workload.quantity.shown($0)) }
    }
    return workload.competitors.firstIndex { $0.name == peer }
      .flatMap(ratio(to:)).map(goal.isMet(by:))
  }
}

/// The figures of all rounds.
struct Samples {
  private var sorted: [Double]

  init(_ figures: [Double]) { sorted = figures.sorted() }

  /// The median, which a few disturbed rounds do not change; `nil` without figures.
  var median: Double? {
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  var least: Double? { sorted.first }

  var greatest: Double? { sorted.last }
}
