import Language
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
    /// The log; `nil` once it is written.
    var log: [UInt8]?
    /// How often the game's result was recorded before, as far as its journal knows.
    var recordedCount: Int
    /// Whether an earlier process may have recorded the result before it was killed.
    var mayBeRecorded: Bool
  }

  private let profile: Profile
  /// In the order in which the games ended.
  private var pending: [Pending] = []
  /// The maximum number of pending results, equal to that of open games. Later ones are dropped.
  private static let limit = 1_000

  init(_ profile: Profile) { self.profile = profile }

  func isPending(_ id: String) -> Bool { pending.contains { $0.result.id == id } }

  /// Adds the result of a game that is over or was closed, unless the game does not count, is
  /// already recorded as it is, has no move, or was saved to be finished later.
  ///
  /// - Parameters:
  ///   - id: the unique name of the game.
  ///   - end: when it ended.
  /// - Returns: whether there is a result to record.
  func add(_ game: GameJournal, as id: String, at end: Timestamp) -> Bool {
    let open = game.game
    // Who closes a game in the middle of a correction keeps the result that it had.
    let isNew =
      open.status.isOver
      ? game.recordedID == nil || game.isCorrected : game.recordedID == nil && !game.isSaved
    guard isNew, game.exclusion == nil, open.moveCount > 0, let record = try? open.record() else {
      return false
    }
    let result = GameResult(
      id: id, game: open.kind.definition.name, options: open.origin.words(masked: false),
      seed: open.origin.seed, record: record, outcome: record.outcome,
      bots: game.bots.keys.sorted(), start: game.opened, end: max(game.opened, end),
      milliseconds: max(0, game.played))
    let entry = Pending(
      result: result, log: game.savedBytes, recordedCount: game.recordedCount,
      mayBeRecorded: game.wasTakenUp)
    if let index = pending.firstIndex(where: { $0.result.id == id }) {
      pending[index] = entry
    } else {
      guard pending.count < Self.limit else { return false }
      pending.append(entry)
    }
    return true
  }

  /// Records the pending results in order, up to the first that cannot be written.
  ///
  /// - Returns: the names of the games whose results are now in the file, and why writing stopped.
  func settle() -> (recorded: [String], failure: FileError?) {
    var recorded: [String] = []
    do throws(FileError) {
      while !pending.isEmpty {
        try write(&pending[0])
        recorded.append(pending.removeFirst().result.id)
      }
    } catch {
      return (recorded, error)
    }
    return (recorded, nil)
  }

  private func write(_ entry: inout Pending) throws(FileError) {
    if let log = entry.log {
      let folder = try profile.finished()
      try FileSystem.makeFolders(folder, mode: 0o700)
      try FileSystem.write(log, to: "\(folder)/\(entry.result.id).parlor", mode: 0o600)
      entry.log = nil
    }
    let file = ResultsFile(try profile.results())
    if entry.mayBeRecorded || entry.recordedCount > 0 {
      let revision = try file.revision(of: entry.result.id)
      // The process may have been killed between writing the result and marking the journal.
      if entry.mayBeRecorded, revision > entry.recordedCount { return }
      entry.result.revision = revision + 1
    }
    try file.append(entry.result)
  }
}
