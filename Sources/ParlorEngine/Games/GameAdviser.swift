package import ParlorKit

/// A game's adviser, about one position and the log that led to it.
package protocol GameAdviser {
  /// Values the legal moves of the player whose turn it is.
  ///
  /// - Parameter asked: a move to value in any case.
  /// - Returns: advice with the moves as lines, and the line of that move.
  func advise(
    about asked: AmendingMove?, isInterrupted: () -> Bool
  ) throws(GameError) -> (advice: Advice<String>, asked: String?)
  /// Shows the chances of the position in the game's own form.
  ///
  /// - Parameter words: what the command was asked about, such as a cell.
  /// - Returns: nil if the adviser has no such form.
  func odds(_ words: [Int], isInterrupted: () -> Bool) throws(GameError) -> [any Event]?
  /// Whether the value of a move would tell who asks now what only the player at an index knows.
  func conceals(_ player: Int) -> Bool
  /// Judges every move of the game.
  func review(isInterrupted: () -> Bool) throws(GameError) -> GameReview
}

extension GameAdviser {
  /// Values the legal moves of the player whose turn it is.
  ///
  /// - Returns: advice with the moves as lines.
  package func advise(isInterrupted: () -> Bool) throws(GameError) -> Advice<String> {
    try advise(about: nil, isInterrupted: isInterrupted).advice
  }
}

/// The adviser of a game whose rules are known.
struct TypedAdviser<Rules: Game>: GameAdviser {
  let adviser: Adviser<Rules>
  let timeline: Timeline<Rules>
  let kind: GameKind
  /// The game's time.
  let time: GameTime
  /// Whether a bot has the turn whose hand nobody else may see.
  let isBotHidden: Bool
  let detail: Reporter.Detail

  private var players: [String] { timeline.players }
  private var status: GameStatus { timeline.status }
  private var state: Rules.State { timeline.state }

  func advise(
    about asked: AmendingMove?, isInterrupted: () -> Bool
  ) throws(GameError) -> (advice: Advice<String>, asked: String?) {
    let driver = timeline.driver
    var move = try asked.map { (asked) throws(GameError) in try timeline.move(asked, at: time) }
    var refusal: GameError?
    if let typed = move {
      var chance = driver.chance(epoch: timeline.epoch)
      do throws(GameError) {
        switch try driver.resolve(typed, chance: &chance) {
        // `hold best` is the hold that it means. What is drawn is not known.
        case .play(let resolved): if !chance.hasDrawn { move = resolved }
        case .ignore(let reason): refusal = .illegal(reason)
        }
      } catch {
        refusal = error
      }
    }
    let advice = try adviser.advise(
      state.view(for: status.turn, at: time), refusal == nil ? move : nil, isInterrupted)
    // A roll of real dice needs its faces to be made, but not to be valued.
    if let refusal, !advice.moves.contains(where: { $0.move == move }) { throw refusal }
    let line = move.map { driver.line(of: $0) }
    // What was not decided, such as the total of a turn at a real table, is luck.
    if let move, !advice.moves.contains(where: { $0.move == move && $0.outcome == nil }) {
      throw .notNow("the adviser does not value `\(line ?? "")`")
    }
    var lines = advice.map { driver.line(of: $0) }
    if lines.chances.isEmpty { lines.chances = chances(by: lines) }
    return (lines, line)
  }

  /// The chance of every player to win, if there are one or two of them and the best move has the exact
  /// chance of its player.
  private func chances(by advice: Advice<String>) -> [Double] {
    guard let best = advice.moves.first, let turn = status.turn, advice.unit == .chance,
      !advice.isOfStep, advice.estimate == nil, players.count <= 2
    else { return [] }
    return players.indices.map { $0 == turn || players.count == 1 ? best.value : 1 - best.value }
  }

  func odds(_ words: [Int], isInterrupted: () -> Bool) throws(GameError) -> [any Event]? {
    guard let odds = adviser.odds else { return nil }
    var report = Reporter(detail)
    try odds(state.view(for: status.turn, at: time), words, isInterrupted, &report)
    return report.events
  }

  // MARK: - Review

  func review(isInterrupted: () -> Bool) throws(GameError) -> GameReview {
    var context = AdviceContext.current
    context.wantsReasons = false
    return try context.during { () throws(GameError) in try judged(isInterrupted) }
  }

