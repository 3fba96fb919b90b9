import Platform

/// A program that does the work of a workload.
struct Competitor: Sendable {
  let name: String
  /// Does the work once and returns the figure; `nil` if the program is not installed.
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
    _ program: Program, _ arguments: [String] = [], input: InputScript = .empty
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
  ///   - name: the name in the table; by default that of the program.
  ///   - count: the number of lines; a quick run has fewer.
  ///   - before: the script without the lines to count.
  ///   - script: makes a script with a number of lines to count.
  static func lines(
    _ program: Program, _ arguments: [String] = [], named name: String? = nil, count: Int,
    before: InputScript = .empty, script: @escaping @Sendable (Int) -> InputScript
  ) -> Competitor {
    Competitor(name: name ?? program.name) { bench throws(BenchError) in
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

  /// Measures the games per second of processor time of `Tests/Peers/farkle.c`, a loop that plays the
  /// games of two bots `bank=300` and nothing else.
  static func gamesInC(count: Int) -> Competitor {
    Competitor(name: "plain C") { bench throws(BenchError) in
      guard let path = Program.peer("farkle-in-c").path(bench) else { return nil }
      let count = bench.scaled(count)
      let input = try bench.path(of: .empty)
      return Double(count)
        / (try ProcessMeter.run(path, ["\(count)"], input: input).processorTime) * 1e9
    }
  }

  /// Measures how many lines a second a program answers through pipes, each sent after the answer
  /// to the previous one.
  static func roundTrips(
    _ name: String, _ program: Program, _ arguments: [String] = [], count: Int
  ) -> Competitor {
    Competitor(name: name) { bench throws(BenchError) in
      guard let path = program.path(bench) else { return nil }
      do throws(FileError) {
        let process = try Subprocess(path, arguments)
        defer { _ = process.end(after: 1_000) }
        let count = bench.scaled(count)
        let line = Array("echo hello\n".utf8)
        var start = ContinuousClock.now
        // The first answers wait for the program to start.
        for number in -100..<count {
          if number == 0 { start = ContinuousClock.now }
          process.send(line)
          let deadline = SystemClock.monotonic + 10_000
          guard case .line = process.nextLine(limit: 1 << 16, deadline: deadline) else {
            throw FileError(.read, path)
          }
        }
        return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
      } catch { throw .file(error) }
    }
  }
}

/// A program to measure.
struct Program: Sendable {
  let name: String
  /// The path; `nil` if it is not installed.
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
