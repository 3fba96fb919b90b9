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

/// The file of the daily games that were opened, a line each, such as `2026-11-24 farkle`. Several programs may share it.
struct DailyFile {
  let path: String
  private static let mode: UInt32 = 0o600
  /// How many milliseconds to wait for the lock.
  private static let timeout = 5_000

  /// - Parameter path: the path of the file, which need not exist.
  init(_ path: String) { self.path = path }

  /// Notes that a game is opened.
  ///
  /// - Returns: whether it was noted before.
  func note(_ daily: Daily) throws(FileError) -> Bool {
    try FileSystem.makeFolders(FileSystem.parent(of: path), mode: 0o700)
    var file = try LockedFile(path, mode: Self.mode, timeout: Self.timeout)
    let lines = try file.read().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line = "\(daily.day) \(daily.game)"
    if lines.contains(where: { $0.elementsEqual(line.utf8) }) { return true }
    // A write that was cut short lacks its line break.
    let isCut = lines.last?.isEmpty == false
    try file.append(Array("\(isCut ? "\n" : "")\(line)\n".utf8))
    try file.flush()
    if file.size == line.utf8.count + 1 { FileSystem.syncFolder(FileSystem.parent(of: path)) }
    return false
  }
}

/// The days in a row on which a daily game was played to its end, or given up.
struct DailyStreak {
  private var days: Set<Int64> = []
  /// The last day that was looked at, for each game.
  private var last: [String: (day: Int64, seed: UInt64)] = [:]

  /// Counts a result if it is that of the daily game of its day, also one that was given up.
  ///
  /// - Parameter kind: the kind of its game.
  mutating func add(_ result: GameResult, _ kind: (String) -> GameKind?) {
    guard result.outcome != .abandoned, !result.isForgotten, result.bots.isEmpty,
      result.record.players.count == 1,
      let game = DailyGame.all.first(where: { $0.name == result.game })
    else { return }
    let day = result.start.milliseconds / Timestamp.day
    if last[result.game]?.day != day {
      last[result.game] = (day, Daily(game: result.game, on: result.start).seed)
    }
    let line = (["new", result.game] + result.options).joined(separator: " ")
    guard last[result.game]?.seed == result.seed, let kind = kind(result.game),
      let origin = try? kind.origin(of: Array(line.utf8)[...]),
      game.hasRules(of: origin)
    else { return }
    days.insert(day)
  }

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
    var end = today.milliseconds / Timestamp.day
    if !days.contains(end) { end -= 1 }
    var streak = 0
    while days.contains(end - Int64(streak)) { streak += 1 }
    return "Daily games: \(Plural(streak, "day").text) in a row, \(longest.grouped) at most."
  }
}
