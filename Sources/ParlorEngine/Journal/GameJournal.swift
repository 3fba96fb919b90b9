import ParlorKit
package import Platform

/// The notes on an open game that a ``GameStore`` has yet to write: its lines, each with the digest
/// of the state after it, and comments with facts.
public final class GameJournal {
  package let game: any LoggedGame
  /// The unique name that the store gave it while the game is open.
  package var id: String?
  private var lines: Lines
  private var time: OpenTime
  /// Who decides for whom.
  private var deciders = Deciders()
  /// Why it does not count, if so.
  package private(set) var exclusion: UnrankedReason?
  /// Whether that has been said.
  var hasSaidExclusion = false
  /// Whether an earlier session opened it.
  package let wasTakenUp: Bool
  /// Whether an earlier session saw an end of the game, which may have been undone since.
  package private(set) var hadEnded = false
  /// Whether a move was made since it was opened from a file or taken up.
  private var hasMoved = false
  /// Whether a move was made since the lines were written down.
  private var hasNewMove = false
  /// What people have seen of its chance.
  private(set) var seen = SeenChance()
  /// What is known of its recorded result.
  private var result = ResultMark()
  /// Whether a file of the user held the game as it was when it was closed.
  var isKept = false
  /// The lines that the store had when the game was closed, without checksums; empty while it is open.
  private var closedLines: [UInt8] = []
  /// Whether its lines were noted from the beginning again: then they have the moves as they were amended, and what
  /// the game can take back is not in them.
  private var isRestated = false

  /// The lines of a journal that are noted and not written down yet.
  private struct Lines {
    /// Whether lines are noted, rather than only what becomes of the game.
    let areKept: Bool
    /// The lines, each with its end.
    var unwritten: [UInt8] = []
    /// The checksum of the lines that are written down.
    var sum = LogSum()
    /// Whether something has changed since they were written down.
    var haveNews = true
    /// The real time that was noted last, and the time since the last move then, in milliseconds.
    var stamp: (day: Int64, rest: Int64)?
    /// When they said last how long the game had been open, in milliseconds.
    var openNoted: Int64 = 0
  }

  /// The time for which a game was open and not over, in milliseconds of the session's clock.
  private struct OpenTime {
    /// When the game was opened.
    let opened: Timestamp
    /// How long it was open before this session.
    let before: Int64
    /// When this session opened it or took it up.
    let begun: Int64
    /// When it ended, or was closed, until it is not over any more.
    var ended: Int64?
    /// The time between ends and the moves after them.
    var rested: Int64 = 0

    func played(until now: Int64) -> Int64 { before + (ended ?? now) - begun - rested }

    mutating func goOn(at now: Int64) {
      if let ended { rested += now - ended }
      ended = nil
    }
  }

  /// The bots that decide for players: their captions by the players' names.
  private struct Deciders {
    /// Those that are noted now.
    var noted: [String: String] = [:]
    /// Those that decided first for a player.
    var first: [String: String] = [:]

    mutating func rename(_ player: String, to name: String) {
      if let bot = noted.removeValue(forKey: player) { noted[name] = bot }
      if let bot = first.removeValue(forKey: player) { first[name] = bot }
    }
  }

  /// Notes a game from its beginning.
  init(_ game: any LoggedGame, at now: Timestamp, exclusion: UnrankedReason?, keepsLines: Bool) {
    self.game = game
    self.exclusion = exclusion
    lines = Lines(areKept: keepsLines)
    time = OpenTime(opened: now, before: 0, begun: game.clock.sessionTime)
    wasTakenUp = false
    restate()
    isRestated = false
  }

  /// Notes a finished game whose result is to be corrected.
  init(_ game: any LoggedGame, correcting recorded: RecordedGame, keepsLines: Bool) {
    self.game = game
    lines = Lines(areKept: keepsLines)
    time = OpenTime(
      opened: recorded.opened, before: recorded.played, begun: game.clock.sessionTime)
    wasTakenUp = false
    deciders.first = Dictionary(
      recorded.bots.map { ($0, Seat.random) }, uniquingKeysWith: { bot, _ in bot })
    restate()
    isRestated = false
    time.ended = time.begun
    markRecorded(recorded.id, revision: recorded.revision)
  }

