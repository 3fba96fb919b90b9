import ParlorKit
package import Platform

/// The notes on an open game that a ``GameStore`` has yet to write: its lines, each with the digest
/// of the state after it, and comments with facts.
public final class GameJournal {
  /// The game.
  package let game: any LoggedGame
  /// The lines that are not written down yet, each with its end.
  private var unwritten: [UInt8] = []
  /// The checksum of the lines that are written down.
  private var sum = LogSum()
  /// When the game was opened.
  package let opened: Timestamp
  /// The milliseconds for which it was open before this session.
  package let playedBefore: Int64
  /// When this session opened or resumed it.
  private let begun: Int64
  /// When it was recorded, as long as its end is not corrected.
  private var ended: Int64?
  /// The milliseconds between ends that were recorded and their corrections.
  private var rested: Int64 = 0
  /// Whether lines are noted, rather than only the end of the game.
  let keepsLines: Bool
  /// Whether something has changed since it was last looked at.
  private var hasChanged = true
  /// Why it does not count, if so.
  package private(set) var exclusion: UnrankedReason?
  /// Whether an earlier session opened it.
  package let wasTakenUp: Bool
  /// Whether a move was made since it was opened from a file or taken up.
  package private(set) var hasMoved = false
  /// Whether that has been said.
  package var hasSaidExclusion = false
  /// What moves have shown since the last ``takeShown()``.
  private var shown: ShownChance = []
  /// The name under which the result was recorded.
  package private(set) var recordedID: String?
  /// How often it was recorded.
  package private(set) var recordedCount = 0
  /// Whether moves were undone or amended since it was recorded, so that its end is to be recorded
  /// anew.
  package private(set) var isCorrected = false
  /// Whether the user has saved the game as it is.
  package private(set) var isSaved = false
  /// The bots that are noted: their captions by the players' names.
  private var noted: [String: String] = [:]
  /// The players for whom a bot has decided at some time.
  package private(set) var bots: [String: String] = [:]
  /// The real time that was written with the last line, and the time since the last move then, in
  /// milliseconds.
  private var stamp: (day: Int64, rest: Int64)?

  /// Notes a game from its beginning.
  init(_ game: any LoggedGame, at now: Timestamp, exclusion: UnrankedReason?, keepsLines: Bool) {
    self.game = game
    self.keepsLines = keepsLines
    opened = now
    wasTakenUp = false
    playedBefore = 0
    begun = game.sessionTime
    if keepsLines { unwritten = SavedGame.lines(of: game, untilNow: false) }
    note(.opened(now.milliseconds))
    if let exclusion { exclude(exclusion) }
  }

  /// Notes a finished game whose result is to be corrected.
  init(_ game: any LoggedGame, correcting result: RecordedGame, keepsLines: Bool) {
    self.game = game
    self.keepsLines = keepsLines
    opened = result.opened
    wasTakenUp = false
    playedBefore = result.played
    begun = game.sessionTime
    bots = Dictionary(result.bots.map { ($0, Seat.random) }, uniquingKeysWith: { bot, _ in bot })
    if keepsLines { unwritten = SavedGame.lines(of: game, untilNow: false) }
    note(.opened(opened.milliseconds))
    markRecorded(result.id)
  }

  /// Goes on with a game that was noted before.
  init(_ log: ReplayedLog, at now: Timestamp) {
    game = log.game
    sum = log.sum
    keepsLines = true
    opened = log.opened ?? now
    wasTakenUp = true
    playedBefore = log.played
    begun = log.game.sessionTime
    exclusion = log.exclusion
    hasSaidExclusion = exclusion != nil
    recordedID = log.recordedID
    recordedCount = log.recordedCount
    isCorrected = log.isCorrected
    if recordedID != nil, !isCorrected, log.game.status.isOver { ended = begun }
    noted = game.seats.mapValues(\.caption)
    bots = log.bots
    note(.resumed(now.milliseconds, played: playedBefore))
  }

  /// The milliseconds for which the game was open and not over, in all sessions.
  package var played: Int64 { playedBefore + (ended ?? game.sessionTime) - begun - rested }

  /// Whether there is something to write down.
  var hasNews: Bool { hasChanged || game.seats.count != noted.count || hasNewSeats }

  private var hasNewSeats: Bool { game.seats.contains { noted[$0.key] != $0.value.caption } }

  /// Notes a line and the digest of the state after it.
  ///
  /// - Parameters:
  ///   - line: the line, which is made only if lines are noted.
  ///   - digest: the digest, likewise.
  func note(_ line: @autoclosure () -> String, _ digest: @autoclosure () -> UInt32) {
    hasChanged = true
    isSaved = false
    guard keepsLines else { return }
    let (line, digest) = (line(), digest())
    unwritten += Array("\(line) # =\(SavedGame.hexadecimal(digest))\n".utf8)
  }

