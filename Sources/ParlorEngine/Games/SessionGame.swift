package import LineSyntax
package import ParlorKit
import Platform

/// An open game with what the session's commands need of it.
package protocol SessionGame: OpenGame {
  /// What kind of game it is.
  var kind: GameKind { get }
  /// How it was set up.
  var origin: GameOrigin { get }
  /// What happened at its beginning.
  var opening: [any Event] { get }
  /// The moves that are legal now.
  func legalMoves() -> LegalLines
  /// The same for help while a line is typed.
  func moveIndex() -> MoveIndex
  /// Checks a call without running it, if that is cheap: it draws nothing that lasts.
  ///
  /// - Parameter moves: the index of this state; its moves need no check.
  /// - Throws: the error that the call would cause.
  func check(_ call: Call, _ moves: MoveIndex) throws(GameError)
  /// The game itself if it has a log, so that it can be undone, saved and given bots; `nil` if it
  /// is played elsewhere.
  var logged: (any LoggedGame)? { get }

  /// Runs a command of the game.
  func run(_ call: Call) throws(GameError) -> MoveReport
  /// Why words are not a call of a command, if the game knows better than the command's
  /// declaration.
  func misreading(of verb: String, _ words: [String]) -> GameError?
  /// How a game with the same players and rules is set up, with fresh chance.
  func renewed(seed: Int) -> GameOrigin
}

extension SessionGame {
  package var logged: (any LoggedGame)? { nil }
  package func misreading(of verb: String, _ words: [String]) -> GameError? { nil }
  package func renewed(seed: Int) -> GameOrigin { origin.renewed(seed: seed) }
  package func moveIndex() -> MoveIndex { MoveIndex(legalMoves()) }
  package func check(_ call: Call, _ moves: MoveIndex) throws(GameError) {}

  package var name: String { kind.definition.name }
  package var legalLines: [String] {
    let legal = legalMoves()
    return legal.moves.map(\.line) + legal.forms
  }
}

