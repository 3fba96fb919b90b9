import ParlorEngine
import ParlorKit
import Platform
import Records

/// Records the results of games in `results.jsonl`, and their logs in the folder `finished`.
///
/// A result that cannot be written stays pending, with all later ones, until ``settle()`` is called
/// again.
final class ResultRecorder {
  private struct Pending {
    var result: GameResult
    var log: [UInt8]
    /// Whether the result is in the file, and only the log is not yet in its place.
    var isRecorded = false
    /// What was written to the file, or may have been by writes that failed.
    var attempts: [GameResult] = []
    /// How often the game's result was recorded before, according to its journal.
    var recordedCount: Int
    /// Whether an earlier process may have recorded the result before it was killed.
    var mayBeRecorded: Bool
    /// Whether that process saw an end of the game, which no other can have recorded first.
    var hadEnded: Bool
    /// Whether its time is that for which it was open, rather than one of its own.
    var isTimedBySession: Bool

    /// Whether the game had come to its end, whatever followed.
    var isOfEnd: Bool { result.outcome != .abandoned }

    /// Whether the latest result of the game in the file is by this session, or by the one that was killed before.
    func isOwn(_ latest: GameResult) -> Bool {
      latest.revision <= max(hadEnded ? 1 : 0, recordedCount) || attempts.contains(latest)
        || mayBeRecorded && isSame(as: latest)
    }

    /// Whether the latest result of the game in the file is this one.
    func isSame(as latest: GameResult) -> Bool {
      latest.revision > recordedCount && latest.record == result.record
        && latest.outcome == result.outcome
    }

    /// Gives the result the revision that follows the latest one.
    ///
    /// - Returns: whether it says something else than that one.
    mutating func number(after latest: GameResult?) -> Bool {
      guard let latest else { return true }
      result.revision = latest.revision
      // The process may have been killed between writing the result and marking the journal.
      if mayBeRecorded, isSame(as: latest) { return false }
      keepEnd(of: latest)
      if result == latest { return false }
      result.revision = latest.revision + 1
      return true
    }

    /// Takes over the end and the time of the result that this one corrects. If it says the same, a hint after that end
    /// changes nothing either. A game that is closed again unfinished ends again.
    mutating func keepEnd(of latest: GameResult) {
      let isAsBefore = latest.outcome == result.outcome && latest.record == result.record
      let areOfEnd = latest.outcome != .abandoned && isOfEnd
      guard isAsBefore || areOfEnd else { return }
      result.end = latest.end
      if isTimedBySession { result.milliseconds = latest.milliseconds }
      if isAsBefore { result.isAssisted = latest.isAssisted }
    }
  }

  /// What became of a result.
  enum Fate {
    /// It is in the file, or one that says the same.
    case recorded(revision: Int)
    /// The game does not count, since its result was forgotten or deleted with all others.
    case deleted
    /// It does not count, since its game was corrected elsewhere after it was opened.
    case outdated

    var revision: Int? {
      if case .recorded(let revision) = self { revision } else { nil }
    }
  }

  private let profile: Profile
  /// In the order in which the games ended.
  private var pending: [Pending] = []
  /// Where an incomplete line of the results was moved, until somebody hears of it.
  private var torn: String?
  /// Whether ``sweep()`` was done.
  private var hasSwept = false
  /// The maximum number of pending results, equal to that of open games. Later ones are dropped.
  private static let limit = 1_000

  init(_ profile: Profile) { self.profile = profile }

  func isPending(_ id: String) -> Bool { pending.contains { $0.result.id == id } }

  /// Whether the result of a game waits that has come to its end.
  func isEndPending(_ id: String) -> Bool {
    pending.contains { $0.result.id == id && $0.isOfEnd }
  }

