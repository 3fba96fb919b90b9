import ParlorEngine
import ParlorKit
import Platform
import Records

extension DailyGame {
  /// The daily games in the order in which they take turns. They and their rules are part of the
  /// scheme: a change needs another version of it.
  static let all = [
    DailyGame("farkle", words: { "\($0) rounds=10" }) { record in
      let metrics = record.players.first?.metrics
      let farkles = metrics?["farkles"] ?? 0
      if record.players.first?.result == .resigned {
        return "Given up with \((metrics?["points"] ?? 0).grouped) points"
      }
      return "\((metrics?["points"] ?? 0).grouped) points in 10 turns, "
        + Plural(farkles, "farkle").text
    },
    DailyGame("minesweeper", words: { _ in "medium first=open guess=no" }) { record in
      let time = PlayTime(record.milliseconds ?? 0).text
      if record.players.first?.result == .won { return "Cleared in \(time)" }
      let metrics = record.players.first?.metrics
      let (all, solved) = (metrics?["bbbv"] ?? 0, metrics?["bbbvSolved"] ?? 0)
      return "Lost after \(time), \(all == 0 ? 0 : solved * 100 / all) % cleared"
    },
    DailyGame("mastermind", words: { _ in "" }) { record in
      let metrics = record.players.first?.metrics
      let guesses = Plural(metrics?["guesses"] ?? 0, "guess", "guesses").text
      return record.players.first?.result == .won
        ? "Solved in \(guesses), \(PlayTime(record.milliseconds ?? 0).text)"
        : "Not solved in \(guesses)"
    },
  ]
}

extension DailyGame {
  /// Whether a result has the rules of this game: no option besides its own, and what was drawn.
  fileprivate func hasRules(of result: GameResult) -> Bool {
    let own = words("").split(separator: " ").map(String.init)
    let drawn = ["rules=standard", "secret=", "layout="]
    return own.allSatisfy { result.options.contains($0) || result.record.mode == $0 }
      && result.options.allSatisfy { word in
        !word.contains("=") || own.contains(word) || drawn.contains { word.hasPrefix($0) }
      }
  }
}

/// The days in a row on which a daily game was played to its end.
struct DailyStreak {
  private var days: Set<Int64> = []
  /// The last day that was looked at, for each game.
  private var last: [String: (day: Int64, seed: UInt64)] = [:]

  /// Counts a result if it is that of the daily game of its day.
  mutating func add(_ result: GameResult) {
    guard result.outcome == .finished, !result.isForgotten, result.bots.isEmpty,
      result.record.players.count == 1,
      let game = DailyGame.all.first(where: { $0.name == result.game }),
      game.hasRules(of: result)
    else { return }
    let day = Self.number(of: result.start)
    if last[result.game]?.day != day {
      let daily = Daily(game: result.game, day: String(result.start.iso8601.prefix(10)))
      last[result.game] = (day, daily.seed)
    }
    if last[result.game]?.seed == result.seed { days.insert(day) }
  }

  private static func number(of moment: Timestamp) -> Int64 { moment.milliseconds / 86_400_000 }

  /// The streak in words; nil if no daily game was played.
  ///
  /// - Parameter today: a day without a game does not end the streak before it is over.
  func sentence(on today: String) -> String? {
    var longest = 0
    for day in days where !days.contains(day - 1) {
      var end = day
      while days.contains(end) { end += 1 }
      longest = max(longest, Int(end - day))
    }
    guard longest > 0, let today = Timestamp(iso8601: today) else { return nil }
    var end = Self.number(of: today)
    if !days.contains(end) { end -= 1 }
    var streak = 0
    while days.contains(end - Int64(streak)) { streak += 1 }
    return "Daily games: \(Plural(streak, "day").text) in a row, \(longest.grouped) at most."
  }
}
