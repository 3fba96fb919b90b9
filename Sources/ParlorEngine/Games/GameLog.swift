import LineSyntax
package import ParlorKit

/// The log of a game for who only reads it, whatever the rules are: a ``Timeline`` without its
/// types.
package protocol GameLog {
  /// The moves: those in force, and those undone and not replaced.
  var count: Int { get }
  /// The number of draws made: moves in force with an outcome of chance, and draws at the start.
  var drawCount: Int { get }
  /// The numbers of the moves in force that have shown what was hidden, from 1.
  var revealingMoves: [Int] { get }
  /// The moves in force from one on, counted from 1.
  func moves(from number: Int) -> [LoggedMove]
  /// Whether a step can be undone.
  var canUndo: Bool { get }
  /// Whether the current player can leave the game.
  var canResign: Bool { get }
  /// The options with what the game drew or chose for those that were left out.
  var options: OptionValues { get }
  /// The digest of the seed and of the state before the first move, for the `new` line.
  var openingDigest: UInt32 { get }
  /// The milliseconds between the move in force and the next one; nil at the end.
  var pauseBeforeNextMove: Int64? { get }
  /// Hands out the lines after the `new` line in order, as the players may see them.
  func forEachVisibleLine(_ body: (String) -> Void)
  /// Hands out the canonical lines in order, each with the digest of the state after it.
  ///
  /// - Parameter opening: the `new` line.
  func forEachLine(after opening: String, _ body: (String, UInt32) -> Void)
  /// What is to be remembered of the game in its present state.
  func record() -> GameRecord

  /// The lines of all moves that can be legal in the game, in an order that lasts; empty if they
  /// cannot be listed.
  func actions() -> [String]
  /// Whether there are such lines.
  var hasActions: Bool { get }
  /// What can come of the draw of a move, with weights of which probabilities are the shares.
  ///
  /// - Parameter call: a call of one of the game's commands.
  /// - Returns: the move, and no outcomes if it draws nothing or they cannot be listed.
  func outcomes(of call: Call) throws(GameError) -> MoveOutcomes
  /// The same of each legal move whose outcomes can be listed.
  func outcomes() -> [MoveOutcomes]
}

extension Timeline: GameLog {
  var count: Int { log.moves.count }

  var drawCount: Int { driver.drawCount }

  var revealingMoves: [Int] {
    (1..<moveCount + 1).filter { state.traits(of: log.moves[$0 - 1]).contains(.reveals) }
  }

  var canResign: Bool { !status.isOver && (try? state.resignation) != nil }

  var options: OptionValues { rules.values(of: driver.configuration.options) }

  var pauseBeforeNextMove: Int64? { next?.pause }

  // MARK: - Moves

  func moves(from number: Int) -> [LoggedMove] {
    guard 1...max(moveCount, 1) ~= number else { return [] }
    return moves((number - 1)..<moveCount, withRounds: true)
  }

  /// Moves of the log, or of another one, with who made them, if several play, and in which round.
  func moves(
    _ range: Range<Int>, of other: MoveRecord<Rules.Move>? = nil, withRounds: Bool = false
  ) -> [LoggedMove] {
    if range.isEmpty { return [] }
    // Who makes the next move is known without a replay.
    if other == nil, !withRounds, range == moveCount..<(moveCount + 1) {
      let move = log.moves[moveCount]
      return [
        LoggedMove(
          number: range.upperBound, line: visibleLine(of: move), player: player(of: move),
          isOfTurn: !state.traits(of: move).contains(.changesPlayers))
      ]
    }
    let log = other ?? self.log
    let isForSeveral = players.count > 1
    guard isForSeveral || withRounds else {
      return range.map {
        LoggedMove(number: $0 + 1, line: visibleLine(of: log.moves[$0], isInForce: other == nil))
      }
    }
    var moves: [LoggedMove] = []
    var replayed =
      other != nil
      ? start
      : range.lowerBound >= moveCount ? driver : checkpoints.nearest(before: range.lowerBound)
    for place in replayed.moveCount..<range.upperBound {
      let move = log.moves[place]
      if range.contains(place) {
        let round =
          withRounds
          ? replayed.state.view(for: nil, at: replayed.time).fields["round"]?.integer : nil
        let isOfTurn = !replayed.state.traits(of: move).contains(.changesPlayers)
        moves.append(
          LoggedMove(
            number: place + 1, line: visibleLine(of: move, isInForce: other == nil),
            player: isForSeveral && isOfTurn ? player(toMoveIn: replayed) : nil, round: round,
            isOfTurn: isOfTurn))
      }
      // A copy of a long game is not changed for nothing.
      if place + 1 < range.upperBound { Rules.replay(log, to: place + 1, in: &replayed) }
    }
    return moves
  }

