import ParlorKit

/// Count, mean, standard deviation, minimum and maximum of numbers.
///
/// The sums are exact and so do not depend on the order of the numbers: each number is rounded to
/// a multiple of 2^-16 and clamped to ±2^32. The sums hold 2^30 numbers.
package struct Spread: Sendable, Equatable {
  package private(set) var count = 0
  private var sum: Int128 = 0
  private var squares: Int128 = 0
  private var least = Int64.max
  private var most = Int64.min

  private static let scale = 65_536.0
  private static let reach = 4_294_967_296.0

  package init() {}

  /// Adds a number; infinities and NaN are ignored.
  package mutating func add(_ number: Double) {
    guard number.isFinite else { return }
    let bounded = max(-Self.reach, min(Self.reach, number))
    let scaled = Int64((bounded * Self.scale).rounded())
    count += 1
    sum += Int128(scaled)
    squares += Int128(scaled) * Int128(scaled)
    least = Swift.min(least, scaled)
    most = Swift.max(most, scaled)
  }

  /// Adds the numbers of another spread.
  package mutating func merge(_ other: Spread) {
    count += other.count
    sum += other.sum
    squares += other.squares
    least = Swift.min(least, other.least)
    most = Swift.max(most, other.most)
  }

  /// The mean; nil without numbers.
  package var mean: Double? {
    count > 0 ? Double(sum) / Double(count) / Self.scale : nil
  }

  /// The sample standard deviation; nil for fewer than two numbers.
  package var deviation: Double? {
    guard count > 1 else { return nil }
    // Squares of the distances from an integer near the mean, without rounding. The products may
    // overflow, but the result does not.
    let centre = sum / Int128(count)
    let rest = Double(sum - centre * Int128(count))
    let about = squares &- 2 &* centre &* sum &+ centre &* centre &* Int128(count)
    let variance = (Double(about) - rest * rest / Double(count)) / Double(count - 1)
    return Swift.max(0, variance).squareRoot() / Self.scale
  }

  /// The least number; nil without numbers.
  package var minimum: Double? { count > 0 ? Double(least) / Self.scale : nil }

  /// The greatest number; nil without numbers.
  package var maximum: Double? { count > 0 ? Double(most) / Self.scale : nil }
}

extension Spread {
  /// The exact sums as data, all numbers as texts.
  var fields: Fields {
    [
      "count": .string(String(count)), "sum": .string(String(sum)),
      "squares": .string(String(squares)), "least": .string(String(least)),
      "most": .string(String(most)),
    ]
  }

  /// Reads the format of ``fields``; `nil` if no numbers can give it, or only more than `games`.
  init?(_ value: Value, atMost games: Int) {
    let bound = Int64(Self.reach * Self.scale)
    guard let count = value.number("count", in: 0...games) else { return nil }
    let total = Int128(bound) * Int128(count)
    guard let sum = value.number("sum", in: -total...total),
      let squares = value.number("squares", in: 0...total * Int128(bound)),
      let least = value.number("least", in: count > 0 ? -bound...bound : Int64.max...Int64.max),
      let most = value.number("most", in: count > 0 ? least...bound : Int64.min...Int64.min)
    else { return nil }
    (self.count, self.sum, self.squares) = (count, sum, squares)
    (self.least, self.most) = (least, most)
    guard count == 0 || isPossible else { return nil }
  }

  /// Whether the mean is between the extremes, and the squares are possible for numbers between
  /// them: `least` and `most` are among them, and none is farther from 0. The variance is not
  /// negative.
  private var isPossible: Bool {
    let (count, least, most) = (Int128(count), Int128(least), Int128(most))
    guard count * least <= sum, sum <= count * most else { return false }
    let farthest = max(least.magnitude, most.magnitude)
    guard squares.magnitude <= count.magnitude * farthest * farthest else { return false }
    guard squares >= (count > 1 ? least * least : 0) + most * most else { return false }
    let (one, other) = (
      count.magnitude.multipliedFullWidth(by: squares.magnitude),
      sum.magnitude.multipliedFullWidth(by: sum.magnitude)
    )
    return (one.high, one.low) >= (other.high, other.low)
  }

  /// Whether no number is below 0 or above `limit`.
  func isWithin(_ limit: Int) -> Bool {
    count == 0 || least >= 0 && Double(most) / Self.scale <= Double(limit)
  }
}

/// The confidence interval of a share: Wilson's score interval, 95 %.
///
/// Source: Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal
/// of the American Statistical Association 22 (1927), as in Brown, Cai, DasGupta, "Interval
/// Estimation for a Binomial Proportion", Statistical Science 16 (2001), section 3.1.1.
///
/// Shared wins count as parts of a win. They vary less than wins and losses, so the interval is
/// then slightly too wide.
package struct WilsonInterval: Sendable, Equatable {
  /// The lower end, 0 to 1.
  package let lower: Double
  /// The upper end, 0 to 1.
  package let upper: Double

  /// The interval for a share observed in a number of trials; 0 to 1 without trials.
  package init(share: Double, trials: Int) {
    guard trials > 0 else {
      (lower, upper) = (0, 1)
      return
    }
    let n = Double(trials)
    let square = Normal.ofInterval * Normal.ofInterval / n
    let centre = share + square / 2
    let reach = (share * (1 - share) * square + square * square / 4).squareRoot()
    lower = share <= 0 ? 0 : max(0, (centre - reach) / (1 + square))
    upper = share >= 1 ? 1 : min(1, (centre + reach) / (1 + square))
  }
}
