import ParlorKit

/// The last turns of a game for two, in which the player who is behind has to take the lead.
///
/// A shared win counts as half. In overtime the seats play in their order. If all overtimes end
/// level, the highest turn decides, which counts as half a win each: that happens in fewer than one
/// of a million games.
struct LastTurns: Sendable {
  private let table: RollTable
  private let rules: DuelRules
  /// The first seat's chance when equals play on, by the number of overtimes that may follow: half
  /// at 0.
  private(set) var overtimes: [Double] = [0.5]
  /// The chance to win the last turn, by whether the player is not yet on the board, the seat, and
  /// the opponent's lead in units.
  private var chances: [[[Double]]] = [[], []]
  /// A chance that counts as none.
  private static let none = 1e-9

  /// - Parameter check: is called often; throws to stop.
  init(
    _ table: RollTable, _ rules: DuelRules, check: () throws(GameError) -> Void
  ) throws(GameError) {
    self.table = table
    self.rules = rules
    let sweep = TurnSweep(table, mustRollHot: rules.mustRollHot)
    if rules.tie == .overtime {
      for _ in 1...FarkleRules.maxOvertimes {
        try check()
        overtimes.append(overtime(overtimes[overtimes.count - 1], sweep))
      }
    }
    guard rules.target > 0, rules.hasFinalRound else { return }
    chances[0] = try finalTurns(rules.least, sweep, check)
    chances[1] =
      rules.opening == rules.least ? chances[0] : try finalTurns(rules.opening, sweep, check)
  }

  /// The chance of the player to move in the final round who is this many units behind, 0 or more.
  func chance(behind lead: Int, seat: Int, isOnBoard: Bool) -> Double {
    let chances = chances[isOnBoard ? 0 : 1][rules.tie == .overtime ? seat : 0]
    return lead < chances.count ? chances[lead] : 0
  }

  /// The lead in units from which the final round is safe.
  var safeLead: Int { chances.flatMap { $0 }.map(\.count).max() ?? 0 }

  /// The value of drawing level, by the number of overtimes that may follow.
  func level(seat: Int, overtimes left: Int = FarkleRules.maxOvertimes) -> Double {
    switch rules.tie {
    case .first: 0
    case .shared: 0.5
    case .overtime: seat == 0 ? overtimes[left] : 1 - overtimes[left]
    }
  }

  /// The values of the units of a last turn for a player who is behind, if being level has a value.
  func banked(behind lead: Int, level: Double, to last: Int) -> [Double] {
    (0...max(last, lead + 1)).map { $0 > lead ? 1 : $0 == lead ? level : 0 }
  }

  /// The values of the second turn of an overtime.
  ///
  /// - Parameters:
  ///   - lead: the opponent's lead in units.
  ///   - level: the value of being level afterwards.
  func lastOfOvertime(behind lead: Int, level: Double) -> TurnTable {
    TurnTable(
      table, least: rules.least, mustRollHot: rules.mustRollHot,
      banked: lead < 0
        ? [Double](repeating: 1, count: rules.least + 1)
        : banked(behind: lead, level: level, to: rules.least),
      slope: 0, farkle: lead < 0 ? 1 : lead == 0 ? level : 0)
  }

  /// The values of the first turn of an overtime.
  ///
  /// - Parameter level: the value of being level for the player afterwards.
  func firstOfOvertime(level: Double) -> TurnTable {
    let sweep = TurnSweep(table, mustRollHot: rules.mustRollHot)
    let (banked, farkle) = firstOfOvertime(level: level, sweep)
    return TurnTable(
      table, least: rules.least, mustRollHot: rules.mustRollHot, banked: banked, slope: 0,
      farkle: farkle)
  }

  private func firstOfOvertime(
    level: Double, _ sweep: TurnSweep
  ) -> (banked: [Double], farkle: Double) {
    var values: [Double] = []
    while values.last ?? 0 < 1 - Self.none, values.count < 2000 {
      let needed = banked(behind: values.count, level: 1 - level, to: rules.least)
      values.append(
        1
          - sweep.firstRoll(
            needed, last: needed.count - 1, least: rules.least,
            farkle: values.isEmpty ? 1 - level : 0))
    }
    return (values, values[0])
  }

  private func overtime(_ level: Double, _ sweep: TurnSweep) -> Double {
    let (banked, farkle) = firstOfOvertime(level: level, sweep)
    return sweep.firstRoll(banked, last: banked.count - 1, least: rules.least, farkle: farkle)
  }

  /// The chances in the final round by the seat and the lead, for a player with this minimum bank.
  private func finalTurns(
    _ least: Int, _ sweep: TurnSweep, _ check: () throws(GameError) -> Void
  ) throws(GameError) -> [[Double]] {
    var all: [[Double]] = []
    for seat in 0..<(rules.tie == .overtime ? 2 : 1) {
      var chances: [Double] = []
      while chances.last ?? 1 > Self.none, chances.count < 2000 {
        try check()
        let needed = banked(behind: chances.count, level: level(seat: seat), to: least)
        chances.append(
          sweep.firstRoll(needed, last: needed.count - 1, least: least, farkle: 0))
      }
      all.append(chances)
    }
    guard rules.defends else { return all }
    // A player who takes the lead has to defend it. That raises no chance, so the lengths are
    // enough. Iterate over all leads until nothing changes; the opponent is on the board.
    var known = self.chances[0].isEmpty ? all : self.chances[0]
    let isOnBoard = self.chances[0].isEmpty
    for _ in 0..<200 {
      var change = 0.0
      for seat in all.indices {
        let other = all.count - 1 - seat
        for lead in all[seat].indices.reversed() {
          try check()
          let values = defended(
            behind: lead, level: level(seat: seat), least, isOnBoard ? all[other] : known[other])
          let value = sweep.firstRoll(values, last: values.count - 1, least: least, farkle: 0)
          change = max(change, abs(value - all[seat][lead]))
          all[seat][lead] = value
        }
      }
      if isOnBoard { known = all }
      if change < 1e-10 { break }
    }
    return all
  }

  /// The values of banks for a player who is behind, if the opponent defends.
  private func defended(
    behind lead: Int, level: Double, _ least: Int, _ other: [Double]
  ) -> [Double] {
    (0...max(least, lead + other.count)).map { units in
      let ahead = units - lead
      if ahead == 0 { return level }
      return ahead < 0 ? 0 : 1 - (ahead < other.count ? other[ahead] : 0)
    }
  }

  /// The values of a turn of the final round with this minimum bank.
  func turn(behind lead: Int, seat: Int, least: Int) -> TurnTable {
    let level = level(seat: seat)
    let other = chances[0][rules.tie == .overtime ? 1 - seat : 0]
    return TurnTable(
      table, least: least, mustRollHot: rules.mustRollHot,
      banked: rules.defends
        ? defended(behind: lead, level: level, least, other)
        : banked(behind: lead, level: level, to: least),
      slope: 0, farkle: 0)
  }
}
