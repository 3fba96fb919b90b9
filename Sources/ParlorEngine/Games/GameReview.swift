import ParlorKit

/// A game move by move: what was best, what each move lost, and how lucky its draw was.
package struct GameReview: Sendable {
  /// The moves, in order.
  var moves: [Move] = []
  /// The moves that are not judged yet: see ``TypedGame/conceals(_:in:at:)``.
  var concealed: [ConcealedMove] = []
  /// What the values of the moves mean, each meaning once, with the numbers of its moves.
  var meanings: [(text: String, moves: [Int])] = []
  /// Why a game for one, whose last move could fail by chance, was lost.
  var lostBy: Defeat?
  /// What is drawn over the moves.
  package var chart = Chart(.chance)

  /// What decided a lost game.
  enum Defeat: String {
    /// Nothing had a better chance than the last move.
    case luck
    /// Another move had a better chance.
    case choice
  }

  /// A move that the adviser has an opinion of.
  package struct Move: Sendable {
    /// Its number in the log, from 1.
    var number: Int
    var player: String
    var line: String
    var unit: AdviceUnit
    /// Its value before the draw, in the unit.
    var value: Double
    /// The best move, with its value.
    var best: String
    var bestValue: Double
    /// What it lost.
    var loss: Double
    /// How far these values can be wrong.
    var tolerance: Double
    /// Whether there was a choice.
    var isDecision: Bool
    /// Whether its value is that of one step, rather than of the game.
    var isOfStep: Bool
    /// How much better than expected its draw was, if that can be said.
    var luck: Double?
  }

  /// A move that is listed but not judged yet, since its value would reveal what its player sees.
  struct ConcealedMove {
    var number: Int
    var player: String
    var line: String
  }

  /// What a player made of the game, in one unit.
  struct Summary {
    var player: String
    var unit: AdviceUnit
    var decisions = 0
    /// The decisions whose values are precise enough for a verdict.
    var judged = 0
    var errors = 0
    var blunders = 0
    var loss = 0.0
    var luck = 0.0

    /// How well the player chose, in words: by the average loss.
    var rating: String {
      if judged == 0 { return "-" }
      let average = loss / Double(max(decisions, 1)) / unit.leastBlunder
      return switch average {
      case ..<0.001: "perfect"
      case ..<0.02: "expert"
      case ..<0.08: "strong"
      case ..<0.25: "good"
      case ..<0.6: "casual"
      default: "beginner"
      }
    }
  }

  /// The players in the order of their first moves, with a summary for each unit.
  var summaries: [Summary] {
    var summaries: [Summary] = []
    for move in moves {
      var place = summaries.firstIndex { $0.player == move.player && $0.unit == move.unit }
      if place == nil {
        place = summaries.count
        summaries.append(Summary(player: move.player, unit: move.unit))
      }
      guard let place else { continue }
      summaries[place].luck += move.luck ?? 0
      guard move.isDecision else { continue }
      summaries[place].decisions += 1
      if move.tolerance.isFinite { summaries[place].judged += 1 }
      summaries[place].loss += move.loss
      if move.isError { summaries[place].errors += 1 }
      if move.isBlunder { summaries[place].blunders += 1 }
    }
    return summaries
  }
}

extension GameReview {
  /// What lost a game that is over after so many moves. Value and luck of its last move are 0 together if
  /// it is lost, and 1 if it is won.
  fileprivate func defeat(of players: Int, after moveCount: Int) -> Defeat? {
    guard players == 1, let last = moves.last, last.number == moveCount, last.unit == .chance,
      let luck = last.luck, last.value + luck < 0.5
    else { return nil }
    return last.isError ? .choice : .luck
  }
}

extension GameReview.Move {
  /// Whether it took a risk where the best move took none.
  var isNeedlessRisk: Bool { unit == .chance && isOfStep && bestValue == 1 && value < 1 }
  /// Whether it lost enough to be listed as an error.
  var isError: Bool { loss >= max(unit.leastError, tolerance) }
  /// Whether it lost so much that it is a blunder.
  var isBlunder: Bool { loss >= max(unit.leastBlunder, tolerance) }
}

extension AdviceUnit {
  /// The least loss that is an error.
  var leastError: Double {
    switch self {
    case .chance: 0.01
    case .points: 10
    case .guesses, .turns: 0.02
    }
  }

  /// The least loss that is a blunder.
  var leastBlunder: Double {
    switch self {
    case .chance: 0.05
    case .points: 50
    case .guesses, .turns: 0.2
    }
  }
}

