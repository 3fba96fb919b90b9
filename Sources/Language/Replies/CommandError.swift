package import ParlorKit
package import Platform

/// Why a line was rejected. Each error is made where it is found, by one of the factories below, which
/// give it its code, its words and its place in the line.
package struct CommandError: Error, Sendable {
  /// The error in words, without the line of help that lists what is legal.
  private var words: Diagnostic
  /// What callers need to know of some errors.
  package private(set) var detail: Detail?
  /// What is at fault, as long as its place in the line is not known.
  private var place: Place?
  /// The places of the lines on the way to the error, if it comes from a file: `FILE:LINE`.
  private var source = Source()

  /// What callers need to know of some errors.
  package enum Detail: Equatable, Sendable {
    /// The line ends too early.
    case missingArgument(isSecret: Bool)
    /// The line ends within a quoted word.
    case openQuote
    /// A saved game is damaged from a line on.
    case damagedSave(line: Int)
    /// A saved game is in order, and this program cannot go on with it.
    case unusableSave
  }

  private enum Place {
    /// An argument, if it is there.
    case argument(Int)
    /// What a game says, or the verb if that is not there.
    case ofGame(GameError.Place)
  }

  private struct Source {
    /// The line of the file that was wrapped last.
    var last: String?
    /// The lines that ran other files, the last first.
    var trail: [String] = []
  }

  private init(
    _ code: ErrorCode, _ message: String, range: Range<Int>? = nil, at place: Place? = nil,
    help: [String] = [], detail: Detail? = nil
  ) {
    words = Diagnostic(code: code, message: message, range: range, help: help)
    self.place = place
    self.detail = detail
  }

  package var code: ErrorCode { words.code }
  package var message: String { words.message }

  /// The error in words.
  package var diagnostic: Diagnostic {
    // Of a line of a file only machines are told what would have been legal.
    guard !words.legal.isEmpty, source.last == nil else { return words }
    // What is wrong with a word, and what would be right, is told already.
    if code == .badArgument, !words.help.isEmpty { return words }
    var diagnostic = words
    diagnostic.help.append("legal now: " + words.legal.joined(separator: ", "))
    return diagnostic
  }

  /// The error without its place, for callers that reject a line as a whole.
  var ofWholeLine: GameError { GameError(code, message, help: words.help) }
}

extension CommandError {
  /// `history` where no user types.
  static var noHistory: CommandError {
    CommandError(.notNow, "only the prompt has a history")
  }

  /// A command or a word that would be refused now. It is only used to colour lines.
  static func notAvailable(_ range: Range<Int>) -> CommandError {
    CommandError(.notNow, "not available now", range: range)
  }
}

// MARK: - Places

extension CommandError {
  /// The same error at a place of the line.
  func located(at range: Range<Int>) -> CommandError {
    var error = self
    error.words.range = range
    return error
  }

  /// The same error in a line that has so many bytes before this one.
  func shifted(by offset: Int) -> CommandError {
    guard let range = words.range else { return self }
    return located(at: (range.lowerBound + offset)..<(range.upperBound + offset))
  }

  /// The error with the place in the line of what it names.
  func placed(in line: Line, _ call: Call, of command: DeclaredCommand) -> CommandError {
    guard words.range == nil, let place else { return self }
    let places = CallReader(line, as: command).places(of: call)
    func word(_ index: Int) -> Range<Int>? {
      places.arguments.indices.contains(index) ? places.arguments[index].range : nil
    }
    switch place {
    case .argument(let index): return word(index).map(located) ?? self
    case .ofGame(.line): return located(at: places.verb)
    case .ofGame(.anyOf(let numbers)):
      let index = call.firstArgument(among: numbers)
      return located(at: index.flatMap(word) ?? places.verb)
    case .ofGame(.argument(let index)): return located(at: word(index) ?? places.verb)
    case .ofGame(.option(let name)): return located(at: places.options[name] ?? places.verb)
    }
  }

