import ParlorKit

// Fair games of two sides, each at a Parlor of its own: each line is made here and told to the
// other side, and a draw waits for the share of the other.

extension TypedGame {
  /// Checks that it is the turn of the side that plays here.
  func checkTurn(between sides: FairSides) throws(GameError) {
    if origin.isRevealed { throw .revealed }
    let other = players[1 - (sides.own ?? 0)]
    guard sides.hasCommit(1 - (sides.own ?? 0)) else {
      throw .notNow(
        "the commit of \(other) is missing", help: ["`fair take` takes the lines of \(other)"])
    }
    if status.turn != sides.own {
      throw .notNow(
        "it is the turn of \(other)", help: ["`fair take` takes the lines of \(other)"])
    }
    if pendingDraw != nil {
      throw .notNow(
        "the share of \(other) for this draw is missing",
        help: ["`fair take` takes it", "`fair reveal` gives the game up, and \(other) loses it"])
    }
  }

  /// Checks that no share is given for a draw that is not made.
  func checkShares(of sides: FairSides) throws(GameError) {
    guard let own = sides.own, sides.count(own) > timeline.drawCount else { return }
    throw .notNow(
      "your share of the next draw is given: make the move that draws",
      help: ["it has the same share again", "`fair reveal` gives the game up"])
  }

  /// Makes a move of the side that plays here, or asks for the share of its draw.
  func run(_ call: Call, between sides: FairSides) throws(GameError) -> MoveReport {
    guard case .move(let move) = try timeline.driver.intent(of: call, at: clock.time) else {
      return try makeMove(call)
    }
    try checkTurn(between: sides)
    guard try draws(move) else {
      try checkShares(of: sides)
      var report = try makeMove(call)
      tellOtherSide(&report)
      return report
    }
    pendingDraw = (call, "\(try share(of: sides)) \(timeline.driver.line(of: move))")
    return MoveReport(events: fairEvents.suffix(1), isMove: false)
  }

  var fairEvents: [any Event] {
    guard let fair = origin.fair else { return [] }
    var events: [any Event] = [HostEvent.fair(origin, fair)]
    if let sides, let own = sides.own, !sides.hasCommit(1 - own) {
      events.append(HostEvent.toSend(String(sides.commits.split(separator: "+")[own])))
    } else if let line = pendingDraw?.line ?? sentLine {
      events.append(HostEvent.toSend(line))
    }
    return events
  }

  /// The line for the other side, as long as no line has come that answers it: that of our last move, or
  /// our share of their draw.
  private var sentLine: String? {
    guard moveCount > 0, let sides, let own = sides.own,
      let last = timeline.moves(moveCount - 1..<moveCount).last
    else { return nil }
    let isOwn = last.player == players[own]
    if timeline.isDraw(at: moveCount - 1) {
      return isOwn ? nil : sides.give(timeline.drawCount - 1)
    }
    return isOwn ? timeline.driver.line(of: timeline.log.moves[moveCount - 1]) : nil
  }

  /// Adds the line of the move that was just made.
  func tellOtherSide(_ report: inout MoveReport) {
    if report.isMove, let sentLine { report.events.append(HostEvent.toSend(sentLine)) }
  }

  func take(_ text: String) throws(CommandError) -> MoveReport {
    guard let sides, let own = sides.own else { throw .noSides }
    if origin.isRevealed { throw .fairRevealed }
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    let share = words.first.flatMap(FairSecret.bytes)
    let line = share == nil ? text : words.dropFirst().first
    if !sides.hasCommit(1 - own) || clock.isReplaying {
      guard let share, line == nil else { throw .fairCommitMissing }
      guard clock.isReplaying && sides.giveAgain(share) || sides.take(share) else {
        throw clock.isReplaying ? .badShare : .badCommit
      }
      noteTaken(share)
      return MoveReport(events: fairEvents, isMove: false)
    }
    do throws(GameError) {
      guard let line else { return try finishDraw(with: share, sides) }
      return try takeMove(line, with: share, sides)
    } catch {
      throw .refused(GameError(error.code, error.message, help: error.help))
    }
  }

  /// Makes the draw that has waited for the share of the other side.
  private func finishDraw(
    with share: [UInt8]?, _ sides: FairSides
  ) throws(GameError) -> MoveReport {
    guard let call = pendingDraw?.call else {
      throw .notNow("no draw waits for a share: type your move first")
    }
    try accept(share, sides)
    pendingDraw = nil
    return try makeMove(call)
  }

  /// Makes a move of the other side, and answers its share.
  private func takeMove(
    _ line: String, with share: [UInt8]?, _ sides: FairSides
  ) throws(GameError) -> MoveReport {
    guard status.turn != sides.own else { throw .notNow("it is your turn") }
    if line == "resign" {
      if share != nil { throw Self.needlessShare }
      return try play(state.resignation)
    }
    let call = try kind.call(of: Array(line.utf8)[...])
    guard case .move(let move) = try timeline.driver.intent(of: call, at: clock.time) else {
      throw .badArgument("`\(call.verb)` is not a move")
    }
    guard try draws(move) else {
      if share != nil { throw Self.needlessShare }
      return try makeMove(call)
    }
    try accept(share, sides)
    let answer = try self.share(of: sides)
    var report = try makeMove(call)
    report.events.append(HostEvent.toSend(answer))
    return report
  }

  /// Whether a move draws something.
  ///
  /// - Throws: an error if it is illegal, or gives what is to be drawn.
  func draws(_ move: Rules.Move) throws(GameError) -> Bool {
    var chance = timeline.driver.chance(of: move, epoch: 0)
    guard case .play(let resolved) = try timeline.driver.resolve(move, chance: &chance) else {
      return false
    }
    if !chance.hasDrawn, state.traits(of: resolved).contains(.draws) {
      throw .illegal("the outcome is drawn, and cannot be given")
    }
    return chance.hasDrawn
  }

  /// Our share of the next draw.
  private func share(of sides: FairSides) throws(GameError) -> String {
    guard let share = sides.give(timeline.drawCount) else {
      throw .notNow(
        "the shares are used up: a game of two sides has at most \(FairSides.mostDraws) draws")
    }
    journal?.note("fair take \(share)", digest)
    return share
  }

  /// Takes the share of the other side for the next draw.
  private func accept(_ share: [UInt8]?, _ sides: FairSides) throws(GameError) {
    guard let share else { throw .badArgument("the share of this draw is missing") }
    guard sides.isShare(share, of: timeline.drawCount), sides.take(share) else {
      throw .badArgument(
        "this is not the next share: its SHA-256 is not the share before it, or the commit")
    }
    noteTaken(share)
  }

  private static var needlessShare: GameError {
    .badArgument("this move draws nothing: a share would tell a draw to come")
  }

  private func noteTaken(_ share: [UInt8]) {
    journal?.note("fair take \(FairSecret.hexadecimal(share))", digest)
  }
}

extension LoggedGame {
  /// Whether it is a game of two sides that have exchanged their commits.
  var isAgreed: Bool {
    guard let sides = origin.fair?.sides, let own = sides.own else { return false }
    return sides.hasCommit(1 - own) && !origin.isRevealed
  }

  /// Who loses a game of two sides that stops here: who owes a share, or else the next move; nil in
  /// other games.
  var debtor: String? {
    guard let sides = origin.fair?.sides else { return nil }
    let counts = (sides.count(0), sides.count(1))
    if counts.0 != counts.1 { return players[counts.0 < counts.1 ? 0 : 1] }
    return status.turn.map { players[$0] }
  }
}
