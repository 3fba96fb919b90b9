public import ParlorKit
package import Platform

/// The journals of the open games of a session, and the store that writes them.
final class SessionJournals {
  private let store: (any GameStore)?
  private var journals: [GameJournal] = []
  /// The journals of unfinished games that were closed and may be opened again.
  private var closed: [GameJournal] = []
  /// The games whose chance was shown in the session: whoever opens one like them knows it.
  private var known: Set<Chances> = []

  /// What games draw that are opened with the same seed.
  private struct Chances: Hashable {
    let kind: ObjectIdentifier
    let seed: UInt64

    init(of game: any LoggedGame) {
      kind = ObjectIdentifier(game.kind)
      seed = game.origin.seed
    }
  }

  /// The games of batches, of which all was shown.
  private var batches: [Batch] = []

  /// The chances of games with consecutive seeds.
  private struct Batch: Equatable {
    let kind: ObjectIdentifier
    let first: UInt64
    var count: UInt64

    func shows(_ game: any LoggedGame) -> Bool {
      // Seeds are numbers of 53 bits; after the largest comes 0.
      kind == ObjectIdentifier(game.kind)
        && (game.origin.seed &- first) & UInt64(Seed.max) < count
    }
  }

  /// The changes of the open games that the store knows.
  private var keptChanges = 0

  init(_ store: (any GameStore)?) { self.store = store }

  /// Whether a store writes anything down.
  var areKept: Bool { store != nil }

  /// Begins to note a game, if there is a store.
  func begin(_ game: any LoggedGame, at now: Timestamp, exclusion: UnrankedReason?) {
    guard let store else { return }
    adopt(GameJournal(game, at: now, exclusion: exclusion, keepsLines: store.keepsLines))
    if known.contains(Chances(of: game)) || batches.contains(where: { $0.shows(game) }) {
      game.journal?.exclude(.shown)
    }
  }

  /// The open game whose result has a name.
  func game(recordedAs id: String) -> (any LoggedGame)? {
    journals.first { $0.recordedID == id }?.game
  }

  /// Begins to note a game whose result is recorded, if there is a store.
  ///
  /// - Returns: whether it does. It does not if the game may be reopened as it was closed.
  func correct(_ game: any LoggedGame, _ result: RecordedGame) -> Bool {
    guard let store, !closed.contains(where: { $0.recordedID == result.id }) else { return false }
    adopt(GameJournal(game, correcting: result, keepsLines: store.keepsLines))
    return true
  }

  /// Goes on with a journal.
  func adopt(_ journal: GameJournal) {
    journal.game.journal = journal
    journals.append(journal)
  }

  /// Goes on with the journal of a game that was closed.
  func reopen(_ game: any LoggedGame) {
    guard let journal = closed.first(where: { $0.game === game }) else { return }
    closed.removeAll { $0 === journal }
    journal.noteCorrection()
    journal.restate()
    adopt(journal)
  }

  /// Notes which games do not count because another game has shown their chance: games with the
  /// same seed, such as copies, and saved games that were opened again.
  ///
  /// - Parameter isShown: whether it was shown to those who play this game.
  private func exclude(
    gamesLike game: any LoggedGame, _ shown: ShownChance,
    where isShown: (any LoggedGame) -> Bool = { _ in true }
  ) {
    for journal in journals + closed {
      let other = journal.game
      guard other !== game, other.kind === game.kind, other.origin.seed == game.origin.seed,
        !other.status.isOver,
        shown.contains(.secrets) || shown.contains(.draws) && other.epoch == game.epoch,
        isShown(other)
      else { continue }
      journal.exclude(.shown)
    }
  }

  /// Notes which games do not count because a file that was opened reveals more than has happened
  /// in them.
  func noteOpened(_ game: any LoggedGame) {
    exclude(gamesLike: game, game.kind.definition.traits.contains(.hidesDraws) ? .secrets : .draws)
    {
      // The file says nothing about bots, so it shows their hands.
      game.status.isOver || $0.moveCount < game.moveCount || !$0.seats.isEmpty
    }
  }

  /// Notes that a batch has shown what games hide or draw.
  ///
  /// - Parameters:
  ///   - origin: how its first game began.
  ///   - count: how many seeds its games have had, from the first on.
  func noteShown(by origin: GameOrigin, seeds count: Int) {
    let batch = Batch(
      kind: ObjectIdentifier(origin.kind), first: origin.seed, count: UInt64(count))
    guard areKept, batches.last != batch else { return }
    if let last = batches.last, last.kind == batch.kind, last.first == batch.first {
      batches.removeLast()
    }
    batches.append(batch)
    for journal in journals + closed where batch.shows(journal.game) {
      if !journal.game.status.isOver { journal.exclude(.shown) }
    }
  }

  /// Notes that the virtual clock was moved.
  func noteTime() {
    for journal in journals { journal.noteTime() }
  }

  /// Hands what has changed to the store.
  ///
  /// - Returns: what the player should know of it.
  func keep(_ games: OpenGames, at now: Timestamp, syncs: Bool) -> [any Event] {
    guard let store else { return [] }
    for journal in journals {
      let shown = journal.takeShown()
      if shown.isEmpty { continue }
      exclude(gamesLike: journal.game, shown)
      known.insert(Chances(of: journal.game))
    }
    var changes = SessionChanges()
    changes.current = games.current?.number
    changes.syncs = syncs
    changes.now = now
    for journal in journals where journal.hasNews {
      journal.complete(at: now)
      changes.changed.append(journal)
    }
    if keptChanges != games.changes {
      changes.closed = journals.filter { journal in !games.all.contains { $0 === journal.game } }
      journals.removeAll { journal in changes.closed.contains { $0 === journal } }
      for journal in changes.closed {
        journal.game.journal = nil
        if !journal.game.status.isOver, journal.game.moveCount > 0 { closed.append(journal) }
      }
      closed.removeFirst(max(0, closed.count - 20))
      keptChanges = games.changes
    } else if changes.changed.isEmpty {
      return []
    }
    return store.keep(changes)
  }
}

/// Writes down what happens to the games of a session, before the reply reports it.
public protocol GameStore: AnyObject {
  /// Whether it wants the lines of games, rather than only to know which games are over.
  var keepsLines: Bool { get }
  /// Takes what an accepted line has changed.
  ///
  /// Failed writes are retried with the next line.
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
  /// The time of the changes.
  package var now = Timestamp(milliseconds: 0)
  /// Whether the store fsyncs before it returns.
  package var syncs = true
}
