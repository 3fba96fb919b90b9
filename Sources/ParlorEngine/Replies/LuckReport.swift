package import ParlorKit
import Simulation

/// What play and luck made of finished games, by the reviews of these games.
package struct LuckReport: Event {
  package let type = "luck"
  /// The title of the game.
  private let game: String
  /// The number of games that were reviewed.
  package private(set) var games = 0
  /// The number of games that match and could not be reviewed, or were not.
  package var skipped = 0
  private var summaries: [GameReview.Summary] = []
  private var results: [Result] = []

  /// The results of a player in games whose values are chances to win.
  private struct Result {
    var player: String
    /// The part of each result that comes from play: the chance at the beginning, less what the player lost,
    /// and what the opponent did.
    var play: [Double] = []
    var won = 0.0

    /// The mean of the parts that come from play, and how far it may be off with a probability of 95 %.
    var adjusted: (mean: Double, reach: Double?) {
      let count = Double(play.count)
      let mean = play.reduce(0, +) / count
      guard play.count > 1 else { return (mean, nil) }
      let variance = play.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
      return (mean, Normal.ofInterval * (variance / count).squareRoot())
    }
  }

  package init(of game: String) { self.game = game }

  /// Adds a game.
  ///
  /// - Parameter counts: whether a player counts.
  package mutating func add(_ review: GameReview, _ counts: (String) -> Bool) {
    games += 1
    for summary in review.summaries where counts(summary.player) {
      if let place = summaries.firstIndex(where: { $0.isLike(summary) }) {
        summaries[place].add(summary)
      } else {
        summaries.append(summary)
      }
    }
    for share in review.shares where counts(share.player) {
      let known = results.firstIndex { $0.player == share.player }
      let place = known ?? results.count
      if known == nil { results.append(Result(player: share.player)) }
      results[place].play.append(share.play)
      results[place].won += share.result
    }
  }

  package var fields: Fields {
    [
      "game": .string(game), "games": .integer(games), "skipped": .integer(skipped),
      "players": .array(summaries.map { .object($0.fields) }),
      "results": .array(
        results.map { result in
          let (mean, reach) = result.adjusted
          let play = result.play.reduce(0, +)
          return [
            "player": .string(result.player), "games": .integer(result.play.count),
            "won": AdviceReport.number(result.won), "play": AdviceReport.number(play),
            "luck": AdviceReport.number(result.won - play), "adjusted": AdviceReport.number(mean),
            "interval": reach.map {
              .array([AdviceReport.number(mean - $0), AdviceReport.number(mean + $0)])
            } ?? .null,
          ]
        }),
    ]
  }

  package func write(to text: inout TextWriter) {
    text.write(Styled(.strong, game), ": ", Plural(games, "game"), " reviewed")
    text.write(skipped > 0 ? ", \(skipped.grouped) left out.\n" : ".\n")
    if games == 0 {
      return text.write(
        Styled(.faint, "Only games that count are reviewed, if they have a log and an adviser."))
    }
    if !results.isEmpty {
      let rows = results.map { result in
        let (mean, reach) = result.adjusted
        let play = result.play.reduce(0, +)
        return [
          name(result.player), result.play.count.grouped, Self.written(result.won),
          Self.written(play), Self.written(result.won - play),
          AdviceUnit.chance.text(of: mean)
            + (reach.map { " ± \(Rounded($0 * 100, places: 2).text)" } ?? ""),
        ]
      }
      text.write(
        Columns(
          [["", "games", "won", "by play", "by luck", "luck-adjusted"]] + rows,
          [.left, .right, .right, .right, .right, .right]), "\n")
    }
    let rows = summaries.map { summary in
      [
        name(summary.player), summary.decisions.grouped, summary.rated.grouped,
        summary.errors.grouped, summary.blunders.grouped, summary.unit.text(of: summary.loss),
        summary.unit.signedText(of: summary.luck), summary.scale, summary.rating,
      ]
    }
    text.write(
      Columns(
        [["", "decisions", "rated", "errors", "blunders", "loss", "luck", "unit", "rating"]] + rows,
        [.left, .right, .right, .right, .right, .right, .right, .left, .left]))
  }

  /// The player of a game without names has none.
  private func name(_ player: String) -> String { player == "1" ? "-" : player }

  private static func written(_ number: Double) -> String { Rounded(number, places: 2).text }
}

extension GameReview.Summary {
  fileprivate func isLike(_ other: Self) -> Bool {
    player == other.player && unit == other.unit && isOfStep == other.isOfStep
  }

  fileprivate mutating func add(_ other: Self) {
    decisions += other.decisions
    rated += other.rated
    errors += other.errors
    blunders += other.blunders
    loss += other.loss
    luck += other.luck
  }
}

extension Session {
  /// Reviews a game by its log.
  ///
  /// - Parameter path: the path in errors.
  package func review(log bytes: [UInt8], path: String) throws(CommandError) -> GameReview {
    let game = try LogReplayer(self).replay(bytes, path: path).game
    return try advice { () throws(GameError) in
      try game.adviser?.review(isInterrupted: isStopped)
    }
  }

  /// What a player saw and did in a game, by its log; none if it is another game.
  ///
  /// - Parameter path: the path in errors.
  package func decisions<Rules: Game>(
    of player: String, in log: [UInt8], path: String, _ game: Rules.Type
  ) throws(CommandError) -> [(view: Rules.View, move: Rules.Move)] {
    let played = try LogReplayer(self).replay(log, path: path).game as? TypedGame<Rules>
    return played?.decisions(of: player) ?? []
  }
}
