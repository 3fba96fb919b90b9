/// The meaning of a command.
public enum Intent<State: GameState>: Sendable {
  /// A move to make.
  case move(State.Move)
  /// The answer to a question; nothing changes.
  case answer(@Sendable (State, GameTime, inout Reporter) throws(GameError) -> Void)
  /// Opens another game of the same kind with these words after its name. It keeps the named
  /// options of this game; the others are those of the last game with the same first word.
  case newGame([Argument], keeping: [String] = [])
  /// A meaning that depends on the state, such as which player a name means.
  case inState(@Sendable (State, GameTime) throws(GameError) -> Intent<State>)
}

/// The result of a call of a command.
public enum CallOutcome: Sendable {
  /// A move was made and logged.
  ///
  /// - hasDrawn: whether an outcome was drawn.
  /// - isGiven: whether the players gave an outcome.
  /// - status: whose turn it is after the move, or how the game ended.
  case moved(hasDrawn: Bool, isGiven: Bool, status: GameStatus)
  /// The move has no effect, for this reason.
  case ignored(String)
  /// The call was a question and is answered.
  case answered
  /// Another game of the same kind is to be opened: see ``Intent/newGame(_:keeping:)``.
  case newGame([Argument], keeping: [String])
}

/// The result of a legal move.
public enum Resolution<Move: Sendable>: Sendable {
  /// The move with its outcome written out, ready to be applied and logged.
  case play(Move)
  /// The move has no effect, for this reason; it is reported and not logged.
  case ignore(String)
}

/// Facts about a resolved move that the host needs.
public struct MoveTraits: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Traits from bits.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `undo` stops before this move.
  @inlinable public static var undoStop: MoveTraits { MoveTraits(rawValue: 1) }
  /// The move has an outcome of chance, drawn or given.
  @inlinable public static var draws: MoveTraits { MoveTraits(rawValue: 2) }
  /// The move reveals hidden information to the players; after taking it back they know more than
  /// before.
  @inlinable public static var reveals: MoveTraits { MoveTraits(rawValue: 4) }
  /// The move is part of no turn: it changes who plays.
  @inlinable public static var changesPlayers: MoveTraits { MoveTraits(rawValue: 8) }
}

/// The moves that are legal in a state.
public struct LegalMoves<Move: Sendable>: Sendable {
  /// Moves that can be listed, in the order in which a player wants to read them.
  public var moves: [Move]
  /// Forms of legal moves that cannot be listed, such as dice at a real table: `roll D…`.
  public var forms: [String]

  /// No legal moves.
  public init() { self.init(moves: []) }

  /// Legal moves.
  public init(moves: [Move] = [], forms: [String] = []) {
    self.moves = moves
    self.forms = forms
  }
}

extension LegalMoves: ExpressibleByArrayLiteral {
  /// Moves one by one.
  public init(arrayLiteral moves: Move...) { self.init(moves: moves) }
}