  /// Adds the result of a game that is over or was closed, if it has a new one.
  ///
  /// - Parameters:
  ///   - id: the unique name of the game.
  ///   - end: the time of its end.
  /// - Returns: whether there is a result to record.
  func add(_ game: GameJournal, as id: String, at end: Timestamp) -> Bool {
    let open = game.game
    guard game.hasNewResult else { return false }
    let record = open.log.record()
    var result = GameResult(
      id: id, game: open.kind.definition.name, options: open.origin.words(masked: false),
      seed: open.origin.seed, record: record, outcome: record.outcome,
      bots: game.bots.keys.sorted(), start: game.opened, end: max(game.opened, end),
      milliseconds: max(0, game.played))
    result.isAssisted = open.table.isAssisted
    if !open.status.isOver {
      result.leaveOutSecrets(of: open.kind.definition)
      if open.origin.hidesSeed { result.seed = 0 }
    }
    var entry = Pending(
      result: result, log: open.savedBytes ?? [], recordedCount: game.recordedCount,
      mayBeRecorded: game.wasTakenUp, hadEnded: game.hadEnded,
      isTimedBySession: record.milliseconds == nil)
    if let index = pending.firstIndex(where: { $0.result.id == id }) {
      let former = pending[index]
      // It ended when this was said first, and stays so when it goes on and is closed.
      if former.result.record == record, former.result.outcome == record.outcome {
        pending[index].log = entry.log
        return true
      }
      if former.isOfEnd, record.outcome == .abandoned { return true }
      entry.keepEnd(of: former.result)
      // The write that failed may have come as far as the file.
      entry.mayBeRecorded = true
      entry.attempts = former.attempts
      pending[index] = entry
    } else {
      guard pending.count < Self.limit else { return false }
      pending.append(entry)
    }
    return true
  }

  /// Records the pending results in order, up to the first that cannot be written.
  ///
  /// - Returns: what became of the results that wait no longer, by the names of their games, and why writing stopped.
  func settle() -> (settled: [(id: String, fate: Fate)], failure: FileError?) {
    var settled: [(id: String, fate: Fate)] = []
    do throws(FileError) {
      while !pending.isEmpty {
        let fate = try write(&pending[0])
        settled.append((pending.removeFirst().result.id, fate))
      }
    } catch {
      return (settled, error)
    }
    return (settled, nil)
  }

  /// Writes the log, then the result, and only then moves the log to its place: a process that is
  /// killed in between leaves only a file in the folder for waiting logs.
  ///
  /// A result that was forgotten, deleted with all others or corrected elsewhere stays so.
  private func write(_ entry: inout Pending) throws(FileError) -> Fate {
    sweep()
    let id = entry.result.id
    let latest = try latest(of: entry)
    if latest != nil || entry.recordedCount > 0 {
      guard let latest, !latest.isForgotten else {
        return .deleted
      }
      if !entry.isRecorded, isSuperfluous(entry, after: latest) {
        return .recorded(revision: entry.isOwn(latest) ? latest.revision : entry.recordedCount)
      }
      guard entry.isOwn(latest) else {
        return .outdated
      }
    }
    let isNew = !entry.isRecorded && entry.number(after: latest)
    let waiting = try profile.waitingLog(id, revision: entry.result.revision)
    try FileSystem.makeFolders(try profile.waitingLogs(), mode: 0o700)
    try FileSystem.write(entry.log, to: waiting, mode: 0o600)
    if isNew {
      if !entry.attempts.contains(entry.result) { entry.attempts.append(entry.result) }
      let file = ResultsFile(try profile.results())
      if try file.append(entry.result) > 0 { torn = file.tornPath }
    }
    entry.isRecorded = true
    try FileSystem.move(waiting, to: try profile.log(id))
    return .recorded(revision: entry.result.revision)
  }

  /// The latest result of a game in the file, if it may have one.
  private func latest(of entry: Pending) throws(FileError) -> GameResult? {
    guard entry.recordedCount > 0 || entry.mayBeRecorded || !entry.attempts.isEmpty else {
      return nil
    }
    do throws(FileError) {
      return try ResultsFile(try profile.results()).latest(of: entry.result.id)
    } catch {
      var failure = error
      // What could not be written before is to be written.
      if !entry.attempts.isEmpty { failure.action = .write }
      throw failure
    }
  }

