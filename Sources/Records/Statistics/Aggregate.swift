package import ParlorKit
import Platform

/// The statistics of a player: sums over games in the order in which they ended.
package struct Aggregate: Sendable {
  // Games by their results for the player.
  private var won = 0
  private var lost = 0
  private var played = 0
  private var resigned = 0
  private var abandoned = 0
  /// The wins since the last loss.
  package private(set) var currentStreak = 0
  /// The most wins without a loss in between.
  package private(set) var longestStreak = 0
  /// The duration of all finished games, in milliseconds.
  private var totalTime = 0
  /// The shortest duration of a won game.
  private var bestTime: Int?
  private var lastPlayed: Timestamp?
  /// The results of the last finished games, newest last.
  package private(set) var recent: [PlayerResult] = []
  private var sums: [FigureSum]

  /// The maximum number of results in ``recent``.
  package static let maxRecent = 20

  init(figures: [Statistic]) { sums = figures.map { _ in FigureSum() } }

  mutating func add(_ player: PlayerRecord, of game: GameResult, figures: [Statistic]) {
    switch player.result {
    case .won: won += 1
    case .lost: lost += 1
    case .played: played += 1
    case .resigned: resigned += 1
    case .abandoned: abandoned += 1
    }
    lastPlayed = max(lastPlayed ?? game.end, game.end)
    guard player.result.isFinished else { return }
    let hasWon = player.result == .won
    if hasWon {
      currentStreak += 1
      longestStreak = max(longestStreak, currentStreak)
      bestTime = min(bestTime ?? Int(game.milliseconds), Int(game.milliseconds))
    } else if player.result == .lost {
      currentStreak = 0
    }
    totalTime.addSaturating(Int(game.milliseconds))
    if recent.count == Self.maxRecent { recent.removeFirst() }
    recent.append(player.result)
    for index in figures.indices {
      sums[index].add(player.metrics, won: hasWon, figures[index].fold)
    }
  }

  /// The number of games with a result.
  package func count(_ result: PlayerResult) -> Int {
    switch result {
    case .won: won
    case .lost: lost
    case .played: played
    case .resigned: resigned
    case .abandoned: abandoned
    }
  }

  /// The number of games played to their end.
  package var finished: Int { won + lost + played }

  package var all: Int { finished + resigned + abandoned }

  /// The statistics that every game has.
  package var hostLines: [FigureLine] {
    HostFigure.allCases.map { figure in
      FigureLine(
        key: figure.rawValue, title: figure.title, unit: figure.unit, value: value(of: figure))
    }
  }

  /// All statistics: those that every game has, then those of the game.
  package func lines(figures: [Statistic]) -> [FigureLine] {
    hostLines + zip(figures, sums).map { $1.line(of: $0) }
  }

  private func value(of figure: HostFigure) -> FigureValue {
    switch figure {
    case .gamesPlayed: .integer(finished)
    case .gamesWon: .integer(count(.won))
    case .gamesLost: .integer(count(.lost))
    case .gamesResigned: .integer(count(.resigned))
    case .gamesAbandoned: .integer(count(.abandoned))
    case .successRate: .quotient(won, won + lost, or: .none)
    case .currentStreak: .integer(currentStreak)
    case .longestStreak: .integer(longestStreak)
    case .totalTime: .integer(totalTime)
    case .bestTime: bestTime.map(FigureValue.integer) ?? .none
    case .averageTime: .quotient(totalTime, finished, or: .number(0))
    case .lastPlayed: lastPlayed.map { .moment($0.iso8601) } ?? .none
    }
  }
}

/// The state of one aggregation. Sums saturate instead of overflowing, since a file may contain any
/// number.
struct FigureSum: Sendable {
  private var first = 0
  private var second = 0
  private var best: Int?
  private var sums: [Int] = []
  /// The indices of the first and the second name in the last game.
  private var places = (0, 0)

