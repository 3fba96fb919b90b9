/// A game in progress: its whole state, including hidden information, and its rules.
///
/// A move is played in two steps. ``resolve(_:chance:)`` checks it and makes its draws;
/// ``apply(_:at:report:)`` makes it, draws nothing and cannot fail. The host keeps the log, the
/// draws, the clock and the text.
///
/// ## Topics
/// ### Required
/// - ``status``, ``legalMoves``, ``resolve(_:chance:)``, ``apply(_:at:report:)``,
///   ``view(for:at:)``, ``write(_:to:)``
/// ### Opening and ending
/// - ``reportOpening(to:)``, ``players``, ``rematch``, ``resignation``, ``resumption``
/// ### Players who come and go
/// - ``joiningScore``, ``joining(_:score:)``, ``leaving(_:)``, ``renaming(_:to:in:)``
/// ### Facts about a move
/// - ``traits(of:)``, ``writeMasked(_:to:)``, ``describe(_:)``
/// ### Errors
/// - ``misreading(of:_:)``
/// ### Bots, simulation, saved games
/// - ``sampleMove(chance:)``, ``metrics``, ``combine(into:)``
/// ### Search and learning
/// - ``outcomes(of:)``, ``actions``, ``addLegalActions(to:)``, ``observationLayout``,
///   ``addObservation(for:to:)``, ``score(of:)``
public protocol GameState: Sendable, CommandContext
where CommandAction == @Sendable (Call) -> Intent<Self> {
  /// A move, before and after its draws: a resolved move has every outcome written out.
  associatedtype Move: Sendable, Equatable
  /// What a player may see.
  associatedtype View: GameView

  /// Whose turn it is, or how the game ended.
  var status: GameStatus { get }

  /// The legal moves of the player to move.
  var legalMoves: LegalMoves<Move> { get }

  /// Checks a move and makes its draws.
  ///
  /// - Parameters:
  ///   - move: any move, resolved or not. A move whose outcome is given draws nothing.
  ///   - chance: the draws of this move.
  /// - Returns: the move with its outcome written out, or why it has no effect.
  /// - Throws: an error if the move is illegal; it can point at an argument of the command.
  func resolve(_ move: Move, chance: inout Chance) throws(GameError) -> Resolution<Move>

  /// Makes a resolved move.
  ///
  /// - Parameters:
  ///   - move: the result of ``resolve(_:chance:)`` in this state.
  ///   - time: the time of the game's own clock; zero if the game does not read it.
  ///   - report: takes the events, in order.
  mutating func apply(_ move: Move, at time: GameTime, report: inout Reporter)

  /// The view of a player. This function alone decides who sees what.
  ///
  /// - Parameters:
  ///   - player: the player's number; `nil` for an onlooker, who sees what everybody may see.
  ///   - time: the time of the game's own clock; zero if the game does not read it.
  func view(for player: Int?, at time: GameTime) -> View

  /// Writes the canonical line of a move. Reading that line gives the same move again.
  ///
  /// The default writes the description of a move that is `CustomStringConvertible`.
  func write(_ move: Move, to line: inout TextWriter)

  /// Reports the visible part of a game that was just opened. The default reports nothing.
  func reportOpening(to report: inout Reporter)

  /// The players by number, each with a distinct name, if they are not those of the `new` line.
  var players: [String]? { get }

  /// The words of `new` for another game with the same players, if they are not those of this game.
  var rematch: [Argument]? { get }

  /// The move that takes the current player out of the game. The default throws `not-now`.
  var resignation: Move { get throws(GameError) }

  /// The score that is suggested for a player who joins now.
  ///
  /// - Throws: why nobody can join, and when. The default throws `not-now`.
  var joiningScore: Int { get throws(GameError) }

  /// The move by which a player with a new name joins the game with a score. Its trait is
  /// ``MoveTraits/changesPlayers``, and ``players`` names the player from then on. The line is
  /// `player join NAME score=N`.
  func joining(_ name: String, score: Int) throws(GameError) -> Move

  /// The move that takes a player out of the game, at any turn. For another than the current player
  /// its line is `player leave NAME`, and its trait ``MoveTraits/changesPlayers``. By default only
  /// the current player can leave, by ``resignation``.
  ///
  /// - Parameter player: the index of the player.
  func leaving(_ player: Int) throws(GameError) -> Move

  /// The same move in a game in which a player has another name. The default returns the move: it
  /// names nobody.
  func renaming(_ name: String, to other: String, in move: Move) -> Move

  /// The move to make when the program resumes a game after a restart, such as restarting a timer.
  var resumption: Move? { get }

  /// Facts about a resolved move. By default undo stops before every move, and none draws.
  func traits(of move: Move) -> MoveTraits

  /// Writes the line of a move with `?` for every outcome that is still hidden. The default hides
  /// nothing.
  func writeMasked(_ move: Move, to line: inout TextWriter)

  /// The effect of a legal move in a few words, for lists of moves: `200 points`. The default is
  /// empty.
  func describe(_ move: Move) -> String

  /// An error for words that fit no form of a command, in the terms of this game, such as the rows
  /// of this board or the line that was probably meant. The default is `nil`: the host describes
  /// the forms.
  ///
  /// - Parameters:
  ///   - verb: the verb of one of the game's commands.
  ///   - words: the words after it, without options.
  func misreading(of verb: String, _ words: [String]) -> GameError?

  /// Every move that can ever be legal in this game, without its outcome: the actions of a program
  /// that learns, which identifies them by index. The list is the same in every state of a game and
  /// in every version of the program. The default is empty, which means that the moves cannot be
  /// listed.
  var actions: [Move] { get }

  /// Adds the indices in ``actions`` of the moves that are legal now, in any order. The default
  /// looks up each of ``legalMoves``, which is slow if there are many.
  func addLegalActions(to numbers: inout [Int])

  /// The parts of an observation: names, each with its number of integers. It is the same in every
  /// state of a game. The default is empty.
  var observationLayout: KeyValuePairs<String, Int> { get }

  /// Adds a player's view as integers, in the order of ``observationLayout``, for programs that
  /// learn. Like a view it contains nothing that is hidden from the player.
  ///
  /// - Parameter player: the player's number; `nil` for an onlooker.
  func addObservation(for player: Int?, to numbers: inout [Int])

  /// A player's score: the increase by a move is its reward for a program that learns. The default
  /// is 1 for a winner at the end, and 0 otherwise.
  func score(of player: Int) -> Int

  /// The possible outcomes of the draw of a legal move: resolved moves, each with its weight; the
  /// probability is the weight divided by the sum. Equivalent outcomes are listed once. The default
  /// is empty, which means that the move draws nothing, or that its outcomes are hidden or too
  /// many.
  func outcomes(of move: Move) -> [(move: Move, weight: Int)]

  /// A random legal move, for the bot `random` and for tests; `nil` if no move is legal. The
  /// default takes any of ``legalMoves`` with equal probability.
  func sampleMove(chance: inout Chance) -> Move?

  /// Numbers by which simulations compare finished games, such as the winning score: the same names
  /// in the same order for every game.
  var metrics: [Metric] { get }

  /// Mixes the whole state into a digest: states with equal digests continue alike.
  ///
  /// The default mixes in all stored values, by ``Digest/combine(valuesOf:)``.
  func combine(into digest: inout Digest)
}

