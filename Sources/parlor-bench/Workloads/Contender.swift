/// Who does the work of a workload, and how its cost is measured.
struct Contender: Sendable {
  /// What the table calls it.
  let name: String
  /// Does the work once.
  ///
  /// - Returns: one figure, or nothing if the program is not installed.
  let measure: @Sendable (Bench) throws(BenchError) -> Double?
  /// In how many rounds it is measured at most, if it takes very long.
  var mostRounds: Int?

  /// A contender that is measured in every round.
  init(
    name: String, measure: @escaping @Sendable (Bench) throws(BenchError) -> Double?
  ) {
    self.name = name
    self.measure = measure
  }
}

extension Contender {
  /// Starts a program many times, and tells the processor time of one start.
  static func start(
    _ program: Program, _ arguments: [String] = [], input: Script = .empty
  ) -> Contender {
    Contender(name: program.name) { bench throws(BenchError) in
      guard let path = program.path(bench) else { return nil }
      let input = try bench.path(of: input)
      var total = 0.0
      for _ in 0..<bench.scale.starts {
        total += try ProcessMeter.run(path, arguments, input: input).processorTime
      }
      return total / Double(bench.scale.starts)
    }
  }

  /// Feeds a program a script, and tells the lines a second of processor time, net of what the
  /// program needs for the lines that come before.
  ///
  /// - Parameters:
  ///   - count: how many lines are counted; a quick run has fewer.
  ///   - before: the script without the lines that are counted.
  ///   - script: the script with so many lines to be counted.
  static func lines(
    _ program: Program, _ arguments: [String] = [], count: Int, before: Script = .empty,
    script: @escaping @Sendable (Int) -> Script
  ) -> Contender {
    Contender(name: program.name) { bench throws(BenchError) in
      guard let path = program.path(bench) else { return nil }
      let count = bench.scaled(count)
      let full = try bench.path(of: script(count))
      let empty = try bench.path(of: before)
      let base = try ProcessMeter.run(path, arguments, input: empty).processorTime
      let total = try ProcessMeter.run(path, arguments, input: full).processorTime
      guard total > base else { throw .tooSmall }
      return Double(count) / (total - base) * 1e9
    }
  }
}
