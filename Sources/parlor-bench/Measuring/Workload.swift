/// A task that several programs do, and the goals for parlor.
struct Workload: Sendable {
  let title: String
  let quantity: Quantity
  /// The programs; the first is compared with the others.
  let competitors: [Competitor]
  /// The goals of the first competitor.
  let goals: [Goal]
  /// Figures of other programs, measured elsewhere.
  var references: [ReferenceFigure] = []
  /// Whether one round is enough, because other load does not change the figure.
  var isSteady = false

  /// Measures every competitor once in every round.
  func report(_ bench: Bench) -> WorkloadReport {
    var figures = competitors.map { _ in [Double]() }
    var problems: [WorkloadReport.Outcome?] = competitors.map { _ in nil }
    for round in 0..<(isSteady ? 1 : bench.scale.rounds) {
      for (index, competitor) in competitors.enumerated()
      where problems[index] == nil && round < competitor.maxRounds ?? .max {
        do throws(BenchError) {
          if let figure = try competitor.measure(bench) {
            figures[index].append(figure)
          } else {
            problems[index] = .missing
          }
        } catch {
          problems[index] = .failed(error)
        }
      }
    }
    let outcomes = zip(problems, figures).map { $0 ?? .measured(Samples($1)) }
    return WorkloadReport(workload: self, outcomes: outcomes)
  }
}

/// The meaning of a figure and its unit.
enum Quantity: String, Sendable {
  /// Nanoseconds of processor time, shown in milliseconds.
  case time = "CPU ms"
  /// Wall-clock nanoseconds, shown in milliseconds.
  case wait = "elapsed ms"
  /// Lines per second of processor time, shown in thousands.
  case lineRate = "thousand lines per CPU-second"
  /// Operations per second of processor time.
  case rate = "per CPU-second"
  /// Nanoseconds of processor time per move.
  case moveCost = "CPU ns a move"
  /// Wall-clock nanoseconds per line, shown in microseconds.
  case elapsed = "elapsed µs a line"
  /// Lines that are sent and answered per second of wall-clock time, shown in thousands.
  case tripRate = "thousand round trips a second"
  /// Wall-clock nanoseconds from a key to its echo, shown in microseconds.
  case echo = "µs from key to echo"
  /// Bytes of memory per move.
  case moveMemory = "bytes a move"

  /// A figure in the unit of the table.
  func shown(_ figure: Double) -> Double {
    switch self {
    case .time, .wait: figure / 1e6
    case .lineRate, .tripRate, .elapsed, .echo: figure / 1e3
    case .rate, .moveCost, .moveMemory: figure
    }
  }
}

/// A bound for the figure of the first competitor.
struct Goal: Sendable {
  enum Side: String, Sendable {
    case atMost = "at most"
    case atLeast = "at least"
  }

  let side: Side
  /// The bound in the unit of the table, or as a multiple of the figure of the peer.
  let bound: Double
  /// The peer to compare with; nil for an absolute goal.
  let peer: String?

  /// An absolute goal.
  static func value(_ side: Side, _ bound: Double) -> Goal {
    Goal(side: side, bound: bound, peer: nil)
  }

  /// A goal relative to a peer.
  static func ratio(_ side: Side, _ bound: Double, of peer: String) -> Goal {
    Goal(side: side, bound: bound, peer: peer)
  }

  func isMet(by figure: Double) -> Bool {
    switch side {
    case .atMost: figure <= bound
    case .atLeast: figure >= bound
    }
  }
}

/// A figure of a program that is hard to install, measured once: an order of magnitude.
struct ReferenceFigure: Sendable {
  let name: String
  /// In the unit of the table.
  let figure: Double

  init(_ name: String, _ figure: Double) {
    self.name = name
    self.figure = figure
  }
}
