import ParlorEngine
import ParlorKit
import Platform
import Records

/// Resumes games from the journals of processes that have ended, and collects notices about those
/// that cannot be resumed.
struct JournalRecovery {
  private let interpreter: Interpreter
  private let journal: JournalFolder
  /// The unfinished games, in order.
  private(set) var games: [GameJournal] = []
  /// Notices for the player.
  private(set) var notes: [any Event] = []
  /// The number of the game that was the current one.
  private(set) var current: Int?

  init(_ interpreter: Interpreter, _ journal: JournalFolder) {
    self.interpreter = interpreter
    self.journal = journal
  }

  /// Recovers the game of a journal.
  ///
  /// - An unreadable or empty journal is moved aside.
  /// - A damaged journal is copied aside, and the game resumes from the last line whose checksum
  ///   matches.
  /// - A journal of a newer version, or of a plugin that is missing or fails, stays untouched.
  ///
  /// - Returns: the game, which may be over, and the modification time of its journal.
  mutating func recover(
    _ found: JournalFolder.Found
  ) throws(FileError) -> (game: GameJournal, time: Timestamp)? {
    switch found.contents {
    case .failure(let failure):
      let path = try journal.setAside(found.id)
      notes.append(HostEvent.setAside(path: path, reason: failure.message))
      return nil
    case .success(let contents) where contents.lines.isEmpty && contents.torn.isEmpty:
      let path = try journal.setAside(found.id)
      notes.append(HostEvent.setAside(path: path, reason: "it is empty"))
      return nil
    case .success(let contents):
      guard let game = try recover(contents, of: found) else { return nil }
      if !game.game.status.isOver {
        games.append(game)
        if found.isCurrent { current = game.game.number }
      }
      return (game, contents.time)
    }
  }

  private mutating func recover(
    _ contents: JournalFolder.Contents, of found: JournalFolder.Found
  ) throws(FileError) -> GameJournal? {
    switch game(of: contents.lines, contents, found) {
    case .success(let game):
      if !contents.torn.isEmpty {
        let path = try journal.setAside(torn: contents, of: found.id)
        notes.append(HostEvent.tornAside(path: path))
      } else if LogSum.endsEarly(contents.lines), !game.game.status.isOver {
        notes.append(HostEvent.journalEndsEarly(GameLine(game.game)))
      }
      return game
    case .failure(let error) where error.detail == .unusableSave:
      notes.append(HostEvent.leftAlone(reason: error.diagnostic.message))
      return nil
    case .failure(let error):
      let path = try journal.setAside(found.id)
      notes.append(HostEvent.setAside(path: path, reason: error.diagnostic.message))
      guard case .damagedSave(let line)? = error.detail else { return nil }
      return try salvage(contents, of: found, before: line)
    }
  }

  /// Resumes from the lines before a damaged one.
  private mutating func salvage(
    _ contents: JournalFolder.Contents, of found: JournalFolder.Found, before line: Int
  ) throws(FileError) -> GameJournal? {
    let lines = contents.lines.split(separator: 0x0A, omittingEmptySubsequences: false)
    let good = lines.prefix(line - 1).flatMap { $0 + [0x0A] }
    guard case .success(let game) = game(of: good, contents, found) else { return nil }
    try journal.append(good, to: found.id, syncs: true, time: contents.time)
    notes.append(HostEvent.salvaged(GameLine(game.game)))
    return game
  }

  private func game(
    of lines: [UInt8], _ contents: JournalFolder.Contents, _ found: JournalFolder.Found
  ) -> Result<GameJournal, CommandError> {
    do throws(CommandError) {
      return .success(
        try interpreter.session.takeUp(lines, path: found.id, fileTime: contents.time))
    } catch {
      return .failure(error)
    }
  }
}
