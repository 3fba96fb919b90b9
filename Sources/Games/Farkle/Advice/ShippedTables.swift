import CFarkleTables
package import ParlorKit

/// The tables of the presets, which are part of the program, so that no first hint has to wait.
///
/// They are files of stored tables. A table is found by its name, so rules of dice that change find
/// none, and compute theirs.
package enum ShippedTables {
  /// The numbers of the table of this name; `nil` if none is intact.
  static func numbers(_ name: String) -> [Double]? {
    files.lazy.compactMap { TableFile.table($0, name) }.first.flatMap(TableStore.numbers)
  }

  private static var files: some Sequence<UnsafeBufferPointer<UInt8>> {
    sequence(first: 0) { $0 + 1 }.lazy.map { farkle_table($0) }.prefix { $0.bytes != nil }
      .map { UnsafeBufferPointer(start: $0.bytes, count: $0.count) }
  }

  /// Whether there is a table of three players for some rules, to whatever target: near it, chances depend only on the
  /// distance from it.
  static func hasTrio(_ options: FarkleRules, _ rolls: RollTable) -> Bool {
    let name = trioName(options, rolls)
    return files.contains { TableFile.isNamed($0, name) }
  }

  /// Its numbers.
  static func trio(_ options: FarkleRules, _ rolls: RollTable) -> [Double]? {
    numbers(trioName(options, rolls))
  }

  private static func trioName(_ options: FarkleRules, _ rolls: RollTable) -> String {
    var usual = options
    usual.target = FarkleRules().target
    return KeptTable.trio.name(for: usual, rolls)
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

  /// A table that the program has.
  package struct Shipped: Sendable {
    /// The name of its file, without the ending.
    package var file: String
    package var rules: FarkleRules
    /// Whether it is for three players rather than two.
    package var isTrio = false
  }

  /// All tables: one for each preset, and that of three players under the standard rules.
  package static var all: [Shipped] {
    FarkleRules.presets.map { Shipped(file: $0.name, rules: $0.options) } + [
      Shipped(file: "standard-three", rules: FarkleRules(), isTrio: true)
    ]
  }

  /// The name of a table.
  package static func name(of table: Shipped) -> String {
    let rolls = TurnValues.of(table.rules.scoring).everyHold
    if table.isTrio { return trioName(table.rules, rolls) }
    return (table.rules.hasRounds ? KeptTable.rounds : .duel).name(for: table.rules, rolls)
  }

  /// Computes a table, as a file.
  package static func contents(of table: Shipped) throws(GameError) -> [UInt8] {
    try TableFile.bytes(TableStore.bytes(numbers(of: table)), name(of: table))
  }

  private static func numbers(of table: Shipped) throws(GameError) -> [Double] {
    let values = TurnValues.of(table.rules.scoring)
    let (rules, rolls) = (table.rules, values.everyHold)
    guard let duel = DuelRules(rules, unit: rolls.unit) else {
      throw .notNow("there is no table for these rules")
    }
    let last = try LastTurns(rolls, duel) {}
    if table.isTrio {
      guard var trio = TrioTable(rolls, best: values.table, duel, last, isShipped: true) else {
        throw .notNow("there is no table for these rules")
      }
      let far = TrioTable.shippedReach / rolls.unit
      try trio.extend(to: [far, far, far]) { _ in }
      return trio.numbers
    }
    if rules.hasRounds { return try RoundsTable(rolls, duel, last) { _ in }.chances }
    return try DuelTable(rolls, duel, last) { _ in }.numbers
  }
}
