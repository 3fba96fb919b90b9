import ParlorKit
package import Platform

/// A game as its log tells it, with the remarks of the log.
package struct ReplayedLog {
  /// The game at the end of the log.
  package var game: any OpenGame
  /// When it was opened.
  package var opened: Timestamp?
  /// The milliseconds for which it was open.
  package var played: Int64 = 0
  /// Why it does not count, if so.
  package var exclusion: UnrankedReason?
  /// The name under which its result was recorded.
  package var recordedID: String?
  /// The players for whom a bot has decided, with the bots' captions.
  package var bots: [String: String] = [:]
  /// When it was opened or taken up last.
  private var begun: Int64?
  /// When the last lines were written, and the milliseconds since the last move then.
  private var moment: (day: Int64, rest: Int64)?

  init(_ game: any OpenGame) { self.game = game }

  mutating func take(_ mark: LogAnnotation) {
    switch mark {
    case .hiddenSeed: break
    case .epoch(let epoch): game.epoch = epoch
    case .opened(let moment):
      opened = Timestamp(milliseconds: moment)
      begun = moment
    case .resumed(let moment, let before):
      begun = moment
      played = before
    case .moment(let day, let rest): moment = (day, rest)
    case .uncounted(let reason): exclusion = exclusion ?? reason
    case .recorded(let id): recordedID = id
    }
  }

  /// Lets the time pass for which the last line has been the last, as the file's time tells.
  mutating func pass(until fileTime: Timestamp) {
    if let begun { played += max(0, fileTime.milliseconds - begun) }
    guard let moment else { return }
    game.advanceClock(
      milliseconds: max(0, fileTime.milliseconds - moment.day) + moment.rest)
  }
}
