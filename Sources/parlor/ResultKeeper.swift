import Language
import ParlorKit
import Platform
import Records

/// Records the results of games, each with its log in the folder `finished`.
struct ResultKeeper {
  private let profile: Profile

  init(_ profile: Profile) { self.profile = profile }

  /// Records a game that is over, or is given up as it stands, unless it does not count, was
  /// recorded before, or never began.
  ///
  /// - Parameters:
  ///   - id: what no other game has or had.
  ///   - end: when it ended.
  /// - Returns: whether it was recorded now.
  func record(_ game: GameJournal, as id: String, at end: Timestamp) throws(IOFailure) -> Bool {
    let open = game.game
    guard game.exclusion == nil, game.recordedID == nil, open.moveCount > 0,
      !open.kind.sheet.traits.contains(.endless), let record = try? open.record()
    else { return false }
    let result = GameResult(
      id: id, game: open.kind.sheet.name, options: open.origin.words(masked: false),
      seed: open.origin.seed, record: record, outcome: record.outcome,
      bots: game.bots.keys.sorted(), start: game.opened, end: max(game.opened, end),
      milliseconds: max(0, game.played))
    let folder = try profile.finished()
    try FileSystem.makeFolders(folder, mode: 0o700)
    try FileSystem.write(game.savedBytes, to: "\(folder)/\(id).parlor", mode: 0o600)
    let file = ResultsFile(try profile.results())
    // Killed after the result and before its mark in the journal, it is there already.
    if game.wasTakenUp, try file.contains(id) { return true }
    try file.append(result)
    return true
  }
}

extension ResultsFile {
  /// Whether there is a result of a name.
  fileprivate func contains(_ id: String) throws(IOFailure) -> Bool {
    var isFound = false
    try forEach { if $0.id == id { isFound = true } }
    return isFound
  }
}
