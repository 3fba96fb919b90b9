import ParlorKit
import Synchronization

/// What the bot `best` does in the turns of whole games of two, kept for each position in which a turn begins.
final class TurnPolicies: Sendable {
  private let rules: DuelRules
  private let values: TurnValues
  private let known = Mutex<[Duel.Position: TurnPolicy]>([:])

  /// Those of all pairs of scores of a game to 10,000, and more.
  private static let most = 65_536
  /// The units that hardly any turn exceeds.
  private static let usualUnits = 95

  /// - Parameter start: a game with the rules.
  /// - Returns: `nil` if there are not two players, or the values of a turn are not those of a ``Duel``.
  init?(_ start: FarkleState) {
    values = TurnValues.of(start.rules.scoring)
    guard start.active.count == 2, let rules = DuelRules(start.rules, unit: values.table.unit)
    else { return nil }
    self.rules = rules
  }

  /// What the bot does in the turn that begins.
  ///
  /// - Parameter isLong: whether the turn has more points than most. Otherwise the policy is kept.
  /// - Returns: `nil` if the bot has to be asked for each move.
  func policy(of state: FarkleState, isLong: Bool) -> TurnPolicy? {
    let duel = Duel(state, rules, values)
    let position = duel.position
    if !isLong, let known = known.withLock({ $0[position] }) { return known }
    let turn: TurnTable
    do throws(GameError) {
      guard let found = try duel.turn({ false }, forBestMove: true)?.turn else { return nil }
      turn = found
    } catch {
      return nil
    }
    if isLong { return TurnPolicy(turn, mostUnits: Duel.mostUnits) }
    let policy = TurnPolicy(turn, mostUnits: Self.usualUnits)
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[position] = policy
    }
    return policy
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
    var places = [UInt16](repeating: 0, count: values.count)
    var (place, last) = (UInt16(0), -Double.infinity)
    for index in values.indices.sorted(by: { values[$0] < values[$1] }) {
      if values[index] > last { (place, last) = (place + 1, values[index]) }
      places[index] = place << 1 | (banks[index] ? 1 : 0)
    }
    self.places = places
  }

  /// The place of the situation with these units at stake and 1 to 6 dice to roll: higher is better.
  func place(_ units: Int, dice: Int) -> UInt16 { places[units * 6 + dice - 1] >> 1 }

  /// Whether banking is better than rolling.
  func isBank(_ units: Int, dice: Int) -> Bool { places[units * 6 + dice - 1] & 1 == 1 }
}