  private func judged(_ isInterrupted: () -> Bool) throws(GameError) -> GameReview {
    var replayed = timeline.start
    var review = GameReview()
    var before: (advice: Advice<Rules.Move>, outcome: Double?)?
    var scores = [scores(in: replayed.state)]
    for index in 0...timeline.moveCount {
      if isInterrupted() { throw .stopped }
      AdviceContext.current.showProgress(Double(index) / Double(timeline.moveCount + 1))
      let turn = replayed.status.turn
      let move = index < timeline.moveCount ? timeline.log.moves[index] : nil
      var advice: Advice<Rules.Move>?
      if let turn {
        let pause = move == nil ? 0 : timeline.log.pause(before: index)
        let time = GameTime(milliseconds: replayed.time.milliseconds + pause)
        if !conceals(turn, in: replayed.state, at: time) {
          advice = try advise(turn, move, in: replayed.state, at: time, isInterrupted)
        } else if let move {
          review.concealed.append(
            GameReview.ConcealedMove(
              number: index + 1, player: name(of: turn), line: timeline.visibleLine(of: move)))
        }
      }
      if let last = review.moves.indices.last, review.moves[last].number == index, let before {
        review.moves[last].luck = luck(
          of: review.moves[last].value, before.advice, before.outcome, after: advice,
          replayed.state,
          by: players.firstIndex(of: review.moves[last].player))
      }
      before = nil
      guard let move, let turn else {
        if turn == nil { review.lostBy = review.defeat(of: players.count, after: index) }
        break
      }
      if let advice, let judged = judge(move, index + 1, of: turn, by: advice, in: replayed) {
        if judged.hasLuck { before = (advice, judged.outcome) }
        review.add(
          judged.move,
          advice.estimate.map { "estimate: \(advice.meaning); \($0)" } ?? advice.meaning)
      }
      Rules.replay(timeline.log, to: index + 1, in: &replayed)
      if players.count > 2 { scores.append(self.scores(in: replayed.state)) }
    }
    review.chart = chart(of: review, scores: scores)
    if status.turn == nil, players.count <= 2 {
      review.addShares(of: players, players.indices.map { state.result(of: $0) })
    }
    return review
  }

  /// Advice for a player; nil if there is none in this position.
  private func advise(
    _ turn: Int, _ move: Rules.Move?, in state: Rules.State, at time: GameTime,
    _ isInterrupted: () -> Bool
  ) throws(GameError) -> Advice<Rules.Move>? {
    do throws(GameError) {
      return try adviser.advise(state.view(for: turn, at: time), move, isInterrupted)
    } catch {
      if isInterrupted() { throw error }
      return nil
    }
  }

  /// A move as advice judges it, whether its draw can be lucky, and its value after draws that were
  /// not moves; nil if the advice does not know it.
  private func judge(
    _ move: Rules.Move, _ number: Int, of turn: Int, by advice: Advice<Rules.Move>,
    in replayed: GameDriver<Rules>
  ) -> (move: GameReview.Move, hasLuck: Bool, outcome: Double?)? {
    guard let valued = advised(move, in: advice, by: replayed), let first = advice.moves.first
    else {
      return nil
    }
    // The first move may be worth less, and lead to more.
    let isBetter =
      advice.unit.prefersLess ? valued.value < first.value : valued.value > first.value
    let best = isBetter ? valued : first
    let traits = replayed.state.traits(of: move)
    // Where mines were laid, or a layout, is no part of the decision.
    let line = timeline.visibleLine(of: move)
    let judged = GameReview.Move(
      number: number, player: name(of: turn),
      line: line.contains("=") ? replayed.line(of: valued.move) : line, unit: advice.unit,
      value: valued.value, best: replayed.line(of: best.move), bestValue: best.value,
      loss: advice.loss(of: valued), tolerance: advice.tolerance,
      isDecision: (advice.moves.count > 1 || best.move != valued.move) && valued.outcome == nil,
      isObvious: advice.isObvious(valued),
      isOfStep: advice.isOfStep,
      isNeedlessRisk: advice.isOfStep
        ? advice.unit == .chance && best.value == 1 && valued.value < 1
        : best.risk == 0 && valued.risk.map { $0 > 0 } ?? false,
      luck: nil)
    let hasLuck = valued.outcome != nil || traits.intersection([.draws, .reveals]) != []
    return (judged, hasLuck, valued.outcome)
  }