  /// The words of a game for an error, at the same place.
  func said(by game: GameError) -> CommandError {
    var error = self
    error.words = Diagnostic(
      code: game.code, message: game.message, range: words.range, help: game.help)
    return error
  }

  /// The error of a line of a file. The message names the innermost line; a line of help names the
  /// files on the way to it, each once.
  func inSource(path: String, line: Int) -> CommandError {
    let place = "\(path):\(line)"
    var error = self
    error.place = nil
    error.words.range = nil
    if let last = source.last {
      if place != last, !source.trail.contains(place) {
        if !source.trail.isEmpty { error.words.help.removeLast() }
        error.source.trail.append(place)
        error.words.help.append("run by \(error.source.trail.joined(separator: ", by "))")
      }
    } else {
      error.words.message = "\(place): \(message)"
    }
    error.source.last = place
    return error
  }
}

// MARK: - The line

extension CommandError {
  static func lineTooLong(limit: Int) -> CommandError {
    CommandError(.limit, "the line is longer than \(limit.grouped) bytes")
  }

  static func notText(at index: Int) -> CommandError {
    CommandError(
      .syntax, "a line must be UTF-8 text without control characters", range: index..<index)
  }

  static func strayQuote(at index: Int) -> CommandError {
    CommandError(
      .syntax, "quotes must enclose a whole word or value", range: index..<index)
  }

  static func openQuote(at index: Int) -> CommandError {
    CommandError(.syntax, "missing closing quote", range: index..<index, detail: .openQuote)
  }

  static func unknownEscape(at index: Int) -> CommandError {
    CommandError(
      .syntax, #"within quotes, a backslash must precede `"` or `\`"#, range: index..<index)
  }

  static func idTooLarge(range: Range<Int>) -> CommandError {
    CommandError(.syntax, "an id must be below 2147483648", range: range)
  }

  package static func unknownCommand(
    _ word: String, range: Range<Int>, near: [String], games: [String]
  ) -> CommandError {
    let help =
      games.isEmpty
      ? question(near) ?? "`help` lists the commands" : "it is a command of \(games.alternatives)"
    return CommandError(.unknownCommand, "unknown command `\(word)`", range: range, help: [help])
  }

  static func missingArgument(
    _ expected: [Parameter], after index: Int, _ command: CommandDeclaration
  ) -> CommandError {
    CommandError(
      .badArgument, "`\(command.verb)` needs \(expectation(expected))",
      range: index..<index, help: usage(command),
      detail: .missingArgument(isSecret: expected.contains { $0.kind == .secret }))
  }

  /// - Parameter hint: what was probably meant.
  static func badArgument(
    _ word: String, range: Range<Int>, _ expected: [Parameter], _ command: CommandDeclaration,
    hint: String?
  ) -> CommandError {
    // An empty word would not be seen.
    let shown = word.allSatisfy { $0 == " " } ? Word.quoted(word) : word
    return CommandError(
      .badArgument, "`\(shown)` is not \(expectation(expected))", range: range,
      help: (hint.map { [$0] } ?? []) + usage(command))
  }

  /// - Parameters:
  ///   - count: the number of arguments.
  ///   - full: the last parameter, which takes no more of them.
  static func surplusArgument(
    _ word: String, range: Range<Int>, _ command: CommandDeclaration, of count: Int = 0,
    full: Parameter? = nil
  ) -> CommandError {
    var message = "unexpected argument `\(word)`"
    if let full, full.count.upperBound > 1, let noun = full.plural {
      message += ": at most \(full.count.upperBound.grouped) \(noun)"
    }
    return CommandError(.badArgument, message, range: range, help: usage(command))
  }

  static func unknownOption(_ name: String, range: Range<Int>, known: [String]) -> CommandError {
    var help = "the command has no options"
    if !known.isEmpty {
      help =
        SpellingSuggestion.nearest(to: name, among: known).first.map { "did you mean `\($0)`?" }
        ?? list("options", known)
    }
    return CommandError(
      .badOption, "there is no option `\(name)`", range: range, help: [help])
  }

  static func repeatedOption(_ name: String, range: Range<Int>) -> CommandError {
    CommandError(.badOption, "option `\(name)` is given twice", range: range)
  }

  static func badOption(_ option: OptionDeclaration, range: Range<Int>) -> CommandError {
    CommandError(.badOption, "`\(option.name)` takes \(option.range)", range: range)
  }

  private static func expectation(_ expected: [Parameter]) -> String {
    expected.map(\.expectation).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
      .alternatives
  }

  private static func usage(_ command: CommandDeclaration) -> [String] {
    ["usage: " + command.usages.joined(separator: " | ")]
  }

  private static func list(_ title: String, _ words: [String]) -> String {
    "\(title): " + words.joined(separator: ", ")
  }

  private static func question(_ near: [String]) -> String? {
    near.isEmpty ? nil : "did you mean \(near.map { "`\($0)`" }.alternatives)?"
  }
}

// MARK: - The session

extension CommandError {
  /// - Parameter examples: lines that open games.
  static func noGame(examples: [String]) -> CommandError {
    CommandError(
      .noGame, "no game is open",
      help: ["`\(examples.first ?? "new")` opens one; `help` lists the games"])
  }

