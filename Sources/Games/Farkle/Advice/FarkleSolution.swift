import ParlorKit

/// The exact figures of a rule set, for `parlor solve`.
enum FarkleSolution {
  /// The figures; null for those that cannot be computed for the rules.
  static func figures(
    of rules: FarkleRules, _ isInterrupted: () -> Bool
  ) throws(GameError) -> [SolvedFigure] {
    let values = TurnValues.of(rules.scoring)
    let table = values.table
    let turn = TurnTable(
      points: table, least: max(rules.minimum, 1), mustRollHot: rules.mustRollHot)
    let (firstWins, residual) = try firstWins(rules, values, isInterrupted)
    return [
      SolvedFigure(
        "turnValue", turn.rolling(6, units: 0), "the most expected points of a turn", places: 3),
      SolvedFigure(
        "turnFarkle", FarkleChance(table, turn).ofTurn,
        "the chance that such a turn ends in a farkle", places: 6),
      Self.bankAt((1...6).map { turn.bankAt($0).map { $0 * table.unit } }),
      SolvedFigure(
        "soloTurns", try soloTurns(rules, values, isInterrupted),
        "the fewest expected turns for one player to reach the target", places: 4),
      SolvedFigure(
        "firstWins", firstWins,
        "the first of two players' chance to win, if both play best", places: 6),
      SolvedFigure(
        "residual", residual.map(Value.number) ?? .null,
        "the largest inconsistency in that table of chances",
        text: residual.map(powerOfTen) ?? "not known for these rules"),
    ]
  }

  /// A small number with two digits and a power of ten: `3.7e-4`.
  static func powerOfTen(_ number: Double) -> String {
    guard number > 0, number < 0.1 else { return Rounded(number, places: 1).text }
    var (digits, power) = (number, 0)
    while digits < 0.995 {
      digits *= 10
      power += 1
    }
    return "\(Rounded(digits, places: 1).text)e-\(power)"
  }

  private static func soloTurns(
    _ rules: FarkleRules, _ values: TurnValues, _ isInterrupted: () -> Bool
  ) throws(GameError) -> Double? {
    guard !rules.hasRounds, rules.farklePenalty == 0,
      let solo = try values.turns(rules, to: rules.target, isInterrupted: isInterrupted)
    else { return nil }
    let table = values.table
    guard rules.opening > max(rules.minimum, 1) else {
      return solo.turns[table.units(rules.target)]
    }
    return solo.turns(
      table, left: rules.target, opening: table.units(rules.opening),
      mustRollHot: rules.mustRollHot)
  }

  /// The first player's chance, a shared win as half, and the residual of its table.
  private static func firstWins(
    _ rules: FarkleRules, _ values: TurnValues, _ isInterrupted: () -> Bool
  ) throws(GameError) -> (chance: Double?, residual: Double?) {
    guard rules.farklePenalty == 0, let duel = DuelRules(rules, unit: values.table.unit) else {
      return (nil, nil)
    }
    if !rules.hasRounds {
      let table = try values.duel(duel, of: rules, isInterrupted: isInterrupted)
      return (table.chance(own: 0, other: 0), table.residual)
    }
    guard rules.rounds <= DuelRules.mostRounds else { return (nil, nil) }
    // Each chance is computed from known ones.
    return (try values.rounds(duel, of: rules, isInterrupted: isInterrupted).firstWins, 0)
  }
}

extension FarkleSolution {
  /// The chances of two players for all pairs of scores, and the rules that they follow from, for a checker:
  /// lines of a word and values. `score` has the units of dice of which each scores, `chances` those of the
  /// player to move by the opponent's units, after that player's own units.
  static func proof(
    of rules: FarkleRules, _ isInterrupted: () -> Bool
  ) throws(GameError) -> String {
    let values = TurnValues.of(rules.scoring)
    guard !rules.hasRounds, rules.farklePenalty == 0,
      let duel = DuelRules(rules, unit: values.everyHold.unit), !duel.mustRollHot, !duel.defends,
      duel.tie != .overtime
    else { throw .noSuchTable("a proof") }
    let table = try values.duel(duel, of: rules, isInterrupted: isInterrupted)
    let scoring = ScoringRules.rules(for: rules.scoring)
    var text = TextWriter()
    text.write(
      "farkle unit=", values.everyHold.unit, " target=", duel.target, " least=", duel.least)
    text.write(" opening=", duel.opening, " final-round=", duel.hasFinalRound ? "on" : "off")
    text.write(" tie=", duel.tie.rawValue, "\n")
    for dice in DiceCounts.all.dropFirst() {
      guard let score = scoring.score(of: dice) else { continue }
      text.write("score ", dice.ascending, ": ", score / values.everyHold.unit, "\n")
    }
    for own in 0..<duel.target {
      text.write("chances ", own, ":")
      for other in 0..<duel.target {
        text.write(" ", Rounded(table.chance(own: own, other: other), places: proofPlaces).text)
      }
      text.write("\n")
    }
    return text.string
  }

