import ParlorEngine
import ParlorKit
import Platform
import Records

/// Saves the games of a session in a profile: journals of unfinished games, from which the next
/// prompt resumes them, and the results of finished ones.
final class SessionStore: GameStore {
  /// The files of the journals; `nil` if the profile has none.
  private let journalFolder: JournalFolder?
  /// The same; `nil` if unfinished games are not saved.
  private let folder: JournalFolder?
  private let results: ResultRecorder
  /// A name that no other session ever has.
  private let session: String
  /// The journals of the open games.
  private var journals: [GameJournal] = []
  /// Games that are no longer open, with their names, whose results cannot be written yet. Their journals stay so
  /// long.
  private var unsettled: [(id: String, game: GameJournal)] = []
  /// Whether the player knows that journals cannot be written.
  private var hasFailed = false
  /// Why results cannot be written, as the player knows.
  private var resultsFailure: FileError?
  private var resultsHaveFailed: Bool { resultsFailure != nil }
  /// Notices for the next line.
  private var unsaid: [any Event] = []

  /// Which games a session saves.
  enum Scope {
    case finished, all
  }

  /// - Returns: `nil` if the profile saves nothing.
  init?(_ profile: Profile, saving scope: Scope) {
    guard profile.keepsAnything else { return nil }
    // Sorted by name, sessions are in the order in which they started.
    let now = SystemClock.now
    let rest = String(1000 + now.milliseconds % 1000).dropFirst()
    let session = "\(now.compact)-\(rest)-\(SystemInformation.processNumber)"
    self.session = session
    journalFolder = profile.journal.map { JournalFolder($0, session: session) }
    folder = scope == .all ? journalFolder : nil
    results = ResultRecorder(profile)
  }

  var keepsLines: Bool { folder != nil }

  /// Whether a write has failed.
  private var isBehind: Bool { hasFailed || resultsHaveFailed }

  /// Resumes the games of sessions whose process has ended.
  ///
  /// - Returns: the report; `nil` if there is nothing to report.
  func resumeGames(in interpreter: Interpreter) -> Reply? {
    results.sweep()
    guard let folder else { return nil }
    var games: [GameJournal] = []
    var notes: [any Event] = []
    var current: Int?
    var failure: FileError?
    func attempt(_ body: () throws(FileError) -> Void) {
      do throws(FileError) { try body() } catch { failure = failure ?? error }
    }
    var found: [JournalFolder.Found] = []
    do throws(FileError) {
      let adopted = try folder.takeOver { interpreter.session.rank(ofJournal: $0) }
      found = adopted.found
      notes += adopted.failures.map { HostEvent.notOpened(reason: $0.message) }
    } catch {
      notes.append(HostEvent.notOpened(reason: error.message))
    }
    var hasResults = false
    for entry in found {
      notes += entry.others.map { HostEvent.otherJournal(path: $0) }
      do throws(FileError) {
        guard
          let (game, end) = try recover(entry.id, of: folder, in: interpreter.session, &notes)
        else { continue }
        if !game.game.status.isOver {
          // The process was killed when it had closed the game.
          if results.hasClosed(entry.id, game) {
            folder.remove(entry.id)
            continue
          }
          var id = entry.id
          if game.recordedID == nil, !game.hadEnded, results.hasResult(id) {
            id = makeID(of: game)
            try folder.rename(entry.id, to: id)
            notes.append(HostEvent.goesOnAnew(game: game.game.number))
          }
          do throws(CommandError) {
            try interpreter.session.takeUp(game)
          } catch {
            notes.append(HostEvent.leftAlone(reason: error.diagnostic.message))
            continue
          }
          game.id = id
          games.append(game)
          if entry.isCurrent { current = game.game.number }
        } else if results.add(game, as: entry.id, at: end) {
          // The process was killed before it recorded the result.
          hasResults = true
          unsettled.append((entry.id, game))
        } else {
          folder.remove(entry.id)
        }
      } catch {
        notes.append(HostEvent.notOpened(reason: error.message))
      }
    }
    journals += games
    let news = hasResults ? settle(syncs: true, attempt) : []
    return interpreter.reportResumed(games, notes + report(failure) + news, current: current)
  }

