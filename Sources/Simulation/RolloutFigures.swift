import ParlorKit

/// What a rollout counts at the end of a game.
package enum RolloutMeasure: Sendable, Equatable {
  /// 1 for a win of the player to move, a part of a shared win, 0 for a loss.
  case result
  /// The player's score.
  case score
  /// How much a metric of the game has grown, such as the number of guesses. Less is better.
  case metric(String)

  func value<State: GameState>(for player: Int, from start: State, to end: State) -> Double {
    func metric(_ name: String, _ state: State) -> Double {
      state.metrics.first { $0.name == name }?.value ?? 0
    }
    return switch self {
    case .result: end.result(of: player)
    case .score: Double(end.score(of: player))
    case .metric(let name): metric(name, end) - metric(name, start)
    }
  }

  fileprivate var prefersLess: Bool { if case .metric = self { true } else { false } }
}

/// The values that the games of a rollout had, for each move.
///
/// The moves are compared after 100, 200, 400 games and so on, and after all of them. The best is
/// separated once its difference to each other move is farther from 0 than chance explains: at a
/// level of 5 % for the whole rollout, divided by the number of comparisons and of pairs of moves
/// (Bonferroni), by the normal distribution.
package struct RolloutFigures: Sendable, Equatable {
  private let measure: RolloutMeasure
  /// The maximum number of games of each move.
  package let most: Int
  /// The values of each move, in the order of the games.
  private var values: [[Double]]
  /// Whether the best move is separated from the others.
  package private(set) var isSeparated = false

  /// - Parameters:
  ///   - moves: the number of moves, 1 or more.
  ///   - most: the maximum number of games of each, 1 or more.
  init(moves: Int, _ measure: RolloutMeasure, of most: Int) {
    self.measure = measure
    self.most = most
    values = Array(repeating: [], count: moves)
  }

  /// The number of games of each move.
  package var games: Int { values[0].count }

  /// The number of games before the first comparison.
  private static let first = 100
  /// The number of games between two chances to stop, but for the first ones: they are few, so that who stops a slow
  /// rollout soon sees something.
  private static let batch = 50
  private static let firstBatch = 4

  /// The numbers of games after which the moves are compared.
  package var looks: [Int] {
    var looks: [Int] = []
    var look = Self.first
    while look < most {
      looks.append(look)
      look *= 2
    }
    return looks + [most]
  }

  /// The number of games to play next, counted from the first; `nil` if there are enough.
  var next: Int? {
    if isSeparated || games >= most { return nil }
    let next =
      games < Self.batch ? max(Self.firstBatch, 2 * games) : (games / Self.batch + 1) * Self.batch
    return min(most, next)
  }

  /// Adds the value of each move in the next game.
  mutating func add(_ game: [Double]) {
    for (move, value) in game.enumerated() { values[move].append(value) }
    guard values.count > 1, looks.contains(games) else { return }
    let pairs = values.count * (values.count - 1) / 2
    let bound = Normal.quantile(above: 0.025 / Double(looks.count * pairs))
    let ranking = ranking
    isSeparated = ranking.dropFirst().allSatisfy {
      let difference = difference(of: $0, to: ranking[0])
      return abs(difference.mean) > bound * difference.error
    }
  }

  /// The indices of the moves, the best mean first.
  package var ranking: [Int] {
    let means = values.map { Estimate($0).mean }
    return values.indices.sorted { one, other in
      if means[one] == means[other] { return one < other }
      return (means[one] < means[other]) == measure.prefersLess
    }
  }

  /// The mean value of a move.
  package func mean(of move: Int) -> Estimate {
    var mean = Estimate(values[move])
    if measure == .result {
      let interval = WilsonInterval(share: mean.mean, trials: games)
      mean.interval = interval.lower...interval.upper
    }
    return mean
  }

  /// The mean difference of a move to another, game by game.
  package func difference(of move: Int, to other: Int) -> Estimate {
    Estimate(
      zip(values[move], values[other]).map { $0 - $1 }, isOfResults: measure == .result)
  }

  /// How much wider the interval of a difference would be if the two moves had draws of their own;
  /// `nil` if it has no width.
  package func gain(of move: Int, to other: Int) -> Double? {
    let paired = Estimate(zip(values[move], values[other]).map { $0 - $1 }).error
    let (one, two) = (Estimate(values[move]).error, Estimate(values[other]).error)
    return paired > 0 ? (one * one + two * two).squareRoot() / paired : nil
  }
}

/// A mean of independent values, with its standard error and its interval of 95 %.
package struct Estimate: Sendable, Equatable {
  package let mean: Double
  /// The standard error.
  let error: Double
  package fileprivate(set) var interval: ClosedRange<Double>

  /// The estimate from some values.
  ///
  /// - Parameter isOfResults: whether the values are differences of wins and losses. Then the error
  ///   counts half a win and half a loss more, so that it is not 0 if few games differ. Source:
  ///   Agresti, Min, "Simple improved confidence intervals for comparing matched proportions",
  ///   Statistics in Medicine 24 (2005).
  fileprivate init(_ values: [Double], isOfResults: Bool = false) {
    let count = Double(values.count)
    mean = values.reduce(0, +) / max(count, 1)
    let centre = mean
    let squares = values.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
    if isOfResults {
      let all = count + 2
      let shifted = mean * count / all
      let spread = (squares + count * mean * mean + 1) / all - shifted * shifted
      error = (max(0, spread) / all).squareRoot()
    } else {
      error = count > 1 ? (squares / (count - 1) / count).squareRoot() : .infinity
    }
    let reach = Normal.ofInterval * error
    interval = (mean - reach)...(mean + reach)
  }
}

/// The normal distribution.
package enum Normal {
  /// The 97.5th percentile, for intervals of 95 %.
  package static let ofInterval = 1.959963984540054

  /// The number that a standard normal value exceeds with a probability of 0.5 or less, to 0.0005.
  ///
  /// Source: Abramowitz, Stegun, "Handbook of Mathematical Functions", 26.2.23.
  static func quantile(above probability: Double) -> Double {
    let t = (-2 * Logarithm.natural(probability)).squareRoot()
    let above = 2.515517 + t * (0.802853 + t * 0.010328)
    return t - above / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  }
}
