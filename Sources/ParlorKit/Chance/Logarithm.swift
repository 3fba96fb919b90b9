/// Logarithms that are identical on all machines: they use only the four basic operations.
package enum Logarithm {
  private static let ofTwo = 0.6931471805599453

  /// The natural logarithm of a number above 0.
  package static func natural(_ number: Double) -> Double {
    // With the significand below √2 the series of the area hyperbolic tangent converges fast.
    var (exponent, rest) = (Double(number.exponent), number.significand)
    if rest > 1.4142135623730951 { (exponent, rest) = (exponent + 1, rest / 2) }
    let ratio = (rest - 1) / (rest + 1)
    var (power, sum) = (ratio, 0.0)
    for odd in stride(from: 1.0, through: 25, by: 2) {
      sum += power / odd
      power *= ratio * ratio
    }
    return exponent * ofTwo + 2 * sum
  }

  /// The logarithm to base 2 of a number above 0.
  package static func base2(_ number: Double) -> Double { natural(number) / ofTwo }

  /// The number with a given natural logarithm, which must be at most 1; 0 for one below -700.
  package static func power(_ logarithm: Double) -> Double {
    guard logarithm > -700 else { return 0 }
    // The series converges fast for a thousandth of the logarithm.
    let small = logarithm / 1024
    var (term, sum) = (1.0, 1.0)
    for place in 1...8 {
      term *= small / Double(place)
      sum += term
    }
    for _ in 0..<10 { sum *= sum }
    return sum
  }
}
