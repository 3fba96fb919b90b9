import LineSyntax
package import ParlorKit

/// A game that is played here: its state is the result of its log.
package protocol LoggedGame: SessionGame {
  /// Its log, for who only reads it, as it is now.
  var log: any GameLog { get }
  /// Whether no undone moves follow. Unlike ``log``, this copies nothing.
  var isAtEnd: Bool { get }
  /// The digest of the state.
  var digest: UInt32 { get }
  /// How often an undo has asked for other draws.
  var epoch: UInt32 { get set }
  /// Whether the log leads to an end that is recorded: to go back in it is to look, until a move is made.
  var hasRecordedEnd: Bool { get }
  /// The places in the log of the moves whose outcomes were entered, where Parlor draws.
  var givenPlaces: [Int] { get }
  /// Notes that the outcome of a move of the log was entered.
  func noteGiven(at place: Int)
  /// Its own clock.
  var clock: GameClock { get set }
  /// Who decides for whom, and who was helped.
  var table: GameTable { get set }
  /// What is noted of it for the journal, if one is kept.
  var journal: GameJournal? { get set }
  /// The position that a file holds, if one does.
  var saved: (moves: Int, digest: UInt32, path: String?)? { get set }
  /// The player whose turn it is, if a bot decides whose hand nobody else may see.
  var hiddenBot: String? { get }
  /// The player whose turn it is, if a person decides who sees a hand that nobody else may see.
  var shownHand: Int? { get }
  /// Refuses what is typed in place of a bot whose hand nobody else may see.
  func refuseHand() throws(GameError)
  /// What can come of the draw of a move.
  func outcomes(of call: Call) throws(GameError) -> MoveOutcomes
  /// The game's adviser, if it has one, about the position as it is now.
  var adviser: (any GameAdviser)? { get }

  /// The shortest line that makes a move of the log again with the draw of the game's own seed; nil if
  /// the move drew nothing, or something else.
  func lineOfDraw(at place: Int) -> String?

  /// Its driver, if it is a game of this kind.
  func driver<Rules: Game>(of kind: Rules.Type) -> GameDriver<Rules>?

  /// Plays the position on many times for each of several moves.
  ///
  /// - Throws: why it cannot be played on from what the player to move sees.
  func rollout(
    _ request: RolloutRequest, isInterrupted: () -> Bool
  ) throws(GameError) -> RolloutReport

  /// A seat for a bot with the value after its name.
  func makeSeat(bot name: String, value: String?) throws(GameError) -> Seat
  /// Makes the moves of bots until it is a person's turn.
  ///
  /// - Parameter observer: is told what happens, in place of the result, if there is one.
  func playBots(isInterrupted: () -> Bool, observer: BotObserver?) -> [any Event]
  /// Makes a move as a line says it. Only a person leaves the game.
  func make(_ move: AmendingMove) throws(GameError) -> MoveReport
  /// Checks such a move without making it.
  func check(_ move: AmendingMove) throws(CommandError)
  /// The score that is suggested for a player who joins now.
  var joiningScore: Int { get throws(GameError) }
  /// Gives a player another name, from the beginning of the game.
  func rename(_ player: String, to name: String) throws(CommandError) -> MoveReport
  /// Takes the word of a player of a fair game, before its first move.
  func give(word: String, of player: String) throws(CommandError)
  /// What there is to know of a fair game, and the line that the other side has to take.
  var fairEvents: [any Event] { get }
  /// Takes a line of the other side of a fair game: its commit, a move, or its share of a draw.
  func take(_ text: String) throws(CommandError) -> MoveReport
  /// Shows the secret of a fair game, after which it takes no more moves.
  ///
  /// - Returns: what to report; nothing if that was done before, or if the game is not fair.
  func reveal() -> [any Event]
  /// Makes the move that is due when a new session resumes the game, if any.
  func resume() throws(GameError)

  /// Undoes steps.
  ///
  /// - Parameter passingBots: whether a step is a decision of a person, with the moves of bots
  ///   after it, as long as a person plays.
  /// - Returns: the undone moves in the order in which they were made.
  func undo(
    _ steps: Int, policy: UndoPolicy, passingBots: Bool
  ) throws(CommandError) -> [LoggedMove]
  /// What the moves of its log show.
  var chanceShown: ShownChance { get }
  /// Whether several people play and moves from a place on have shown them chance.
  func hasSharedChance(from place: Int) -> Bool
  /// Whether the game, which counts so far, no longer counts once the last decision of a person is
  /// undone.
  func undoExcludes(_ policy: UndoPolicy) -> Bool
  /// Makes undone steps again.
  func redo(_ steps: Int, passingBots: Bool) throws(CommandError) -> [LoggedMove]
  /// Goes to the place after a move, counted from 1; 0 is the beginning.
  func go(to target: Int, policy: UndoPolicy) throws(CommandError)
  /// Replaces moves in force by one or none, or inserts one, and makes those after them again,
  /// their outcomes as they are. Nothing changes if one of them no longer fits.
  ///
  /// - Parameter words: the new move; nil to delete moves.
  func amend(
    _ places: AmendedPlaces, by words: AmendingMove?, policy: UndoPolicy
  ) throws(CommandError) -> Amended
  /// Goes to the beginning, from where the moves are shown again, each at its time.
  func rewind()
  /// Makes the next move of the log again.
  ///
  /// - Returns: its line as the players may see it then, and what happens; nil at the end.
  func stepForward() -> (line: String, events: [any Event])?
  /// A game of its own in the position after a move in force, without its journal, its later moves
  /// and its amendments.
  ///
  /// - Parameter place: the number of the move, from 1; 0 is the beginning.
  func copy(after place: Int, number: Int) -> any LoggedGame
}

