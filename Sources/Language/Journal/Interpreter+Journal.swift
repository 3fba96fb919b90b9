package import ParlorKit
package import Platform

extension Interpreter {
  /// Notes a game that was opened, if games are kept.
  func beginJournal(of game: any OpenGame, exclusion: UnrankedReason?) {
    guard let keeper, !game.isLive else { return }
    let isTimed = clock.kind == .virtual && game.kind.readsClock
    adopt(
      GameJournal(
        game, at: clock.now, exclusion: exclusion ?? (isTimed ? .timed : nil),
        keepsLines: keeper.keepsLines))
  }

  private func adopt(_ journal: GameJournal) {
    journal.game.journal = journal
    journals.append(journal)
  }

  /// Hands what has changed to the keeper.
  ///
  /// - Returns: what the player should know of it.
  func keep(by keeper: any GameStore) -> [any Event] {
    var changes = SessionChanges()
    changes.current = shelf.current?.number
    changes.syncs = syncs
    changes.now = clock.now
    for journal in journals where journal.hasNews {
      journal.complete(at: clock.now)
      changes.changed.append(journal)
    }
    if keptChanges != shelf.changes {
      changes.closed = journals.filter { journal in !shelf.all.contains { $0 === journal.game } }
      journals.removeAll { journal in changes.closed.contains { $0 === journal } }
      for journal in changes.closed { journal.game.journal = nil }
      keptChanges = shelf.changes
    } else if changes.changed.isEmpty {
      return []
    }
    return keeper.keep(changes)
  }

  /// Takes a game up where its journal ends.
  ///
  /// - Parameters:
  ///   - bytes: the whole lines of the journal.
  ///   - path: what faults call it.
  ///   - fileTime: the time of the file.
  /// - Returns: what is noted of it from now on. A game that is over is not put on the shelf.
  package func takeUp(
    _ bytes: [UInt8], path: String, fileTime: Timestamp
  ) throws(CommandError) -> GameJournal {
    // A file from the future says nothing of the time.
    let log = try replay(bytes, path: path, fileTime: min(fileTime, SystemClock.now))
    let journal = GameJournal(log, at: clock.now)
    guard !log.game.status.isOver else { return journal }
    try shelf.resume(log.game)
    adopt(journal)
    remember(log.game)
    do throws(GameError) {
      try log.game.takeUp()
    } catch {
      throw .refused(error, range: nil, legal: nil)
    }
    return journal
  }

  /// Reports the games that were taken up, after making one of them current.
  ///
  /// - Parameters:
  ///   - games: the games.
  ///   - notes: what else is to be reported.
  package func reportResumed(_ games: [GameJournal], _ notes: [any Event], current: Int?) {
    if let current, shelf.all.contains(where: { $0.number == current }) {
      _ = try? shelf.use(current)
    }
    var events = notes
    if !games.isEmpty { events.append(HostEvent.resumed(games.map { GameLine($0.game) })) }
    if let keeper { events += keep(by: keeper) }
    guard !events.isEmpty else { return }
    deliver(
      Reply(
        id: nil, command: "resume", events: events, game: shelf.current,
        showsSituation: shelf.current != nil, endsSession: false, format: format))
  }
}
