import ParlorKit
import Synchronization

/// What the bot `best` does in the turns of whole games of two, kept for each position in which a turn begins.
final class TurnPolicies: Sendable {
  private let rules: DuelRules
  private let values: TurnValues
  /// The holds of every roll.
  let holds: HoldTable
  private let known: Mutex<Known>

  /// Before the final round of a game to a target, without penalty and overtime, the scores say all; turns are found by
  /// them without a look at the rest of the state.
  private let isByScores: Bool

  private struct Known {
    /// By the scores of the player to move and of the other.
    var races: [TurnPolicy?]
    var others: [Duel.Position: TurnPolicy] = [:]
  }

  /// How many are kept besides those by scores.
  private static let most = 16_384
  /// The units that hardly any turn exceeds.
  private static let usualUnits = 95

  /// - Parameter start: a game with the rules.
  /// - Returns: `nil` if there are not two players, or the values of a turn are not those of a ``Duel``.
  init?(_ start: FarkleState) {
    values = TurnValues.of(start.rules.scoring)
    guard start.active.count == 2, let rules = DuelRules(start.rules, unit: values.table.unit)
    else { return nil }
    self.rules = rules
    holds = HoldTable(start.match.scoring, unit: values.table.unit)
    isByScores = rules.rounds == 0 && rules.tie != .overtime && start.rules.farklePenalty == 0
    known = Mutex(
      Known(races: Array(repeating: nil, count: isByScores ? rules.target * rules.target : 0)))
  }

  /// What the bot does in the turn that begins.
  ///
  /// - Parameter isLong: whether the turn has more points than most. Otherwise the policy is kept.
  /// - Returns: `nil` if the bot has to be asked for each move.
  func policy(of state: FarkleState, isLong: Bool) -> TurnPolicy? {
    if !isLong, isByScores, state.phase == .playing, state.seats.count == 2 {
      let own = state.seats[state.player].score / holds.unit
      let other = state.seats[1 - state.player].score / holds.unit
      let place = own * rules.target + other
      if let known = known.withLock({ $0.races[place] }) { return known }
      guard let turn = turn(Duel(state, rules, values)) else { return nil }
      let policy = TurnPolicy(turn, mostUnits: Self.usualUnits)
      known.withLock { $0.races[place] = policy }
      return policy
    }
    let duel = Duel(state, rules, values)
    let position = duel.position
    if !isLong, let known = known.withLock({ $0.others[position] }) { return known }
    guard let turn = turn(duel) else { return nil }
    if isLong { return TurnPolicy(turn, mostUnits: Duel.mostUnits) }
    let policy = TurnPolicy(turn, mostUnits: Self.usualUnits)
    known.withLock { known in
      if known.others.count >= Self.most { known.others = [:] }
      known.others[position] = policy
    }
    return policy
  }

  private func turn(_ duel: Duel) -> TurnTable? {
    do throws(GameError) {
      return try duel.turn({ false }, forBestMove: true)?.turn
    } catch {
      return nil
    }
  }
}

/// What a player does in a turn who plays best: the order of all situations by their values, which takes a tenth of
/// the room of the values.
struct TurnPolicy: Sendable {
  /// The units of a turn up to which it tells that.
  let mostUnits: Int
  /// By the units and then the number of dice: twice the place in the order, equal for equal values, and 1 more if
  /// banking is better than rolling.
  private let places: [UInt16]

  init(_ turn: TurnTable, mostUnits: Int) {
    self.mostUnits = mostUnits
    var values: [Double] = []
    var banks: [Bool] = []
    for units in 0...mostUnits {
      for dice in 1...6 {
        let rolling = turn.rolling(dice, units: units)
        let isBank = turn.canBank(units, dice: dice) && turn.banked(units) > rolling
        values.append(isBank ? turn.banked(units) : rolling)
        banks.append(isBank)
      }
    }
    // The order of pairs is found faster than that of places in a list.
    let ordered = zip(values, values.indices).sorted { $0.0 < $1.0 }
    var places = [UInt16](repeating: 0, count: values.count)
    var (place, last) = (UInt16(0), -Double.infinity)
    for (value, index) in ordered {
      if value > last { (place, last) = (place + 1, value) }
      places[index] = place << 1 | (banks[index] ? 1 : 0)
    }
    self.places = places
  }

  /// The place of the situation with these units at stake and 1 to 6 dice to roll: higher is better.
  func place(_ units: Int, dice: Int) -> UInt16 { places[units * 6 + dice - 1] >> 1 }

  /// Whether banking is better than rolling.
  func isBank(_ units: Int, dice: Int) -> Bool { places[units * 6 + dice - 1] & 1 == 1 }
}

/// The holds of every roll in the order of ``ScoringRules/holds(of:beside:)``; of those with the same result the first.
struct HoldTable: Sendable {
  /// The points of a unit.
  let unit: Int
  /// Roll by roll.
  let holds: [RollTable.Held]
  /// Where the holds of each roll begin, by its rank.
  private let starts: [Int]
  private let ranks = DiceCounts.rankTables

  init(_ scoring: ScoringRules, unit: Int) {
    self.unit = unit
    var rolls = [[RollTable.Held]](repeating: [], count: DiceCounts.ranks)
    for dice in DiceCounts.all {
      let rank = dice.rank(ranks)
      for hold in scoring.holds(of: dice) {
        let left = dice.count - hold.dice.count
        let held = RollTable.Held(points: hold.score / unit, dice: left == 0 ? 6 : left)
        if !rolls[rank].contains(held) { rolls[rank].append(held) }
      }
    }
    holds = rolls.flatMap(\.self)
    starts = rolls.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  /// The places of the holds of a roll in ``holds``; none for a farkle.
  subscript(dice: DiceCounts) -> Range<Int> {
    let rank = dice.rank(ranks)
    return starts[rank]..<starts[rank + 1]
  }
}