  private func name(of turn: Int) -> String {
    players.indices.contains(turn) ? players[turn] : "1"
  }

  /// The scores of those who played at that time.
  private func scores(in state: Rules.State) -> [Int] {
    timeline.players(in: state).indices.map { state.score(of: $0) }
  }

  /// What is drawn over the moves: the chances to win of one or two players; of more the scores,
  /// since advice has the chance of the player to move only.
  ///
  /// - Parameter scores: the scores of the players before the first move and after each.
  private func chart(of review: GameReview, scores: [[Int]]) -> GameReview.Chart {
    let players = players
    guard players.count > 2 else {
      return GameReview.Chart(
        chancesOf: players, review.moves, moveCount: timeline.moveCount,
        results: status.turn == nil ? players.indices.map { state.result(of: $0) } : nil)
    }
    return GameReview.Chart(
      scoresOf: players,
      status.isOver || !kind.definition.traits.contains(.hidesDraws) && review.concealed.isEmpty
        ? scores : [])
  }

  func conceals(_ player: Int) -> Bool { conceals(player, in: state, at: time) }

  /// Whether the value of a move would tell another player what only its player knows: while the
  /// game runs, if it hides draws or the two see different things.
  private func conceals(_ player: Int, in state: Rules.State, at time: GameTime) -> Bool {
    if status.isOver { return false }
    let asking = isBotHidden ? nil : status.turn
    if asking == player { return false }
    return kind.definition.traits.contains(.hidesDraws)
      || state.view(for: player, at: time).fields != state.view(for: asking, at: time).fields
  }

  /// The advised move that a logged one is, which may have an outcome besides. Who resigns no longer
  /// wins.
  private func advised(
    _ move: Rules.Move, in advice: Advice<Rules.Move>, by driver: GameDriver<Rules>
  ) -> ValuedMove<Rules.Move>? {
    if let equal = advice.moves.first(where: { $0.move == move }) { return equal }
    if advice.unit == .chance, !advice.isOfStep,
      let resignation = try? driver.state.resignation, resignation == move
    {
      return ValuedMove(move, 0)
    }
    guard driver.state.traits(of: move).contains(.draws) else { return nil }
    let line = driver.line(of: move)
    return advice.moves.first { line.hasPrefix(driver.line(of: $0.move) + " ") }
  }

  /// How much better than expected a draw was.
  ///
  /// - Parameters:
  ///   - value: what was expected.
  ///   - advice: the advice before the draw.
  ///   - outcome: the value after draws that were not moves.
  ///   - after: the advice for the player who moves next; `nil` at the end.
  ///   - state: the state after the draw.
  /// - Returns: `nil` if it cannot be said, as for the guesses that a player would still have
  ///   needed.
  private func luck(
    of value: Double, _ advice: Advice<Rules.Move>, _ outcome: Double?,
    after: Advice<Rules.Move>?, _ state: Rules.State, by player: Int?
  ) -> Double? {
    guard let player else { return nil }
    let status = state.status
    // A turn that ends without an outcome brings nothing.
    let points = outcome ?? advice.passed ?? 0
    if status.isOver {
      switch advice.unit {
      case .chance: return state.result(of: player) - value
      case .points: return points - value
      case .guesses, .turns: return state.score(of: player) > 0 ? value - 1 : nil
      }
    }
    if advice.isOfStep { return 1 - value }
    let isSame = status.turn == player
    // Points are those of the turn. Of several others each has a chance of its own.
    if !isSame, advice.unit == .points { return points - value }
    if !isSame, advice.unit == .chance, players.count > 2 {
      return (outcome ?? advice.passed).map { $0 - value }
    }
    guard let after, let best = after.moves.first, after.unit == advice.unit else { return nil }
    switch advice.unit {
    case .chance: return (isSame ? best.value : 1 - best.value) - value
    case .points:
      let goesOn = after.spent == advice.spent
      return (goesOn ? best.value : points) - value
    case .guesses, .turns: return value + advice.spent - best.value - after.spent
    }
  }
}
