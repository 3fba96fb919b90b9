public import ParlorKit
package import Platform

/// Writes down what happens to the games of a session, before the reply reports it.
public protocol GameStore: AnyObject {
  /// Whether it keeps the lines of games. If not, it only hears which games are over.
  var keepsLines: Bool { get }
  /// Takes what an accepted line has changed.
  ///
  /// If writing fails, do not call `markWritten()` of the journal: the next line brings its news
  /// again.
  ///
  /// - Returns: what the player should know of it.
  func keep(_ changes: SessionChanges) -> [any Event]
}

/// What a line has changed in the games of a session.
public struct SessionChanges {
  /// The games with news.
  public var changed: [GameJournal] = []
  /// The games that were closed.
  public var closed: [GameJournal] = []
  /// The number of the current game.
  package var current: Int?
  /// When that was.
  package var now = Timestamp(milliseconds: 0)
  /// Whether the store fsyncs before it returns.
  package var syncs = true
}

// What a session hands to its store: the journals of its games.
extension Session {
  /// Begins to note a game that was opened, if there is a store.
  func beginJournal(of game: any LoggedGame, exclusion: UnrankedReason?) {
    guard let store = host.store else { return }
    let journal = GameJournal(
      game, at: clock.now, exclusion: exclusion ?? (hasSetTime(game) ? .timed : nil),
      keepsLines: store.keepsLines)
    game.journal = journal
    if openings.isChanceKnown(of: game) { journal.exclude(.shown) }
  }

  /// Whether the result of a game depends on a clock that is moved by hand.
  func hasSetTime(_ game: any LoggedGame) -> Bool {
    let traits = game.kind.definition.traits
    return clock.kind == .virtual && traits.contains(.readsClock) && !traits.contains(.endless)
  }

  /// Begins to note a game that was opened from a file, if there is a store. A finished game whose
  /// result is recorded can be corrected; others do not count.
  func beginJournal(ofLoaded game: any LoggedGame, _ result: RecordedGame?) {
    if let result, let store = host.store, game.status.isOver, sources.isEmpty {
      // It takes the place of the same game that was closed when its end was undone.
      games.dropClosed { $0.journal?.recordedID == result.id }
      game.journal = GameJournal(game, correcting: result, keepsLines: store.keepsLines)
    } else {
      beginJournal(of: game, exclusion: .loaded)
    }
    exclude(likeFileOf: game, result)
  }

  /// Notes that games do not count of which a file has told more than has happened in them, nor later ones of which it
  /// has told anything.
  ///
  /// - Parameters:
  ///   - game: the game of the file.
  ///   - result: what was recorded of it: the file of an open game that was recorded tells nothing new of it.
  ///   - isOpened: whether the game of the file is open, rather than only reviewed.
  func exclude(
    likeFileOf game: any LoggedGame, _ result: RecordedGame? = nil, isOpened: Bool = true
  ) {
    let hides = game.kind.definition.traits.contains(.hidesDraws)
    let shown = hides && game.log.count > 0 ? .secrets : game.chanceShown
    if shown.isEmpty { return }
    openings.noteKnownChance(of: game)
    exclude(games.all, like: game, shown) {
      if let result, $0.journal?.recordedID == result.id { return false }
      // The file says nothing of bots, so the game shows their hands.
      return game.status.isOver || $0.moveCount < game.moveCount
        || isOpened && hides && !$0.table.seats.isEmpty
    }
  }

  /// Notes that games do not count whose chance another game has shown: those with the same seed,
  /// as copies have it, and saved games that were opened again. Of a file that was opened it is
  /// what the file tells more than has happened in them.
  ///
  /// - Parameters:
  ///   - open: the games in question, besides those that were closed.
  ///   - isShown: whether it was shown to those who play this game.
  private func exclude(
    _ open: [any SessionGame], like game: any LoggedGame, _ shown: ShownChance,
    where isShown: (any LoggedGame) -> Bool = { _ in true }
  ) {
    for other in open.compactMap(\.logged) + games.closed {
      guard let journal = other.journal, other !== game, other.kind === game.kind,
        other.origin.hasDraws(of: game.origin), !other.status.isOver,
        shown.contains(.secrets) || shown.contains(.draws) && other.epoch == game.epoch,
        isShown(other)
      else { continue }
      journal.exclude(.shown)
    }
  }

