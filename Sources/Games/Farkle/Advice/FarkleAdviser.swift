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
  static let adviser = Adviser<Farkle>(
    odds: { view, _, isInterrupted, report throws(GameError) in
      try FarkleAdviser(view, isInterrupted).reportOdds(to: &report)
    },
    advise: { view, _, isInterrupted throws(GameError) in
      try FarkleAdviser(view, isInterrupted).advice
    })

  /// The bot `best`: the first move of the advice.
  static let bestBot = Bot<Farkle>("best", "plays the move that `hint` shows first") {
    view, _, chance in
    move((try? FarkleAdviser(view) { false })?.advice, in: view.state, &chance)
  }

  /// The bot `max`: the most expected points of every turn.
  static let maxBot = Bot<Farkle>("max", "plays for the most expected points of the turn") {
    view, _, chance in
    move(FarkleAdviser(turnOf: view.state).advice, in: view.state, &chance)
  }

  private static func move(
    _ advice: Advice<FarkleMove>?, in state: FarkleState, _ chance: inout Chance
  ) -> FarkleMove {
    guard let best = advice?.moves.first?.move else { return .resign }
    guard best == .roll(nil) else { return best }
    return BankBot.roll(in: state, chance: &chance)
  }

  /// The adviser for the points of the turn alone.
  private init(turnOf state: FarkleState) {
    self.state = state
    let values = TurnValues.of(state.rules.scoring)
    table = values.table
    turn = values.points(state)
    unit = .points
    meaning = "expected points of the turn"
    estimate = nil
  }

  private init(_ view: FarkleView, _ isInterrupted: () -> Bool) throws(GameError) {
    state = view.state
    if state.isOver { throw .gameOver }
    let rules = state.rules
    let values = TurnValues.of(rules.scoring)
    table = values.table
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
      turn = values.points(state)
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
    var advice = Advice(
      unit, meaning: meaning, estimate: estimate, moves: moves, reasons: reasons(for: moves))
    advice.spent = Double(state.turns)
    return advice
  }

  /// Reports the chances of rolls and what they are worth now.
  private func reportOdds(to report: inout Reporter) {
    let points = state.turn.points
    let units = points / table.unit
    let rows = (1...6).map { dice in
      (
        dice: dice, farkle: table.rolls[dice].farkle,
        value: value(turn.rolling(dice, units: units)),
        bankAt: unit == .chance ? nil : turn.bankAt(dice).map { $0 * table.unit }
      )
    }
    let banked = turn.canBank(units, dice: 1) ? self.banked(units) : nil
    report(
      "farkle-odds",
      [
        "unit": unit.rawValue, "meaning": meaning, "estimate": estimate, "points": points,
        "banked": banked.map(Self.rounded),
        "dice": rows.map { row in
          Fields([
            "dice": row.dice, "farkle": Self.rounded(row.farkle), "value": Self.rounded(row.value),
            "bankAt": row.bankAt,
          ])
        },
      ]
    ) { text in
      text.write(
        Columns(
          [["dice", "farkle", "value of rolling", "bank from"]]
            + rows.map { row in
              [
                "\(row.dice)", AdviceUnit.chance.text(of: row.farkle), unit.text(of: row.value),
                row.bankAt?.grouped ?? "-",
              ]
            }, [.right, .right, .right, .right]))
      text.write("\nWith ", Plural(points, "point"), " at stake")
      if let banked { text.write(", a bank is worth ", unit.text(of: banked)) }
      text.write(". Values: ", meaning)
      if let estimate { text.write("; ", estimate) }
      text.write(".")
    }
  }

  private static func rounded(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 }

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

  /// The most points of turns, by the rules and the situation that matter for them.
  private let turns = Mutex<[TurnRules: TurnTable]>([:])

  private struct TurnRules: Hashable {
    var least: Int
    var mustRollHot: Bool
    var penalty: Int
  }

  /// The values of the points of a turn.
  func points(_ state: FarkleState) -> TurnTable {
    let penalty =
      state.seats[state.player].farklesInRow == FarkleRules.penalizedRow - 1
      ? state.rules.farklePenalty : 0
    let key = TurnRules(
      least: state.leastBank, mustRollHot: state.rules.hotDice == .mustRoll, penalty: penalty)
    if let turn = turns.withLock({ $0[key] }) { return turn }
    let turn = TurnTable(
      points: table, least: key.least, mustRollHot: key.mustRollHot, penalty: penalty)
    turns.withLock { $0[key] = turn }
    return turn
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
