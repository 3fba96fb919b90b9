package import ParlorKit

/// What a command of the host brought about.
package enum HostEvent: Event {
  case said(String)
  case ignored(String)
  case keptOpen(GameLine)
  case using(GameLine)
  case closed(GameLine)
  case games([GameLine], current: Int?)
  case ruleNames([RuleName], notes: [String])
  case rules(game: String, name: String?, base: String?, [RuleLine])
  case rulesSaved(game: String, name: String, options: [String], isLasting: Bool)
  case rulesDeleted(game: String, name: String)
  case table(any GameView)
  case legal(moves: [String], of: Int, forms: [String])
  case state(Value)
  case log([String])
  case undone([String])
  case redone([String])
  case wentTo(move: Int, of: Int)
  case replayed(move: Int, of: Int, line: String)
  case seats([SeatLine])
  case botsPaused(moves: Int)
  case botFailed(String, reason: String)
  case saved(path: String, GameLine)
  case loaded(path: String, GameLine)
  case sourced(path: String, lines: Int)
  case recording(String?)
  case recorded(path: String, commands: Int)
  case settings([SettingLine])
  case seed(Int)
  case time(String, isReal: Bool)
  case help(HelpPage)
  case resumed([GameLine])
  case notKept(reason: String)
  case keptAgain
  case resultsNotKept(reason: String)
  case resultsKeptAgain
  case setAside(path: String, reason: String)
  case tornAside(path: String)
  case leftAlone(reason: String)
  case salvaged(GameLine)
  case notCounted(reason: String, isOver: Bool)

  /// A named set of rules.
  package struct RuleName: Sendable {
    var game: String
    var name: String
    var summary: String
  }

  /// An option of rules and its value.
  package struct RuleLine: Sendable {
    var option: String
    var value: String
    var summary: String
    var differs: Bool
  }

  /// A player, and the bot that decides for it.
  package struct SeatLine: Sendable {
    var player: String
    var bot: String?
  }

  /// A setting and its value.
  package struct SettingLine: Sendable {
    var name: String
    var value: String
    var choices: [String]
    var summary: String
  }
}