  /// Goes on with a game that was noted before.
  init(_ log: ReplayedLog, at now: Timestamp) {
    game = log.game
    lines = Lines(areKept: true, sum: log.sum)
    time = OpenTime(
      opened: log.opened ?? now, before: log.played, begun: log.game.clock.sessionTime)
    result = log.result
    wasTakenUp = true
    hadEnded = log.hadEnded
    exclusion = log.exclusion
    seen = log.seen
    // The others are said at the end.
    hasSaidExclusion = exclusion?.isNews ?? false
    if game.status.isOver {
      time.ended = time.begun
    } else if recordedID != nil {
      result.isCorrected = true
    }
    deciders = Deciders(noted: game.table.seats.mapValues(\.caption), first: log.bots)
    noteOpen(at: now)
  }

  /// When the game was opened.
  package var opened: Timestamp { time.opened }
  /// The milliseconds for which the game was open and not over, in all sessions.
  package var played: Int64 { time.played(until: game.clock.sessionTime) }
  /// The players for whom a bot has decided at some time.
  package var bots: [String: String] { deciders.first }
  /// The name under which the result was recorded.
  package var recordedID: String? { result.id }
  /// Whether a move has just been made that leads to another end than the recorded one.
  var isPlayedOn: Bool { recordedID != nil && hasNewMove && time.ended == nil }
  /// How often it was recorded, as far as its journal knows.
  package var recordedCount: Int { result.count }
  /// Whether there is a result to record: the game counts, has a move, and is over or was closed
  /// without being saved. One that was recorded can have another result after it was opened again, or its moves were
  /// undone or amended.
  package var hasNewResult: Bool {
    (recordedID == nil || result.isCorrected) && (game.status.isOver || !isKept)
      && exclusion == nil && game.moveCount > 0
  }
  /// Whether lines are noted, rather than only what becomes of the game.
  var keepsLines: Bool { lines.areKept }

  /// Whether there is something to write down.
  var hasNews: Bool { lines.haveNews || !newlySeated.isEmpty }

  /// The players for whom somebody else decides than is noted. One who has left, or has another name by a move of the
  /// game, is none.
  private var newlySeated: [String] {
    let seats = game.table.seats
    guard !seats.isEmpty || !deciders.noted.isEmpty else { return [] }
    return game.players.filter { seats[$0]?.caption != deciders.noted[$0] }
  }

  /// Notes a line and the digest of the state after it.
  ///
  /// - Parameters:
  ///   - line: the line, which is made only if lines are noted.
  ///   - digest: the digest, likewise.
  func note(_ line: @autoclosure () -> String, _ digest: @autoclosure () -> UInt32) {
    lines.haveNews = true
    goOnUnlessOver()
    guard keepsLines else { return }
    let (line, digest) = (line(), digest())
    lines.unwritten += Array(SavedGame.line(line, digest).utf8)
  }

  /// Notes that moves or amendments were taken back or made again.
  func note(way line: @autoclosure () -> String, _ digest: @autoclosure () -> UInt32) {
    guard isRestated else { return note(line(), digest()) }
    goOnUnlessOver()
    restate()
  }

  /// Notes a move and the digest of the state after it.
  func note(move: @autoclosure () -> String, _ digest: @autoclosure () -> UInt32) {
    hasMoved = true
    hasNewMove = true
    note(move(), digest())
  }

  /// Notes that a player has another name, and so has the result.
  func noteName(_ name: String, of player: String, _ digest: @autoclosure () -> UInt32) {
    deciders.rename(player, to: name)
    noteCorrection()
    note("player rename \(Word.written(player)) \(Word.written(name))", digest())
  }

  /// Notes a remark.
  func note(_ mark: LogAnnotation) {
    lines.haveNews = true
    if keepsLines { lines.unwritten += Array("\(mark.line)\n".utf8) }
  }

  /// Notes that a person has seen the hidden hand of a player.
  func noteHandSeen(of player: Int) {
    if seen.hands.insert(player).inserted { note(.handSeen(player)) }
  }

  /// Notes that another game has shown the draws that come after an undo to other ones.
  func noteDrawsSeen(after epoch: UInt32) {
    if seen.epochs.insert(epoch).inserted { note(.drawsSeen(epoch)) }
  }

  /// Notes what moves have shown.
  func note(_ more: ShownChance) { seen.news.formUnion(more) }

  /// What moves have shown since this was last asked for.
  func takeShown() -> ShownChance {
    defer { seen.news = [] }
    return seen.news
  }

  /// Notes that the game does not count from now on; the first reason is kept.
  package func exclude(_ reason: UnrankedReason) {
    guard exclusion == nil else { return }
    exclusion = reason
    note(.uncounted(reason))
  }

