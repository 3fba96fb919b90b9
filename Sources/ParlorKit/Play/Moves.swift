/// What a command means.
public enum Intent<State: GameState>: Sendable {
  /// A move to make.
  case move(State.Move)
  /// The answer to a question; nothing changes.
  case answer(@Sendable (State, GameTime, inout Reporter) throws(GameError) -> Void)
  /// Opens another game of the same kind with these words after its name. It keeps the named
  /// options of this game; the others are those that a game with the same first word had last.
  case newGame([Argument], keeping: [String] = [])
  /// What only the state can tell, such as which player a name means.
  case inState(@Sendable (State, GameTime) throws(GameError) -> Intent<State>)
}

/// What became of a call of a command.
public enum CallOutcome: Sendable {
  /// A move was made and logged.
  ///
  /// - hasDrawn: whether an outcome was drawn.
  /// - isGiven: whether an outcome was given by the players.
  /// - status: whose turn it is after the move, or how the game ended.
  case moved(hasDrawn: Bool, isGiven: Bool, status: GameStatus)
  /// The move has no effect, for the reason given.
  case ignored(String)
  /// The call was a question, which is answered.
  case answered
  /// Another game of the same kind is to be opened, as ``Intent/newGame(_:keeping:)`` says.
  case newGame([Argument], keeping: [String])
}

/// What becomes of a legal move.
public enum Resolution<Move: Sendable>: Sendable {
  /// The move with its outcome written out, ready to be applied and logged.
  case play(Move)
  /// The move has no effect, for the reason given: it is reported, and not logged.
  case ignore(String)
}

/// What the host must know of a resolved move.
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
  /// The players learn from the move what was hidden; who takes it back knows more than before.
  @inlinable public static var reveals: MoveTraits { MoveTraits(rawValue: 4) }
}

/// The moves that are legal in a state.
public struct LegalMoves<Move: Sendable>: Sendable {
  /// Moves one by one, in the order in which a player would want to read them.
  public var moves: [Move]
  /// Forms of legal moves that cannot be listed, such as dice read off a real table: `roll D…`.
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
