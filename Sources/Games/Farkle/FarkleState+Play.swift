public import ParlorKit

/// Making moves: turns, rounds, the final round, overtime and the end.
///
/// In a separate file because the whole would be too long to read.
extension FarkleState {
  /// Reports the players and the rules, and whose turn it is.
  public func reportOpening(to report: inout Reporter) {
    let rules = match.rules
    let changes = rules.changes(from: match.preset)
    let seed = visibleSeed
    let idle = changes.map(\.option).filter { rules.idle[$0] != nil }
    report(
      "opened",
      [
        "players": match.names, "preset": match.preset,
        "changes": Fields(changes.map { ($0.option, $0.value) }),
        "target": rules.hasRounds ? nil : rules.target,
        "rounds": rules.hasRounds ? rules.rounds : nil,
        "houseRules": match.houseRules, "withoutEffect": idle,
        "seed": seed,
      ]
    ) { text in
      text.write(Styled(.strong, "Farkle"), ": ")
      text.write(match.names, separator: ", ")
      text.write(". ")
      // The target and the rounds are reported anyway.
      let notable = changes.filter { !["target", "rounds"].contains($0.option) }
      let words = ([match.preset] + notable.map { "\($0.option)=\($0.value)" })
        .joined(separator: ", ")
      if let name = match.houseRules {
        text.write("Rules: ", name, " (", words, "). ")
      } else if match.preset != "standard" || !notable.isEmpty {
        text.write("Rules: ", words, ". ")
      }
      rules.write(goalTo: &text)
      if let seed, !rules.isPhysical { text.write(" Seed ", seed, ".") }
      for option in idle {
        let why = rules.idle[option] ?? unreachable("the option has no effect", "")
        text.write("\n`", option, "` ", why, ".")
      }
    }
    if rules.hasRounds { match.report(round: round, to: &report) }
    match.report(turnOf: player, in: round, to: &report)
  }

  public mutating func apply(_ move: FarkleMove, at time: GameTime, report: inout Reporter) {
    switch move {
    case .roll(let dice?): roll(dice, report: &report)
    case .hold(let dice): hold(dice, report: &report)
    case .bank: bank(turn.points, fromDice: true, report: &report)
    case .points(0): farkle(fromDice: false, report: &report)
    case .points(let total): bank(Int(total), fromDice: false, report: &report)
    case .resign: resign(report: &report)
    case .leave(let name): leave(name, report: &report)
    case .join(let name, let score): join(name, Int(score), report: &report)
    case .roll(nil), .holdAll, .holdBest: unreachable("a move is resolved, then applied", ())
    }
  }

  private mutating func roll(_ dice: Dice, report: inout Reporter) {
    turn.roll(dice)
    report("rolled", ["player": playerName, "dice": dice]) {
      $0.write(playerName, " rolls ", Styled(.strong, dice), ".")
    }
    if !match.scoring.scores(anyOf: turn.rolled) { farkle(fromDice: true, report: &report) }
  }

  private mutating func hold(_ dice: DiceCounts, report: inout Reporter) {
    guard let score = match.scoring.score(of: turn.held + dice) else {
      return unreachable("a hold is checked before it is made", ())
    }
    turn.hold(dice, score: score)
    report(
      "held",
      [
        "player": playerName, "dice": dice, "held": turn.held, "points": score,
        "atStake": turn.points,
      ]
    ) { text in
      text.write(playerName, " holds ", Styled(.strong, dice))
      if dice != turn.held { text.write(", in all ", Styled(.strong, turn.held)) }
      text.write(" for ", Grouped(score), ".")
    }
    if turn.isHot {
      report("hot-dice", ["player": playerName]) { $0.write(Styled(.good, "Hot dice!")) }
    }
  }

  /// Ends the turn without points.
  ///
  /// - Parameter fromDice: whether a roll was a farkle, as opposed to a total of 0.
  mutating func farkle(fromDice: Bool, report: inout Reporter) {
    let lost = turn.points
    report("farkled", ["player": playerName, "lost": lost, "fromDice": fromDice]) { text in
      text.write(Styled(.bad, "Farkle!"))
      if lost > 0 { text.write(" ", playerName, " loses ", Grouped(lost), ".") }
    }
    let penalty = match.rules.farklePenalty > 0 ? countFarkle(report: &report) : 0
    keep(.farkled, -penalty)
    endTurn(report: &report)
  }

  /// Adds the turn to the sheet.
  private mutating func keep(_ ending: SheetTurn.Ending, _ points: Int) {
    keep(ending, points, of: player, in: round)
  }

