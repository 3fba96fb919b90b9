/// A program that does the work of a workload.
struct Competitor: Sendable {
  let name: String
  /// Does the work once and returns the figure; nil if the program is not installed.
  let measure: @Sendable (Bench) throws(BenchError) -> Double?
  /// The maximum number of rounds, if the program is very slow.
  var maxRounds: Int?

  init(
    name: String, measure: @escaping @Sendable (Bench) throws(BenchError) -> Double?
  ) {
    self.name = name
    self.measure = measure
  }
}

extension Competitor {
  /// Measures the processor time of starting a program.
  static func start(
    _ program: Program, _ arguments: [String] = [], input: Script = .empty
  ) -> Competitor {
    Competitor(name: program.name) { bench throws(BenchError) in
      guard let path = program.path(bench) else { return nil }
      let input = try bench.path(of: input)
      var total = 0.0
      for _ in 0..<bench.scale.starts {
        total += try ProcessMeter.run(path, arguments, input: input).processorTime
      }
      return total / Double(bench.scale.starts)
    }
  }

  /// Measures the lines per second of processor time that a program executes, net of the lines in
  /// `before`.
  ///
  /// - Parameters:
  ///   - count: the number of lines; a quick run has fewer.
  ///   - before: the script without the lines to count.
  ///   - script: makes a script with a number of lines to count.
  static func lines(
    _ program: Program, _ arguments: [String] = [], count: Int, before: Script = .empty,
    script: @escaping @Sendable (Int) -> Script
  ) -> Competitor {
    Competitor(name: program.name) { bench throws(BenchError) in
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

/// A program to measure.
struct Program: Sendable {
  let name: String
  /// The path; nil if it is not installed.
  let path: @Sendable (Bench) -> String?

  static let parlor = Program(name: "parlor") { $0.parlor }

  /// A program that is found in `PATH`.
  static func peer(_ name: String) -> Program {
    Program(name: name) { _ in ProgramPath.find(name) }
  }

  static let sqlite3 = peer("sqlite3")
  static let bash = peer("bash")
  static let bc = peer("bc")
  static let gnugo = peer("gnugo")
}
