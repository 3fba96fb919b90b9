import LineSyntax
import ParlorKit
package import Platform

extension CommandError {
  package static func unknownCommand(
    _ word: String, range: Range<Int>, near: [String], games: [String]
  ) -> CommandError {
    let help =
      games.isEmpty
      ? question(near) ?? "`help` lists the commands" : "it is a command of \(games.alternatives)"
    return CommandError(.unknownCommand, "unknown command `\(word)`", range: range, help: [help])
  }

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

  static func unknownGameNumber(_ number: Int) -> CommandError {
    CommandError(
      .badArgument, "there is no open game \(number); `games` lists the open games",
      at: .argument(0))
  }

  package static func unknownFinishedGame(_ number: Int) -> CommandError {
    CommandError(
      .notNow, "there is no finished game \(number.grouped); `finished` lists the games",
      at: .argument(0))
  }

  static func otherLog(_ number: Int) -> CommandError {
    CommandError(
      .notNow,
      "the log of the finished game \(number.grouped) does not fit its result, which was corrected elsewhere"
        + " or restored",
      at: .argument(0))
  }

  /// - Parameter finished: the number by which `replay` finds the game.
  static func openElsewhere(finished: Int?) -> CommandError {
    CommandError(
      .notNow, "this game is open at another prompt; change it there, or close it there first",
      at: .argument(0), help: finished.map { ["`replay \($0)` shows its moves"] } ?? [])
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
        ? ["if you trust the file, run it with `--allow \(allowed)`"] : []
    ).lacking(needs)
  }

  /// A file that a session may not read.
  static func outsideFolder(_ path: String) -> CommandError {
    io(FileError(.read, path, because: "it is outside the folder of the scenario")).lacking(.files)
  }

  static func needsProfile(_ verb: String) -> CommandError {
    CommandError(
      .notNow, "`\(verb)` needs a profile, and this session has none",
      help: ["start Parlor with `--profile DIR`"])
  }

  static func tooManyGames(limit: Int) -> CommandError {
    CommandError(.limit, "\(limit.grouped) games are open, the maximum; `close` closes one")
  }

  static func nothingToUndo(possible: Int) -> CommandError {
    CommandError(
      .notNow,
      possible == 0 ? "there is nothing to undo" : "only \(Plural(possible, "move")) can be undone")
  }

  static func nothingToRedo(possible: Int) -> CommandError {
    CommandError(
      .notNow,
      possible == 0 ? "there is nothing to redo" : "only \(Plural(possible, "move")) can be redone")
  }

  static let undoForbidden = CommandError(
    .notNow, "cannot undo a draw: `set undo forbid` is in force")

  static let needsConsent = CommandError(
    .notNow, "this takes back a draw that others have seen",
    help: ["`undo` asks them, under `set undo ask`"], detail: .needsConsent)

  static let nothingAsked = CommandError(
    .notNow, "nobody has asked to take a move back in this position")

  static let undoIsDecided = CommandError(
    .notNow, "`set undo` is decided before the others have seen a draw of the game")

  static func noSuchMove(_ move: Int, moves: Int) -> CommandError {
    CommandError(
      .notNow, "there is no move \(move.grouped): the game has \(Plural(moves, "move"))",
      at: .argument(0))
  }

  static func noSuchTurn(_ turn: String, turns: Int) -> CommandError {
    CommandError(.notNow, "there is no \(turn): the game has \(Plural(turns, "turn"))")
  }

  static let noTurns = CommandError(.notNow, "the game has no turns; name moves by their numbers")

  /// A move of the log that cannot be made after one before it was replaced.
  ///
  /// - Parameter excludes: whether the game does not count from now on, since the refusal may tell
  ///   what is hidden.
  static func movesNoLongerFit(
    _ number: Int, line: String, _ error: GameError, excludes: Bool
  ) -> CommandError {
    CommandError(
      error.code,
      "move \(number.grouped), `\(line)`, no longer fits: \(error.message)",
      help: ["nothing has changed; amend move \(number.grouped) first, or go there with `goto`"]
        + (excludes
          ? ["from now on, this game does not count: the refusal may reveal a secret"] : []))
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

  static func hasDrawnAfresh(_ number: Int) -> CommandError {
    CommandError(
      .notNow,
      "game \(number) draws afresh after an undo or `copy`, which a scenario cannot begin with",
      help: ["`close \(number)` closes it; or begin the recording before the game"])
  }

  static func isElsewhere(_ number: Int) -> CommandError {
    CommandError(
      .notNow, "game \(number) is played elsewhere, and a scenario cannot begin within it",
      help: ["`close \(number)` closes it; or begin the recording before the game"])
  }

  static let notRecordable = CommandError(
    .notNow, "a scenario cannot begin with the open games as they are",
    help: ["`games` lists them; `close` closes one; or begin the recording before the games"])

  static func unknownPlayer(_ name: String, known: [String]) -> CommandError {
    CommandError(
      .badArgument, "there is no player `\(name)`", at: .argument(0),
      help: [known.isEmpty ? "the game has no players yet" : list("players", known)])
  }

  /// - Parameter isPlugin: whether a plugin that comes with the program has this name.
  static func unknownTopic(
    _ word: String, near: [String], isPlugin: Bool = false
  ) -> CommandError {
    CommandError(
      .badArgument, "there is no command or game `\(word)`", at: .argument(0),
      help: [isPlugin ? placesOfPlugin(word) : question(near) ?? "`help` lists the commands"])
  }

  static func unknownSetting(_ name: String, known: [String]) -> CommandError {
    CommandError(
      .badArgument, "there is no setting `\(name)`", at: .argument(0),
      help: [list("settings", known)])
  }

  static func badSetting(_ name: String, known: [String]) -> CommandError {
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

  /// Words that do not fit a command that takes a secret. The message repeats none of them.
  static func mistypedSecret(
    _ range: Range<Int>, _ command: CommandDeclaration, code: ErrorCode = .badArgument
  ) -> CommandError {
    CommandError(
      code, "the words do not fit `\(command.verb)`", range: range,
      help: ["usage: " + command.usages.joined(separator: " | ")])
  }

  static func badSecret(range: Range<Int>) -> CommandError {
    CommandError(
      .badArgument,
      "a secret must be one line of 1 to \(CommandRouter.secretLimit.grouped) bytes", range: range)
  }

  static func tooDeep(limit: Int) -> CommandError {
    CommandError(.limit, "`source` is nested more than \(limit) levels deep")
  }

  static let adviceIsOff = CommandError(.notNow, "advice is off: `set advice on` allows hints")

  static let adviceIsForbidden = CommandError(.notNow, "there is no advice in this session")

  static func adviceToBot(_ player: String) -> CommandError {
    CommandError(
      .notNow, "it is the turn of \(player), a bot: advice would tell what it hides",
      help: ["`seat \(Word.written(player)) human` takes its place; the game then does not count"])
  }

  static let nothingToAdvise = CommandError(
    .notNow, "the game is over", help: ["`review` judges its moves, `new` plays again"])

  /// - Parameter reason: why there is nothing.
  package static func nothingToDraw(_ reason: String) -> CommandError {
    CommandError(.notNow, "there is nothing to draw: \(reason)")
  }

  static let noSingleGameToReview = CommandError(
    .badArgument, "`review` takes a file or `finished=N`, not both",
    help: [
      "for example `review ann-bob.parlor`, or `review finished=1` for the game that ended last"
    ])

  /// - Parameter title: the title of a game.
  static func noAdviser(_ title: String, isRemote: Bool) -> CommandError {
    CommandError(
      .notNow,
      isRemote
        ? "remote games have no advice" : "\(title) has no adviser")
  }

  static let interrupted = CommandError(.notNow, "interrupted")
}

// Files and plugins.
extension CommandError {
  package static func io(_ failure: FileError) -> CommandError {
    CommandError(.io, failure.message, at: .argument(0))
  }

  static let noBatch = CommandError(
    .notNow, "no batch is open", help: ["for example `batch 64 farkle Ann Bob` opens one"])

  /// - Parameter range: the name of the game.
  static func cannotBatch(_ title: String, range: Range<Int>) -> CommandError {
    CommandError(
      .badArgument, "this game of \(title) cannot be stepped in a batch", range: range,
      help: [
        "a batch needs a built-in game whose moves can be listed: Farkle with drawn dice,"
          + " Minesweeper, Mastermind with at most 10,000 codes"
      ])
  }

  /// - Parameters:
  ///   - limit: the most games.
  ///   - isLocal: whether it is the most whose actions fit a line.
  static func batchTooLarge(
    _ title: String, limit: Int, isLocal: Bool, range: Range<Int>
  ) -> CommandError {
    CommandError(
      .limit,
      "a batch of \(title) has at most \(limit.grouped) games"
        + (isLocal ? ": a line has at most \(Line.limit.grouped) bytes" : " in this session"),
      range: range)
  }

  static func noOutcomes(of line: String?) -> CommandError {
    guard let line else {
      return CommandError(.notNow, "no legal move has a draw whose outcomes can be listed")
    }
    return CommandError(.notNow, "`\(line)` has no draw whose outcomes can be listed")
  }

  static func noActions(_ title: String) -> CommandError {
    CommandError(
      .notNow, "the moves of this game of \(title) cannot be listed",
      help: ["`legal` lists the legal ones, or their forms"])
  }

  static let notALog = CommandError(
    .io, "a saved game must begin with the `new` line of a known game")

  static func noCommands(_ path: String) -> CommandError {
    CommandError(
      .io, "\(path) contains no commands",
      help: ["the command lines of a scenario start with `> `"])
  }

  static func noPlugin(_ name: String) -> CommandError {
    CommandError(
      .plugin, "there is no plugin `\(name)`", help: [placesOfPlugin(name)],
      detail: .unusableSave)
  }

  static func missing(_ requirement: SessionRequirement) -> CommandError {
    CommandError(.notNow, requirement.failure)
  }

  static func badSave(path: String, line: Int, reason: String) -> CommandError {
    CommandError(.io, "\(path):\(line): \(reason)", detail: .damagedSave(line: line))
  }

  /// A saved game needs a plugin that is missing, fails, may not start or has changed, or a later version.
  static func unusableSave(_ reason: String) -> CommandError {
    CommandError(.io, reason, detail: .unusableSave)
  }
}

extension CommandError {
  static func list(_ title: String, _ words: [String]) -> String {
    "\(title): " + words.joined(separator: ", ")
  }

  static func question(_ near: [String]) -> String? {
    near.isEmpty ? nil : "did you mean \(near.map { "`\($0)`" }.alternatives)?"
  }
}
