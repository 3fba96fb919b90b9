import ParlorKit
import Platform

extension CommandError {
  /// The fault in words.
  package var diagnostic: Diagnostic {
    var diagnostic = Diagnostic(code: code, message: message, range: range, help: help)
    switch self {
    case .refused(_, _, let legal?):
      diagnostic.legal = legal.entries
      if !legal.entries.isEmpty {
        diagnostic.help.append("legal now: " + legal.entries.joined(separator: ", "))
      }
    case .located(let inner, _), .inSource(_, _, let inner):
      diagnostic.legal = inner.diagnostic.legal
    default: break
    }
    return diagnostic
  }

  private var code: ErrorCode {
    switch self {
    case .lineTooLong, .tooManyGames, .tooDeep: .limit
    case .notText, .strayQuote, .openQuote, .unknownEscape, .idTooLarge: .syntax
    case .unknownCommand: .unknownCommand
    case .missingArgument, .badArgument, .surplusArgument, .unknownGame, .unknownGameNumber,
      .noFile, .unknownPlayer,
      .unknownTopic, .unknownSetting, .badSetting, .unknownPath, .unknownRules, .badRulesName,
      .badEcho, .openSecret, .badSecret:
      .badArgument
    case .unknownOption, .repeatedOption, .badOption, .badHouseRules: .badOption
    case .noGame: .noGame
    case .notGranted, .needsProfile, .nothingToUndo, .nothingToRedo, .undoForbidden, .noSuchMove,
      .unknownFinishedGame,
      .realClock, .noLog, .hiddenSeed, .noRules,
      .interrupted, .notRecording, .recordingAlready:
      .notNow
    case .refused(let refusal, _, _): refusal.code
    case .io, .notALog, .badSave, .saveWithoutPlugin, .newerSave, .noCommands: .io
    case .noPlugin: .plugin
    case .located(let inner, _), .inSource(_, _, let inner): inner.code
    }
  }

  private var range: Range<Int>? {
    switch self {
    case .notText(let index), .strayQuote(let index), .openQuote(let index),
      .unknownEscape(let index), .missingArgument(_, let index, _):
      index..<index
    case .idTooLarge(let range), .unknownCommand(_, let range, _, _),
      .badArgument(_, let range, _, _), .surplusArgument(_, let range, _),
      .unknownOption(_, let range, _), .repeatedOption(_, let range), .badOption(_, let range),
      .unknownGame(_, let range, _), .unknownPlayer(_, let range, _), .badEcho(let range),
      .openSecret(let range), .badSecret(let range):
      range
    case .refused(_, let range, _): range
    case .located(_, let range): range
    default: nil
    }
  }

  private var message: String {
    switch self {
    case .lineTooLong: "the line is longer than \(Line.limit.grouped) bytes"
    case .notText: "a control character or a byte that is not UTF-8"
    case .strayQuote: "a quote may stand only around a whole word or value"
    case .openQuote: "the quote is not closed"
    case .unknownEscape: "in quotes a backslash stands only before `\"` or `\\`"
    case .idTooLarge: "an id is a number below 2147483648"
    case .unknownCommand(let word, _, _, _): "unknown command `\(word)`"
    case .missingArgument(let expected, _, let declaration):
      "`\(declaration.verb)` needs \(expected.map(\.expectation).alternatives)"
    case .badArgument(let word, _, let expected, _):
      "`\(word)` is not \(expected.map(\.expectation).alternatives)"
    case .surplusArgument(let word, _, _): "`\(word)` is one word too many"
    case .unknownOption(let name, _, _): "there is no option `\(name)` here"
    case .repeatedOption(let name, _): "the option `\(name)` is given twice"
    case .badOption(let option, _): "`\(option.name)` takes \(option.range)"
    case .noGame: "no game is open"
    case .unknownGame(let word, _, _): "there is no game `\(word)`"
    case .unknownPlayer(let name, _, _): "nobody is named `\(name)`"
    case .unknownGameNumber(let number, let open):
      "no open game has the number \(number): \(open) open, `games` lists them"
    case .unknownFinishedGame(let number):
      "there is no log of a finished game \(number.grouped); `finished` lists the games"
    case .noFile: "`load` needs a file, or `finished=N`"
    case .notGranted(let verb): "`\(verb)` is not granted to this session"
    case .needsProfile(let verb): "`\(verb)` needs a profile, and this session keeps none"
    case .tooManyGames: "1,000 games are open, which is the most there can be"
    case .nothingToUndo(_, 0): "there is nothing to undo"
    case .nothingToUndo(_, let possible): "only \(possible) can be undone"
    case .nothingToRedo(_, 0): "there is nothing to redo"
    case .nothingToRedo(_, let possible): "only \(possible) can be redone"
    case .undoForbidden: "`set undo forbid` keeps draws from being undone"
    case .noSuchMove(let move, let moves):
      "there is no move \(move.grouped): the game has \(moves.grouped)"
    case .hiddenSeed: "the seed is hidden until the open games are over"
    case .noLog: "the game is played elsewhere, where nothing can be taken back or repeated"
    case .realClock: "the clock is the real one, which cannot be moved"
    case .notRecording: "the session is not being recorded"
    case .recordingAlready(let path): "the session is being recorded into \(path)"
    case .unknownTopic(let word, _): "there is no command or game `\(word)`"
    case .unknownSetting(let name, _): "there is no setting `\(name)`"
    case .badSetting(let name, _, let known): "`\(name)` takes \(known.alternatives)"
    case .unknownPath(let path): "the state has no `\(path)`"
    case .unknownRules(let name, _): "there are no rules named `\(name)`"
    case .noRules(let game): "\(game) has no rules to choose from"
    case .badRulesName(let name, let reason): "`\(name)` cannot name rules: \(reason)"
    case .badHouseRules(let name, let option):
      "the house rules `\(name)` say `\(option)`, which the game does not take"
    case .badEcho: "a reply cannot begin with `> ` or `error[`, which mark commands and errors"
    case .openSecret: "a secret is never written in a line"
    case .badSecret: "a secret is a line of text of 1 to 1,024 bytes"
    case .tooDeep: "files that run files are nested more than \(Interpreter.depthLimit) deep"
    case .interrupted: "interrupted"
    case .refused(let refusal, _, _): refusal.message
    case .io(let failure): failure.message
    case .notALog: "a saved game begins with the `new` line of a known game"
    case .badSave(let path, let line, let reason),
      .saveWithoutPlugin(let path, let line, let reason):
      "\(path):\(line): \(reason)"
    case .newerSave(let path, let version):
      "\(path) is of version \(version), and this program knows version 1"
    case .located(let inner, _): inner.message
    case .inSource(_, _, .inSource(let path, let line, let inner)):
      CommandError.inSource(path: path, line: line, inner).message
    case .inSource(let path, let line, let inner): "\(path):\(line): \(inner.message)"
    case .noCommands(let path): "there is no command in \(path)"
    case .noPlugin(let name): "there is no plugin `\(name)`"
    }
  }

