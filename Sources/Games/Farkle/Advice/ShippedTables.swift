import CFarkleTables
package import ParlorKit

/// The tables of the presets, which are part of the program, so that no first hint has to wait.
///
/// They are files of stored tables. A table is found by its name, so rules of dice that change find
/// none, and compute theirs.
package enum ShippedTables {
  /// The numbers of the table of this name; `nil` if none is intact.
  static func numbers(_ name: String) -> [Double]? {
    var index = 0
    while let bytes = farkle_table(index).bytes {
      let file = UnsafeBufferPointer(start: bytes, count: farkle_table(index).count)
      if let table = TableFile.table(file, name) { return TableStore.numbers(table) }
      index += 1
    }
    return nil
  }

  /// The numbers of a game for two to the target of a preset, or to less: near the target, chances
  /// depend only on the distance from it.
  static func duel(
    _ rules: DuelRules, of options: FarkleRules, _ rolls: RollTable
  ) -> [Double]? {
    var usual = options
    usual.target = max(options.target, FarkleRules().target)
    // An opening counts for players without points.
    if rules.opening > rules.least { usual.target = options.target }
    guard let long = DuelRules(usual, unit: rolls.unit),
      let numbers = numbers(KeptTable.duel.name(for: usual, rolls))
    else { return nil }
    return DuelTable.numbers(numbers, of: long.target, downTo: rules.target)
  }

  /// The presets by name.
  package static var presets: [(name: String, rules: FarkleRules)] {
    FarkleRules.presets.map { ($0.name, $0.options) }
  }

  /// The name of the table for some rules.
  package static func name(for rules: FarkleRules) -> String {
    let rolls = TurnValues.of(rules.scoring).everyHold
    return (rules.hasRounds ? KeptTable.rounds : .duel).name(for: rules, rolls)
  }

  /// Computes the table for some rules, as a file.
  package static func file(for rules: FarkleRules) throws(GameError) -> [UInt8] {
    try TableFile.bytes(TableStore.bytes(numbers(for: rules)), name(for: rules))
  }

  private static func numbers(for rules: FarkleRules) throws(GameError) -> [Double] {
    let rolls = TurnValues.of(rules.scoring).everyHold
    guard let duel = DuelRules(rules, unit: rolls.unit) else {
      throw .notNow("there is no table for these rules")
    }
    let last = try LastTurns(rolls, duel) {}
    if rules.hasRounds { return try RoundsTable(rolls, duel, last) { _ in }.chances }
    return try DuelTable(rolls, duel, last) { _ in }.numbers
  }
}