  /// Reads the journal of a game, and opens nothing.
  ///
  /// - An unreadable or empty journal is moved aside.
  /// - A damaged journal is copied aside, and the game resumes from the last line whose checksum
  ///   matches.
  /// - A journal of a newer version, or of a plugin that is missing, fails or has changed, stays untouched.
  ///
  /// - Parameter notes: takes notices for the player.
  /// - Returns: the game, which may be over, and the modification time of its journal.
  private func recover(
    _ id: String, of folder: JournalFolder, in session: Session, _ notes: inout [any Event]
  ) throws(FileError) -> (game: GameJournal, end: Timestamp)? {
    func setAside(_ reason: String) throws(FileError) {
      notes.append(HostEvent.setAside(path: try folder.setAside(id), reason: reason))
    }
    var contents: JournalFolder.Contents
    do throws(FileError) { contents = try folder.contents(of: id) } catch {
      // It is not damaged if it may be read some day.
      if error.mayPass || error.isForbidden {
        notes.append(HostEvent.leftAlone(reason: error.message))
      } else {
        try setAside(error.message)
      }
      return nil
    }
    let length = SavedGame.wholeLength(of: contents.lines)
    contents.torn = Array(contents.lines[length...]) + contents.torn
    contents.lines.removeSubrange(length...)
    func game(of lines: [UInt8], until time: Timestamp?) -> Result<GameJournal, CommandError> {
      Result { () throws(CommandError) in
        try session.journal(lines, path: id, fileTime: time)
      }
    }
    if contents.lines.isEmpty && contents.torn.isEmpty {
      try setAside("it is empty")
      return nil
    }
    switch game(of: contents.lines, until: contents.hasOwnTime ? contents.time : nil) {
    case .success(let game):
      if !contents.torn.isEmpty {
        notes.append(
          HostEvent.tornAside(path: try folder.setAside(torn: contents, of: id), of: "a journal"))
      } else if LogSum.endsEarly(contents.lines), !game.game.status.isOver {
        notes.append(HostEvent.journalEndsEarly(GameLine(game.game)))
      }
      return (game, contents.time)
    case .failure(let error) where error.detail == .unusableSave:
      notes.append(HostEvent.leftAlone(reason: error.diagnostic.message))
      return nil
    case .failure(let error):
      guard let good = session.soundPart(ofJournal: contents.lines) else {
        try setAside(error.diagnostic.message)
        return nil
      }
      // Before the game is open: what cannot be written now is tried again at the next start.
      let aside = try folder.replace(contents, by: good, of: id)
      notes.append(HostEvent.setAside(path: aside, reason: error.diagnostic.message))
      // The time of the file is that of lines which are lost.
      guard case .success(let game) = game(of: good, until: nil) else {
        folder.remove(id)
        return nil
      }
      notes.append(HostEvent.salvaged(GameLine(game.game)))
      return (game, contents.time)
    }
  }

  func keep(_ changes: SessionChanges) -> [any Event] {
    var changes = changes
    if let folder, folder.renewIfRemoved() { restate(&changes) }
    var failure: FileError?
    func attempt(_ body: () throws(FileError) -> Void) {
      do throws(FileError) { try body() } catch { failure = failure ?? error }
    }
    // What could not be written before comes first.
    retry(except: changes.changed, syncs: changes.syncs, attempt)
    var hasResults = resultsHaveFailed
    for game in changes.changed {
      // A game that was closed and opened again keeps its name.
      let id =
        game.id ?? unsettled.first { $0.game === game }?.id ?? game.recordedID ?? makeID(of: game)
      if game.id == nil {
        journals.append(game)
        unsettled.removeAll { $0.game === game }
      } else {
        restateIfLacking(game, id)
      }
      game.id = id
      attempt { () throws(FileError) in try write(game, as: id, syncs: changes.syncs) }
      if game.game.status.isOver {
        hasResults = results.add(game, as: id, at: changes.now) || hasResults
      }
    }
    var closed: [(id: String, game: GameJournal, lines: [UInt8])] = []
    for game in changes.closed {
      guard let id = game.id else { continue }
      game.id = nil
      journals.removeAll { $0 === game }
      closed.append((id, game, (try? folder?.contents(of: id).lines) ?? []))
      hasResults = results.add(game, as: id, at: changes.now) || hasResults
      if results.isPending(id) { unsettled.append((id, game)) }
    }
    let news = hasResults ? settle(syncs: changes.syncs, attempt) : []
    // The journal stays until the result is recorded, possibly by a later session.
    for (id, game, lines) in closed where !results.isPending(id) {
      game.keep(closedLines: lines)
      folder?.remove(id)
    }
    // Not more than which game the next prompt begins with; the next line tries again.
    try? folder?.noteCurrent(journals.first { $0.game.number == changes.current }?.id)
    defer { unsaid = [] }
    return unsaid + report(failure) + news
      + changes.changed.compactMap { $0.exclusionNotice(current: changes.current) }
  }