/// A game that is played here: its state is the result of its log.
package protocol LoggedGame: SessionGame {
  /// The digest of the state.
  var digest: UInt32 { get }
  /// What an onlooker may see now.
  var publicView: any GameView { get }

  /// The options with what the game drew or chose for those that were left out.
  var options: OptionValues { get }
  /// The bots that decide for players, by the players' names.
  var seats: [String: Seat] { get set }
  /// The bots that can play.
  var botNames: [Suggestion] { get }
  /// A seat for a bot with the value after its name.
  func makeSeat(bot name: String, value: String?) throws(GameError) -> Seat
  /// Makes the moves of bots until it is a person's turn.
  ///
  /// - Parameter observer: is told what happens, in place of the result, if there is one.
  func playBots(isInterrupted: () -> Bool, observer: BotObserver?) -> [any Event]
  /// Whether the game has an adviser.
  var hasAdviser: Bool { get }
  /// The player whose turn it is, if a bot decides whose hand nobody else may see.
  var hiddenBot: String? { get }
  /// Values the legal moves of the player whose turn it is.
  ///
  /// - Returns: advice with the moves as lines; `nil` if the game has no adviser.
  func advise(isInterrupted: () -> Bool) throws(GameError) -> Advice<String>?
  /// Shows the chances of the position in the game's own form.
  ///
  /// - Parameter words: what the command was asked about, such as a cell.
  /// - Returns: `nil` if the game has no adviser for that.
  func odds(_ words: [Int], isInterrupted: () -> Bool) throws(GameError) -> [any Event]?
  /// Judges every move of the game.
  ///
  /// - Returns: `nil` if the game has no adviser.
  func review(isInterrupted: () -> Bool) throws(GameError) -> GameReview?
  /// Whether a hint was taken before the end.
  var isAssisted: Bool { get set }
  /// The players for whom a bot has moved that plays as advised.
  var advisedPlayers: Set<String> { get }
  /// Takes the current player out of the game.
  func resign() throws(GameError) -> MoveReport
  /// Whether the current player can leave the game.
  var canResign: Bool { get }

  /// Whether a file holds the game as it is.
  var isSaved: Bool { get }
  /// Notes that a file holds the game as it is.
  func noteSaved()

  /// The moves of the log: those in force, and those undone and not replaced.
  var loggedCount: Int { get }
  /// The numbers of the moves in force that have shown what was hidden, from 1.
  var revealingMoves: [Int] { get }
  /// Whether a step can be undone.
  var canUndo: Bool { get }
  /// Undoes steps.
  ///
  /// - Parameter passingBots: whether a step is a decision of a person, with the moves of bots after
  ///   it, as long as a person plays.
  /// - Returns: the undone moves in the order in which they were made.
  func undo(
    _ steps: Int, policy: UndoPolicy, passingBots: Bool
  ) throws(CommandError) -> [LoggedMove]
  /// Makes undone steps again.
  func redo(_ steps: Int, passingBots: Bool) throws(CommandError) -> [LoggedMove]
  /// Goes to the place after a move, counted from 1; 0 is the beginning.
  func go(to target: Int, policy: UndoPolicy) throws(CommandError)
  /// Goes to the beginning, from where the moves are shown again, each at its time.
  func rewind()
  /// Replaces a move in force and makes those after it again, with the same outcomes. Nothing
  /// changes if one of them no longer fits.
  ///
  /// - Parameter number: the number of the move, from 1.
  func amend(
    _ number: Int, by words: AmendingMove, policy: UndoPolicy
  ) throws(CommandError) -> Amended
  /// The game in the position in which a move in force was made, without its journal and its later
  /// moves, for help with a replacement.
  ///
  /// - Parameter number: the number of the move, from 1.
  /// - Returns: `nil` if there is no such move.
  func position(before number: Int) -> (any LoggedGame)?
  /// The lines of all moves that can be legal in the game, in a fixed order; empty if they cannot
  /// be listed.
  func actions() -> [String]
  /// The possible outcomes of the draw of a move, weighted by their probabilities.
  ///
  /// - Parameter call: a call of one of the game's commands.
  /// - Returns: the move, with no outcomes if it draws nothing or they cannot be listed.
  func outcomes(of call: Call) throws(GameError) -> MoveOutcomes
  /// The same of each legal move whose outcomes can be listed.
  func outcomes() -> [MoveOutcomes]
  /// A separate game in the same position, with the same log but for undone moves.
  ///
  /// - Parameter drawsAfresh: whether its draws from now on differ from those of this game.
  func copy(number: Int, drawsAfresh: Bool) -> any LoggedGame
  /// The moves in force from one on, counted from 1.
  func moves(from number: Int) -> [LoggedMove]
  /// How often an undo has asked for other draws.
  var epoch: UInt32 { get set }

  /// The milliseconds between the move in force and the next one of the log.
  ///
  /// - Parameter pause: the answer in a game that keeps no time.
  /// - Returns: `nil` at the end of the log.
  func pauseBeforeNextMove(or pause: Int64) -> Int64?
  /// Makes the next move of the log again.
  ///
  /// - Returns: its line as the players may see it then, and what happens; `nil` at the end.
  func stepForward() -> (line: String, events: [any Event])?

  /// Hands out the lines in order, the `new` line first, as the players may see them.
  func forEachVisibleLine(_ body: (String) -> Void)
  /// Hands out the canonical lines in order, the `new` line first, each with the digest of the
  /// state after it.
  ///
  /// - Parameter untilNow: whether a `clock` line at the end says how long ago the last move was.
  func forEachLine(untilNow: Bool, _ body: (String, UInt32) -> Void)
  /// The digest of the seed and of the state before the first move, for the `new` line.
  var openingDigest: UInt32 { get }
  /// The record of the game in its present state.
  func record() throws(GameError) -> GameRecord

  /// The journal of the game, if one is kept.
  var journal: GameJournal? { get set }
  /// Notes for the journal which place of the log the game is at.
  func notePosition()
  /// The milliseconds since its last move, by its own clock.
  var restTime: Int64 { get }
  /// The session's time in milliseconds.
  var sessionTime: Int64 { get }
  /// Makes the move that is due when a new session resumes the game, if any.
  func resume() throws(GameError)
  /// Replays a log: meanwhile the game's clock moves only by `advanceClock`.
  func replay(_ body: () throws(CommandError) -> Void) throws(CommandError)
  /// Moves the game's clock forward: in a replay, or in a saved game that is run as a script.
  func advanceClock(milliseconds: Int64)
}

extension LoggedGame {
  package var logged: (any LoggedGame)? { self }

  package var onlookerView: (any GameView)? { publicView }

  package var lines: [String] {
    var lines: [String] = []
    forEachVisibleLine { lines.append($0) }
    return lines
  }