  /// The figures of a player who plays best against a bot `bank=POINTS`.
  static func answer(
    to bot: String, _ rules: FarkleRules, _ isInterrupted: () -> Bool
  ) throws(GameError) -> [SolvedFigure] {
    guard let points = BankBot.points(of: bot == BankBot.bot.name ? "\(bot)=300" : bot),
      50...100_000 ~= points
    else {
      throw .badArgument("an answer is to the bot `bank=POINTS`, not to `\(bot)`")
    }
    let values = TurnValues.of(rules.scoring)
    let rolls = values.everyHold
    guard !rules.hasRounds, rules.farklePenalty == 0, let duel = DuelRules(rules, unit: rolls.unit),
      let table = try AnswerTable(
        rolls, duel, try values.lastTurns(duel, isInterrupted: isInterrupted),
        .rules(for: rules.scoring), points: points,
        progress: { share throws(GameError) in try TurnValues.check(isInterrupted, share) })
    else { throw .noSuchTable("an answer") }
    let start = table.chances(own: 0, other: 0)
    let turn = table.turn(own: 0, other: 0)
    return [
      SolvedFigure(
        "answerFirst", start.moving, "the chance to win of the best answer, if it plays first",
        places: 6),
      SolvedFigure(
        "answerSecond", start.waiting, "the same if the bot plays first", places: 6),
      bankAt((1...6).map { turn.bankAt($0).map { $0 * rolls.unit } }, " in its first turn"),
    ]
  }

  /// The points from which a turn banks, by the dice to roll.
  private static func bankAt(_ points: [Int?], _ turn: String = "") -> SolvedFigure {
    SolvedFigure(
      "bankAt", .array(points.map { $0.map(Value.integer) ?? .null }),
      "the points from which it banks\(turn), with 1 to 6 dice to roll",
      text: points.map { $0?.grouped ?? "never" }.joined(separator: " "))
  }

  /// The decimal places of a chance in a proof: the last is right, since chances are found to within 1e-11.
  private static let proofPlaces = 10
}

extension GameError {
  fileprivate static func noSuchTable(_ name: String) -> GameError {
    .badArgument(
      "\(name) is for games to a target of at most \(DuelRules.farthest) steps of the score, without"
        + " penalty, `hot-dice=must-roll`, `defend` and `tie=overtime`")
  }
}

/// The chance that a turn played for the most points ends in a farkle.
private struct FarkleChance {
  private let table: RollTable
  private let turn: TurnTable
  /// The chance before a roll, by the units and the dice.
  private var chances: [Double]

  init(_ table: RollTable, _ turn: TurnTable) {
    self.table = table
    self.turn = turn
    chances = [Double](repeating: 0, count: (turn.last + 1) * TurnSweep.row)
    // The value of hot dice beyond the table depends on the chance at its end.
    chances[turn.last * TurnSweep.row + 6] = chance(turn.last, 6)
    for units in stride(from: turn.last, through: 0, by: -1) {
      // Hot dice lead from fewer dice to six.
      for dice in (1...6).reversed() {
        chances[units * TurnSweep.row + dice] = chance(units, dice)
      }
    }
  }

  /// The chance at the start of a turn.
  var ofTurn: Double { chances[6] }

  private func chance(_ units: Int, _ dice: Int) -> Double {
    let rolls = table.rolls[dice]
    let own = units * TurnSweep.row + dice
    var sum = rolls.farkle
    // At the end of the table, hot dice that must be rolled lead back to themselves.
    var again = 0.0
    for (kind, chance) in rolls.chances.enumerated() {
      var best = (value: -Double.infinity, farkle: 0.0, isAgain: false)
      for hold in rolls.holds[rolls.starts[kind]..<rolls.starts[kind + 1]] {
        let (next, dice) = (units + hold.points, hold.dice)
        let canBank = turn.canBank(next, dice: dice)
        let rolling = turn.rolling(dice, units: next)
        if canBank, next > turn.last || turn.banked(next) >= rolling {
          if turn.banked(next) > best.value { best = (turn.banked(next), 0, false) }
        } else {
          // A value beyond the table is that of its last units plus the additional units, unless they
          // are lost.
          let kept = 1 - chances[turn.last * TurnSweep.row + 6]
          let value = rolling + Double(max(0, next - turn.last) * table.unit) * kept
          if value > best.value {
            let place = min(next, turn.last) * TurnSweep.row + dice
            best = (value, chances[place], place == own)
          }
        }
      }
      if best.isAgain { again += chance } else { sum += chance * best.farkle }
    }
    return sum / (1 - again)
  }
}