  private var help: [String] {
    switch self {
    case .unknownCommand(_, _, let near, let games):
      if !games.isEmpty {
        ["it is a command of \(games.alternatives)"]
      } else if !near.isEmpty {
        ["did you mean \(near.map { "`\($0)`" }.alternatives)?"]
      } else {
        ["`help` lists the commands"]
      }
    case .missingArgument(_, _, let declaration), .badArgument(_, _, _, let declaration),
      .surplusArgument(_, _, let declaration):
      ["usage: " + declaration.usages.joined(separator: " | ")]
    case .unknownOption(_, _, let known) where known.isEmpty: ["it takes no options"]
    case .unknownOption(let name, _, let known):
      if let near = SpellingSuggestion.nearest(to: name, among: known).first {
        ["did you mean `\(near)`?"]
      } else {
        ["options: " + known.joined(separator: ", ")]
      }
    case .needsProfile: ["`parlor --profile DIR` keeps one in a folder"]
    case .noGame(let examples): ["`\(examples.first ?? "new")` opens one; `help` lists the games"]
    case .unknownGame(_, _, let known): ["games: " + known.joined(separator: ", ")]
    case .unknownTopic(_, let near) where !near.isEmpty:
      ["did you mean \(near.map { "`\($0)`" }.alternatives)?"]
    case .unknownTopic: ["`help` lists the commands"]
    case .unknownPlayer(_, _, let known) where known.isEmpty: ["nobody plays yet"]
    case .unknownPlayer(_, _, let known): ["players: " + known.joined(separator: ", ")]
    case .unknownSetting(_, let known): ["settings: " + known.joined(separator: ", ")]
    case .openSecret: ["write it into a file and give `@FILE`; at the prompt, leave it out"]
    case .noCommands: ["the commands of a scenario are lines that start with `> `"]
    case .unknownPath: ["`state` alone shows all of it"]
    case .unknownRules(_, let known) where known.isEmpty: ["no game has rules to choose from"]
    case .unknownRules(_, let known): ["rules: " + known.joined(separator: ", ")]
    case .refused(let refusal, _, _): refusal.help
    case .located(let inner, _): inner.help
    case .inSource:
      // The message names the place at fault, and one line the files on the way to it.
      origin.help + (trail.isEmpty ? [] : ["run by \(trail.joined(separator: ", by "))"])
    default: []
    }
  }

  /// The fault itself, without the files that ran one another on the way to it.
  private var origin: CommandError {
    if case .inSource(_, _, let inner) = self { inner.origin } else { self }
  }

  /// The lines that ran other files, the last first; each is named once.
  private var trail: [String] {
    guard case .inSource(let path, let line, let inner) = self,
      case .inSource(let next, let nextLine, _) = inner
    else { return [] }
    let place = "\(path):\(line)"
    let later = inner.trail
    let isKnown = later.contains(place) || (path == next && line == nextLine)
    return isKnown ? later : later + [place]
  }
}
