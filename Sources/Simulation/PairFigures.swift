package import ParlorKit

/// The scores of two seats that have the same draws, game by game: sums that can be merged in any
/// order.
package struct PairFigures: Sendable, Equatable {
  /// The scores of the first and of the second seat.
  private var seats = [Spread(), Spread()]
  /// The first score less the second.
  private var difference = Spread()

  /// The figures of no games.
  init() {}

  /// Adds a game.
  mutating func add(_ first: Int, _ second: Int) {
    seats[0].add(Double(first))
    seats[1].add(Double(second))
    difference.add(Double(first - second))
  }

  /// Adds the figures of other games.
  mutating func merge(_ other: PairFigures) {
    for (index, seat) in other.seats.enumerated() { seats[index].merge(seat) }
    difference.merge(other.difference)
  }

  /// The mean difference; nil without games.
  package var mean: Double? { difference.mean }

  /// How far the interval of 95 % reaches to both sides of the mean; nil for fewer than two games.
  package var reach: Double? { difference.deviation.map(reach) }

  /// How far it would reach if each seat had draws of its own: the variances then add up.
  package var unpairedReach: Double? {
    guard let first = seats[0].deviation, let second = seats[1].deviation else { return nil }
    return reach((first * first + second * second).squareRoot())
  }

  private func reach(_ deviation: Double) -> Double {
    Normal.ofInterval * deviation / Double(difference.count).squareRoot()
  }

  /// How much wider the interval would be with draws of their own; nil if it has no width.
  package var gain: Double? {
    guard let reach, let unpairedReach, reach > 0 else { return nil }
    return unpairedReach / reach
  }
}

// MARK: - As data

extension PairFigures {
  /// The exact sums, all numbers as texts.
  var fields: Fields {
    [
      "seats": .array(seats.map { .object($0.fields) }),
      "difference": .object(difference.fields),
    ]
  }

  /// Reads the format of ``fields``; nil if it is impossible for this many games.
  init?(_ value: Value, games: Int) {
    guard let seats = value["seats"]?.array?.compactMap({ Spread($0, atMost: games) }),
      seats.count == 2,
      let difference = value["difference"].flatMap({ Spread($0, atMost: games) }),
      [seats[0].count, seats[1].count, difference.count] == [games, games, games]
    else { return nil }
    (self.seats, self.difference) = (seats, difference)
  }

  /// The report as data.
  var report: Fields {
    func interval(_ reach: Double?) -> Value {
      guard let mean, let reach else { return .null }
      return .array([.number(mean - reach), .number(mean + reach)])
    }
    return [
      "difference": mean.map { .number($0) } ?? .null, "interval": interval(reach),
      "unpaired": interval(unpairedReach), "gain": gain.map { .number($0) } ?? .null,
    ]
  }
}

extension PairFigures: TextWritable {
  /// `seat 1 less seat 2, draw by draw: 123.45 points, 95 % interval 100.00 to 146.90`.
  package func write(to text: inout TextWriter) {
    func number(_ value: Double) -> String { Rounded(value, places: 2).text }
    guard let mean, let reach else { return }
    text.write("seat 1 less seat 2, draw by draw: ", number(mean), " points, 95 % interval ")
    text.write(number(mean - reach), " to ", number(mean + reach), "\n")
    if let gain {
      text.write("with draws of their own the interval would be ", number(gain), " times as wide\n")
    }
  }
}
