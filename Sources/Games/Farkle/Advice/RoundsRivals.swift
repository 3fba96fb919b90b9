import ParlorKit
import Synchronization

/// An estimate of the chances to win against several opponents in a game over rounds.
///
/// It assumes that each opponent plays for the most points in every turn, and that one whose last turn comes
/// after that of the player goes for the player's score in it. Against such opponents the player's turns are
/// the best.
struct RoundsRivals {
  private let state: FarkleState
  private let table: RollTable
  private let sweep: TurnSweep
  /// The seats of those who play, in their order, and the turns that each has left.
  private let order: [Int]
  private let turns: [Int]
  /// The place of the player to move among them.
  private let place: Int
  /// The chance of each total of a turn for the most points in units, 0 for a farkle: on the board, and
  /// before.
  private let totals: (onBoard: [Double], opening: [Double])
  /// The chance that a last turn makes up a lead, a level end as its share; by the units of the lead.
  private let passes: [Double]
  /// What a level end is worth to the player who reached the score later.
  private let level: Double

  /// A chance that counts as none.
  private static let none = 1e-7

  /// The possible error, from games that were played on: see ``Advice/tolerance``.
  var tolerance: Double { state.rules.farklePenalty > 0 ? 0.05 : 0.02 }

  /// - Returns: `nil` if the game has no rounds, or too many are left, or its scores have too fine steps, or
  ///   fewer than three play.
  init?(_ state: FarkleState, _ values: TurnValues) {
    let rules = state.rules
    let seats = Array(state.active.seats)
    let left = rules.rounds - state.round + 1
    guard rules.hasRounds, state.phase == .playing, seats.count > 2,
      1...DuelRules.mostRounds ~= left, values.table.unit >= 25,
      let place = seats.firstIndex(of: state.player)
    else { return nil }
    (self.state, order, self.place) = (state, seats, place)
    table = values.table
    turns = seats.indices.map { $0 < place ? left - 1 : left }
    func totals(least: Int) -> [Double] {
      TurnTable(points: values.table, least: least, mustRollHot: rules.mustRollHot)
        .totals(values.table)
    }
    let least = rules.leastBank(isOnBoard: true)
    let opening = rules.leastBank(isOnBoard: false)
    let usual = totals(least: least)
    self.totals = (usual, opening == least ? usual : totals(least: opening))
    sweep = TurnSweep(table, mustRollHot: rules.mustRollHot)
    level = rules.tie == .first ? 0 : 0.5
    passes = LastTurns.answers(level, sweep)
  }

  private func units(_ seat: Int) -> Int { max(0, table.units(state.seats[seat].score)) }

  // MARK: - Opponents

  /// The chance of each number of units that a seat scores in some turns.
  private func course(of seat: Int, turns: Int) -> [Double] {
    var places = [1.0]
    for _ in 0..<turns {
      var after = [Double](repeating: 0, count: places.count + totals.onBoard.count)
      for (units, place) in places.enumerated() where place > 1e-12 {
        let isOnBoard = units > 0 || state.seats[seat].isOnBoard
        let totals = isOnBoard ? totals.onBoard : totals.opening
        if units + totals.count > after.count {
          after += [Double](repeating: 0, count: units + totals.count - after.count)
        }
        for (more, chance) in totals.enumerated() { after[units + more] += place * chance }
      }
      while after.count > 1, after[after.count - 1] <= 1e-12 { after.removeLast() }
      places = after
    }
    return places
  }

  /// The chance that a lead is made up in a last turn.
  private func passes(_ lead: Int, least: Int) -> Double {
    let lead = max(lead, least - 1)
    return lead < passes.count ? passes[lead] : 0
  }