  /// Whether the results stay as they are: a game that is closed again stays finished, or as it was closed if nothing
  /// has happened since.
  private func isSuperfluous(_ entry: Pending, after latest: GameResult) -> Bool {
    entry.result.outcome == .abandoned
      && (latest.outcome != .abandoned || isLog(entry.log, of: latest))
  }

  private func isLog(_ bytes: [UInt8], of result: GameResult) -> Bool {
    (try? profile.log(of: result.id, revision: result.revision))?.bytes == bytes
  }

  /// Whether a game has a result, or the log of one.
  func hasResult(_ id: String) -> Bool {
    if (try? ResultsFile(profile.results()).latest(of: id)) != nil { return true }
    return (try? profile.log(id)).map { FileSystem.kind(of: $0) == .file } ?? false
  }

  /// Whether a game that is not over was closed as it is: its result is in the file, which its journal does not know, and
  /// its log where it was put. In a game with a clock that log has the time after the last move.
  func hasClosed(_ id: String, _ journal: GameJournal) -> Bool {
    guard let bytes = journal.game.savedBytes, let file = try? ResultsFile(profile.results()),
      let latest = try? file.latest(of: id), latest.revision > journal.recordedCount,
      latest.outcome == .abandoned, !latest.isForgotten,
      let log = try? profile.log(of: id, revision: latest.revision)
    else { return false }
    return SavedGame.haveEqualMoves(bytes, log.bytes)
  }

  /// Where an incomplete last line of the results was moved since this was last asked for.
  func takeTorn() -> String? {
    defer { torn = nil }
    return torn
  }

  private static let suffix = ".parlor"

  /// Cleans up once after killed processes: the log of a recorded game is moved to its place, any
  /// other file is removed. Files of the last minute may belong to a running process. As long as
  /// the results cannot be read, all logs stay.
  func sweep() {
    guard !hasSwept else { return }
    hasSwept = true
    try? sweep(waiting: profile.waitingLogs())
  }

  private func sweep(waiting folder: String) throws(FileError) {
    let newest = SystemClock.now.milliseconds - Self.maxAge
    let old = try FileSystem.entries(of: folder).lazy.filter { name in
      (try? FileSystem.time(of: "\(folder)/\(name)")).map { $0.milliseconds < newest } ?? false
    }
    var logs: [(id: String, revision: Int)] = []
    for name in old.prefix(Self.sweepLimit) {
      if let log = Self.waitingLog(name) {
        logs.append(log)
      } else {
        FileSystem.remove("\(folder)/\(name)")
      }
    }
    guard !logs.isEmpty else { return }
    let recorded = try ResultsFile(try profile.results()).recorded(among: Set(logs.map(\.id)))
    for (id, revision) in logs {
      let (path, log) = (
        try profile.waitingLog(id, revision: revision), try profile.log(id)
      )
      // A line that cannot be read has revision 0. Earlier versions gave all revisions one name.
      if let latest = recorded[id], max(1, latest) == revision,
        revision > 1 || FileSystem.isMissing(log)
      {
        try FileSystem.move(path, to: log)
      } else if recorded[id] != 0 {
        FileSystem.remove(path)
      }
    }
  }

  /// What result a file in the folder of waiting logs waits for.
  private static func waitingLog(_ name: String) -> (id: String, revision: Int)? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let number = parts.last.flatMap { Int($0) }.flatMap { $0 > 1 ? $0 : nil }
    let log = number == nil ? name : parts.dropLast().joined(separator: ".")
    guard log.hasSuffix(suffix) else { return nil }
    return (String(log.dropLast(suffix.count)), number ?? 1)
  }

  /// After this many milliseconds, no process still writes to a file.
  private static let maxAge: Int64 = 60_000
  /// How many files a session cleans up, since each move waits for the disk. Later ones do the
  /// rest.
  private static let sweepLimit = 100
}