  /// Adds to the sheet what a player did in a round.
  mutating func keep(_ ending: SheetTurn.Ending, _ points: Int, of seat: Int, in round: Int) {
    guard history.isKept else { return }
    history.append(
      SheetTurn(
        player: UInt8(truncatingIfNeeded: seat), phase: phase, ending: ending,
        round: Int32(truncatingIfNeeded: round), points: Int32(truncatingIfNeeded: points)))
  }

  /// Counts a farkle and returns its penalty.
  private mutating func countFarkle(report: inout Reporter) -> Int {
    seats[player].farklesInRow += 1
    guard seats[player].farklesInRow == FarkleRules.penalizedRow else { return 0 }
    let penalty = match.rules.farklePenalty
    seats[player].farklesInRow = 0
    seats[player].score -= penalty
    seats[player].scoredAt = turns
    let score = seats[player].score
    report("penalized", ["player": playerName, "penalty": penalty, "score": score]) {
      $0.write(
        "Three farkles in a row cost ", playerName, " ", Styled(.bad, Grouped(penalty)),
        " and leave ", Grouped(score), ".")
    }
    // Who leads since the leader left may have a turn.
    if phase == .finalRound, player == leader { replaceLeader(report: &report) }
    return penalty
  }

  mutating func bank(_ points: Int, fromDice: Bool, report: inout Reporter) {
    keep(.banked, points)
    let score = seats[player].bank(points, at: turns)
    // A typed total may be a slip.
    let onTable = turn.points
    report(
      "banked", ["player": playerName, "points": points, "score": score, "fromDice": fromDice]
    ) {
      $0.write(
        playerName, " banks ", Styled(.good, Grouped(points)), " and has ", Grouped(score))
      if onTable > points { $0.write(", though ", Grouped(onTable), " lay on the table") }
      $0.write(".")
    }
    switch phase {
    case .playing where !match.rules.hasRounds && score >= match.rules.target:
      reachTarget(report: &report)
    case .finalRound where leader != player && score > seats[leader].score:
      takeLead(report: &report)
    default: break
    }
    endTurn(report: &report)
  }

  private mutating func resign(report: inout Reporter) {
    keep(.resigned, 0)
    takeOut(player, losing: turn.points, report: &report)
    endTurn(report: &report)
  }

  /// Takes a player out of the game, and ends it if that decides it.
  mutating func takeOut(_ seat: Int, losing lost: Int, report: inout Reporter) {
    seats[seat].hasLeft = true
    let name = match.names[seat]
    report("resigned", ["player": name, "lost": lost]) { text in
      text.write(name, " leaves the game")
      if lost > 0 { text.write(" and ", Grouped(lost), " on the table") }
      text.write(".")
    }
    let left = active
    if left.isEmpty {
      finish(Outcome(winners: [], reason: .resigned), report: &report)
    } else if left.count == 1 {
      finish(Outcome(winners: left, reason: .lastLeft), report: &report)
    } else if left.intersection(contenders).count == 1,
      match.revision == 1 || best(of: left, by: \.score) == left.intersection(contenders)
    {
      finish(Outcome(winners: left.intersection(contenders), reason: .score), report: &report)
    }
  }
}

// MARK: - Rounds

extension FarkleState {
  /// Passes the turn to the next player in the queue, or ends the round.
  private mutating func endTurn(report: inout Reporter) {
    turn = Turn()
    turns += 1
    if !isOver, queue.isEmpty { endRound(report: &report) }
    guard !isOver, let next = queue.next() else { return }
    player = next
    match.report(turnOf: player, in: round, to: &report)
  }

  private mutating func endRound(report: inout Reporter) {
    if phase == .playing, !match.rules.hasRounds || round < match.rules.rounds {
      startRound(seats.active)
      if match.rules.hasRounds { match.report(round: round, to: &report) }
    } else {
      settle(report: &report)
    }
  }

  private mutating func startRound(_ seats: SeatSet) {
    round += 1
    queue = TurnQueue(seats.seats)
  }

  /// Begins the final round, or ends a game that has none.
  private mutating func reachTarget(report: inout Reporter) {
    if match.isSolo { return finish(Outcome(winners: [], reason: .solo), report: &report) }
    guard match.rules.hasFinalRound else {
      return finish(Outcome(winners: SeatSet(seat: player), reason: .score), report: &report)
    }
    phase = .finalRound
    leader = player
    round += 1
    let count = match.names.count
    let others = seats.active
    queue = TurnQueue()
    for seat in 1..<count where others[(player + seat) % count] {
      queue.append((player + seat) % count)
    }
    let score = seats[player].score
    report("final-round", ["leader": playerName, "score": score, "left": namesLeft]) {
      $0.write(
        Styled(.notice, "Final round:"), " ", playerName, " leads with ", Grouped(score),
        "; one more turn for ", Names(namesLeft), ".")
    }
  }