extension LoggedGame {
  package var logged: (any LoggedGame)? { self }

  /// What can come of the draw of each legal move that may be shown.
  func outcomes() -> [MoveOutcomes] { hiddenBot == nil ? log.outcomes() : [] }

  /// The log as the players may see it.
  package var lines: [String] {
    var lines = [origin.line(masked: !status.isOver)]
    log.forEachVisibleLine { lines.append($0) }
    return lines
  }

  /// Hands out the canonical lines in order, the `new` line first, each with the digest of the
  /// state after it.
  ///
  /// - Parameter untilNow: whether a `clock` line at the end says how long ago the last move was.
  package func forEachLine(untilNow: Bool = true, _ body: (String, UInt32) -> Void) {
    log.forEachLine(after: origin.line(masked: false), body)
    let rest = clock.restTime
    if untilNow, rest > 0, !status.isOver {
      body("clock \(Span.written(milliseconds: rest))", digest)
    }
  }

  package func forEachPosition(
    _ body: (_ game: any OpenGame, _ line: String, _ events: [any Event]) -> Bool
  ) {
    let copy = copy(number: number, drawsAfresh: false)
    copy.rewind()
    var step = (line: "", events: copy.opening)
    while body(copy, step.line, step.events), let next = copy.stepForward() { step = next }
  }

  /// The game in the position in which a move in force was made, without its journal and its later
  /// moves, for help with what is to replace the move.
  ///
  /// - Parameter number: the number of the move, from 1.
  /// - Returns: nil if there is no such move.
  package func position(before number: Int) -> (any LoggedGame)? {
    1 <= number && number <= moveCount ? copy(after: number - 1, number: self.number) : nil
  }

  /// A game of its own in the same position, with the same log but for undone moves.
  ///
  /// - Parameter drawsAfresh: whether it draws otherwise from now on than this game will.
  func copy(number: Int, drawsAfresh: Bool) -> any LoggedGame {
    let copy = copy(after: moveCount, number: number)
    copy.clock = clock
    if drawsAfresh { copy.epoch &+= UInt32(truncatingIfNeeded: number) }
    return copy
  }

  /// Whether it is a fair game whose secret nobody may know yet.
  var keepsSecret: Bool { origin.fair != nil && !origin.isRevealed }

  /// The player with a name, or with a number that is no name.
  func player(named name: String) throws(CommandError) -> String {
    let players = players
    if players.contains(name) { return name }
    if let number = Int(name), number > 0, number <= players.count { return players[number - 1] }
    throw .unknownPlayer(name, known: players)
  }

  /// Whether a file holds the game as it is.
  var isSaved: Bool { saved.map { ($0.moves, $0.digest) == (moveCount, digest) } ?? false }
  /// Notes that a file holds the game as it is.
  ///
  /// - Parameter path: the file; nil if it is one of finished games.
  func noteSaved(to path: String?) { saved = (moveCount, digest, path) }

  /// Notes for the journal which place of the log the game is at.
  func notePosition() { journal?.note("goto \(moveCount)", digest) }

  /// Replays a log: meanwhile the game's clock only moves as it is told.
  func replay(_ body: () throws(CommandError) -> Void) throws(CommandError) {
    clock.beginReplay()
    defer { clock.goOn() }
    try body()
  }

  /// Undoes steps, each of them a move that `undo` stops at.
  func undo(_ steps: Int, policy: UndoPolicy) throws(CommandError) -> [LoggedMove] {
    try undo(steps, policy: policy, passingBots: false)
  }

  /// Makes such steps again.
  func redo(_ steps: Int) throws(CommandError) -> [LoggedMove] {
    try redo(steps, passingBots: false)
  }
}
