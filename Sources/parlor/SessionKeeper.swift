import Language
import ParlorKit
import Platform
import Records

/// Writes down what happens to the games of the prompt, and takes unfinished ones up again.
final class SessionKeeper: GameKeeper {
  private let folder: JournalFolder
  /// The files of the open games by the games' numbers.
  private var names: [Int: String] = [:]
  private var journals: [Int: GameJournal] = [:]
  /// Whether the player was told that nothing can be written.
  private var hasFailed = false

  /// - Returns: nothing if the profile keeps nothing.
  init?(_ profile: Profile) {
    guard let journal = profile.journal else { return nil }
    let session = "\(SystemClock.now.compact)-\(SystemInformation.processNumber)"
    folder = JournalFolder(journal, session: session)
  }

  /// Takes up the games that programs have left which no longer run.
  func takeUp(in interpreter: Interpreter) {
    var notes: [any Event] = []
    var current: Int?
    do throws(IOFailure) {
      for found in try folder.takeOver() {
        do throws(Fault) {
          let journal = try interpreter.takeUp(
            found.bytes, path: found.name, fileTime: found.time)
          let number = journal.game.number
          if journal.game.standing.isOver {
            folder.remove(found.name)
          } else {
            names[number] = found.name
            journals[number] = journal
            if found.isCurrent { current = number }
          }
        } catch {
          let path = try folder.setAside(found.name)
          notes.append(HostEvent.setAside(path: path, reason: error.diagnostic.message))
        }
      }
    } catch {
      notes.append(failure(error))
    }
    interpreter.reportResumed(notes, current: current)
  }

  func keep(_ changes: SessionChanges) -> [any Event] {
    var events: [any Event] = []
    do throws(IOFailure) {
      for journal in changes.changed {
        let number = journal.game.number
        let name = names[number] ?? folder.name(of: number)
        names[number] = name
        journals[number] = journal
        try folder.append(
          journal.unwritten, to: name, syncs: changes.syncs, time: journal.fileTime)
        journal.markWritten()
      }
      for journal in changes.closed {
        let number = journal.game.number
        if let name = names.removeValue(forKey: number) { folder.remove(name) }
        journals[number] = nil
      }
      try folder.noteCurrent(changes.current.flatMap { names[$0] })
      if hasFailed { events.append(HostEvent.keptAgain) }
      hasFailed = false
    } catch {
      if !hasFailed { events.append(failure(error)) }
    }
    for journal in changes.changed {
      guard let reason = journal.exclusion, !journal.hasSaidExclusion else { continue }
      journal.hasSaidExclusion = true
      events.append(
        HostEvent.notCounted(reason: reason.reason, isOver: journal.game.standing.isOver))
    }
    return events
  }

  /// Whether the time of some open game runs.
  var hasTimers: Bool { journals.values.contains { $0.fileTime != nil } }

  /// Notes that time has passed in the games that read the clock.
  func touch() {
    for (number, journal) in journals {
      if let time = journal.fileTime, let name = names[number] {
        folder.setTime(of: name, to: time)
      }
    }
  }

  /// Leaves the games to the next program.
  func leave() {
    touch()
    folder.leave()
  }

  private func failure(_ failure: IOFailure) -> HostEvent {
    hasFailed = true
    return .notKept(reason: failure.message)
  }
}