  /// Adds a finished game.
  mutating func add(_ metrics: Metrics, won: Bool, _ fold: Statistic.Aggregation) {
    func number(_ key: String) -> Int? { metrics.number(of: key, near: &places.0) }
    switch fold {
    case .sum(let key): first.addSaturating(number(key) ?? 0)
    case .highest(let key):
      if let value = number(key) { best = max(best ?? value, value) }
    case .lowest(let key):
      if let value = number(key) { best = min(best ?? value, value) }
    case .average(let key):
      guard let value = number(key) else { break }
      first.addSaturating(value)
      second += 1
    case .ratio(let key, let divisor):
      guard let value = number(key), let count = metrics.number(of: divisor, near: &places.1)
      else { break }
      first.addSaturating(value)
      second.addSaturating(count)
    case .games(let key):
      if number(key) != nil { first += 1 }
    case .wins(let key, let least):
      if won, let value = number(key), value >= least { first += 1 }
    case .largest(let keys):
      if sums.isEmpty { sums = keys.map { _ in 0 } }
      // The names are usually adjacent.
      var place = places.0
      for (index, key) in keys.enumerated() {
        sums[index].addSaturating(metrics.number(of: key, near: &place) ?? 0)
        if index == 0 { places.0 = place }
        place += 1
      }
    }
  }

  func line(of figure: Statistic) -> FigureLine {
    FigureLine(
      key: figure.key, title: figure.title, unit: figure.unit, value: value(of: figure),
      parts: sums)
  }

  private func value(of figure: Statistic) -> FigureValue {
    let scale = figure.unit == .share || figure.unit == .thousandths ? 1000 : 1
    func scaled(_ sum: Int) -> FigureValue {
      scale == 1 ? .integer(sum) : .quotient(sum, scale, or: .none)
    }
    switch figure.fold {
    case .games, .wins: return .integer(first)
    case .sum: return scaled(first)
    case .highest, .lowest: return best.map(scaled) ?? .none
    case .average: return .quotient(first, second * scale, or: .number(0))
    case .ratio: return .quotient(first, second, or: .none)
    case .largest:
      guard let most = sums.max(), most > 0, let index = sums.firstIndex(of: most) else {
        return .none
      }
      return .integer(index + 1)
    }
  }
}

extension Int {
  /// Adds a number; a sum that overflows becomes the largest or smallest integer.
  fileprivate mutating func addSaturating(_ number: Int) {
    let (sum, isTooFar) = addingReportingOverflow(number)
    self = isTooFar ? (number > 0 ? .max : .min) : sum
  }
}

/// The value of a statistic.
package enum FigureValue: Sendable, Equatable {
  case none
  case integer(Int)
  case number(Double)
  /// A moment in ISO 8601.
  case moment(String)

  /// A quotient; `fallback` if the divisor is 0.
  static func quotient(_ one: Int, _ other: Int, or fallback: FigureValue) -> FigureValue {
    other == 0 ? fallback : .number(Double(one) / Double(other))
  }

  /// The value as data; durations are in seconds.
  package func data(_ unit: Statistic.Unit) -> Value {
    switch self {
    case .none: .null
    case .integer(let number):
      unit == .milliseconds ? .number(Double(number) / 1000) : .integer(number)
    case .number(let number): .number(unit == .milliseconds ? number / 1000 : number)
    case .moment(let text): .string(text)
    }
  }
}

extension FigureLine {
  /// The value as data. A rate without games is 0 there.
  var data: Value {
    value == .none && key == HostFigure.successRate.rawValue ? .number(0) : value.data(unit)
  }
}

/// A statistic with its value.
package struct FigureLine: Sendable, Equatable {
  /// The key in JSON and CSV.
  package var key: String
  package var title: String
  package var unit: Statistic.Unit
  package var value: FigureValue
  /// The sums from which a value that names the largest was chosen.
  package var parts: [Int]

  package init(
    key: String, title: String, unit: Statistic.Unit, value: FigureValue, parts: [Int] = []
  ) {
    self.key = key
    self.title = title
    self.unit = unit
    self.value = value
    self.parts = parts
  }
}
