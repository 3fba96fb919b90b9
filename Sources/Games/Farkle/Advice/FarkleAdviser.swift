import ParlorKit

/// The adviser of Farkle.
///
/// With two or more players values are chances to win. For one player with a target they are the expected
/// turns. Otherwise, as in a very long game, they are the expected points of the turn, or in the last turns
/// the chance to take the lead.
struct FarkleAdviser {
  private let state: FarkleState
  private let table: RollTable
  private let turn: TurnTable
  private let unit: AdviceUnit
  private let meaning: String
  private let estimate: String?
  /// The possible error of the values: see ``Advice/tolerance``.
  private let tolerance: Double
  /// With three or more players: their chances before the turn.
  private let chances: () -> [Double]

  /// The adviser for the contract.
  static let adviser = Adviser<Farkle>(
    odds: { view, words, isInterrupted, report throws(GameError) in
      try FarkleAdviser(view.state, isInterrupted).reportOdds(words, to: &report)
    },
    solve: { rules, isInterrupted throws(GameError) in
      try FarkleSolution.figures(of: rules, isInterrupted)
    },
    proof: { rules, isInterrupted throws(GameError) in
      try FarkleSolution.proof(of: rules, isInterrupted)
    },
    answer: { rules, bot, isInterrupted throws(GameError) in
      try FarkleSolution.answer(to: bot, rules, isInterrupted)
    },
    likeness: { rules, decisions throws(GameError) in
      try BankHabit(rules, decisions).likeness()
    },
    redraw: { view, _ in
      let state = view.state.virtual
      return { _ in state }
    },
    advise: { view, also, isInterrupted throws(GameError) in
      try FarkleAdviser(view.state, isInterrupted)
        .advice(
          valuing: also, explains: AdviceContext.current.wantsReasons, withChances: true)
    })

  /// The bot `best`: the first move of the advice. Values do not change during a turn, so the bot
  /// keeps those of the latest one.
  static let bestBot = Bot<Farkle>(
    "best", "plays the move that `hint` shows first", isAdvised: true, seeing: { $0.state }
  ) { state, _, chance in
    while true {
      do throws(GameError) {
        let adviser = try FarkleAdviser(state, { false }, remembersTurn: true)
        return move(adviser.advice(), in: state, &chance)
      } catch {
        // A bot waits for a computation in the background until it is stopped.
        guard error == .computing, !AdviceContext.current.isStopped() else { return .resign }
      }
    }
  }

  /// The bot `max`: the most expected points of every turn.
  static let maxBot = Bot<Farkle>(
    "max", "plays for the most points in each turn", isAdvised: true,
    seeing: { $0.state }
  ) { state, _, chance in
    move(FarkleAdviser(turnOf: state).advice(), in: state, &chance)
  }

  private static func move(
    _ advice: Advice<FarkleMove>, in state: FarkleState, _ chance: inout Chance
  ) -> FarkleMove {
    guard let best = advice.moves.first?.move else { return .resign }
    guard best == .roll(nil) else { return best }
    return BankBot.roll(in: state, chance: &chance)
  }

  /// The measure of the moves of a turn.
  private struct Aim {
    var turn: TurnTable
    var unit: AdviceUnit
    var meaning: String
    /// Why the values are estimates; `nil` if they are exact.
    var estimate: String?
    /// The possible error of the values: see ``Advice/tolerance``.
    var tolerance = 0.0
    /// With three or more players: their chances before the turn.
    var chances: () -> [Double] = { [] }
  }

  private init(_ state: FarkleState, _ table: RollTable, _ aim: Aim) {
    self.state = state
    self.table = table
    turn = aim.turn
    unit = aim.unit
    meaning = aim.meaning
    estimate = aim.estimate
    tolerance = aim.tolerance
    chances = aim.chances
  }