extension TypedGame {
  func review(isInterrupted: () -> Bool) throws(GameError) -> GameReview? {
    guard let adviser = rules.adviser, var replayed = start else { return nil }
    var review = GameReview()
    let players = players
    var before: Advice<Rules.Move>?
    var scores = [players.indices.map { replayed.state.score(of: $0) }]
    for index in 0...moveCount {
      if isInterrupted() { throw .stopped }
      AdviceContext.current.showProgress(Double(index) / Double(moveCount + 1))
      let turn = replayed.status.turn
      var advice: Advice<Rules.Move>?
      let time = GameTime(
        milliseconds: replayed.time.milliseconds
          + (index < moveCount ? log.pause(before: index) : 0))
      let isConcealed = turn.map { conceals($0, in: replayed.state, at: time) } ?? false
      if isConcealed {
        if index < moveCount, let turn {
          review.concealed.append(
            GameReview.ConcealedMove(
              number: index + 1, player: players.indices.contains(turn) ? players[turn] : "1",
              line: visibleLine(of: log.moves[index])))
        }
      } else if turn != nil {
        let view = replayed.state.view(for: turn, at: time)
        do throws(GameError) {
          advice = try adviser.advise(
            view, index < moveCount ? log.moves[index] : nil, isInterrupted)
        } catch {
          if isInterrupted() { throw error }
        }
      }
      if let last = review.moves.indices.last, review.moves[last].number == index, let before {
        review.moves[last].luck = luck(
          of: review.moves[last].value, before, after: advice, replayed.state,
          by: players.firstIndex(of: review.moves[last].player))
      }
      before = nil
      guard index < moveCount, let turn else {
        if turn == nil { review.lostBy = review.defeat(of: players.count, after: index) }
        break
      }
      let move = log.moves[index]
      if let advice, let valued = advised(move, in: advice, by: replayed),
        let best = advice.moves.first
      {
        if valued.comesOfDraws
          || replayed.state.traits(of: move).intersection([.draws, .reveals]) != []
        {
          before = advice
        }
        // Where mines were laid, or a layout, is no part of the decision.
        let line = visibleLine(of: move)
        review.moves.append(
          GameReview.Move(
            number: index + 1, player: players.indices.contains(turn) ? players[turn] : "1",
            line: line.contains("=") ? replayed.line(of: valued.move) : line, unit: advice.unit,
            value: valued.value,
            best: replayed.line(of: best.move), bestValue: best.value,
            loss: advice.loss(of: valued), tolerance: advice.tolerance,
            isDecision: advice.moves.count > 1 && !valued.comesOfDraws, isOfStep: advice.isOfStep,
            luck: nil))
        let meaning = advice.estimate.map { "estimate: \(advice.meaning); \($0)" } ?? advice.meaning
        if let place = review.meanings.firstIndex(where: { $0.text == meaning }) {
          review.meanings[place].moves.append(index + 1)
        } else {
          review.meanings.append((meaning, [index + 1]))
        }
      }
      Rules.replay(log, to: index + 1, in: &replayed)
      if players.count > 2 {
        scores.append(players.indices.map { replayed.state.score(of: $0) })
      }
    }
    review.chart = chart(of: review, scores: scores)
    return review
  }

  /// What is drawn over the moves: the chances to win in games for one or two; the scores in games
  /// for more, where advice has only the chance of the player to move.
  ///
  /// - Parameter scores: the scores of the players before the first move and after each.
  private func chart(of review: GameReview, scores: [[Int]]) -> GameReview.Chart {
    let players = players
    guard players.count > 2 else {
      return GameReview.Chart(
        chancesOf: players, review.moves, moveCount: moveCount,
        results: status.turn == nil ? players.indices.map(result) : nil)
    }
    return GameReview.Chart(
      scoresOf: players,
      status.isOver || !kind.definition.traits.contains(.hidesDraws) && review.concealed.isEmpty
        ? scores : [])
  }

  /// What a player got of a game that is over: 1, 0, or a part of a shared win.
  private func result(of player: Int) -> Double {
    guard case .over(let winners) = status else { return 0 }
    // A game for one may have a score of 1 in place of a winner.
    if winners.isEmpty { return state.score(of: player) == 1 ? 1 : 0 }
    return winners.contains(player) ? 1 / Double(winners.count) : 0
  }

  /// Whether the value of a move would tell another player what only its player knows: while the
  /// game runs, if it hides draws or the two see different things.
  private func conceals(_ player: Int, in state: Rules.State, at time: GameTime) -> Bool {
    if status.isOver { return false }
    let asking = hiddenBot == nil ? status.turn : nil
    if asking == player { return false }
    return kind.definition.traits.contains(.hidesDraws)
      || state.view(for: player, at: time).fields != state.view(for: asking, at: time).fields
  }

  /// The advised move that a logged one is, which may have an outcome besides.
  private func advised(
    _ move: Rules.Move, in advice: Advice<Rules.Move>, by driver: GameDriver<Rules>
  ) -> ValuedMove<Rules.Move>? {
    if let equal = advice.moves.first(where: { $0.move == move }) { return equal }
    guard driver.state.traits(of: move).contains(.draws) else { return nil }
    let line = driver.line(of: move)
    return advice.moves.first { line.hasPrefix(driver.line(of: $0.move) + " ") }
  }

  /// How much better than expected a draw was.
  ///
  /// - Parameters:
  ///   - value: the expected value.
  ///   - advice: the advice before the draw.
  ///   - after: the advice for the player who moves next; `nil` at the end.
  ///   - state: the state after the draw.
  /// - Returns: `nil` if it cannot be said, as for the guesses that a player would still have
  ///   needed.
  private func luck(
    of value: Double, _ advice: Advice<Rules.Move>, after: Advice<Rules.Move>?,
    _ state: Rules.State, by player: Int?
  ) -> Double? {
    guard let player else { return nil }
    let status = state.status
    if case .over(let winners) = status {
      switch advice.unit {
      case .chance:
        // A game for one may have a score of 1 in place of a winner.
        let hasWon =
          winners.isEmpty ? state.score(of: player) == 1 : winners.contains(player)
        return (hasWon ? 1 : 0) - value
      case .points: return -value
      case .guesses, .turns: return state.score(of: player) > 0 ? value - 1 : nil
      }
    }
    if advice.isOfStep { return 1 - value }
    guard let after, let best = after.moves.first, after.unit == advice.unit else { return nil }
    let isSame = status.turn == player
    switch advice.unit {
    case .chance:
      // Of several others each has a chance of its own.
      return (isSame ? best.value : players.count == 2 ? 1 - best.value : 0) - value
    // A draw that ends the turn leaves nothing of it.
    case .points: return (isSame && after.spent == advice.spent ? best.value : 0) - value
    case .guesses, .turns: return value + advice.spent - best.value - after.spent
    }
  }
}
