import ParlorKit
import Synchronization

/// An estimate of the chances to win against several opponents in a game to a target.
///
/// Games of three or more players have no table, but for three near the end. Before the final round the
/// chances are those of a ``Race``. A bank that reaches the target is worth the chance that no opponent
/// passes it in the one turn that each has left, if all of them play for that; so is a bank that takes the
/// lead in the final round.
struct Rivals {
  private let state: FarkleState
  private let table: RollTable
  private let pace: TurnPace
  private let lastTurns: LastTurns
  /// The units of the target.
  private let target: Int
  /// The seats of those who play, the player to move first.
  private let order: [Int]

  /// The points to go of the first player from which on the others consider its next turn.
  private static let near = 3000

  /// The possible error, from exact chances of three and four players, and from games of more that were
  /// played on: see ``Advice/tolerance``.
  var tolerance: Double {
    state.rules.farklePenalty > 0 ? 0.05 : order.count > 4 ? 0.02 : 0.01
  }

  /// - Returns: `nil` if the game has no target, or it is too far away, or there were never three players.
  init?(
    _ state: FarkleState, _ values: TurnValues, _ isInterrupted: () -> Bool
  ) throws(GameError) {
    let seats = Array(state.active.seats)
    guard !state.rules.hasRounds, state.phase == .playing || state.phase == .finalRound,
      state.seats.count > 2, let place = seats.firstIndex(of: state.player),
      let (pace, lastTurns) = try values.pace(state.rules, isInterrupted: isInterrupted)
    else { return nil }
    (self.state, self.pace, self.lastTurns) = (state, pace, lastTurns)
    table = values.everyHold
    target = table.units(state.rules.target)
    order = Array(seats[place...] + seats[..<place])
    if !isFinal, !order.allSatisfy({ 1...TurnPace.farthest ~= target - units($0) }) { return nil }
  }

  private var isFinal: Bool { state.phase == .finalRound }

  private func units(_ seat: Int) -> Int {
    max(0, table.units(state.seats[seat].score))
  }

  // MARK: - The turn

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

  /// The values of the turn as chances to win. Those of the latest turn are kept for the next call.
  func turn() -> TurnTable {
    let units = table.units(state.turn.points)
    let key = Key(
      rules: state.rules, seats: state.seats, player: state.player, phase: state.phase,
      queue: state.queue, leader: state.leader)
    if let last = Self.lastTurn.withLock({ $0 }), last.key == key, last.turn.last >= units {
      return last.turn
    }
    let turn = isFinal ? finalTurn(atLeast: units) : turn(in: race(), atLeast: units)
    Self.lastTurn.withLock { $0 = (key, turn) }
    return turn
  }

  /// The race before this turn. Once the end is near, each player's next turn is the best answer to the
  /// usual courses of the others.
  private func race() -> Race {
    let togo = order.map { target - units($0) }
    func race(_ firsts: [[Double]]?) -> Race {
      Race(
        pace, togo: togo, areOnBoard: order.map { state.seats[$0].isOnBoard }, firsts: firsts)
    }
    let usual = race(nil)
    guard (togo.min() ?? 0) * table.unit <= Self.near else { return usual }
    return race(
      order.indices.map { place in
        (place == 0 ? turn(in: usual, atLeast: 0) : next(place, in: usual)).totals(table)
      })
  }

  /// The values of this turn.
  ///
  /// - Parameter units: units that must be among the values.
  private func turn(in race: Race, atLeast units: Int) -> TurnTable {
    let own = self.units(state.player)
    let banks = race.banks(of: 0)
    let safe = state.rules.hasFinalRound ? max(target, highest + lastTurns.safeLead) : target
    let least = leastBank(state.player)
    return turn(
      (0...(max(safe - own, units, least) + table.most)).map { units in
        own + units < target ? banks[units] : unpassed(own + units)
      }, least: least, atLeast: max(units, least), farkle: banks[0])
  }

  /// The values of another player's next turn.
  private func next(_ place: Int, in race: Race) -> TurnTable {
    let banks = race.banks(of: place)
    let least = leastBank(order[place])
    let end = banks.last ?? 0
    return turn(
      banks + [Double](repeating: end, count: least + table.most), least: least, atLeast: least,
      farkle: banks[0])
  }

  /// The values of a turn of the final round.
  private func finalTurn(atLeast units: Int) -> TurnTable {
    let own = self.units(state.player)
    let line = self.units(state.leader)
    let least = leastBank(state.player)
    let safe = max(highest + lastTurns.safeLead, line + 1)
    return turn(
      (0...(max(safe - own, units, least) + table.most)).map { units in
        let score = own + units
        return score > line ? unpassed(score) : score == line ? level * unpassed(score) : 0
      }, least: least, atLeast: max(units, least),
      // Where a leader has left, the player to move may lead.
      farkle: state.leader == state.player ? unpassed(own) : 0)
  }

  /// The units of the opponent who has most.
  private var highest: Int { order.dropFirst().map(units).max() ?? 0 }

  private func leastBank(_ seat: Int) -> Int { table.units(state.leastBank(of: seat)) }

  /// The values of a turn with these banks, up to the units from which none is worse than any roll.
  ///
  /// - Parameter banked: the banks by their units, with those that a roll can add.
  private func turn(
    _ banked: [Double], least: Int, atLeast units: Int, farkle: Double
  ) -> TurnTable {
    let mustRollHot = state.rules.mustRollHot
    let last = banked.count - 1 - table.most
    return TurnTable(
      table, least: least, mustRollHot: mustRollHot, banked: banked,
      last: mustRollHot
        ? last : table.worthRolling(banked, last: last, least: units, farkle: farkle),
      slope: 0, farkle: farkle)
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
    var left = isFinal ? state.queue.seats : Array(order.dropFirst())
    if isFinal, state.rules.defend, state.leader != state.player, !left.contains(state.leader) {
      left.append(state.leader)
    }
    return left.reduce(1) { $0 * (1 - passes($1, score)) }
  }

  /// The chance that a seat passes a score in its last turn.
  private func passes(_ seat: Int, _ score: Int) -> Double {
    lastTurns.chance(
      behind: max(0, score - units(seat)), seat: seat < state.player ? 0 : 1,
      isOnBoard: state.seats[seat].isOnBoard)
  }

  // MARK: - All players

  /// The chances of all players before the turn, by seat. They add up to 1.
  func chances() -> [Double] {
    let own = turn().rolling(6, units: 0)
    var chances = [Double](repeating: 0, count: state.seats.count)
    if isFinal {
      chances[state.leader] = 1
      for seat in [state.player] + state.queue.seats {
        for leader in order where leader != seat {
          let score = units(state.leader) + (leader == state.leader ? 0 : pace.raise)
          let passed = chances[leader] * passes(seat, score)
          chances[leader] -= passed
          chances[seat] += passed
        }
      }
    } else {
      let race = race()
      for place in order.indices.dropFirst() {
        chances[order[place]] = race.chance(
          of: place, beforeItsTurn: next(place, in: race).rolling(6, units: 0))
      }
    }
    chances[state.player] = 0
    let others = chances.reduce(0, +)
    chances = chances.map { others > 0 ? $0 / others * (1 - own) : 0 }
    chances[state.player] = own
    return chances
  }
}