  /// A notice that the game does not count: once, when a move causes it or when the game ends.
  ///
  /// - Parameter current: the number of the current game, which the notice does not name.
  package func exclusionNotice(current: Int?) -> HostEvent? {
    let isOver = game.status.isOver
    guard let exclusion, !hasSaidExclusion, isOver ? hasMoved : exclusion.isNews else { return nil }
    hasSaidExclusion = true
    return HostEvent.notCounted(
      reason: exclusion.reason, game: game.number == current ? nil : game.number,
      isOver || exclusion == .loaded ? .all : .fromNowOn)
  }

  /// Notes that the result was recorded, in place of an earlier one if there was one.
  ///
  /// - Parameter revision: how often.
  package func markRecorded(_ id: String, revision: Int) {
    result.note(id, revision: revision)
    time.ended = time.ended ?? game.clock.sessionTime
    note(.recorded(id, revision: revision))
  }

  /// Notes that moves are undone or amended: a result that was recorded is no longer that of the
  /// game.
  package func noteCorrection() {
    guard recordedID != nil else { return }
    result.isCorrected = true
    goOnUnlessOver()
  }

  /// Lets the time of a game that has ended go on if it is not over. A correction that leaves it over takes no time,
  /// so that it ended when it ended first.
  private func goOnUnlessOver() {
    guard time.ended != nil, !game.status.isOver else { return }
    time.goOn(at: game.clock.sessionTime)
  }

  /// Keeps the lines of a game that was closed, which the store drops, in case that it is opened again.
  package func keep(closedLines bytes: [UInt8]) {
    closedLines = Array(
      bytes.split(separator: 0x0A).filter { !LogSum.isSum($0) }.flatMap { $0 + [0x0A] })
  }

  /// Goes on with a game that was closed.
  func reopen() {
    noteCorrection()
    guard !closedLines.isEmpty, isWritten else { return restate() }
    lines.unwritten = closedLines + lines.unwritten
    lines.sum = LogSum()
    lines.haveNews = true
    closedLines = []
  }

  /// Notes what has changed besides the lines: who decides for whom, and what time it is.
  package func complete(at now: Timestamp) {
    for player in newlySeated.sorted() {
      let caption = game.table.seats[player]?.caption
      note("seat \(Word.written(player)) \(caption ?? "human")", game.digest)
      deciders.noted[player] = caption
      if let caption, bots[player] == nil { deciders.first[player] = caption }
    }
    let hasEnded = game.status.isOver && time.ended == nil
    if hasEnded { time.ended = game.clock.sessionTime }
    // The time of the file says the rest, and is lost with a copy or by a kill.
    if hasEnded || abs(now.milliseconds - lines.openNoted) >= Self.openSpacing { noteOpen(at: now) }
    if game.kind.readsClock { stamp(now) }
  }

  /// At most so many milliseconds of the time for which a game was open are not in its lines.
  private static let openSpacing: Int64 = 1_000

  /// Notes how long the game has been open.
  private func noteOpen(at now: Timestamp) {
    lines.openNoted = now.milliseconds
    note(.resumed(now.milliseconds, played: played))
  }

  /// Notes what time it is: a game that reads the clock goes on where it was. Until the next line, the file's
  /// time says how far that is.
  private func stamp(_ now: Timestamp) {
    lines.stamp = (now.milliseconds, game.clock.restTime)
    note(.moment(now.milliseconds, rest: game.clock.restTime))
  }

  /// Notes how long the game has been open, and the time since the last line if it reads the clock.
  package func noteLeaving(at now: Timestamp) {
    if let fileTime { stamp(fileTime) } else { noteOpen(at: now) }
  }

  /// The time that the file must have for the game to go on where it is; `nil` for a game that does
  /// not read the clock.
  package var fileTime: Timestamp? {
    lines.stamp.map { Timestamp(milliseconds: $0.day + game.clock.restTime - $0.rest) }
  }

  /// Notes that time has passed otherwise than by itself.
  func noteTime() { lines.haveNews = lines.haveNews || game.kind.readsClock }

  /// Whether a move has renamed or removed a player for whom a bot has decided, so that a result
  /// would call that player a person.
  var hasRenamedBot: Bool {
    game.isAtEnd && game.kind.command(Array("player".utf8)[...]) != nil
      && bots.keys.contains { !game.players.contains($0) }
  }

  /// Whether its beginning is written down.
  package var isWritten: Bool { !keepsLines || !lines.unwritten.starts(with: SavedGame.mark.utf8) }