  /// The adviser for the points of the turn alone.
  private init(turnOf state: FarkleState) {
    let values = TurnValues.of(state.rules.scoring)
    self.init(
      state, values.table,
      Aim(turn: values.points(state), unit: .points, meaning: "expected points of the turn"))
  }

  /// - Parameter remembersTurn: whether to keep the values for the next call, which may concern the
  ///   same turn.
  private init(
    _ state: FarkleState, _ isInterrupted: () -> Bool, remembersTurn: Bool = false
  ) throws(GameError) {
    if state.isOver { throw .gameOver }
    let values = TurnValues.of(state.rules.scoring)
    let least = values.table.units(max(state.leastBank, 1))
    let aim =
      if let duel = try Self.duel(state, values, isInterrupted, remembersTurn) {
        duel
      } else if let trio = try Trio(state, values, isInterrupted, remembersTurn: remembersTurn) {
        Aim(
          turn: trio.turn, unit: .chance, meaning: "chance to win", chances: { trio.chances })
      } else if !Self.isLastTurn(state), let rivals = try Rivals(state, values, isInterrupted) {
        Self.estimate(state, rivals.turn(), rivals.tolerance, chances: rivals.chances)
      } else if let rivals = RoundsRivals(state, values) {
        try Self.estimate(over: rivals, state, isInterrupted)
      } else if state.phase == .finalRound, state.leader != state.player {
        Self.lead(state, values.table, least: least)
      } else if let alone = try Self.target(state, values, least: least, isInterrupted) {
        alone
      } else {
        Self.points(state, values)
      }
    self.init(state, values.table, aim)
  }

  /// With three or more players: the chance to win, with its possible error.
  private static func estimate(
    _ state: FarkleState, _ turn: TurnTable, _ tolerance: Double, chances: @escaping () -> [Double]
  ) -> Aim {
    Aim(
      turn: turn, unit: .chance, meaning: "chance to win",
      estimate: "approximate, ± \(Int((tolerance * 100).rounded())) %"
        + (state.rules.farklePenalty > 0 ? ", without farkles in a row" : ""),
      tolerance: tolerance, chances: chances)
  }

  /// The same over rounds.
  private static func estimate(
    over rivals: RoundsRivals, _ state: FarkleState, _ isInterrupted: () -> Bool
  ) throws(GameError) -> Aim {
    let turn = try rivals.turn(isInterrupted)
    return estimate(state, turn, rivals.tolerance, chances: { rivals.chances(before: turn) })
  }

  /// With two players: the chance to win.
  private static func duel(
    _ state: FarkleState, _ values: TurnValues, _ isInterrupted: () -> Bool, _ remembersTurn: Bool
  ) throws(GameError) -> Aim? {
    let rules = state.rules
    guard state.active.count == 2, let duelRules = DuelRules(rules, unit: values.table.unit)
    else { return nil }
    let duel = Duel(state, duelRules, values)
    guard let (turn, error) = try duel.turn(isInterrupted, remembersTurn: remembersTurn)
    else { return nil }
    var aim = Aim(
      turn: turn, unit: .chance,
      meaning: rules.tie == .shared ? "chance to win, a shared win as half" : "chance to win")
    if rules.farklePenalty > 0, !duel.isLastTurn {
      aim.estimate = "farkles in a row are counted for this turn only"
      aim.tolerance = max(error, penaltyTolerance * Double(rules.farklePenalty))
    } else if error >= 1e-6 {
      aim.estimate =
        error.isFinite
        ? "approximate, ± \(Rounded(error * 100, places: 4).text) %"
        : "approximate, because a score is below 0"
      aim.tolerance = error
    }
    return aim
  }

  /// The possible error for each point of a penalty if only the farkles in a row before this turn are
  /// counted: exact values of games to 500 and 1,000 points differ by up to 0.08 with a penalty of 1,000.
  private static let penaltyTolerance = 1.2e-4

