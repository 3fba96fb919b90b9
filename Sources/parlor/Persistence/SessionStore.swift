import Language
import ParlorKit
import Platform
import Records

/// Writes down what happens to the games of a session: at the prompt their lines, to go on with
/// them at the next start, and the results of those that are over.
final class SessionStore: GameStore {
  /// Where the lines go; nothing if games do not last.
  private let journal: JournalFolder?
  private let results: ResultKeeper
  /// What no other session has or had.
  private let session: String
  /// The names of the open games, which no other game has or had, by the games' numbers.
  private var ids: [Int: String] = [:]
  private var journals: [Int: GameJournal] = [:]
  /// Whether the player was told that the lines cannot be written.
  private var hasFailed = false
  /// Whether the player was told that results cannot be written.
  private var resultsHaveFailed = false

  /// - Parameter keepsLines: whether unfinished games are to last.
  /// - Returns: nothing if the profile keeps nothing.
  init?(_ profile: Profile, keepsLines: Bool) {
    guard profile.keepsAnything else { return nil }
    // Names in the order in which the sessions began.
    let now = SystemClock.now
    let rest = String(1000 + now.milliseconds % 1000).dropFirst()
    let session = "\(now.compact)-\(rest)-\(SystemInformation.processNumber)"
    self.session = session
    journal = keepsLines ? profile.journal.map { JournalFolder($0, session: session) } : nil
    results = ResultKeeper(profile)
  }

  var keepsLines: Bool { journal != nil }

  /// Takes up the games that programs have left which no longer run.
  func takeUp(in interpreter: Interpreter) {
    guard let journal else { return }
    var taking = JournalRecovery(interpreter, journal)
    var problem: FileError?
    func attempt(_ body: () throws(FileError) -> Void) {
      do throws(FileError) { try body() } catch { problem = problem ?? error }
    }
    var found: [JournalFolder.Found] = []
    attempt { () throws(FileError) in found = try journal.takeOver() }
    var hasResults = false
    for entry in found {
      attempt { () throws(FileError) in
        guard let taken = try taking.takeUp(entry) else { return }
        if !taken.game.game.status.isOver {
          ids[taken.game.game.number] = entry.id
          journals[taken.game.game.number] = taken.game
        } else if results.take(taken.game, as: entry.id, at: taken.time) {
          // The program was killed before its result was recorded.
          hasResults = true
        } else {
          journal.remove(entry.id)
        }
      }
    }
    let news = hasResults ? settle(syncs: true, attempt) : []
    let notes = taking.notes + report(problem) + news
    interpreter.reportResumed(taking.games, notes, current: taking.current)
  }

  func keep(_ changes: SessionChanges) -> [any Event] {
    var changes = changes
    if let journal, journal.renewIfRemoved() { restate(&changes) }
    var failure: FileError?
    func attempt(_ body: () throws(FileError) -> Void) {
      do throws(FileError) { try body() } catch { failure = failure ?? error }
    }
    var hasResults = false
    for game in changes.changed {
      let number = game.game.number
      let id = ids[number] ?? makeID(of: game)
      ids[number] = id
      journals[number] = game
      attempt { () throws(FileError) in try write(game, syncs: changes.syncs) }
      if game.game.status.isOver {
        hasResults = results.take(game, as: id, at: changes.now) || hasResults
      }
    }
    var closed: [(id: String, isOver: Bool)] = []
    for game in changes.closed {
      guard let id = ids.removeValue(forKey: game.game.number) else { continue }
      journals[game.game.number] = nil
      hasResults = results.take(game, as: id, at: changes.now) || hasResults
      closed.append((id, game.game.status.isOver))
    }
    let news = hasResults ? settle(syncs: changes.syncs, attempt) : []
    for game in closed where !game.isOver || !results.isWaiting(game.id) {
      // A game that is over stays for the next program as long as its result waits.
      journal?.remove(game.id)
    }
    attempt { () throws(FileError) in
      try journal?.noteCurrent(changes.current.flatMap { ids[$0] })
    }
    return report(failure) + news + changes.changed.compactMap(notice)
  }

  /// Records the results that wait.
  ///
  /// - Parameter attempt: writes to the journals, and notes what fails.
  /// - Returns: what the player should know of it, once each time that it changes.
  private func settle(
    syncs: Bool, _ attempt: (() throws(FileError) -> Void) -> Void
  ) -> [any Event] {
    let (recorded, failure) = results.settle()
    for id in recorded {
      guard let number = ids.first(where: { $0.value == id })?.key, let game = journals[number]
      else {
        journal?.remove(id)
        continue
      }
      game.markRecorded(id)
      attempt { () throws(FileError) in try write(game, syncs: syncs) }
    }
    let hadFailed = resultsHaveFailed
    resultsHaveFailed = failure != nil
    if let failure { return hadFailed ? [] : [HostEvent.resultsNotKept(reason: failure.message)] }
    return hadFailed ? [HostEvent.resultsKeptAgain] : []
  }

  /// What the player should know of the journals, once each time that it changes.
  private func report(_ failure: FileError?) -> [any Event] {
    if let failure { return hasFailed ? [] : [self.failure(failure)] }
    defer { hasFailed = false }
    return hasFailed ? [HostEvent.keptAgain] : []
  }

  /// Has every game written again, since somebody has removed what was written.
  private func restate(_ changes: inout SessionChanges) {
    for (_, game) in journals.sorted(by: { $0.key < $1.key })
    where !changes.closed.contains(where: { $0 === game }) {
      game.restate()
      game.complete(at: changes.now)
      if !changes.changed.contains(where: { $0 === game }) { changes.changed.append(game) }
    }
  }

  /// Notes that time has passed in the games that read the clock.
  func touch() {
    for (number, game) in journals {
      if let time = game.fileTime, let id = ids[number] {
        journal?.setTime(of: id, to: time)
      }
    }
  }

  /// Whether the time of some open game runs.
  var hasTimers: Bool { keepsLines && journals.values.contains { $0.fileTime != nil } }

  /// Leaves the games to the next program; results that wait are tried once more.
  func leave() {
    _ = settle(syncs: true) { body in try? body() }
    touch()
    journal?.leave()
  }

  private func makeID(of game: GameJournal) -> String {
    let digits = String(game.game.number)
    return "\(session).\(String(repeating: "0", count: max(0, 4 - digits.count)) + digits)"
  }

  /// Appends what is new in a game to its file.
  private func write(_ game: GameJournal, syncs: Bool) throws(FileError) {
    if let journal, let id = ids[game.game.number], !game.unwritten.isEmpty {
      try journal.append(game.unwritten, to: id, syncs: syncs, time: game.fileTime)
    }
    game.markWritten()
  }

  /// What is said once of a game that does not count: when that comes about by a move, or at the
  /// end.
  private func notice(_ game: GameJournal) -> (any Event)? {
    let isOver = game.game.status.isOver
    guard let exclusion = game.exclusion, !game.hasSaidExclusion,
      isOver ? game.hasMoved : exclusion.isNews
    else { return nil }
    game.hasSaidExclusion = true
    return HostEvent.notCounted(reason: exclusion.reason, isOver: isOver)
  }

  private func failure(_ failure: FileError) -> HostEvent {
    hasFailed = true
    return .notKept(reason: failure.message)
  }
}