  package func forEachPosition(
    _ body: (_ game: any OpenGame, _ line: String, _ events: [any Event]) -> Bool
  ) {
    let copy = copy(number: number, drawsAfresh: false)
    copy.rewind()
    var step = (line: "", events: copy.opening)
    while body(copy, step.line, step.events), let next = copy.stepForward() { step = next }
  }

  /// Whether a person decides for a player.
  var hasPeople: Bool { players.contains { seats[$0] == nil } }

  /// Undoes steps, each of them a move that `undo` stops at.
  func undo(_ steps: Int, policy: UndoPolicy) throws(CommandError) -> [LoggedMove] {
    try undo(steps, policy: policy, passingBots: false)
  }

  /// Makes such steps again.
  func redo(_ steps: Int) throws(CommandError) -> [LoggedMove] {
    try redo(steps, passingBots: false)
  }

  /// Hands out all lines, as a saved game has them.
  package func forEachLine(_ body: (String, UInt32) -> Void) {
    forEachLine(untilNow: true, body)
  }
}

/// The possible outcomes of the draw of a move.
package struct MoveOutcomes: Sendable {
  /// The line of the move, without an outcome.
  package var line: String
  /// The lines with an outcome, each with its weight.
  package var outcomes: [(line: String, weight: Int)]
}

/// Is told what bots do while they play, for a front end that shows it at once.
package struct BotObserver {
  /// A program begins to think about the move of this player.
  var thinks: (_ player: String) -> Void
  /// A bot has moved.
  var moved: ([any Event]) -> Void
}

/// The result of a command of a game.
package struct MoveReport {
  /// What happened.
  var events: [any Event]
  /// Whether a move was made, rather than a question answered.
  var isMove: Bool
  /// The words of the game to open, if the command asks for one, and the options that it keeps.
  var reopens: (words: [Argument], keeping: [String])?
  /// Whether the move drew its outcome, rather than being given it.
  var hasDrawn = false
}

/// A move of a log as the players may see it.
package struct LoggedMove: Sendable {
  /// Its number in the log, from 1; `nil` for an amendment.
  var number: Int?
  /// Its line.
  package var line: String
  /// Who made it, in a game for several.
  var player: String?
  /// The round in which it was made, where the game has rounds.
  var round: Int?
}

/// The move that takes the place of another.
package enum AmendingMove {
  case call(Call)
  case resignation
}

/// What an amendment brought about.
package struct Amended {
  /// The move as it is now.
  var move: LoggedMove
  /// The line that it had before.
  var before: String
  /// What the last move reports, if it is the one that was replaced or the game is over.
  var events: [any Event]
  /// Whether the move drew its outcome.
  var hasDrawn: Bool
}

/// What `undo` does with draws.
package enum UndoPolicy: String, Sendable, CaseIterable {
  /// The same draws come again.
  case same
  /// Other draws come.
  case fresh
  /// Draws cannot be undone.
  case forbid
}

/// The legal moves of a game as lines.
package struct LegalLines {
  /// A legal move.
  package struct Entry {
    /// Its canonical line.
    package var line: String
    /// What it would bring, in a few words.
    package var detail: String

    package init(line: String, detail: String) {
      self.line = line
      self.detail = detail
    }
  }

  /// The moves one by one.
  package var moves: [Entry]
  /// The forms of moves that cannot be listed.
  package var forms: [String]

  package init(moves: [Entry], forms: [String]) {
    self.moves = moves
    self.forms = forms
  }

  /// The most that ``summary(in:)`` lists one by one.
  private static let listLimit = 13

  /// The moves in few words: every one, or the forms of the commands with their counts.
  ///
  /// - Parameter kind: the kind of game that they are moves of.
  func summary(in kind: GameKind) -> [String] {
    guard moves.count + forms.count > Self.listLimit else { return moves.map(\.line) + forms }
    var verbs: [String] = []
    var lines: [String: [String]] = [:]
    for move in moves {
      let verb = String(move.line.prefix { $0 != " " })
      if lines[verb] == nil { verbs.append(verb) }
      lines[verb, default: []].append(move.line)
    }
    let commands = verbs.map { verb in
      let lines = lines[verb] ?? unreachable("the verb is that of a line", [])
      if lines.count == 1 { return lines[0] }
      let usage = kind.definition.commands.first { $0.verb == verb }?.usages.last ?? verb
      return "\(usage) (\(lines.count.grouped))"
    }
    return commands + forms
  }
}