  /// Notes the game from its beginning, at first or since the file is gone.
  package func restate() {
    isRestated = true
    lines.haveNews = true
    guard keepsLines else { return }
    lines.sum = LogSum()
    // Moves that are undone can be made again.
    let all = game.isAtEnd ? game : game.copy(after: game.log.count, number: game.number)
    lines.unwritten = SavedGame.lines(of: all, untilNow: false)
    // A player who has left, or has another name, has no seat at the end of these lines.
    deciders.noted = deciders.first.filter { all.players.contains($0.key) }
    for (player, caption) in deciders.noted.sorted(by: { $0.key < $1.key }) {
      note("seat \(Word.written(player)) \(caption)", all.digest)
    }
    note(.opened(opened.milliseconds))
    lines.openNoted = opened.milliseconds
    if let exclusion { note(.uncounted(exclusion)) }
    for place in all.givenPlaces { note(.given(place)) }
    for player in seen.hands.sorted() { note(.handSeen(player)) }
    for epoch in seen.epochs.sorted() { note(.drawsSeen(epoch)) }
    if let recordedID { note(.recorded(recordedID, revision: recordedCount)) }
    // A line after it says that the result is corrected.
    if !game.isAtEnd || result.isCorrected { note("goto \(game.moveCount)", game.digest) }
  }

  /// The lines that are not written yet, with a checksum below them; empty if there are none.
  public var news: [UInt8] {
    var sum = lines.sum
    return lines.unwritten.isEmpty ? [] : sum.sealed(lines.unwritten)
  }

  /// Everything noted is written down.
  public func markWritten() {
    if !lines.unwritten.isEmpty { _ = lines.sum.sealed(lines.unwritten) }
    lines.unwritten.removeAll(keepingCapacity: true)
    lines.haveNews = false
    hasNewMove = false
  }

  /// The game whose lines these are.
  public var openGame: any OpenGame { game }
}

/// What the log of a game knows of its recorded result.
struct ResultMark {
  /// The name under which it was recorded.
  private(set) var id: String?
  /// How often it was recorded.
  private(set) var count = 0
  /// Whether the log goes on after it was recorded.
  var isCorrected = false

  /// Notes that it was recorded, in place of an earlier one if there was one.
  ///
  /// - Parameter revision: how often; `nil` for once more.
  mutating func note(_ id: String, revision: Int?) {
    self.id = id
    count = revision ?? count + 1
    isCorrected = false
  }
}

/// What people have seen of a game's chance in it, or in games with the same seed.
struct SeenChance {
  /// The players whose hidden hands were seen.
  var hands: Set<Int> = []
  /// The undo epochs whose draws another game has shown.
  var epochs: Set<UInt32> = []
  /// What moves have shown since it was last asked for.
  var news: ShownChance = []
}

/// What moves have shown of a game's chance: other games with its seed have the same.
package struct ShownChance: OptionSet {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An outcome that was drawn: that of games with the same undo epoch.
  static let draws = ShownChance(rawValue: 1)
  /// What the game hides: that of games with the same seed.
  static let secrets = ShownChance(rawValue: 2)
}

/// Why a game does not count in the statistics.
package enum UnrankedReason: String, Sendable, CaseIterable {
  /// It was opened by `load` or `replay`.
  case loaded
  /// It is a copy of another game.
  case copied
  /// It was opened by a line of a file that `source` ran.
  case sourced
  /// The time is that of a clock which is moved by hand.
  case timed
  /// An outcome of chance was given instead of drawn.
  case given
  /// A move was undone that had shown the players something.
  case undone
  /// Another game, such as a copy, has shown what this one still hides or has yet to draw.
  case shown
  /// A person has seen a hidden hand for which a bot decides, or has decided.
  case takenOver = "taken-over"
  /// A player for whom a bot has decided has another name, or none, by a move of the game.
  case renamed
  /// It was over before, and a move was undone: a reason of earlier versions.
  case reopened

  /// Whether the player hears of it at once, because a move or opening a saved game caused it.
  var isNews: Bool {
    [.given, .undone, .shown, .takenOver, .renamed, .loaded, .copied].contains(self)
  }

  /// The reason as a clause.
  var reason: String {
    switch self {
    case .loaded: "it was opened from a file"
    case .takenOver: "a person has seen the hidden hand of a bot"
    case .copied: "it is a copy"
    case .sourced: "a script opened it"
    case .timed: "its clock is not the real one"
    case .given: "an outcome was entered, not drawn"
    case .undone: "a draw or a revealing move was undone"
    case .shown: "another game has shown its secrets or draws"
    case .renamed: "a bot's player was renamed or removed"
    case .reopened: "it was over before"
    }
  }
}
