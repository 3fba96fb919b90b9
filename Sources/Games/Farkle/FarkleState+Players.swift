public import ParlorKit

/// Players who join and leave while a game is played.
extension FarkleState {
  /// The maximum number of players, those who left included.
  private static let maxPlayers = 8

  public var players: [String]? { match.hasGuests ? match.names : nil }

  public var rematch: [Argument]? { match.hasGuests ? match.names.map { .word($0) } : nil }

  /// The lowest score of those at the table.
  public var joiningScore: Int {
    get throws(GameError) {
      try checkJoining()
      let lowest = seats.lazy.filter { !$0.hasLeft }.map(\.score).min()
      return lowest ?? unreachable("a game that goes on has players", 0)
    }
  }

  public func joining(_ name: String, score: Int) throws(GameError) -> FarkleMove {
    .join(name, score: Int32(clamping: score))
  }

  public func leaving(_ player: Int) throws(GameError) -> FarkleMove {
    if player == self.player { return try resignation }
    guard seats.indices.contains(player) else { throw .notNow("the player has not joined yet") }
    return .leave(match.names[player])
  }

  public func renaming(_ name: String, to other: String, in move: FarkleMove) -> FarkleMove {
    switch move {
    case .join(name, let score): .join(other, score: score)
    case .leave(name): .leave(other)
    default: move
    }
  }
}

// MARK: - Checks

extension FarkleState {
  /// Checks whether somebody can join now: at the end of a round, before its next turn.
  private func checkJoining() throws(GameError) {
    if isOver { throw .gameOver }
    if phase != .playing {
      throw .notNow("players cannot join in \(phase == .overtime ? "overtime" : "the final round")")
    }
    if seats.count == Self.maxPlayers {
      throw .notNow("a game has at most \(Self.maxPlayers) players, those who left included")
    }
    guard queue.count < active.count - 1 || !turn.roll.isEmpty else { return }
    let left = Names(([player] + queue.seats).map { match.names[$0] }).text
    throw .notNow(
      "players join at the end of a round: \(left) \(queue.isEmpty ? "has" : "have") a turn left",
      help: [
        "end round \(round.grouped) first, or insert it before an earlier round:"
          + " `amend insert N player join NAME score=POINTS`"
      ])
  }

  /// Checks whether a player can join with a score.
  func checkJoining(_ name: String, _ score: Int) throws(GameError) {
    try checkJoining()
    if match.names.contains(name) {
      throw .badArgument("there is already a player named \(name)", at: .argument(0))
    }
    if !match.rules.hasRounds, score >= match.rules.target {
      throw .badOption(
        "score", "a player joins with less than the target, \(match.rules.target.grouped)")
    }
    let unit = RollTable.divisor(
      TurnValues.of(match.rules.scoring).table.unit, match.rules.farklePenalty)
    guard score.isMultiple(of: unit) else {
      throw .badOption("score", "scores are multiples of \(unit), not \(score.grouped)")
    }
  }

  /// The seat of a player other than the current one who can leave now: not within a turn, which
  /// would stand in two parts of the log.
  func seat(leaving name: String) throws(GameError) -> Int {
    guard let seat = match.names.firstIndex(of: name), seat != player else {
      throw .illegal("\(name) is not another player")
    }
    if seats[seat].hasLeft { throw .badArgument("\(name) has left the game", at: .argument(0)) }
    if !turn.roll.isEmpty {
      throw .notNow("\(name) can leave once the turn of \(playerName) is over")
    }
    return seat
  }
}

// MARK: - Joining and leaving

extension FarkleState {
  /// Adds a player after the last seat, who plays from this round on.
  mutating func join(_ name: String, _ score: Int, report: inout Reporter) {
    let seat = seats.count
    match = FarkleMatch(match, joinedBy: name)
    var guest = FarklePlayer()
    guest.score = score
    guest.scoredAt = turns
    guest.isOnBoard = score > 0
    seats.append(guest)
    queue.append(seat)
    keep(.joined, score, of: seat, in: round - 1)
    report("joined", ["player": name, "score": score]) {
      $0.write(name, " joins with ", Grouped(score), ".")
    }
  }

  /// Takes out a player whose turn it is not.
  mutating func leave(_ name: String, report: inout Reporter) {
    guard let seat = match.names.firstIndex(of: name) else {
      return unreachable("a move is resolved, then applied", ())
    }
    // A player who has had this round's turn leaves before the next one.
    let isWaiting = queue.seats.contains(seat)
    keep(.resigned, 0, of: seat, in: isWaiting || phase != .playing ? round : round + 1)
    queue = TurnQueue(queue.seats.filter { $0 != seat })
    takeOut(seat, losing: 0, report: &report)
    if isOver { return }
    if phase == .finalRound, seat == leader { replaceLeader(report: &report) }
  }

  /// Who has most of those who play is to be beaten now, as the leader has left or lost points.
  mutating func replaceLeader(report: inout Reporter) {
    let before = leader
    let first = best(of: active, by: \.score).seats.min {
      seats[$0].scoredAt < seats[$1].scoredAt
    }
    leader = first ?? unreachable("a game that goes on has players", leader)
    let (next, score) = (match.names[leader], seats[leader].score)
    guard leader != before else { return }
    report(
      "lead",
      ["player": next, "score": score, "overtaken": match.names[before], "defends": false]
    ) {
      $0.write(Styled(.notice, next), " leads now, with ", Grouped(score), ".")
    }
  }
}
