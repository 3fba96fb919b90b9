/// How numbers spread: count, mean, standard deviation, least and most.
///
/// The sums are exact, so that they do not depend on the order of the numbers: each is taken to
/// the nearest 2^-16 within ±2^32, and 2^30 of them can be summed.
package struct Spread: Sendable, Equatable {
  /// How many numbers there are.
  package private(set) var count = 0
  private var sum: Int128 = 0
  private var squares: Int128 = 0
  private var least = Int64.max
  private var most = Int64.min

  private static let scale = 65_536.0
  private static let reach = 4_294_967_296.0

  /// The spread of no numbers.
  package init() {}

  /// Adds a number; one that is not finite is left out.
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

  /// The mean; nothing of no numbers.
  package var mean: Double? {
    count > 0 ? Double(sum) / Double(count) / Self.scale : nil
  }

  /// The standard deviation of the numbers as a sample; nothing of fewer than two.
  package var deviation: Double? {
    guard count > 1 else { return nil }
    // The squares are taken about a number near the mean, without rounding; the products may run
    // over, but not the result.
    let centre = sum / Int128(count)
    let rest = Double(sum - centre * Int128(count))
    let about = squares &- 2 &* centre &* sum &+ centre &* centre &* Int128(count)
    let variance = (Double(about) - rest * rest / Double(count)) / Double(count - 1)
    return Swift.max(0, variance).squareRoot() / Self.scale
  }

  /// The least number; nothing of none.
  package var minimum: Double? { count > 0 ? Double(least) / Self.scale : nil }

  /// The greatest number; nothing of none.
  package var maximum: Double? { count > 0 ? Double(most) / Self.scale : nil }
}
