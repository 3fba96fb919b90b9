extension Workload {
  /// Files of commands that print a line each, run by tools for such files.
  static let scenarios = [
    Workload(
      title: "200 files of 10 commands, tested", quantity: .time,
      contenders: GoldenTool.all.map { .golden($0, files: 200, commands: 10) },
      goals: [
        .value(.atMost, 15), .ratio(.atMost, 1.0 / 8, of: "doctest"),
        .ratio(.atMost, 1.0 / 65, of: "cram"),
      ]),
    Workload(
      title: "20 files of 500 commands, tested", quantity: .time,
      contenders: GoldenTool.all.filter { $0.name != "bats" }
        .map { .golden($0, files: 20, commands: 500) },
      goals: []),
    Workload(
      title: "one file of 10 commands, tested", quantity: .time,
      contenders: GoldenTool.all.map { .golden($0, files: 1, commands: 10) },
      goals: [.value(.atMost, 4)]),
    // Fifty times the files of the first may cost fifty times the goal.
    Workload(
      title: "10,000 files of 10 commands, tested", quantity: .time,
      contenders: [.golden(.parlor(), files: 10_000, commands: 10)],
      goals: [.value(.atMost, 750)]),
    Workload(
      title: "10,000 files of 10 commands, until they are tested", quantity: .wait,
      contenders: [2, 1].map {
        .golden(.parlor(jobs: $0), files: 10_000, commands: 10, isElapsed: true)
      },
      goals: [.ratio(.atMost, 1 / 1.7, of: "parlor, 1 job")]),
  ]
}