  /// Notes that a person sees the hidden hand of a player, in whatever way.
  func noteHandSeen(of player: Int, in game: any LoggedGame) {
    guard host.store != nil else { return }
    openings.noteHandSeen(of: player, in: game)
    game.journal?.noteHandSeen(of: player)
    // The session may end before a bot decides for this hand in one of them.
    for other in gamesLike(game) { other.journal?.noteHandSeen(of: player) }
  }

  /// The other games that are not over, open and closed, with the same chance.
  func gamesLike(_ game: any LoggedGame) -> [any LoggedGame] {
    (games.all.compactMap(\.logged) + games.closed).filter {
      $0 !== game && $0.kind === game.kind && $0.origin.hasDraws(of: game.origin)
        && !$0.status.isOver
    }
  }

  /// Notes that games do not count in which a bot decides, or has decided, for a hand that a person
  /// has seen there or in a game like it.
  private func excludeSeenHands(in open: [any SessionGame]) {
    for game in open.compactMap(\.logged) + games.closed {
      guard let journal = game.journal, journal.exclusion == nil, !game.status.isOver,
        openings.handsSeen(in: game).contains(where: {
          let name = game.players[$0]
          return game.table.seats[name] != nil || journal.bots[name] != nil
        })
      else { continue }
      journal.exclude(.takenOver)
    }
  }

  /// Notes that a batch has shown what games with its seeds hide or draw: these do not count.
  ///
  /// - Parameters:
  ///   - origin: how its first game began.
  ///   - count: how many seeds its games have had, from the first on.
  func noteShown(by origin: GameOrigin, seeds count: Int) {
    guard host.store != nil, let isShown = openings.noteBatch(origin, seeds: count) else { return }
    for game in games.all.compactMap(\.logged) + games.closed
    where isShown(game) && !game.status.isOver {
      game.journal?.exclude(.shown)
    }
  }

  /// Hands what a line has changed to the store.
  ///
  /// - Parameter isBehind: whether the store has something to say or to write, whatever the line has changed.
  /// - Returns: what the player should know of it.
  func keepChanges(isBehind: Bool = false) -> [any Event] {
    let removed = games.removed.take()
    guard let store = host.store else { return [] }
    let open = removed.map { $0 + games.all } ?? games.all
    let journals = open.compactMap { $0.logged?.journal }
    if drill == nil, let game = games.current?.logged, let player = game.shownHand {
      noteHandSeen(of: player, in: game)
    }
    if openings.hasHandsSeen { excludeSeenHands(in: open) }
    for journal in journals {
      let shown = journal.takeShown()
      if shown.isEmpty { continue }
      exclude(open, like: journal.game, shown)
      openings.noteKnownChance(of: journal.game)
      if shown.contains(.draws) {
        let game = journal.game
        openings.noteDraws(of: game)
        // Another game can reach them by undoing.
        if game.epoch > 0 {
          for other in gamesLike(game) { other.journal?.noteDrawsSeen(after: game.epoch) }
        }
      }
    }
    var events: [any Event] = []
    var changes = SessionChanges()
    changes.current = (drill.map(\.before) ?? games.current)?.number
    changes.syncs = preferences.syncs
    changes.now = clock.now
    for journal in journals where journal.hasNews {
      if openings.areDrawsKnown(of: journal.game) { journal.exclude(.shown) }
      if journal.hasRenamedBot { journal.exclude(.renamed) }
      // The result of a game that goes on after a review is that of an assisted one.
      if journal.isPlayedOn, openings.isReviewed(journal.game) {
        events += noteAssistance(of: journal.game)
      }
      journal.complete(at: changes.now)
      changes.changed.append(journal)
    }
    if let removed {
      changes.closed = removed.compactMap { $0.logged?.journal }
    } else if changes.changed.isEmpty, !isBehind {
      return events
    }
    return events + store.keep(changes)
  }
}
