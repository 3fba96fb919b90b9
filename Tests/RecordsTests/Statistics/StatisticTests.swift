import ParlorKit
import Testing

@testable import Records

@Suite struct StatisticTests {
  private typealias Aggregation = Statistic.Aggregation

  /// The value of a figure over games: what each counted, and whether it was won.
  private func value(
    _ fold: Aggregation, _ games: [(Metrics, Bool)], unit: Statistic.Unit = .count
  ) -> FigureValue {
    var sum = FigureSum()
    for (metrics, won) in games { sum.add(metrics, won: won, fold) }
    return sum.line(of: Statistic("key", "Title", fold, unit: unit, "Definition.")).value
  }

  @Test func `without games there is no value`() {
    #expect(value(.sum("a"), []) == .integer(0))
    #expect(value(.highest("a"), []) == .none)
    #expect(value(.lowest("a"), []) == .none)
    #expect(value(.average("a"), []) == .number(0))
    #expect(value(.ratio("a", to: "b"), []) == .none)
    #expect(value(.games(with: "a"), []) == .integer(0))
    #expect(value(.wins(with: "a", atLeast: 1), []) == .integer(0))
    #expect(value(.largest(["a", "b"]), []) == .none)
  }

  @Test func `games without the measure are passed over`() {
    let games: [(Metrics, Bool)] = [(["a": 4], false), (["b": 7], true), (["a": -1], true)]
    #expect(value(.sum("a"), games) == .integer(3))
    #expect(value(.highest("a"), games) == .integer(4))
    #expect(value(.lowest("a"), games) == .integer(-1))
    #expect(value(.average("a"), games) == .number(1.5))
    #expect(value(.ratio("a", to: "b"), games) == .none)
    #expect(value(.games(with: "a"), games) == .integer(2))
    #expect(value(.wins(with: "a", atLeast: -1), games) == .integer(1))
    #expect(value(.wins(with: "a", atLeast: 0), games) == .integer(0))
  }

  @Test(arguments: [Statistic.Unit.share, .thousandths])
  func `measures that count thousandths give fractions, ratios are fractions already`(
    unit: Statistic.Unit
  ) {
    let games: [(Metrics, Bool)] = [(["a": 1250, "b": 5], true), (["a": 250, "b": 10], true)]
    #expect(value(.highest("a"), games, unit: unit) == .number(1.25))
    #expect(value(.lowest("a"), games, unit: unit) == .number(0.25))
    #expect(value(.sum("a"), games, unit: unit) == .number(1.5))
    #expect(value(.average("a"), games, unit: unit) == .number(0.75))
    #expect(value(.ratio("a", to: "b"), games, unit: unit) == .number(100))
    #expect(value(.games(with: "a"), games, unit: unit) == .integer(2))
    #expect(value(.highest("a"), [], unit: unit) == .none)
  }

  @Test func `a ratio is one of sums, not the average of ratios`() {
    let games: [(Metrics, Bool)] = [(["a": 1, "b": 1], true), (["a": 1, "b": 9], true)]
    #expect(value(.ratio("a", to: "b"), games) == .number(0.2))
  }

  @Test func `the first of equals is the largest`() {
    let games: [(Metrics, Bool)] = [(["x": 1, "y": 3, "z": 0], true), (["x": 2, "z": 3], false)]
    #expect(value(.largest(["x", "y", "z"]), games) == .integer(1))
    #expect(value(.largest(["z", "y"]), games) == .integer(1))
    #expect(value(.largest(["x"]), [(["x": 0], true)]) == .none)
  }

  @Test func `sums stop at the largest number`() {
    let games: [(Metrics, Bool)] = [(["a": .max], true), (["a": .max], true), (["a": 1], true)]
    #expect(value(.sum("a"), games) == .integer(.max))
    #expect(value(.sum("a"), [(["a": .min], true), (["a": -5], true)]) == .integer(.min))
    #expect(value(.largest(["a", "b"]), games) == .integer(1))
  }

  @Test func `random games give what plain loops give`() {
    for seed in 0..<200 as Range<UInt64> {
      var chance = Chance(seed: seed, draw: 0)
      let games = (0..<Int(chance.below(12))).map { _ -> (Metrics, Bool) in
        var metrics: Metrics = [:]
        for key in ["a", "b", "c"] where chance.below(4) > 0 {
          metrics[key] = Int(chance.below(21)) - 10
        }
        return (metrics, chance.below(2) == 0)
      }
      let a = games.compactMap { $0.0["a"] }
      let total = a.reduce(0, +)
      #expect(value(.sum("a"), games) == .integer(total))
      #expect(value(.highest("a"), games) == (a.sorted().last.map { .integer($0) } ?? .none))
      #expect(value(.lowest("a"), games) == (a.sorted().first.map { .integer($0) } ?? .none))
      let average = a.isEmpty ? 0 : Double(total) / Double(a.count)
      #expect(value(.average("a"), games) == .number(average))
      #expect(value(.games(with: "a"), games) == .integer(a.count))
      let both = games.map(\.0).filter { $0["a"] != nil && $0["b"] != nil }
      let above = both.reduce(0) { $0 + ($1["a"] ?? 0) }
      let below = both.reduce(0) { $0 + ($1["b"] ?? 0) }
      #expect(
        value(.ratio("a", to: "b"), games)
          == (below == 0 ? .none : .number(Double(above) / Double(below))))
      let wins = games.filter { $0.1 && ($0.0["c"] ?? -99) >= 3 }
      #expect(value(.wins(with: "c", atLeast: 3), games) == .integer(wins.count))
      let sums = ["a", "b", "c"].map { key in games.reduce(0) { $0 + ($1.0[key] ?? 0) } }
      let most = sums.max() ?? 0
      let place = most > 0 ? sums.firstIndex(of: most).map { $0 + 1 } : nil
      #expect(
        value(.largest(["a", "b", "c"]), games) == (place.map { .integer($0) } ?? .none))
    }
  }
}