  /// Records the pending results.
  ///
  /// - Parameter attempt: runs a write to the journals and collects its failure.
  /// - Returns: a notice whenever recording starts to fail, or works again.
  private func settle(
    syncs: Bool, _ attempt: (() throws(FileError) -> Void) -> Void
  ) -> [any Event] {
    let (settled, failure) = settlePending(syncs: syncs, attempt)
    let hadFailed = resultsHaveFailed
    resultsFailure = failure
    var news: [any Event] = settled.compactMap { number, fate in
      switch fate {
      case .recorded: nil
      case .deleted:
        HostEvent.notCounted(reason: "its result was forgotten or deleted", game: number)
      case .outdated:
        HostEvent.notCounted(
          reason: "its result was corrected elsewhere since it was opened", game: number,
          .correction)
      }
    }
    if let torn = results.takeTorn() {
      news.append(HostEvent.tornAside(path: torn, of: "the results"))
    }
    if let failure {
      if !hadFailed { news.append(HostEvent.resultsNotKept(reason: failure.message)) }
    } else if hadFailed, settled.contains(where: { $0.fate.revision != nil }) {
      // A correction that was refused is not saved.
      news.append(HostEvent.resultsKeptAgain)
    }
    return news
  }

  /// Records the pending results, and notes in the journals which wait no longer.
  ///
  /// - Returns: the numbers of these games, what became of their results, and why others cannot be recorded.
  private func settlePending(
    syncs: Bool, _ attempt: (() throws(FileError) -> Void) -> Void
  ) -> (settled: [(number: Int?, fate: ResultRecorder.Fate)], failure: FileError?) {
    let (settled, failure) = results.settle()
    var games: [(number: Int?, fate: ResultRecorder.Fate)] = []
    for (id, fate) in settled {
      let open = journals.first { $0.id == id }
      let game = open ?? unsettled.first { $0.id == id }?.game
      if let open { restateIfLacking(open, id) }
      games.append((game?.game.number, fate))
      // What does not count stays a correction of the result that it knows.
      if let game { game.markRecorded(id, revision: fate.revision ?? game.recordedCount) }
      guard let game = open else {
        unsettled.removeAll { $0.id == id }
        folder?.remove(id)
        continue
      }
      // It may have gone on while its result could not be written.
      if !game.game.status.isOver { game.noteCorrection() }
      attempt { () throws(FileError) in try write(game, as: id, syncs: syncs) }
    }
    return (games, failure)
  }

  /// Writes what journals lack since a write has failed.
  ///
  /// - Parameter others: the games that are written anyway.
  private func retry(
    except others: [GameJournal] = [], syncs: Bool,
    _ attempt: (() throws(FileError) -> Void) -> Void
  ) {
    guard isBehind else { return }
    let open = journals.compactMap { game in game.id.map { (id: $0, game: game) } }
    for (id, game) in unsettled + open where !others.contains(where: { $0 === game }) {
      restateIfLacking(game, id)
      attempt { () throws(FileError) in try write(game, as: id, syncs: syncs) }
    }
  }

  /// A notice whenever writing journals starts to fail, or works again.
  private func report(_ failure: FileError?) -> [any Event] {
    let hadFailed = hasFailed
    hasFailed = failure != nil
    if let failure { return hadFailed ? [] : [HostEvent.notKept(reason: failure.message)] }
    return hadFailed ? [HostEvent.keptAgain] : []
  }