  /// Notes a move and the digest of the state after it.
  func note(move: @autoclosure () -> String, _ digest: @autoclosure () -> UInt32) {
    hasMoved = true
    note(move(), digest())
  }

  /// Notes a remark.
  func note(_ mark: LogAnnotation) {
    hasChanged = true
    if keepsLines { unwritten += Array("\(mark.line)\n".utf8) }
  }

  /// Notes what moves have shown.
  func note(_ more: ShownChance) { shown.formUnion(more) }

  /// What moves have shown since this was last asked for.
  func takeShown() -> ShownChance {
    defer { shown = [] }
    return shown
  }

  /// Notes that the game does not count from now on; the first reason is kept.
  package func exclude(_ reason: UnrankedReason) {
    guard exclusion == nil else { return }
    exclusion = reason
    note(.uncounted(reason))
  }

  /// Notes that the result was recorded, in place of an earlier one if there was one.
  package func markRecorded(_ id: String) {
    recordedID = id
    recordedCount += 1
    isCorrected = false
    ended = ended ?? game.sessionTime
    note(.recorded(id))
  }

  /// Notes that moves are undone or amended: a result that was recorded is no longer that of the game.
  func noteCorrection() {
    guard recordedID != nil else { return }
    isCorrected = true
    if let ended { rested += game.sessionTime - ended }
    ended = nil
  }

  /// Notes that the user has saved the game as it is.
  func noteSaved() { isSaved = true }

  /// Notes what has changed besides the lines: who decides for whom, and what time it is.
  package func complete(at now: Timestamp) {
    let seats = game.seats
    for player in Set(noted.keys).union(seats.keys).sorted() {
      let caption = seats[player]?.caption
      guard caption != noted[player] else { continue }
      note("seat \(Word.written(player)) \(caption ?? "human")", game.digest)
      noted[player] = caption
      if let caption, bots[player] == nil { bots[player] = caption }
    }
    // A game that reads the clock goes on where it was: the file's mtime is the time of its last
    // line.
    guard game.kind.readsClock else { return }
    stamp = (now.milliseconds, game.restTime)
    note(.moment(now.milliseconds, rest: game.restTime))
  }

  /// The time that the file must have for the game to go on where it is; `nil` for a game that does
  /// not read the clock.
  package var fileTime: Timestamp? {
    stamp.map { Timestamp(milliseconds: $0.day + game.restTime - $0.rest) }
  }

  /// Notes that the clock was moved by hand.
  func noteTime() { hasChanged = hasChanged || game.kind.readsClock }

  /// Notes the game again from its beginning, since the file is gone.
  package func restate() {
    guard keepsLines else { return }
    sum = LogSum()
    unwritten = SavedGame.lines(of: game, untilNow: false)
    note(.opened(opened.milliseconds))
    if let exclusion { note(.uncounted(exclusion)) }
    if let recordedID {
      for _ in 0..<recordedCount { note(.recorded(recordedID)) }
    }
    noted = [:]
  }

  /// The lines that are not written yet, with a checksum below them; empty if there are none.
  public var news: [UInt8] {
    var sum = sum
    return unwritten.isEmpty ? [] : sum.sealed(unwritten)
  }

  /// Everything noted is written down.
  public func markWritten() {
    if !unwritten.isEmpty { _ = sum.sealed(unwritten) }
    unwritten.removeAll(keepingCapacity: true)
    hasChanged = false
  }

  /// The game whose lines these are.
  public var openGame: any OpenGame { game }

  /// A file of the game as it stands, to open it again.
  public var savedBytes: [UInt8] { SavedGame.bytes(of: game) }
}

/// Which draws and secrets of a game its moves have revealed: other games with its seed have the
/// same.
struct ShownChance: OptionSet {
  let rawValue: UInt8

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
  /// A person took over the seat of a bot, and sees what it saw.
  case takenOver = "taken-over"
  /// It was over before, and a move was undone: a reason of earlier versions.
  case reopened

  /// Whether the player hears of it at once, because a move or opening a saved game caused it.
  package var isNews: Bool {
    [.given, .undone, .shown, .takenOver, .loaded, .copied].contains(self)
  }

  /// The reason as a clause.
  package var reason: String {
    switch self {
    case .loaded: "it was opened from a file"
    case .takenOver: "you took over the hidden hand of a bot"
    case .copied: "it is a copy"
    case .sourced: "a script opened it"
    case .timed: "its clock is not the real one"
    case .given: "an outcome was entered, not drawn"
    case .undone: "a draw or a revealing move was undone"
    case .shown: "another game has shown its secrets or draws"
    case .reopened: "it was over before"
    }
  }
}
