/// Between what a true share lies, as far as a sample can tell: Wilson's score interval with a
/// confidence of 95 %.
///
/// Source: Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal
/// of the American Statistical Association 22 (1927), as in Brown, Cai, DasGupta, "Interval
/// Estimation for a Binomial Proportion", Statistical Science 16 (2001), section 3.1.1.
///
/// A win that is shared counts as a part of one; the interval is then a little too wide, as such
/// parts vary less than wins and losses do.
package struct WilsonInterval: Sendable, Equatable {
  /// The lower end, 0 to 1.
  package let lower: Double
  /// The upper end, 0 to 1.
  package let upper: Double

  /// The 97.5th percentile of the normal distribution.
  private static let z = 1.959963984540054

  /// The interval for a share that was seen in so many trials; all of 0 to 1 without any.
  package init(share: Double, trials: Int) {
    guard trials > 0 else {
      (lower, upper) = (0, 1)
      return
    }
    let n = Double(trials)
    let square = Self.z * Self.z / n
    let centre = share + square / 2
    let reach = (share * (1 - share) * square + square * square / 4).squareRoot()
    lower = share <= 0 ? 0 : max(0, (centre - reach) / (1 + square))
    upper = share >= 1 ? 1 : min(1, (centre + reach) / (1 + square))
  }
}
