import ParlorKit
import Synchronization

/// An estimate of a player's chance to win against several opponents near the end of a game to a
/// target.
///
/// Games of three or more players have no table. Each pair of players has one: that of the game
/// that the two would play without the others. A player's weight is the product of the chances
/// against each opponent, and the chance to win is the share in the sum of all weights. A bank that
/// reaches the target has the value of the chance that no opponent passes it in the one turn that
/// each has left, if all of them play for that; so has a bank that takes the lead in the final
/// round.
struct Rivals {
  private let state: FarkleState
  private let table: RollTable
  private let pairs: DuelTable
  private let lastTurns: LastTurns
  /// The score in units from which the tables of pairs begin.
  private let floor: Int
  /// The units of the target.
  private let target: Int
  private let others: [Int]

  /// How far before the target the tables of pairs begin: maximum points and maximum units.
  private static let reach = (points: 2000, units: 80)

  /// The possible error of the estimate, from comparisons with exact values.
  static let tolerance = 0.05

  /// Whether the player is near the end of the game, or can end it with the dice on the table.
  static func areNear(_ state: FarkleState, unit: Int) -> Bool {
    guard !state.rules.hasRounds, state.seats.count > 2 else { return false }
    if state.phase != .playing { return state.phase == .finalRound }
    let turn = state.turn
    let best = state.match.scoring.bestHold(of: turn.loose, beside: turn.held)?.score
    let points = turn.points - turn.heldScore + max(turn.heldScore, best ?? 0)
    let missing = state.rules.target - state.seats[state.player].score
    return missing <= span(state.rules, unit: unit) || points >= missing
  }

  /// The number of points before the target at which the tables of pairs begin.
  private static func span(_ rules: FarkleRules, unit: Int) -> Int {
    min(rules.target, reach.points, reach.units * unit)
  }

  /// - Returns: `nil` if the rules have no table for two.
  init?(
    _ state: FarkleState, _ values: TurnValues, _ isInterrupted: () -> Bool
  ) throws(GameError) {
    var rules = state.rules
    let unit = values.table.unit
    target = (rules.target + unit - 1) / unit
    rules.target = Self.span(rules, unit: unit)
    // A player with that many points is on the board.
    if rules.target < state.rules.target { rules.opening = rules.minimum }
    guard let duel = DuelRules(rules, unit: unit) else { return nil }
    pairs = try values.duel(duel, of: rules, isInterrupted: isInterrupted)
    lastTurns = try values.lastTurns(duel, isInterrupted: isInterrupted)
    floor = target - duel.target
    table = values.everyHold
    self.state = state
    others = state.active.seats.filter { $0 != state.player }
  }

  private func units(_ seat: Int) -> Int {
    max(0, (state.seats[seat].score + table.unit - 1) / table.unit)
  }

  /// The values of the latest turn.
  private static let lastTurn = Mutex<(key: Key, turn: TurnTable)?>(nil)

  private struct Key: Equatable {
    var rules: FarkleRules
    var seats: [FarklePlayer]
    var player: Int
    var phase: Phase
    var queue: TurnQueue
    var leader: Int
  }

  /// The values of the turn as chances to win.
  ///
  /// - Parameters:
  ///   - least: the fewest units of a bank.
  ///   - remembersTurn: whether to keep them for the next call.
  func turn(least: Int, remembersTurn: Bool) -> TurnTable {
    let units = max((state.turn.points + table.unit - 1) / table.unit, least)
    guard remembersTurn else { return turn(least: least, atLeast: units) }
    let key = Key(
      rules: state.rules, seats: state.seats, player: state.player, phase: state.phase,
      queue: state.queue, leader: state.leader)
    if let last = Self.lastTurn.withLock({ $0 }), last.key == key, last.turn.last >= units {
      return last.turn
    }
    let turn = turn(least: least, atLeast: units)
    Self.lastTurn.withLock { $0 = (key, turn) }
    return turn
  }

  private func turn(least: Int, atLeast units: Int) -> TurnTable {
    let own = self.units(state.player)
    let isFinal = state.phase == .finalRound
    // With more, the player has ended the game, or leads in the final round.
    let line = isFinal ? self.units(state.leader) : target - 1
    let highest = others.map(self.units).max() ?? 0
    let safe = state.rules.hasFinalRound ? max(highest + lastTurns.safeLead, line + 1) : target
    // Where a leader has left, the player to move may lead.
    let farkle =
      !isFinal ? share(own) : state.leader == state.player ? unpassed(own) : 0
    var last = max(safe - own, units)
    let banked = (0...(last + table.most)).map { (units) -> Double in
      let score = own + units
      if score >= safe { return 1 }
      if score > line { return unpassed(score) }
      return isFinal ? (score == line ? level * unpassed(score) : 0) : share(score)
    }
    let mustRollHot = state.rules.mustRollHot
    // The best roll wins unless it is a farkle.
    while !mustRollHot, last > units, banked[last - 1] >= 1 - table.leastRisk * (1 - farkle) {
      last -= 1
    }
    return TurnTable(
      table, least: least, mustRollHot: mustRollHot, banked: banked, last: last, slope: 0,
      farkle: farkle)
  }

  /// The value of drawing level with the leader of the final round.
  private var level: Double {
    switch state.rules.tie {
    case .first: 0
    case .overtime, .shared: 0.5
    }
  }

  /// The chance that nobody who has a turn left passes a score in it.
  private func unpassed(_ score: Int) -> Double {
    guard state.rules.hasFinalRound else { return 1 }
    var left = state.phase == .finalRound ? state.queue.seats : others
    if state.phase == .finalRound, state.rules.defend, state.leader != state.player,
      !left.contains(state.leader)
    {
      left.append(state.leader)
    }
    return left.reduce(1.0) { chance, seat in
      let passes = lastTurns.chance(
        behind: max(0, score - units(seat)), seat: seat < state.player ? 0 : 1,
        isOnBoard: state.seats[seat].isOnBoard)
      return chance * (1 - passes)
    }
  }

  /// The chance to win once the turn has passed to the next player.
  ///
  /// - Parameter score: the player's units at that time.
  private func share(_ score: Int) -> Double {
    let seats = [state.player] + others
    let weights = seats.map { seat in
      seats.reduce(1.0) { weight, other in
        other == seat ? weight : weight * chance(seat, against: other, score)
      }
    }
    let sum = weights.reduce(0, +)
    return sum > 0 ? weights[0] / sum : 0
  }

  /// A seat's chance in a game against another one alone, with the future score of the player.
  private func chance(_ seat: Int, against other: Int, _ score: Int) -> Double {
    func place(_ seat: Int) -> Int {
      let units = seat == state.player ? score : units(seat)
      return min(max(0, units - floor), target - floor - 1)
    }
    // The number of turns before that of the seat; the player's own is the last.
    func turns(_ seat: Int) -> Int {
      (seat - state.player - 1 + state.seats.count) % state.seats.count
    }
    return turns(seat) < turns(other)
      ? pairs.chance(seat: seat < other ? 0 : 1, own: place(seat), other: place(other))
      : 1 - pairs.chance(seat: other < seat ? 0 : 1, own: place(other), other: place(seat))
  }
}
