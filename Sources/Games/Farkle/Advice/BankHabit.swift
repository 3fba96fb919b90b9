import ParlorKit

/// From how many points a player banks: the bot `bank=POINTS` that decides most like the player.
///
/// A decision is a roll or a bank where both are allowed and the points do not reach the target, before the final
/// round: there everybody has reasons that are not the points.
struct BankHabit {
  /// The points of the turn at each decision, and whether the player banked.
  private let decisions: [(points: Int, banks: Bool)]

  /// Fewer decisions say too little.
  private static let fewest = 20

  /// The decisions of games with the scores, minimum and opening of the rules.
  init(_ rules: FarkleRules, _ moves: [(view: FarkleView, move: FarkleMove)]) {
    decisions = moves.compactMap { view, move in
      let state = view.state
      let theirs = state.rules
      guard theirs.scoring == rules.scoring,
        (theirs.minimum, theirs.opening) == (rules.minimum, rules.opening),
        state.phase == .playing, !state.turn.mustHold, (try? state.checkBank()) != nil,
        theirs.hasRounds || state.seats[state.player].score + state.turn.points < theirs.target
      else { return nil }
      switch move {
      case .bank: return (state.turn.points, true)
      case .roll: return (state.turn.points, false)
      default: return nil
      }
    }
  }

  /// The bot, and how often the player decides like it.
  func likeness() throws(GameError) -> (bot: String, figures: [SolvedFigure]) {
    guard decisions.count >= Self.fewest else {
      throw GameError(
        .notNow,
        "a fit takes \(Self.fewest) decisions to bank or to roll under these rules; there are "
          + "\(decisions.count)")
    }
    let (points, alike) = fit()
    let bot = "\(BankBot.bot.name)=\(points)"
    let share = Double(alike) / Double(decisions.count)
    return (
      bot,
      [
        SolvedFigure("bot", .string(bot), "the bot that decides most like the player", text: bot),
        SolvedFigure(
          "alike", share, "of the \(decisions.count.grouped) decisions are the same", places: 3),
      ]
    )
  }

  /// The points at which a bot banks that decides most often like the player; of several, the one in the middle.
  ///
  /// - Returns: the points, and the number of decisions that are the same.
  func fit() -> (points: Int, alike: Int) {
    let sorted = decisions.sorted { $0.points < $1.points }
    // Below the first threshold it always banks.
    var alike = sorted.count { $0.banks }
    var best = (alike: -1, thresholds: [Int]())
    var next = 0
    for points in stride(
      from: Self.step, through: (sorted.last?.points ?? 0) + Self.step, by: Self.step)
    {
      while next < sorted.count, sorted[next].points < points {
        alike += sorted[next].banks ? -1 : 1
        next += 1
      }
      if alike > best.alike { best = (alike, []) }
      if alike == best.alike { best.thresholds.append(points) }
    }
    return (best.thresholds[best.thresholds.count / 2], best.alike)
  }

  /// All scores of the usual rules are multiples of it, and it is the least that the bot takes.
  private static let step = 50
}
