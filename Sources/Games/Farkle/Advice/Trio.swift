import ParlorKit
import Synchronization

/// A game of three near the end in the form of the tables: the units that each player has to go, the
/// player to move first.
///
/// In the final round it is the turn of the player after the leader; in the last turn of a game only the
/// leader counts, and there is no need for a table.
struct Trio {
  /// The values of the turn as chances to win.
  let turn: TurnTable
  /// The chances of all players before the turn, by seat; empty in the final round.
  let chances: [Double]

  /// The values of the latest turn.
  private static let lastTurn = Mutex<(key: Key, trio: Trio)?>(nil)

  fileprivate struct Key: Equatable {
    var rules: DuelRules
    var scoring: ScoringOptions
    var players: Int
    var order: [Int]
    var togo: [Int]
    var isFinal: Bool
    /// The units of the turn that must be among the values.
    var units: Int
  }

  /// - Parameter remembersTurn: whether to keep the values for the next call, which may concern the same
  ///   turn.
  /// - Returns: `nil` if there are not three players, the end is too far away, or the rules are not among
  ///   those of the table.
  init?(
    _ state: FarkleState, _ values: TurnValues, _ isInterrupted: () -> Bool, remembersTurn: Bool
  ) throws(GameError) {
    let table = values.everyHold
    let seats = Array(state.active.seats)
    guard seats.count == 3, state.rules.farklePenalty == 0,
      let place = seats.firstIndex(of: state.player),
      let rules = DuelRules(state.rules, unit: table.unit), rules.target > 0
    else { return nil }
    let order = (0..<3).map { seats[(place + $0) % 3] }
    let isFinal = state.phase == .finalRound
    guard
      isFinal
        ? state.queue.seats == [order[1]] && state.leader == order[2] : state.phase == .playing
    else { return nil }
    let line = isFinal ? state.highestScore : state.rules.target
    let togo = order.map { seat in
      table.units(line - state.seats[seat].score)
    }
    let units = table.units(state.turn.points)
    let key = Key(
      rules: rules, scoring: state.rules.scoring, players: state.seats.count, order: order,
      togo: togo, isFinal: isFinal, units: units)
    if remembersTurn, let last = Self.lastTurn.withLock({ $0 }), last.key.matches(key) {
      self = last.trio
      return
    }
    let lastTurns = try values.lastTurns(rules, isInterrupted: isInterrupted)
    guard let empty = TrioTable(table, best: values.table, rules, lastTurns) else { return nil }
    if isFinal {
      guard 0...LastTurns.farthest ~= togo[0], togo[1] >= 0, togo[2] == 0 else { return nil }
      chances = []
      turn = empty.finalTurn(togo, atLeast: units)
    } else {
      guard
        let trio = try values.trio(
          rules, of: state.rules, togo: togo, isInterrupted: isInterrupted),
        let found = trio.chances(togo)
      else { return nil }
      var chances = [Double](repeating: 0, count: state.seats.count)
      for (seat, chance) in zip(order, [found.own, found.next, found.third]) {
        chances[seat] = chance
      }
      self.chances = chances
      turn = trio.turn(togo, atLeast: units)
    }
    if remembersTurn { Self.lastTurn.withLock { [self] in $0 = (key, self) } }
  }
}

extension Trio.Key {
  /// Whether values for another position hold for one.
  fileprivate func matches(_ other: Self) -> Bool {
    var same = other
    same.units = units
    return self == same && units >= other.units
  }
}
