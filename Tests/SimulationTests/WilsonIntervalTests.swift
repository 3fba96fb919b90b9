import Simulation
import Testing

@Suite("Wilson's interval")
struct WilsonIntervalTests {
  /// Newcombe, "Two-sided confidence intervals for the single proportion: comparison of seven
  /// methods", Statistics in Medicine 17 (1998), table I, method 3.
  @Test(arguments: [
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
  ])
  func `It has the published ends`(wins: Int, trials: Int, lower: Double, upper: Double) {
    let interval = WilsonInterval(share: Double(wins) / Double(trials), trials: trials)
    #expect(abs(interval.lower - lower) <= 0.00005)
    #expect(abs(interval.upper - upper) <= 0.00005)
  }

  @Test
  func `It mirrors, and stays within 0 and 1`() {
    let none = WilsonInterval(share: 0, trials: 20)
    let all = WilsonInterval(share: 1, trials: 20)
    #expect(none.lower == 0 && all.upper == 1)
    #expect(abs(none.upper - (1 - all.lower)) < 1e-12)
    #expect(WilsonInterval(share: 0, trials: 0) == WilsonInterval(share: 1, trials: 0))
  }
}