  /// - Parameter isPlugin: whether a plugin that comes with the program has this name.
  static func unknownGame(
    _ word: String, range: Range<Int>, near: [String], known: [String], isPlugin: Bool
  ) -> CommandError {
    CommandError(
      .badArgument, "there is no game `\(word)`", range: range,
      help: [isPlugin ? placesOfPlugin(word) : question(near) ?? list("games", known)])
  }

  /// Where a plugin has to be.
  private static func placesOfPlugin(_ name: String) -> String {
    "install the program parlor-\(name) beside parlor, in ~/.local/share/parlor/plugins or in a"
      + " folder of PATH"
  }

  static func unknownGameNumber(_ number: Int, open: Int) -> CommandError {
    CommandError(
      .badArgument, "there is no open game \(number); `games` lists the open games",
      at: .argument(0))
  }

  package static func unknownFinishedGame(_ number: Int) -> CommandError {
    CommandError(
      .notNow, "there is no finished game \(number.grouped); `finished` lists the games",
      at: .argument(0))
  }

  static func unknownClosedGame(_ number: Int, closed: Int) -> CommandError {
    CommandError(
      .notNow,
      closed == 0
        ? "no unfinished game was closed in this session"
        : "there is no closed game \(number.grouped): \(Plural(closed, "game")) can be opened again"
    )
  }

  /// - Parameter isMissing: whether `load` names nothing, rather than several games.
  static func noSingleFile(isMissing: Bool) -> CommandError {
    CommandError(
      .badArgument,
      isMissing
        ? "`load` needs a file, `finished=N` or `closed=N`"
        : "`load` takes only one of a file, `finished=N` and `closed=N`",
      help: [
        "for example `load ann-bob.parlor`, or `load finished=1` for the game that ended last"
      ])
  }

  static func wouldOverwrite(_ path: String, because reason: String) -> CommandError {
    CommandError(
      .io, "\(path) exists and \(reason)", at: .argument(0),
      help: ["`save \(Word.written(path)) overwrite=yes` replaces it"])
  }

  /// - Parameters:
  ///   - needs: what the session would have to be granted.
  ///   - held: what it is granted.
  package static func notGranted(
    _ verb: String, needs: Capabilities = .processes, in held: Capabilities
  ) -> CommandError {
    let allowed = needs.contains(.network) ? "exec,network" : "exec"
    return CommandError(
      .notNow, "`\(verb)` is not allowed in this session",
      help: held.contains(.extensible)
        ? ["if you trust the file, run it with `--allow \(allowed)`"] : [])
  }