  /// Adds all games, with all their lines, to the changes, because the journals were deleted.
  private func restate(_ changes: inout SessionChanges) {
    for game in journals.sorted(by: { $0.game.number < $1.game.number })
    where !changes.closed.contains(where: { $0 === game }) {
      restate(game, at: changes.now)
      if !changes.changed.contains(where: { $0 === game }) { changes.changed.append(game) }
    }
    for (_, game) in unsettled { restate(game, at: changes.now) }
  }

  /// Notes a game from its beginning if somebody has removed its journal.
  private func restateIfLacking(_ game: GameJournal, _ id: String) {
    if let folder, game.isWritten, folder.lacks(id) { restate(game, at: SystemClock.now) }
  }

  /// Notes a game from its beginning, since its journal is gone.
  private func restate(_ game: GameJournal, at now: Timestamp) {
    game.restate()
    game.complete(at: now)
  }

  /// Saves the time that has passed in games with a clock.
  func touch() {
    for game in journals {
      if let time = game.fileTime, let id = game.id {
        folder?.setTime(of: id, to: time)
      }
    }
  }

  /// Whether the clock of an open game is running.
  var hasTimers: Bool { keepsLines && journals.contains { $0.fileTime != nil } }

  /// Whether the game of a result is open at another prompt.
  func isOpenElsewhere(id: String) -> Bool { journalFolder?.isOpenElsewhere(id) ?? false }

  /// Tries again what could not be written, before a line that may read or delete the results.
  ///
  /// - Returns: whether there is something to say of it after the line.
  func retry() -> Bool {
    guard isBehind else { return !unsaid.isEmpty }
    // A journal has an end before its result does.
    retry(syncs: true) { body in try? body() }
    recordPending()
    return true
  }

  private func recordPending() { unsaid += settle(syncs: true) { body in try? body() } }

  /// Why the result of a game still waits to be recorded, if it does.
  func failure(ofPending id: String) -> FileError? {
    results.isPending(id) ? resultsFailure : nil
  }

  /// What is lost, or left to the next session, if the session ends now; `nil` if everything is written.
  func loss() -> String? {
    var failure: FileError?
    retry(syncs: true) { body in
      do throws(FileError) { try body() } catch { failure = failure ?? error }
    }
    hasFailed = failure != nil
    recordPending()
    let games = unsettled + journals.compactMap { game in game.id.map { (id: $0, game: game) } }
    let unwritten = hasFailed ? games.filter { !$0.game.news.isEmpty } : []
    var losses: [String] = []
    if let unrecorded = resultsFailure {
      // The next session finds games in their journals, as they are now.
      let areLost =
        !keepsLines || unwritten.contains { results.isPending($0.id) }
        || games.contains { id, game in
          results.isEndPending(id) && !(game.game.status.isOver && game.hasNewResult)
        }
      let fate = areLost ? "lost" : "left to the next session"
      losses.append("the results of finished games are \(fate): \(unrecorded.message)")
    }
    if unwritten.contains(where: { !results.isPending($0.id) }) {
      losses.append("the last moves of open games are lost")
    }
    return losses.isEmpty ? nil : losses.joined(separator: "; ")
  }

  /// Releases the games to the next session, after trying again to record pending results.
  func leave() {
    _ = settle(syncs: true) { body in try? body() }
    guard let folder else { return }
    _ = folder.renewIfRemoved()
    for (id, game) in unsettled + journals.compactMap({ game in game.id.map { ($0, game) } }) {
      restateIfLacking(game, id)
      if game.id != nil { game.noteLeaving(at: SystemClock.now) }
      try? write(game, as: id, syncs: true)
    }
    // A write that failed may have changed the time of the file.
    touch()
    folder.leave()
  }

  private func makeID(of game: GameJournal) -> String {
    let digits = String(game.game.number)
    return "\(session).\(String(repeating: "0", count: max(0, 4 - digits.count)) + digits)"
  }

  /// Appends the new lines of a game to its journal.
  private func write(_ game: GameJournal, as id: String, syncs: Bool) throws(FileError) {
    let news = game.news
    if let folder, !news.isEmpty {
      let isWhole = !game.isWritten
      try folder.append(news, to: id, isWhole: isWhole, syncs: syncs, time: game.fileTime)
    }
    game.markWritten()
  }
}
