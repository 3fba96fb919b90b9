import FarkleGame
import ParlorKit
import Testing

@testable import Simulation

/// Duplicate tournaments: both seats have the same dice.
@Suite struct PairTests {
  private func tournament(duplicate: Bool = true) throws -> Tournament<Farkle> {
    try Tournament(
      "bank=300 bank=500", ["rounds": .integer(10), "duplicate": .flag(duplicate)], seed: 3)
  }

  private func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }

  @Test func `the interval is that of the differences, game by game`() throws {
    let count = 300
    let tournament = try tournament()
    let scores = try (0..<count).map { try tournament.play($0).scores.map(Double.init) }
    let differences = scores.map { $0[0] - $0[1] }
    let pairs = try #require(try tournament.play(0..<count).pairs)
    let mean = differences.reduce(0, +) / Double(count)
    #expect(abs(try #require(pairs.mean) - mean) < 1e-6)
    let reach = 1.959963984540054 * deviation(differences) / Double(count).squareRoot()
    #expect(abs(try #require(pairs.reach) - reach) < 1e-6)
    let seats = (0..<2).map { seat in deviation(scores.map { $0[seat] }) }
    let apart = (seats[0] * seats[0] + seats[1] * seats[1]).squareRoot()
    #expect(abs(try #require(pairs.gain) - apart / deviation(differences)) < 1e-6)
  }

  /// With dice of their own the scores of the seats are independent.
  @Test func `the same dice make the interval narrower`() throws {
    let pairs = try #require(try tournament().play(0..<1000).pairs)
    #expect(try #require(pairs.gain) > 2)
    #expect(try tournament(duplicate: false).play(0..<10).pairs == nil)
  }

  @Test func `parts add up, and a damaged one is refused`() throws {
    let tournament = try tournament()
    let whole = try tournament.play(0..<40)
    var sum = tournament.figures
    for numbers in [25..<40, 0..<25] {
      let figures = try tournament.play(numbers)
      let read = try #require(
        Figures(.object(figures.fields), games: numbers.count, seats: 2))
      #expect(read == figures)
      sum.merge(read)
    }
    #expect(sum == whole)
    var fields = whole.fields
    fields["pairs"] = .object(["seats": .array([]), "difference": .null])
    #expect(Figures(.object(fields), games: 40, seats: 2) == nil)
  }
}

@Suite struct ChiSquareTests {
  /// Critical values with five degrees of freedom: Abramowitz, Stegun, "Handbook of Mathematical
  /// Functions", table 26.8.
  @Test(arguments: [
    (0.411740, 0.995), (0.554300, 0.99), (1.145476, 0.95), (1.61031, 0.9), (2.67460, 0.75),
    (4.35146, 0.5), (6.62568, 0.25), (9.23635, 0.1), (11.0705, 0.05), (12.8325, 0.025),
    (15.0863, 0.01), (16.7496, 0.005), (20.5150, 0.001),
  ])
  func `the chances are those of the tables`(statistic: Double, probability: Double) {
    #expect(abs(ChiSquare.probability(above: statistic) - probability) < 3e-6)
  }

  /// The dice of Weldon, 26,306 throws of twelve, as Pearson had them only as fives and sixes; the
  /// The counts are those of a loaded die, the sum worked out by hand.
  @Test func `the sum is that of the counts`() throws {
    let test = try #require(ChiSquare(faces: [5, 8, 9, 8, 10, 20]))
    #expect(test.statistic == 13.4)
    #expect(abs(test.probability - 0.019905220334774) < 1e-9)
    #expect(ChiSquare(faces: [5, 5, 5, 5, 5, 4]) == nil)
    #expect(ChiSquare(faces: [10, 10, 10]) == nil)
    #expect(ChiSquare(faces: [5, 5, 5, 5, 5, 5])?.probability == 1)
    #expect(ChiSquare(faces: [1000, 0, 0, 0, 0, 0])?.probability == 0)
  }
}