extension GameState {
  public func reportOpening(to report: inout Reporter) {}
  public var players: [String]? { nil }
  public var rematch: [Argument]? { nil }
  public var resignation: Move {
    get throws(GameError) { throw .notNow("nobody can resign from this game") }
  }
  public var joiningScore: Int {
    get throws(GameError) { throw .notNow("nobody can join this game") }
  }
  public func joining(_ name: String, score: Int) throws(GameError) -> Move {
    throw .notNow("nobody can join this game")
  }
  public func leaving(_ player: Int) throws(GameError) -> Move {
    guard player == status.turn || status.turn == nil else {
      throw .notNow("only the player whose turn it is can leave this game")
    }
    return try resignation
  }
  public func renaming(_ name: String, to other: String, in move: Move) -> Move { move }
  public var resumption: Move? { nil }
  public func traits(of move: Move) -> MoveTraits { .undoStop }
  public func writeMasked(_ move: Move, to line: inout TextWriter) { write(move, to: &line) }
  public func describe(_ move: Move) -> String { "" }
  public func misreading(of verb: String, _ words: [String]) -> GameError? { nil }
  public var actions: [Move] { [] }
  public var observationLayout: KeyValuePairs<String, Int> { [:] }
  public func addObservation(for player: Int?, to numbers: inout [Int]) {}
  public func outcomes(of move: Move) -> [(move: Move, weight: Int)] { [] }
  public var metrics: [Metric] { [] }

  public func addLegalActions(to numbers: inout [Int]) {
    let actions = actions
    numbers += legalMoves.moves.compactMap { actions.firstIndex(of: $0) }
  }

  public func score(of player: Int) -> Int {
    guard case .over(let winners) = status else { return 0 }
    return winners.contains(player) ? 1 : 0
  }

  public func sampleMove(chance: inout Chance) -> Move? {
    let moves = legalMoves.moves
    guard !moves.isEmpty else { return nil }
    return moves[Int(chance.below(UInt32(truncatingIfNeeded: moves.count)))]
  }

  public func combine(into digest: inout Digest) { digest.combine(valuesOf: self) }

  /// What a player got of a game that is over: 1, 0, or a part of a shared win.
  package func result(of player: Int) -> Double {
    guard case .over(let winners) = status else { return 0 }
    // A game for one may have a score of 1 in place of a winner.
    if winners.isEmpty { return score(of: player) == 1 ? 1 : 0 }
    return winners.contains(player) ? 1 / Double(winners.count) : 0
  }

  /// The canonical line of a move.
  public func line(of move: Move) -> String {
    var text = TextWriter()
    write(move, to: &text)
    return text.string
  }
}

extension GameState where Move: CustomStringConvertible {
  public func write(_ move: Move, to line: inout TextWriter) { line.write(move.description) }
}
