/// What was measured of a workload.
struct WorkloadReport {
  /// What became of a contender.
  enum Outcome {
    /// It was measured.
    case measured(Samples)
    /// It is not installed.
    case missing
    /// It could not do the work.
    case failed(BenchError)
  }

  /// What was done.
  let workload: Workload
  /// What became of the contenders, in their order.
  let outcomes: [Outcome]

  /// The median of a contender, if it was measured.
  func median(_ index: Int) -> Double? {
    if case .measured(let samples) = outcomes[index] { samples.median } else { nil }
  }

  /// By how much the figure of the first contender is that of another.
  func ratio(to index: Int) -> Double? {
    guard index > 0, let own = median(0), let other = median(index), other > 0 else { return nil }
    return own / other
  }

  /// Whether a goal is met; nothing where its peer, or the program itself, was not measured.
  func verdict(on goal: Goal) -> Bool? {
    guard let peer = goal.peer else {
      return median(0).map { goal.isMet(by: workload.quantity.shown($0)) }
    }
    return workload.contenders.firstIndex { $0.name == peer }
      .flatMap(ratio(to:)).map(goal.isMet(by:))
  }
}