  /// The names of those who have a turn left in this round.
  private var namesLeft: [String] { queue.seats.map { match.names[$0] } }

  /// Makes another player the leader of the final round.
  private mutating func takeLead(report: inout Reporter) {
    let defends = match.rules.defend && !queue.seats.contains(leader)
    let overtaken = match.names[leader]
    if defends { queue.append(leader) }
    leader = player
    report(
      "lead",
      [
        "player": playerName, "score": seats[player].score, "overtaken": overtaken,
        "defends": defends,
      ]
    ) { text in
      text.write(Styled(.notice, playerName), " takes the lead from ", overtaken)
      text.write(defends ? ", who has another turn." : ".")
    }
  }
}

extension FarkleMatch {
  /// Reports whose turn it is. The text leaves that to the situation.
  fileprivate func report(turnOf player: Int, in round: Int, to report: inout Reporter) {
    report("turn", ["player": names[player], "round": round]) { _ in }
  }

  fileprivate func report(round: Int, to report: inout Reporter) {
    report("round", ["round": round, "of": rules.rounds]) {
      $0.write("Round ", round, " of ", rules.rounds, ".")
    }
  }
}

// MARK: - The end

extension FarkleState {
  /// Finds the winner once all turns are played, or starts an overtime.
  private mutating func settle(report: inout Reporter) {
    if match.isSolo { return finish(Outcome(winners: [], reason: .solo), report: &report) }
    // Penalties can drop those who play on behind a player who does not, so all are compared. In
    // revision 1 an overtime was only between those who were level, whatever happened to their
    // scores.
    let isClosed = match.revision == 1 && !contenders.isEmpty
    let candidates = isClosed ? active.intersection(contenders) : active
    let equals = best(of: candidates) { $0.score }
    guard equals.count > 1 else {
      return finish(Outcome(winners: equals, reason: .score), report: &report)
    }
    switch match.rules.tie {
    case .shared: finish(Outcome(winners: equals, reason: .score), report: &report)
    case .first:
      // A player who never scored has had 0 since the start: among these the first to play wins.
      let first = equals.seats.min { seats[$0].scoredAt < seats[$1].scoredAt }
      finish(
        Outcome(winners: first.map(SeatSet.init) ?? equals, reason: .reachedFirst),
        report: &report)
    case .overtime where overtimes < FarkleRules.maxOvertimes:
      startOvertime(equals, report: &report)
    case .overtime:
      let highest = best(of: equals) { $0.highestTurn }
      let reason: Outcome.Reason = highest.count == 1 ? .highestTurn : .score
      finish(Outcome(winners: highest, reason: reason), report: &report)
    }
  }

  /// Starts an overtime: only equals have a turn each, or everybody if rounds are played.
  private mutating func startOvertime(_ equals: SeatSet, report: inout Reporter) {
    let everybody = match.rules.hasRounds
    phase = .overtime
    overtimes += 1
    contenders = everybody ? [] : equals
    let players = equals.seats.map { match.names[$0] }
    let score =
      equals.seats.map { seats[$0].score }.max() ?? unreachable("an overtime has players", 0)
    report(
      "overtime",
      ["number": overtimes, "players": players, "score": score, "everybody": everybody]
    ) { text in
      text.write(
        Styled(.notice, "Overtime "), overtimes, ": ", Names(players), " are tied at ",
        Grouped(score), "; one more turn for ")
      text.write(everybody ? "everybody." : "each of them.")
    }
    startRound(everybody ? active : equals)
  }

  /// Ends the game. The text leaves the result to the situation.
  private mutating func finish(_ outcome: Outcome, report: inout Reporter) {
    phase = .over
    queue = TurnQueue()
    self.outcome = outcome
    report(
      "finished",
      [
        "winners": outcome.winners.seats.map { match.names[$0] },
        "reason": outcome.reason.rawValue,
        "scores": seats.indices.map {
          ["name": .string(match.names[$0]), "score": .integer(seats[$0].score)] as Fields
        },
      ], bells: outcome.winners.isEmpty ? 0 : 2
    ) { _ in }
  }

  /// The seats in a set with the highest number.
  func best(of set: SeatSet, by number: (FarklePlayer) -> Int) -> SeatSet {
    let highest = set.seats.map { number(seats[$0]) }.max()
    return SeatSet(
      set.seats.filter { number(seats[$0]) == highest }.map { SeatSet(seat: $0) })
  }
}
