import Language
import ParlorKit
import Platform
import Records

/// Takes up games from the files of programs that have ended, and gathers what there is to say.
struct JournalRecovery {
  private let interpreter: Interpreter
  private let journal: JournalFolder
  /// The games that go on, in order.
  private(set) var games: [GameJournal] = []
  /// What the player should know.
  private(set) var notes: [any Event] = []
  /// The number of the game that was current.
  private(set) var current: Int?

  init(_ interpreter: Interpreter, _ journal: JournalFolder) {
    self.interpreter = interpreter
    self.journal = journal
  }

  /// Takes up the game of a file.
  ///
  /// A file that cannot be read is set aside. Of one that is damaged a whole copy is set aside,
  /// and the game goes on from the last line before the damage, as every line proves itself. One
  /// of a later version stays where it is, and one whose plugin is missing or fails.
  ///
  /// - Returns: the game, which may be over, and the time of its file.
  mutating func takeUp(
    _ found: JournalFolder.Found
  ) throws(FileError) -> (game: GameJournal, time: Timestamp)? {
    switch found.contents {
    case .failure(let failure):
      let path = try journal.setAside(found.id)
      notes.append(HostEvent.setAside(path: path, reason: failure.message))
      return nil
    case .success(let contents) where contents.lines.isEmpty && contents.torn.isEmpty:
      // Nothing in it was ever reported.
      journal.remove(found.id)
      return nil
    case .success(let contents):
      guard let game = try takeUp(contents, of: found) else { return nil }
      if !game.game.status.isOver {
        games.append(game)
        if found.isCurrent { current = game.game.number }
      }
      return (game, contents.time)
    }
  }

  private mutating func takeUp(
    _ contents: JournalFolder.Contents, of found: JournalFolder.Found
  ) throws(FileError) -> GameJournal? {
    switch game(of: contents.lines, contents, found) {
    case .success(let game):
      if !contents.torn.isEmpty {
        let path = try journal.setAside(torn: contents, of: found.id)
        notes.append(HostEvent.tornAside(path: path))
      }
      return game
    case .failure(let fault) where fault.isOfProgram:
      notes.append(HostEvent.leftAlone(reason: fault.diagnostic.message))
      return nil
    case .failure(let fault):
      let path = try journal.setAside(found.id)
      notes.append(HostEvent.setAside(path: path, reason: fault.diagnostic.message))
      guard case .badSave(_, let line, _) = fault else { return nil }
      return try salvage(contents, of: found, before: line)
    }
  }

  /// Goes on with the lines before a damaged one.
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
        try interpreter.takeUp(lines, path: found.id, fileTime: contents.time))
    } catch {
      return .failure(error)
    }
  }
}

extension CommandError {
  /// Whether a saved game is in order, and only this program cannot go on with it.
  fileprivate var isOfProgram: Bool {
    switch self {
    case .newerSave, .saveWithoutPlugin: true
    case .refused(let refusal, _, _): refusal.code == .plugin
    default: false
    }
  }
}
