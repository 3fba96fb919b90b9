import Language
import ParlorKit
import Platform
import Records

/// Records the results of games, each with its log in the folder `finished`.
///
/// A result that cannot be written waits, with those that come after it, until ``settle()`` is
/// called again.
final class ResultKeeper {
  /// What is to be recorded of a game.
  private struct Ended {
    var result: GameResult
    /// The log; nothing once it is written.
    var log: [UInt8]?
    /// Whether an earlier program may have recorded it.
    var mayBeThere: Bool
  }

  private let profile: Profile
  /// In the order in which the games ended.
  private var waiting: [Ended] = []
  /// The most results that wait: as many as games can be open. Later ones are not recorded.
  private static let limit = 1_000

  init(_ profile: Profile) { self.profile = profile }

  /// Whether the result of a game waits.
  func isWaiting(_ id: String) -> Bool { waiting.contains { $0.result.id == id } }

  /// Notes a game that is over, or is given up as it stands, unless it does not count, was
  /// recorded before, or never began.
  ///
  /// - Parameters:
  ///   - id: what no other game has or had.
  ///   - end: when it ended.
  /// - Returns: whether there is something to record.
  func take(_ game: GameJournal, as id: String, at end: Timestamp) -> Bool {
    let open = game.game
    guard game.exclusion == nil, game.recordedID == nil, open.moveCount > 0,
      !open.kind.definition.traits.contains(.endless), !isWaiting(id), waiting.count < Self.limit,
      let record = try? open.record()
    else { return false }
    let result = GameResult(
      id: id, game: open.kind.definition.name, options: open.origin.words(masked: false),
      seed: open.origin.seed, record: record, outcome: record.outcome,
      bots: game.bots.keys.sorted(), start: game.opened, end: max(game.opened, end),
      milliseconds: max(0, game.played))
    waiting.append(Ended(result: result, log: game.savedBytes, mayBeThere: game.wasTakenUp))
    return true
  }

  /// Records what waits, as far as that can be done.
  ///
  /// - Returns: the names of the games whose results are in the file now, and what kept the others
  ///   out of it.
  func settle() -> (recorded: [String], failure: FileError?) {
    var recorded: [String] = []
    do throws(FileError) {
      while !waiting.isEmpty {
        try write(&waiting[0])
        recorded.append(waiting.removeFirst().result.id)
      }
    } catch {
      return (recorded, error)
    }
    return (recorded, nil)
  }

  private func write(_ ended: inout Ended) throws(FileError) {
    if let log = ended.log {
      let folder = try profile.finished()
      try FileSystem.makeFolders(folder, mode: 0o700)
      try FileSystem.write(log, to: "\(folder)/\(ended.result.id).parlor", mode: 0o600)
      ended.log = nil
    }
    let file = ResultsFile(try profile.results())
    // Killed after the result and before its mark in the journal, it is there already.
    if ended.mayBeThere, try file.contains(ended.result.id) { return }
    try file.append(ended.result)
  }
}

extension ResultsFile {
  /// Whether there is a result of a name.
  fileprivate func contains(_ id: String) throws(FileError) -> Bool {
    var isFound = false
    try forEach { if $0.id == id { isFound = true } }
    return isFound
  }
}
