import ParlorKit

/// The last turns of a game for two, in which the player who is behind has to take the lead.
///
/// A shared win counts as half. In overtime the seats play in their order. If all overtimes end
/// level, the highest turn decides. Before the first overtime that counts as half a win each: with
/// the usual minimum it happens in fewer than one of a million games.
struct LastTurns: Sendable {
  private let table: RollTable
  private let rules: DuelRules
  /// The first seat's chance when equals with the same highest turn play on, by the number of overtimes
  /// that may follow: half at 0.
  private(set) var overtimes: [Double] = [0.5]
  /// The same if neither is on the board.
  private var openingOvertimes: [Double] = [0.5]
  /// The chance to win the last turn, by whether the player is not yet on the board, the seat, and
  /// the opponent's lead in units.
  private var chances: [[[Double]]] = [[], []]
  /// A chance that counts as none.
  private static let none = 1e-9
  /// The most units that tables have for a lead which may have to be defended, or that two players may
  /// make up.
  static let mostLead = 2000
  /// More units than any turn brings with a chance that counts.
  static let farthest = 64 * mostLead

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
        let (level, farkles) = (overtimes.last ?? 0.5, openingOvertimes.last ?? 0.5)
        overtimes.append(overtime(Level(level), least: rules.least, sweep))
        openingOvertimes.append(
          overtime(Level(level, farkles: farkles), least: rules.opening, sweep))
      }
    }
    guard rules.target > 0, rules.hasFinalRound else { return }
    chances[0] = try finalTurns(rules.least, sweep, check)
    chances[1] =
      rules.opening == rules.least ? chances[0] : try finalTurns(rules.opening, sweep, check)
  }

  /// The chance of the player to move in the final round who is this many units behind, 0 or more.
  func chance(behind lead: Int, seat: Int, isOnBoard: Bool) -> Double {
    let chances = chances(seat: seat, isOnBoard: isOnBoard)
    return lead < chances.count ? chances[lead] : 0
  }

  /// The same by the units behind; 0 beyond them.
  func chances(seat: Int, isOnBoard: Bool) -> [Double] {
    chances[isOnBoard ? 0 : 1][rules.tie == .overtime ? seat : 0]
  }

  /// The highest chance that counts as none: above ``none`` only where leads are defended in fine steps.
  var error: Double { chances.joined().compactMap(\.last).max() ?? 0 }

  /// The lead in units from which the final round is safe.
  var safeLead: Int { chances.flatMap { $0 }.map(\.count).max() ?? 0 }

  /// The value of drawing level before the first overtime.
  func level(seat: Int, isOnBoard: Bool = true) -> Double {
    switch rules.tie {
    case .first: return 0
    case .shared: return 0.5
    case .overtime:
      let chance = (isOnBoard ? overtimes : openingOvertimes)[FarkleRules.maxOvertimes]
      return seat == 0 ? chance : 1 - chance
    }
  }

  /// The value of an overtime that ends level.
  struct Level {
    /// If both farkle.
    fileprivate var farkles: Double
    /// If both bank, and neither of them more than the highest turn of the game.
    fileprivate var banks: Double
    /// If both bank as much as the highest turn of the game, or more.
    fileprivate var highBanks: Double
    /// The units of the highest turn of the game.
    fileprivate var highest: Int

    fileprivate init(
      _ banks: Double, farkles: Double? = nil, highBanks: Double? = nil, highest: Int = 0
    ) {
      self.farkles = farkles ?? banks
      self.banks = banks
      self.highBanks = highBanks ?? banks
      self.highest = highest
    }

    /// The value if both bank these units.
    fileprivate func banked(_ units: Int) -> Double { units < highest ? banks : highBanks }

    /// The value to the opponent.
    fileprivate var mirrored: Level {
      Level(1 - banks, farkles: 1 - farkles, highBanks: 1 - highBanks, highest: highest)
    }
  }

  /// The value of a level end of an overtime.
  ///
  /// - Parameters:
  ///   - left: the number of overtimes that may follow.
  ///   - highest: the units of the highest turns of both seats.
  func levelAfterOvertime(
    seat: Int, overtimes left: Int, highest: [Int], isOnBoard: Bool
  ) -> Level {
    let equal = overtimes[left]
    var level = Level(equal, farkles: isOnBoard ? equal : openingOvertimes[left])
    if highest[0] != highest[1] {
      // One of them wins if all overtimes end level, until both bank as much in one.
      let sweep = TurnSweep(table, mustRollHot: rules.mustRollHot)
      level = Level(
        highest[0] > highest[1] ? 1 : 0, highBanks: 0.5, highest: max(highest[0], highest[1]))
      for left in 0..<left {
        let chance = overtime(level, least: rules.least, sweep)
        level = Level(chance, highBanks: overtimes[left + 1], highest: level.highest)
      }
    }
    return seat == 0 ? level : level.mirrored
  }

  /// The values of the units of a last turn for a player who is behind, if being level has a value.
  static func banked(behind lead: Int, level: Double, to last: Int) -> [Double] {
    (0...max(last, lead + 1)).map { $0 > lead ? 1 : $0 == lead ? level : 0 }
  }

  /// The values of the second turn of an overtime.
  ///
  /// - Parameters:
  ///   - lead: the opponent's lead in units.
  ///   - level: the value of being level afterwards.
  ///   - least: the fewest units of a bank.
  func lastOfOvertime(behind lead: Int, level: Level, least: Int) -> TurnTable {
    TurnTable(
      table, least: least, mustRollHot: rules.mustRollHot,
      banked: lead < 0
        ? [Double](repeating: 1, count: least + 1)
        : Self.banked(behind: lead, level: level.banked(lead), to: least),
      slope: 0, farkle: lead < 0 ? 1 : lead == 0 ? level.farkles : 0)
  }

  /// The values of the first turn of an overtime; parameters as for the second.
  func firstOfOvertime(level: Level, least: Int) -> TurnTable {
    let sweep = TurnSweep(table, mustRollHot: rules.mustRollHot)
    let (banked, farkle) = firstOfOvertime(level, least: least, sweep)
    return TurnTable(
      table, least: least, mustRollHot: rules.mustRollHot, banked: banked, slope: 0,
      farkle: farkle)
  }

  private func firstOfOvertime(
    _ level: Level, least: Int, _ sweep: TurnSweep
  ) -> (banked: [Double], farkle: Double) {
    let other = level.mirrored
    let needed = Self.banked(behind: 0, level: other.farkles, to: least)
    let farkle =
      1 - sweep.firstRoll(needed, last: needed.count - 1, least: least, farkle: other.farkles)
    let answers = Self.answers(other.banks, sweep)
    let highAnswers =
      other.highBanks == other.banks ? answers : Self.answers(other.highBanks, sweep)
    let values = answers.indices.map { units in
      units == 0 ? farkle : 1 - (units < level.highest ? answers : highAnswers)[units]
    }
    let end = values.indices.first { $0 >= least && values[$0] >= 1 - Self.none }
    return (Array(values[...(end ?? values.count - 1)]), farkle)
  }

  /// The chance of a last turn by the lead it has to reach, with any bank allowed, up to one that counts as
  /// none: a turn that has to reach a lead is one that already has the missing units of a longer lead.
  static func answers(_ level: Double, _ sweep: TurnSweep) -> [Double] {
    var most = Self.mostLead
    while true {
      let rolling = sweep.rolling(
        banked(behind: most, level: level, to: 1), last: most + 1, least: 1, slope: 0, farkle: 0)
      if rolling[6] <= Self.none || most >= Self.farthest {
        return (0...most).map { rolling[(most - $0) * TurnSweep.row + 6] }
      }
      most *= 2
    }
  }

  private func overtime(_ level: Level, least: Int, _ sweep: TurnSweep) -> Double {
    let (banked, farkle) = firstOfOvertime(level, least: least, sweep)
    return sweep.firstRoll(banked, last: banked.count - 1, least: least, farkle: farkle)
  }

  /// The chances in the final round by the seat and the lead, for a player with this minimum bank.
  private func finalTurns(
    _ least: Int, _ sweep: TurnSweep, _ check: () throws(GameError) -> Void
  ) throws(GameError) -> [[Double]] {
    var all: [[Double]] = []
    for seat in 0..<(rules.tie == .overtime ? 2 : 1) {
      try check()
      let level = level(seat: seat)
      // Every bank passes a lead below the minimum.
      let needed = Self.banked(behind: 0, level: level, to: least)
      let passes = sweep.firstRoll(needed, last: needed.count - 1, least: least, farkle: 0)
      let answers = Self.answers(level, sweep)
      let chances = answers.indices.map { $0 < least ? passes : answers[$0] }
      let end = chances.firstIndex { $0 <= Self.none } ?? chances.count - 1
      all.append(Array(chances[...(rules.defends ? min(end, Self.mostLead - 1) : end)]))
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
        : Self.banked(behind: lead, level: level, to: least),
      slope: 0, farkle: 0)
  }
}
