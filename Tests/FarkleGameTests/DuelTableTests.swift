import ParlorKit
import Testing

@testable import FarkleGame

@Suite struct DuelTableTests {
  private func table(_ options: String) throws -> (FarkleRules, DuelTable) {
    let rules = try FarkleRules(options)
    let values = TurnValues.of(rules.scoring)
    let duel = try #require(DuelRules(rules, unit: values.table.unit))
    return (rules, try values.duel(duel, of: rules) { false })
  }

  /// A lead of 7,500 points counts as won in the plain solver, which costs it less than the tolerance.
  @Test(arguments: [
    ("target=500", 1e-6), ("target=600 rules=minimal opening=300", 1e-6),
    ("target=500 tie=shared kinds=flat", 1e-6), ("target=1000 final-round=off", 1e-10),
    ("target=700 final-round=off rules=patch minimum=200", 1e-10),
    ("target=600 final-round=off hot-dice=must-roll", 1e-10),
    ("target=800 final-round=off kinds=linear triplets=2500 opening=500", 1e-10),
  ])
  func `every chance is that of a plain solver`(_ options: String, _ tolerance: Double) throws {
    let (rules, table) = try table(options)
    let plain = PlainDuel(rules, safeLead: 150)
    var worst = (error: 0.0, place: "")
    for (own, chances) in plain.chance.enumerated() {
      for (other, chance) in chances.enumerated() {
        let error = abs(table.chance(own: own, other: other) - chance)
        if error > worst.error { worst = (error, "\(own * 50)-\(other * 50)") }
      }
    }
    #expect(worst.error < tolerance, "\(worst)")
  }

  /// The turns are computed here without the bound that the table uses; near the target, where it is
  /// close.
  @Test(arguments: [
    "target=500 tie=overtime", "target=500 defend=on", "target=1000 final-round=off opening=300",
  ])
  func `no chance differs from that of the best turn`(_ options: String) throws {
    let (rules, table) = try table(options)
    #expect(table.residual < 1e-10)
    let target = (rules.target + 49) / 50
    let near = target - 3..<target
    var residual = 0.0
    for other in 0..<target {
      for own in 0..<target where near.contains(own) || near.contains(other) {
        let least = max(1, own == 0 ? (rules.opening + 49) / 50 : 1)
        for seat in 0..<(rules.tie == .overtime ? 2 : 1) {
          let turn = table.turn(
            seat: seat, own: own, other: other, least: least, atLeast: 0, penalty: 0)
          let chance = table.chance(seat: seat, own: own, other: other)
          residual = max(residual, abs(turn.rolling(6, units: 0) - chance))
        }
      }
    }
    // Some thirty turns can follow one another.
    #expect(residual < 30 * 1e-9)
  }

  /// Found in another language, with leads of 5,000 and of 8,000 points as won.
  @Test func `a player one step from the target is not overrated`() throws {
    let (_, table) = try table("rules=minimal target=2000")
    #expect(abs(table.chance(own: 0, other: 39) - 0.061977877) < 1e-8)
  }

  /// Found in another language, by thousands of sweeps over all scores.
  @Test(arguments: [
    ("target=500 minimum=5000", 0.500834), ("target=500 rules=minimal opening=2000", 0.509088),
  ])
  func `chances are exact where few turns score`(_ options: String, _ chance: Double) throws {
    let (_, table) = try table(options)
    #expect(abs(table.chance(own: 0, other: 0) - chance) < 1e-6)
    #expect(table.residual < 1e-10)
  }
}