  /// The chances to win of a seat that has no turn left, by the units that it has scored from now on.
  private func ends(of place: Int, to most: Int) -> [Double] {
    let own = units(order[place])
    var ends = [Double](repeating: 1, count: most + 1)
    for other in order.indices where other != place {
      let seat = order[other]
      let (start, mayPass) = (units(seat), other > place && turns[other] > 0)
      let course = course(of: seat, turns: turns[other] - (mayPass ? 1 : 0))
      for gain in ends.indices where ends[gain] > 0 {
        let score = own + gain
        var beaten = 0.0
        for (units, chance) in course.enumerated() where start + units <= score {
          let lead = score - start - units
          let least = table.units(
            state.rules.leastBank(isOnBoard: units > 0 || state.seats[seat].isOnBoard))
          let stays = mayPass ? 1 - passes(lead, least: least) : 1
          beaten += chance * (lead == 0 ? level : 1) * stays
        }
        ends[gain] *= beaten
      }
    }
    return ends
  }

  // MARK: - The player

  /// The chances of a seat after its next turn, by the units that it has scored from now on; the last one is
  /// that of all further units.
  private func banks(
    of place: Int, _ check: (Double) throws(GameError) -> Void
  ) throws(GameError) -> [Double] {
    let left = turns[place]
    let most = (8000 + Int(5000 * Double(max(left, 1)).squareRoot())) / table.unit
    var values = ends(of: place, to: most)
    if let safe = values.firstIndex(where: { $0 > 1 - Self.none }) {
      values.removeSubrange((safe + 1)...)
    }
    let end = values.count - 1
    let isOnBoard = state.seats[order[place]].isOnBoard
    for number in stride(from: left - 1, to: 0, by: -1) {
      let known = values
      for gain in 0...end {
        try check(Double(left - number) / Double(left))
        let least = table.units(state.rules.leastBank(isOnBoard: isOnBoard || gain > 0))
        let (banked, last) = turn(known, from: gain, least: least, atLeast: 0)
        values[gain] = sweep.firstRoll(banked, last: last, least: least, farkle: known[gain])
      }
    }
    return values
  }

  /// The banks of a turn by their units, and the units from which none is worse than any roll.
  private func turn(
    _ values: [Double], from gain: Int, least: Int, atLeast units: Int
  ) -> (banked: [Double], last: Int) {
    let all = values.dropFirst(gain)
    // With as many more as a hold can bring.
    let missing = max(all.count, units, least) + table.most + 1 - all.count
    let banked = Array(all) + [Double](repeating: values[values.count - 1], count: missing)
    let last = banked.count - 1 - table.most
    if state.rules.mustRollHot { return (banked, last) }
    return (
      banked,
      table.worthRolling(banked, last: last, least: max(units, least), farkle: banked[0])
    )
  }

  /// The values of the latest turn.
  private static let lastTurn = Mutex<(key: Key, turn: TurnTable)?>(nil)

  private struct Key: Equatable {
    var rules: FarkleRules
    var seats: [FarklePlayer]
    var player: Int
    var round: Int
  }

  /// The values of the turn as chances to win. Those of the latest turn are kept for the next call.
  func turn(_ isInterrupted: () -> Bool) throws(GameError) -> TurnTable {
    let units = table.units(state.turn.points)
    let key = Key(
      rules: state.rules, seats: state.seats, player: state.player, round: state.round)
    if let last = Self.lastTurn.withLock({ $0 }), last.key == key, last.turn.last >= units {
      return last.turn
    }
    let values = try banks(of: place) { share throws(GameError) in
      try TurnValues.check(isInterrupted, share)
    }
    let least = table.units(state.leastBank)
    let (banked, last) = turn(values, from: 0, least: least, atLeast: units)
    let turn = TurnTable(
      table, least: least, mustRollHot: state.rules.mustRollHot, banked: banked, last: last,
      slope: 0, farkle: values[0])
    Self.lastTurn.withLock { $0 = (key, turn) }
    return turn
  }

  /// The chances of all players before a turn, by seat. They add up to 1. The others play for the most
  /// points.
  func chances(before turn: TurnTable) -> [Double] {
    var chances = [Double](repeating: 0, count: state.seats.count)
    let own = turn.rolling(6, units: 0)
    for place in order.indices where order[place] != state.player {
      let course = course(of: order[place], turns: turns[place])
      let ends = ends(of: place, to: course.count - 1)
      chances[order[place]] = zip(course, ends).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let others = chances.reduce(0, +)
    chances = chances.map { others > 0 ? $0 / others * (1 - own) : 0 }
    chances[state.player] = own
    return chances
  }
}
