import ParlorKit

/// Pearson's test of whether counts are those of equally likely outcomes.
///
/// Source: Pearson, "On the criterion that a given system of deviations…", Philosophical Magazine 50
/// (1900).
package struct ChiSquare: Sendable {
  /// The sum over all outcomes of (count − expected)² / expected.
  package let statistic: Double
  /// The chance that equally likely outcomes give a sum as large or larger.
  package let probability: Double

  /// The least expected count for which the distribution of the sum is near enough to that of χ².
  private static let leastExpected = 5.0

  /// The test of the counts of six faces.
  ///
  /// - Returns: nil if there are other than six counts, or fewer than 30 in all.
  package init?(faces counts: [Int]) {
    let expected = Double(counts.reduce(0, +)) / 6
    guard counts.count == 6, expected >= Self.leastExpected else { return nil }
    statistic = counts.reduce(0) { sum, count in
      sum + (Double(count) - expected) * (Double(count) - expected) / expected
    }
    probability = Self.probability(above: statistic)
  }

  /// The chance that a value with five degrees of freedom is above a number: 1 − P(5/2, x/2), by the
  /// series for the incomplete gamma function. Source: Abramowitz, Stegun, "Handbook of Mathematical
  /// Functions", 26.4.19 and 6.5.29. Only the four operations and roots are used, so it is the same on
  /// all machines. It is rounded to ten decimals.
  package static func probability(above statistic: Double) -> Double {
    let z = statistic / 2
    // The chance is below 10⁻²⁰.
    guard z < 60 else { return 0 }
    // Γ(7/2)
    var term = z * z * z.squareRoot() / 3.323350970447843
    var sum = 0.0
    var place = 3.5
    while term > sum * 1e-17 {
      sum += term
      term *= z / place
      place += 1
    }
    return (max(0, 1 - sum * Logarithm.power(-z)) * 1e10).rounded() / 1e10
  }
}
