/// The rules of one kind of game, as a value: a fact sheet, and pure functions from state to state.
///
/// A game holds no state of its own, prints nothing, and touches neither the generator nor the
/// clock but through what it is handed. The host keeps the log, the chance, the clock and the
/// text; see "Write a game" in the documentation.
///
/// The way of a move: words → ``command(_:in:at:)`` → a typed move → ``resolve(_:in:chance:)``, which
/// checks it and makes its draws → ``apply(_:to:at:emit:)``, which is pure.
public protocol Game: Sendable {
  /// All there is to know of a game in progress, what is hidden from the players included.
  associatedtype State: Sendable
  /// A move, before and after its draws: a resolved move has every outcome written out.
  associatedtype Move: Sendable, Equatable
  /// What happened, as data.
  associatedtype Happening: Event
  /// What a player may see.
  associatedtype View: GameView

  /// The facts of the game: its name, its options, its commands.
  var definition: GameDefinition { get }

  /// Makes the draws that a game begins with and writes their outcomes into the options, so that
  /// the `new` line of the log tells them. An outcome that is given draws nothing.
  ///
  /// - Parameter chance: the first draws of the game; its moves come after, if the sheet says
  ///   that the game draws at its start.
  func prepare(_ setup: GameConfiguration, chance: inout Chance) throws(GameError)
    -> GameConfiguration

  /// The state before the first move.
  ///
  /// - Parameter setup: words and options that fit the sheet; only what spans several of them is
  ///   left to check.
  /// - Throws: a refusal, which names the word or the option at fault.
  func start(_ setup: GameConfiguration) throws(GameError) -> State

  /// The words of a game with the same players and everything else cleared, for `new` alone, where
  /// they are not those that the game was opened with.
  func renewal(of state: State) -> [Argument]?

  /// The players by the numbers that ``GameStatus/playing(turn:)`` gives them, each by a name that no
  /// other has; nothing where they are those of the setup.
  func players(in state: State) -> [String]?

  /// What is reported of a game that was just opened.
  func opening(of state: State) -> [Happening]

  /// What a command of the sheet means in a state: a move to make, or the answer to a question.
  ///
  /// - Parameters:
  ///   - call: a command of this game, its arguments parsed and within their ranges.
  ///   - time: the time of the game's own clock; zero in a game that does not read it.
  /// - Throws: a refusal; nothing has changed then.
  func command(
    _ call: Call, in state: State, at time: GameTime
  ) throws(GameError) -> Intent<Move, Happening>

  /// Checks a move and makes its draws.
  ///
  /// - Parameters:
  ///   - move: any move, resolved or not. A move whose outcome is given draws nothing.
  ///   - chance: the draws of this move.
  /// - Returns: the move with its outcome written out, or why it has no effect.
  /// - Throws: a refusal when the move is not legal in `state`.
  func resolve(
    _ move: Move, in state: State, chance: inout Chance
  ) throws(GameError) -> Resolution<Move>

  /// Makes a resolved move.
  ///
  /// - Parameters:
  ///   - move: what `resolve` returned for this very state.
  ///   - time: the time of the game's own clock; zero in a game that does not read it.
  ///   - emit: takes what happens, in order.
  func apply(
    _ move: Move, to state: inout State, at time: GameTime, emit: (Happening) -> Void)

  /// Writes the canonical line of a move, which `command` and `resolve` turn into the same move.
  func write(_ move: Move, to line: inout TextWriter)

  /// Writes the line of a move with a `?` for every outcome that is still hidden.
  func writeMasked(_ move: Move, to line: inout TextWriter)

  /// What a legal move would bring, in a few words, for lists of moves: `200 points`; empty if
  /// its line says it all.
  func describe(_ move: Move, in state: State) -> String

  /// What the host must know of a move: whether it draws, whether it is a step of `undo`.
  func traits(of move: Move) -> MoveTraits

  /// The move that takes the current player out of the game.
  ///
  /// - Throws: a refusal in a game that nobody can leave.
  func resignation(in state: State) throws(GameError) -> Move

  /// The move that is due when a game is taken up after the program has ended, such as letting a
  /// timer run again; nothing if the game just goes on.
  func resumption(in state: State) -> Move?

  /// The moves that are legal now.
  func legalMoves(in state: State) -> LegalMoves<Move>

  /// A legal move at random, for the bot `random` and for tests: each of those listed as likely as
  /// the others, and of those that cannot be listed some fair sample. Nothing if none is legal.
  func sampleMove(in state: State, chance: inout Chance) -> Move?

  /// The bots that come with the game, besides `random`, which every game has.
  var bots: [Bot<Self>] { get }

  /// Numbers by which games of this kind are compared once they are over, such as the winning
  /// score; the same names in the same order for every game.
  func measures(of state: State) -> [Metric]

  /// What is to be remembered of a game that is over, or was given up where it stands.
  func record(of history: GameHistory<Self>) -> GameRecord

  /// What is told of all games of this kind that are remembered.
  var statistics: StatisticsDefinition { get }

  /// Whether a game counts in which outcomes were given rather than drawn, as the faces of dice on
  /// a real table are.
  func countsGivenOutcomes(_ setup: GameConfiguration) -> Bool

  /// Whose turn it is, or how the game ended.
  func status(of state: State) -> GameStatus

  /// What a player may see of a state at a time of the game's clock.
  func view(of state: State, at time: GameTime) -> View

  /// Mixes the whole state into a digest, so that two states with equal digests are, as far as
  /// play can tell, the same.
  func digest(_ state: State, into digest: inout Digest)
}

extension Game {
  /// One of the moves that are listed.
  public func sampleMove(in state: State, chance: inout Chance) -> Move? {
    let moves = legalMoves(in: state).moves
    guard !moves.isEmpty else { return nil }
    return moves[Int(chance.below(UInt32(truncatingIfNeeded: moves.count)))]
  }

  /// None but `random`.
  public var bots: [Bot<Self>] { [] }

  /// Nothing but who won and how many moves it took, which the host counts.
  public func measures(of state: State) -> [Metric] { [] }

  /// Who won.
  public func record(of history: GameHistory<Self>) -> GameRecord { GameRecord(history) }

  /// Nothing but what the host counts.
  public var statistics: StatisticsDefinition { StatisticsDefinition() }

  /// Whoever gives an outcome may choose it.
  public func countsGivenOutcomes(_ setup: GameConfiguration) -> Bool { false }

  /// Nothing is drawn before the first move.
  public func prepare(_ setup: GameConfiguration, chance: inout Chance) throws(GameError)
    -> GameConfiguration
  { setup }

  /// The line of a move says it all, unless the game says more.
  public func describe(_ move: Move, in state: State) -> String { "" }

  /// The players are those of the setup.
  public func players(in state: State) -> [String]? { nil }

  /// The players are those that the game was opened with.
  public func renewal(of state: State) -> [Argument]? { nil }

  /// The game just goes on.
  public func resumption(in state: State) -> Move? { nil }

  /// A move has nothing to hide, unless the game says otherwise.
  public func writeMasked(_ move: Move, to line: inout TextWriter) { write(move, to: &line) }

  /// Every move is a step of `undo`, and none draws, unless the game says otherwise.
  public func traits(of move: Move) -> MoveTraits { .step }
}