  /// The name of the player whose turn it is in a state, if several play.
  func player(toMoveIn driver: GameDriver<Rules>) -> String? {
    guard let turn = driver.status.turn else { return nil }
    let players = self.players(in: driver.state)
    return players.count > 1 && players.indices.contains(turn) ? players[turn] : nil
  }

  // MARK: - Lines

  /// The line of a move as the players may see it.
  ///
  /// - Parameter isInForce: whether the move is of the log that led to this state. What this state
  ///   makes public says nothing of the moves of another log: these are masked as at the beginning.
  func visibleLine(of move: Rules.Move, isInForce: Bool = true) -> String {
    isInForce ? state.visibleLine(of: move) : start.state.visibleLine(of: move)
  }

  func forEachVisibleLine(_ body: (String) -> Void) {
    for index in 0..<moveCount {
      let pause = log.pause(before: index)
      if pause > 0 { body("clock \(Span.written(milliseconds: pause))") }
      body(visibleLine(of: log.moves[index]))
    }
  }

  func forEachLine(after opening: String, _ body: (String, UInt32) -> Void) {
    var replayed = start
    body(opening, openingDigest)
    for index in 0..<moveCount {
      let pause = log.pause(before: index)
      if pause > 0 {
        body("clock \(Span.written(milliseconds: pause))", replayed.digest.folded)
      }
      Rules.replay(log, to: index + 1, in: &replayed)
      body(driver.line(of: log.moves[index]), replayed.digest.folded)
    }
  }

  var openingDigest: UInt32 {
    var digest = Digest()
    digest.combine(Int(truncatingIfNeeded: driver.configuration.seed))
    start.state.combine(into: &digest)
    return digest.folded
  }

  func record() -> GameRecord {
    var time: Int64 = 0
    var steps: [GameHistory<Rules>.Step] = []
    for index in 0..<moveCount {
      time += log.pause(before: index)
      steps.append(.init(log.moves[index], at: GameTime(milliseconds: time)))
    }
    return rules.record(
      of: GameHistory(rules, driver.configuration, start: start.state, steps: steps))
  }

  // MARK: - For programs

  var hasActions: Bool { !state.actions.isEmpty }

  func actions() -> [String] { state.actions.map { driver.line(of: $0) } }

  func outcomes(of call: Call) throws(GameError) -> MoveOutcomes {
    let move = try driver.move(call)
    var chance = driver.chance(epoch: epoch)
    _ = try driver.resolve(move, chance: &chance)
    return outcomes(of: move)
  }

  func outcomes() -> [MoveOutcomes] {
    state.legalMoves.moves.map(outcomes).filter { !$0.outcomes.isEmpty }
  }

  private func outcomes(of move: Rules.Move) -> MoveOutcomes {
    MoveOutcomes(
      line: driver.line(of: move),
      outcomes: state.outcomes(of: move).map { (driver.line(of: $0.move), $0.weight) })
  }
}

extension GameState {
  /// The line of a move, masked until the game is over.
  fileprivate func visibleLine(of move: Move) -> String {
    guard !status.isOver else { return line(of: move) }
    var text = TextWriter()
    writeMasked(move, to: &text)
    return text.string
  }
}