  /// In a final round of more than two: the chance to take the lead.
  private static func lead(_ state: FarkleState, _ table: RollTable, least: Int) -> Aim {
    let rules = state.rules
    let mustRoll = rules.mustRollHot
    let missing = min(
      max(0, state.seats[state.leader].score - state.seats[state.player].score),
      state.turn.points + LastTurns.farthest * table.unit)
    let isShared = rules.tie == .shared && state.queue.isEmpty
    let turn: TurnTable
    if isShared {
      // Players who are level at the end share the win.
      let score = state.seats[state.leader].score
      let leaders = state.active.seats.reduce(0) { $0 + (state.seats[$1].score == score ? 1 : 0) }
      let last = missing / table.unit + 1
      let banked = (0...(last + table.most)).map { units in
        let lead = units * table.unit - missing
        return lead > 0 ? 1 : lead == 0 ? 1 / Double(leaders + 1) : 0
      }
      turn = TurnTable(
        table, least: least, mustRollHot: mustRoll, banked: banked, last: last, slope: 0,
        farkle: 0)
    } else {
      turn = TurnTable(reaching: missing + 1, table, least: least, mustRollHot: mustRoll)
    }
    guard isLastTurn(state) else {
      return Aim(
        turn: turn, unit: .chance, meaning: "chance to take the lead in this turn",
        estimate: "it ignores later turns", tolerance: .infinity)
    }
    return Aim(
      turn: turn, unit: .chance,
      meaning: isShared ? "chance to win, a shared win as a share" : "chance to win")
  }

  /// For a player alone with a target: the number of turns.
  private static func target(
    _ state: FarkleState, _ values: TurnValues, least: Int, _ isInterrupted: () -> Bool
  ) throws(GameError) -> Aim? {
    let rules = state.rules
    let left = rules.target - state.seats[0].score
    guard state.match.isSolo, !rules.hasRounds, rules.farklePenalty == 0,
      let turns = try values.turns(rules, to: left, isInterrupted: isInterrupted)
    else { return nil }
    return Aim(
      turn: turns.turn(
        values.table, left: left, least: least, mustRollHot: rules.mustRollHot,
        isOpening: rules.opening > rules.minimum && !state.seats[0].isOnBoard),
      unit: .turns, meaning: "expected turns to the target, this one included")
  }

  /// The most expected points of the turn.
  private static func points(_ state: FarkleState, _ values: TurnValues) -> Aim {
    let rules = state.rules
    let missing =
      !rules.hasRounds && state.phase == .playing
      ? rules.target - state.seats[state.player].score : nil
    let isSolo = state.match.isSolo
    // In later rounds a player who is on the board needs less.
    let isOpening = state.leastBank > max(rules.minimum, 1) && state.round < rules.rounds
    return Aim(
      // Reaching the target wins at once, or sets the score that the others have to beat.
      turn: values.points(state, cap: missing.map { $0 + (rules.hasFinalRound ? lead : 0) }),
      unit: .points, meaning: "expected points of the turn",
      estimate: !isSolo
        ? "it ignores the opponents' scores"
        : rules.farklePenalty > 0
          ? "farkles in a row are counted for this turn only"
          : isOpening ? "it ignores what being on the board is worth" : nil,
      tolerance: isSolo && !isOpening ? 0 : .infinity)
  }

  /// Whether the final round ends with this turn.
  private static func isLastTurn(_ state: FarkleState) -> Bool {
    state.phase == .finalRound && state.queue.isEmpty && !state.rules.defend
      && state.rules.tie != .overtime
  }

  /// The useful points above the target in a final round of many players.
  private static let lead = 1000

  /// The value of rolling or banking, whichever is better, and its name.
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

  private func banked(_ units: Int) -> Double { value(turn.banked(units)) }

  /// The value after a farkle.
  private var passed: Double { value(turn.farkle) }

  /// The displayed value: turns are negative in the table, since less is better.
  private func value(_ value: Double) -> Double { unit.prefersLess ? -value : value }