  static func needsProfile(_ verb: String) -> CommandError {
    CommandError(
      .notNow, "`\(verb)` needs a profile, and this session has none",
      help: ["start Parlor with `--profile DIR`"])
  }

  static func tooManyGames(limit: Int) -> CommandError {
    CommandError(.limit, "\(limit.grouped) games are open, the maximum; `close` closes one")
  }

  static func nothingToUndo(asked: Int, possible: Int) -> CommandError {
    CommandError(
      .notNow,
      possible == 0 ? "there is nothing to undo" : "only \(Plural(possible, "move")) can be undone")
  }

  static func nothingToRedo(asked: Int, possible: Int) -> CommandError {
    CommandError(
      .notNow,
      possible == 0 ? "there is nothing to redo" : "only \(Plural(possible, "move")) can be redone")
  }

  static let undoForbidden = CommandError(
    .notNow, "cannot undo a draw: `set undo forbid` is in force")

  static func noSuchMove(_ move: Int, moves: Int) -> CommandError {
    CommandError(
      .notNow, "there is no move \(move.grouped): the game has \(Plural(moves, "move"))",
      at: .argument(0))
  }

  /// A move of the log that cannot be made after one before it was replaced.
  static func movesNoLongerFit(_ number: Int, line: String, _ error: GameError) -> CommandError {
    CommandError(
      error.code,
      "move \(number.grouped), `\(line)`, no longer fits: \(error.message)",
      help: ["nothing has changed; amend move \(number.grouped) first, or go there with `goto`"])
  }

  static let realClock = CommandError(.notNow, "cannot move the real-time clock")

  static let noLog = CommandError(
    .notNow, "a remote game has no log: it cannot be undone, replayed or saved")

  static let hiddenSeed = CommandError(
    .notNow, "the seed is hidden until all open games are over")

  static let notRecording = CommandError(.notNow, "the session is not being recorded")

  static func recordingAlready(_ path: String) -> CommandError {
    CommandError(.notNow, "the session is already being recorded to \(path)")
  }

  static func unknownPlayer(_ name: String, known: [String]) -> CommandError {
    CommandError(
      .badArgument, "there is no player `\(name)`", at: .argument(0),
      help: [known.isEmpty ? "the game has no players yet" : list("players", known)])
  }

  static func unknownTopic(_ word: String, near: [String]) -> CommandError {
    CommandError(
      .badArgument, "there is no command or game `\(word)`", at: .argument(0),
      help: [question(near) ?? "`help` lists the commands"])
  }

  static func unknownSetting(_ name: String, known: [String]) -> CommandError {
    CommandError(
      .badArgument, "there is no setting `\(name)`", at: .argument(0),
      help: [list("settings", known)])
  }

  static func badSetting(_ name: String, value: String, known: [String]) -> CommandError {
    CommandError(.badArgument, "`\(name)` takes \(known.alternatives)", at: .argument(1))
  }

  static func unknownPath(_ path: String) -> CommandError {
    CommandError(
      .badArgument, "the state has no value at `\(path)`", at: .argument(0),
      help: ["`state` shows the whole state"])
  }

  static func unknownRules(_ name: String, known: [String]) -> CommandError {
    CommandError(
      .badArgument, "there are no rules named `\(name)`", at: .argument(0),
      help: [known.isEmpty ? "no game has rules to choose from" : list("rules", known)])
  }

  static func noRules(_ game: String) -> CommandError {
    CommandError(.notNow, "\(game) has no rules to choose from")
  }

  static func badRulesName(_ name: String, reason: String) -> CommandError {
    CommandError(.badArgument, "`\(name)` cannot name rules: \(reason)", at: .argument(0))
  }

  static func builtInRules(_ name: String) -> CommandError {
    CommandError(
      .badArgument, "the rules `\(name)` are built in and cannot be deleted", at: .argument(0))
  }

