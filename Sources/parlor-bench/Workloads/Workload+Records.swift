extension Workload {
  /// What recorded games cost.
  static let records = [
    Workload(
      title: "statistics over 100,000 results", quantity: .time,
      contenders: [
        .statistics(results: 100_000), .countedWins(results: 100_000),
        .countedWinsByFilter(results: 100_000),
      ],
      goals: [.ratio(.atMost, 1, of: "python3")]),
    Workload(
      title: "start-up with a profile of 100,000 results, and of none", quantity: .time,
      contenders: [
        .start("parlor", results: 100_000), .start("parlor, nothing recorded", results: 0),
      ],
      goals: [.ratio(.atMost, 1.1, of: "parlor, nothing recorded")]),
  ]
}
