import ParlorKit

/// A figure under way: what is kept of the records so far. Sums stop at the largest number rather
/// than overflow, as a file may hold any number.
struct FigureSum: Sendable {
  private var first = 0
  private var second = 0
  private var best: Int?
  private var sums: [Int] = []

  /// Adds a game that a player finished.
  mutating func add(_ measures: Metrics, won: Bool, _ fold: Statistic.Aggregation) {
    switch fold {
    case .sum(let key): first.addUpToLimit(measures[key] ?? 0)
    case .highest(let key):
      if let value = measures[key] { best = max(best ?? value, value) }
    case .lowest(let key):
      if let value = measures[key] { best = min(best ?? value, value) }
    case .average(let key):
      guard let value = measures[key] else { break }
      first.addUpToLimit(value)
      second += 1
    case .ratio(let key, let divisor):
      guard let value = measures[key], let count = measures[divisor] else { break }
      first.addUpToLimit(value)
      second.addUpToLimit(count)
    case .games(let key):
      if measures[key] != nil { first += 1 }
    case .wins(let key, let least):
      if won, let value = measures[key], value >= least { first += 1 }
    case .largest(let keys):
      if sums.isEmpty { sums = keys.map { _ in 0 } }
      for (index, key) in keys.enumerated() { sums[index].addUpToLimit(measures[key] ?? 0) }
    }
  }

  /// What the figure comes to.
  func line(of figure: Statistic) -> FigureLine {
    FigureLine(
      key: figure.key, title: figure.title, unit: figure.unit, value: value(figure.fold),
      parts: sums)
  }

  private func value(_ fold: Statistic.Aggregation) -> FigureValue {
    switch fold {
    case .sum, .games, .wins: return .integer(first)
    case .highest, .lowest: return best.map(FigureValue.integer) ?? .none
    case .average: return .quotient(first, second, or: .number(0))
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
  /// Adds a number; a sum that is too large or too small is the largest or smallest there is.
  mutating func addUpToLimit(_ number: Int) {
    let (sum, isTooFar) = addingReportingOverflow(number)
    self = isTooFar ? (number > 0 ? .max : .min) : sum
  }
}