  static func badHouseRules(_ name: String, option: String) -> CommandError {
    CommandError(
      .badOption,
      "the house rules `\(name)` contain `\(option)`, which is not an option of the game")
  }

  static let badEcho = CommandError(
    .badArgument, "a text cannot start with `> ` or `error[`, which mark commands and errors",
    at: .argument(0))

  static func openSecret(range: Range<Int>) -> CommandError {
    CommandError(
      .badArgument, "a secret cannot be part of a line", range: range,
      help: ["write it to a file and pass `@FILE`, or leave it out to be asked for it"])
  }

  static func badSecret(range: Range<Int>) -> CommandError {
    CommandError(
      .badArgument,
      "a secret must be one line of 1 to \(CommandRouter.secretLimit.grouped) bytes", range: range)
  }

  static func tooDeep(limit: Int) -> CommandError {
    CommandError(.limit, "`source` is nested more than \(limit) levels deep")
  }

  static let interrupted = CommandError(.notNow, "interrupted")
}

// MARK: - The game and the system

extension CommandError {
  /// What a game or a plugin refuses.
  ///
  /// - Parameter legal: what would be legal, in few words.
  package static func refused(_ error: GameError, legal: [String] = []) -> CommandError {
    var refused = CommandError(
      error.code, error.message, at: .ofGame(error.place),
      help: error.help, detail: error.code == .plugin ? .unusableSave : nil)
    refused.words.legal = legal
    return refused
  }

  package static func io(_ failure: FileError) -> CommandError {
    CommandError(.io, failure.message, at: .argument(0))
  }

  static let notALog = CommandError(
    .io, "a saved game must begin with the `new` line of a known game")

  static func noCommands(_ path: String) -> CommandError {
    CommandError(
      .io, "\(path) contains no commands",
      help: ["the command lines of a scenario start with `> `"])
  }

  static func noPlugin(_ name: String) -> CommandError {
    CommandError(.plugin, "there is no plugin `\(name)`", help: [placesOfPlugin(name)])
  }

  static func missing(_ requirement: SessionRequirement) -> CommandError {
    CommandError(.notNow, requirement.failure)
  }

  static func badSave(path: String, line: Int, reason: String) -> CommandError {
    CommandError(.io, "\(path):\(line): \(reason)", detail: .damagedSave(line: line))
  }

  /// The plugin of a saved game is missing or fails; nothing is wrong with the file.
  static func saveWithoutPlugin(path: String, line: Int, reason: String) -> CommandError {
    CommandError(.io, "\(path):\(line): \(reason)", detail: .unusableSave)
  }

  static func newerSave(path: String, version: Int) -> CommandError {
    CommandError(
      .io, "\(path) has version \(version), but this program reads only version 1",
      detail: .unusableSave)
  }
}

/// An error in words.
package struct Diagnostic: Sendable, Equatable {
  /// The stable code.
  package var code: ErrorCode
  /// One clause without a full stop.
  package var message: String
  /// The bytes of the line at fault; empty at the place where something is missing, and nothing
  /// where the line as a whole is meant.
  package var range: Range<Int>?
  /// What would be right, a line each.
  package var help: [String] = []
  /// What would be legal now, for machines.
  package var legal: [String] = []

  /// Writes the error as transcripts show it: the message, then indented lines of help.
  package func write(to text: inout TextWriter) {
    text.write(Styled(.bad, "error[\(code.rawValue)]:"), " ", message)
    text.breakLine()
    for line in help { text.write("  ", line, "\n") }
  }

  func write(to json: inout JSONWriter) {
    json.writeObject { json in
      json.write(key: "code")
      json.write(code.rawValue)
      json.write(key: "message")
      json.write(message)
      if let range {
        json.write(key: "column")
        json.write(range.lowerBound + 1)
      }
      json.write(key: "legal")
      json.write(.strings(legal))
    }
  }
}
