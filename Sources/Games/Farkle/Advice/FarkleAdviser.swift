import ParlorKit
import Synchronization

/// The adviser of Farkle.
///
/// A player alone who plays to a target wants the fewest turns. In the final round the leader has to be
/// beaten. Else the most expected points of the turn are the aim, whatever the scores are.
struct FarkleAdviser {
  private let state: FarkleState
  private let table: RollTable
  private let turn: TurnTable
  private let unit: AdviceUnit
  private let meaning: String
  private let estimate: String?

  /// The adviser for the contract.
  static let adviser = Adviser<Farkle> { view, isInterrupted throws(GameError) in
    try FarkleAdviser(view, isInterrupted).advice
  }

  private init(_ view: FarkleView, _ isInterrupted: () -> Bool) throws(GameError) {
    state = view.state
    if state.isOver { throw .gameOver }
    let rules = state.rules
    let values = TurnValues.of(rules.scoring)
    table = values.table
    let penalty =
      state.seats[state.player].farklesInRow == FarkleRules.penalizedRow - 1
      ? rules.farklePenalty : 0
    let least = (max(state.leastBank, 1) + table.unit - 1) / table.unit
    let mustRoll = rules.hotDice == .mustRoll
    if state.phase == .finalRound, state.leader != state.player {
      let missing = state.seats[state.leader].score - state.seats[state.player].score
      let ties = rules.tie == .shared && state.queue.isEmpty
      turn = TurnTable(
        reaching: max(0, missing) + (ties ? 0 : 1), table, least: least, mustRollHot: mustRoll)
      unit = .chance
      let isLast = state.queue.isEmpty && !rules.defend && rules.tie != .overtime
      meaning = isLast ? "chance to win" : "chance to take the lead in this turn"
      estimate = isLast ? nil : "the turns after this one are not looked at"
    } else if state.match.isSolo, rules.rounds == 0, rules.farklePenalty == 0,
      let turns = try values.turns(
        rules, to: rules.target - state.seats[0].score, isInterrupted: isInterrupted)
    {
      turn = turns.turn(
        table, left: rules.target - state.seats[0].score, least: least, mustRollHot: mustRoll)
      unit = .turns
      meaning = "expected turns to the target, this one included"
      estimate =
        rules.opening > rules.minimum && !state.seats[0].isOnBoard
        ? "the opening counts for this turn only" : nil
    } else {
      turn = TurnTable(
        points: table, least: state.leastBank, mustRollHot: mustRoll, penalty: penalty)
      unit = .points
      meaning = "expected points of the turn"
      estimate =
        state.match.isSolo
        ? rules.farklePenalty > 0 ? "farkles in a row are counted for this turn only" : nil
        : "the scores are not looked at"
    }
  }

  /// The value of rolling or banking, whichever is better, and which that is.
  private func best(_ points: Int, dice: Int) -> (value: Double, note: String) {
    let units = points / table.unit
    let rolling = value(turn.rolling(dice, units: units))
    if turn.canBank(units, dice: dice) {
      let banked = banked(units)
      if unit.prefersLess ? banked <= rolling : banked >= rolling {
        return (banked, "then bank \(points.grouped)")
      }
    }
    return (rolling, "then roll \(Plural(dice, "die", "dice"))")
  }

  private func banked(_ units: Int) -> Double {
    let beyond = Double(units - turn.last) * Double(table.unit)
    guard units > turn.last else { return value(turn.banked[units]) }
    return value(turn.banked[turn.last]) + (unit == .points ? beyond : 0)
  }

  /// The value as it is shown: turns are negative in the table, since less is better.
  private func value(_ value: Double) -> Double { unit.prefersLess ? -value : value }

  private var advice: Advice<FarkleMove> {
    var moves: [ValuedMove<FarkleMove>] = []
    let now = state.turn
    if !now.mustHold {
      moves.append(
        ValuedMove(
          .roll(nil), value(turn.rolling(now.diceToRoll, units: now.points / table.unit)),
          note: Plural(now.diceToRoll, "die", "dice").text))
    }
    if (try? state.checkBank()) != nil {
      moves.append(ValuedMove(.bank, banked(now.points / table.unit), note: now.points.grouped))
    }
    for hold in now.roll.isEmpty
      ? [] : state.match.scoring.holds(of: now.loose, beside: now.held)
    {
      let left = now.loose.count - hold.dice.count
      let points = now.points - now.heldScore + hold.score
      let (value, note) = best(points, dice: left == 0 ? 6 : left)
      moves.append(ValuedMove(.hold(hold.dice), value, note: note))
    }
    return Advice(
      unit, meaning: meaning, estimate: estimate, moves: moves, reasons: reasons(for: moves))
  }

  /// What the next roll risks, and from how many points up a bank is best.
  private func reasons(for moves: [ValuedMove<FarkleMove>]) -> [String] {
    let best = Advice(unit, meaning: "", moves: moves).moves.first
    var (points, dice) = (state.turn.points, state.turn.diceToRoll)
    if case .hold(let held)? = best?.move {
      let score = state.match.scoring.score(of: state.turn.held + held) ?? 0
      points = state.turn.points - state.turn.heldScore + score
      let left = state.turn.loose.count - held.count
      dice = left == 0 ? 6 : left
    }
    let risk = Rounded(table.rolls[dice].farkle * 100, places: 2).text
    let roll = "A roll of \(Plural(dice, "die", "dice")) is a farkle with a chance of \(risk) %"
    var reasons = [roll + (points > 0 ? ", which loses \(points.grouped) points." : ".")]
    if unit != .chance, let least = turn.bankAt(dice) {
      let left = dice == 6 ? "all dice to roll" : "\(Plural(dice, "die", "dice")) left"
      reasons.append(
        "With \(left), banking is best from \((least * table.unit).grouped) points up.")
    }
    return reasons
  }
}

/// What is computed once for what dice are worth, and then kept.
final class TurnValues: Sendable {
  /// What rolls bring.
  let table: RollTable
  /// The least turns to targets, by the rules that matter for them.
  private let solo = Mutex<[SoloRules: SoloTable]>([:])

  private struct SoloRules: Hashable {
    var least: Int
    var mustRollHot: Bool
  }

  private static let known = Mutex<[ScoringOptions: TurnValues]>([:])
  /// The most rules that are kept.
  private static let limit = 16

  private init(_ scoring: ScoringOptions) { table = RollTable(.rules(for: scoring)) }

  /// The values under some rules.
  static func of(_ scoring: ScoringOptions) -> TurnValues {
    if let values = known.withLock({ $0[scoring] }) { return values }
    let values = TurnValues(scoring)
    known.withLock { known in
      if known.count >= limit { known = [:] }
      known[scoring] = values
    }
    return values
  }

  /// The least turns to reach so many points.
  ///
  /// - Returns: nothing if the target is too far away.
  func turns(
    _ rules: FarkleRules, to left: Int, isInterrupted: () -> Bool
  ) throws(GameError) -> SoloTable? {
    guard (left + table.unit - 1) / table.unit <= SoloTable.farthest else { return nil }
    let key = SoloRules(
      least: (max(rules.minimum, 1) + table.unit - 1) / table.unit,
      mustRollHot: rules.hotDice == .mustRoll)
    var found = solo.withLock { $0[key] } ?? SoloTable()
    guard !found.reaches((left + table.unit - 1) / table.unit) else { return found }
    try found.extend(
      to: (left + table.unit - 1) / table.unit, table, least: key.least,
      mustRollHot: key.mustRollHot, isInterrupted: isInterrupted)
    solo.withLock { [found] in $0[key] = found }
    return found
  }
}
