import ParlorKit
import Testing

@testable import FarkleGame

@Suite struct ShippedTableTests {
  private static let presets = ShippedTables.all.filter { !$0.isTrio }.map(\.file)

  private func table(of rules: FarkleRules) -> ShippedTables.Shipped {
    ShippedTables.Shipped(file: "", rules: rules)
  }

  private func rules(_ preset: String, _ options: String = "") throws -> FarkleRules {
    try FarkleRules("rules=\(preset) \(options)")
  }

  private func numbers(_ rules: FarkleRules) throws -> [Double] {
    try #require(ShippedTables.numbers(ShippedTables.name(of: table(of: rules))))
  }

  /// The table for some rules, from given numbers.
  private func duel(_ rules: FarkleRules, _ numbers: [Double]) throws -> DuelTable {
    let rolls = TurnValues.of(rules.scoring).everyHold
    let duel = try #require(DuelRules(rules, unit: rolls.unit))
    return try #require(
      DuelTable(rolls, duel, try LastTurns(rolls, duel) {}, numbers: numbers))
  }

  @Test(arguments: presets) func `every preset has a table`(_ preset: String) throws {
    #expect(try numbers(rules(preset)).dropLast().allSatisfy { (0...1).contains($0) })
  }

  @Test func `the table of farkle-ten is what the program computes, bit by bit`() throws {
    let rules = try rules("farkle-ten")
    let file = try ShippedTables.contents(of: table(of: rules))
    let table = try #require(TableFile.table(file, ShippedTables.name(of: table(of: rules))))
    #expect(try TableStore.bytes(numbers(rules)) == table)
  }

  /// Chances depend on nothing but the distance from the target.
  @Test(arguments: presets.filter { $0 != "farkle-ten" })
  func `a game to a lower target has the end of the table, bit by bit`(_ preset: String) throws {
    let rules = try rules(preset, "target=1250")
    let rolls = TurnValues.of(rules.scoring).everyHold
    let duel = try #require(DuelRules(rules, unit: rolls.unit))
    let shipped = try #require(ShippedTables.duel(duel, of: rules, rolls))
    let file = try ShippedTables.contents(of: table(of: rules))
    let table = try #require(TableFile.table(file, ShippedTables.name(of: table(of: rules))))
    let computed = try #require(TableStore.numbers(table))
    #expect(shipped.count == 25 * 25 + 1)
    #expect(shipped.dropLast() == computed.dropLast())
    // The residual is that of the whole table.
    #expect(try #require(shipped.last) >= (try #require(computed.last)))
  }

  @Test(arguments: presets.filter { $0 != "farkle-ten" })
  func `no chance differs from that of the best turn`(_ preset: String) throws {
    let rules = try rules(preset)
    let table = try duel(rules, numbers(rules))
    #expect(table.residual < 1e-10)
    var worst = 0.0
    for place in stride(from: 0, to: 200 * 200, by: 311) {
      let (own, other) = (place / 200, place % 200)
      let turn = table.turn(seat: 0, own: own, other: other, least: 1, atLeast: 0, penalty: 0)
      worst = max(worst, abs(turn.rolling(6, units: 0) - table.chance(own: own, other: other)))
    }
    #expect(worst < 1e-9)
  }

  /// Found by a program in C that shares nothing with this one.
  @Test func `chances to 10,000 points are those of another program`() throws {
    let standard = try rules("standard")
    let chances = try duel(standard, numbers(standard))
    #expect(abs(chances.chance(own: 0, other: 0) - 0.532392799) < 1e-9)
    #expect(abs(chances.chance(own: 0, other: 100) - 0.067258891) < 1e-9)
    let minimal = try rules("minimal")
    #expect(
      abs(try duel(minimal, numbers(minimal)).chance(own: 160, other: 199) - 0.061977878) < 2e-9)
  }

  /// The table of three players under the standard rules, and an empty one.
  private func trio(_ options: String) throws -> (shipped: TrioTable, empty: TrioTable) {
    let rules = try rules("standard", options)
    let values = TurnValues.of(rules.scoring)
    let duel = try #require(DuelRules(rules, unit: 50))
    let last = try LastTurns(values.everyHold, duel) {}
    func table(isShipped: Bool) throws -> TrioTable {
      try #require(
        TrioTable(values.everyHold, best: values.table, duel, last, isShipped: isShipped))
    }
    let numbers = try #require(ShippedTables.trio(rules, values.everyHold))
    return (
      try #require(try table(isShipped: true).with(numbers: numbers)), try table(isShipped: false)
    )
  }

  @Test func `the table of three players is what the program computes, bit by bit`() throws {
    var (shipped, table) = try trio("target=600")
    try table.extend(to: [12, 12, 12]) { _ in }
    for own in 1...12 {
      for next in 1...12 {
        for third in 1...12 {
          let found = try #require(table.chances([own, next, third]))
          let other = try #require(shipped.chances([own, next, third]))
          #expect(found.own == other.own && found.next == other.next)
        }
      }
    }
    try shipped.extend(to: [1, 1, 1]) { _ in }
    #expect(shipped.numbers.allSatisfy { (0...1).contains($0) })
  }

  /// By the sweep of games for two, which tries every hold.
  @Test func `no chance of three players differs from that of the best turn`() throws {
    var table = try trio("").shipped
    try table.extend(to: [1, 1, 1]) { _ in }
    var worst = 0.0
    // In the first ones two players mix turns.
    let mixed = [[14, 5, 25], [3, 5, 14], [8, 11, 10], [27, 35, 29]]
    for togo in mixed
      + stride(from: 7, to: 50 * 50 * 50, by: 1499).map({ place in
        [place / 2500 + 1, place / 50 % 50 + 1, place % 50 + 1]
      })
    {
      let turn = table.turn(togo, atLeast: 0)
      worst = max(worst, abs(turn.rolling(6, units: 0) - (try #require(table.chances(togo)).own)))
    }
    #expect(worst < 1e-10)
  }

  /// Under rules whose table is not part of the program. In some of the positions two players mix turns.
  @Test(arguments: ["minimal", "flat", "patch", "standard kinds=none"])
  func `no computed chance of three players differs from that of the best turn`(
    _ options: String
  ) throws {
    let rules = try rules(options)
    let values = TurnValues.of(rules.scoring)
    let duel = try #require(DuelRules(rules, unit: values.table.unit))
    let last = try LastTurns(values.everyHold, duel) {}
    var table = try #require(TrioTable(values.everyHold, best: values.table, duel, last))
    let far = 500 / values.table.unit
    try table.extend(to: [far, far, far]) { _ in }
    var worst = 0.0
    for place in 0..<far * far * far {
      let togo = [place / far / far + 1, place / far % far + 1, place % far + 1]
      let turn = table.turn(togo, atLeast: 0)
      worst = max(worst, abs(turn.rolling(6, units: 0) - (try #require(table.chances(togo)).own)))
    }
    #expect(worst < 1e-10)
  }

  @Test(arguments: [
    "multiplier=150", "straight=1000", "minimum=300", "opening=500", "final-round=off",
    "tie=shared", "defend=on", "hot-dice=must-roll", "target=20000",
  ])
  func `other rules have none`(_ options: String) throws {
    let rules = try rules("standard", options)
    let rolls = TurnValues.of(rules.scoring).everyHold
    let duel = try #require(DuelRules(rules, unit: rolls.unit))
    #expect(ShippedTables.duel(duel, of: rules, rolls) == nil)
    #expect(ShippedTables.hasTrio(rules, rolls) == (options == "target=20000"))
  }

  /// As if a new version counted the dice of these options otherwise.
  @Test func `rolls that score otherwise make a table useless`() throws {
    let rules = try rules("standard")
    let other = TurnValues.of(try self.rules("flat").scoring).everyHold
    let duel = try #require(DuelRules(rules, unit: other.unit))
    #expect(ShippedTables.duel(duel, of: rules, other) == nil)
  }

  @Test func `a damaged file, or one of another name, is no table`() throws {
    let file = TableFile.bytes([1, 2, 3, 4, 5, 6, 7, 8, 9], "a-1")
    #expect(TableFile.table(file, "a-1") == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(TableFile.table(file, "a-2") == nil)
    for place in file.indices {
      var damaged = file
      damaged[place] ^= 1
      #expect(TableFile.table(damaged, "a-1") == nil, "\(place)")
    }
    #expect(TableFile.table(file.dropLast(), "a-1") == nil)
  }
}