  /// The advice.
  ///
  /// The holds of one roll, and the roll or the bank after them, are one decision: a hold has the
  /// value of the best continuation, including further holds. So a lost chance counts once, in
  /// whatever order the dice are set aside.
  ///
  /// - Parameters:
  ///   - also: a move of a review. A total of a turn at a real table has the value of the whole turn,
  ///     so that its outcome counts as luck.
  ///   - explains: whether to give the reasons.
  ///   - withChances: whether to find the chances of all players.
  private func advice(
    valuing also: FarkleMove? = nil, explains: Bool = false, withChances: Bool = false
  ) -> Advice<FarkleMove> {
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
    moves += holds
    if case .points(let total)? = also, let also,
      let best = Advice(unit, meaning: "", moves: moves).moves.first
    {
      moves.append(
        ValuedMove(also, best.value, outcome: total > 0 ? banked(Int(total) / table.unit) : passed))
    }
    var advice = Advice(unit, meaning: meaning, estimate: estimate, moves: moves)
    if explains {
      (advice.reasons, advice.figures) = reasons(for: advice.moves.first?.move).explained
    }
    advice.spent = Double(state.turns)
    advice.passed = passed
    advice.tolerance = tolerance
    if withChances, now.roll.isEmpty { advice.chances = chances() }
    return advice
  }

  /// The holds with their values; of equal ones, first the one after which rolling or banking is
  /// best.
  private var holds: [ValuedMove<FarkleMove>] {
    let now = state.turn
    if now.roll.isEmpty { return [] }
    let holds = state.match.scoring.holds(of: now.loose, beside: now.held).map { hold in
      let left = now.loose.count - hold.dice.count
      let last = best(now.points - now.heldScore + hold.score, dice: left == 0 ? 6 : left)
      return (dice: hold.dice, value: last.value, note: last.note)
    }.enumerated().sorted { one, other in
      let (first, second) = (one.element.value, other.element.value)
      if first == second { return one.offset < other.offset }
      return unit.prefersLess ? first < second : first > second
    }.map(\.element)
    return holds.map { hold in
      // The best hold comes first: the first that contains all these dice is the best continuation.
      let end =
        holds.first { $0.dice.contains(hold.dice) } ?? unreachable("a hold has its dice", hold)
      let note = end.dice == hold.dice ? hold.note : "then hold \((end.dice - hold.dice).text)"
      return ValuedMove(.hold(hold.dice), end.value, note: note)
    }
  }

  /// Reports the risks and current values of rolls.
  ///
  /// - Parameter words: the number of dice in question; none for all.
  private func reportOdds(_ words: [Int], to report: inout Reporter) throws(GameError) {
    if let bad = words.firstIndex(where: { !(1...6).contains($0) }) {
      throw .badArgument("a roll has 1 to 6 dice", at: .argument(bad))
    }
    if words.count > 1 {
      throw .badArgument("`odds` takes one number of dice, such as `odds 3`", at: .argument(1))
    }
    let points = state.turn.points
    let units = points / table.unit
    let rows = (words.isEmpty ? Array(1...6) : words).map { dice in
      (
        dice: dice, farkle: table.rolls[dice].farkle,
        value: value(turn.rolling(dice, units: units)),
        bankAt: turn.bankAt(dice).map { $0 * table.unit }
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

  /// The reasons for the best move.
  private func reasons(for best: FarkleMove?) -> TurnReasons {
    var (points, dice) = (state.turn.points, state.turn.diceToRoll)
    if case .hold(let held)? = best {
      let score =
        state.match.scoring.score(of: state.turn.held + held)
        ?? unreachable("advice is legal", 0)
      points = state.turn.points - state.turn.heldScore + score
      let left = state.turn.loose.count - held.count
      dice = left == 0 ? 6 : left
    }
    return TurnReasons(state, turn, points: points, dice: dice)
  }
}
