/// What a command means.
public enum Intent<Move: Sendable, Happening: Event>: Sendable {
  /// A move to make.
  case move(Move)
  /// The answer to a question; nothing changes.
  case answer([Happening])
  /// Opens another game of the same kind with these words after its name, and the options that
  /// a game with the same first word had last.
  case reopen([Argument])
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
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `undo` stops before this move.
  public static let step = MoveTraits(rawValue: 1)
  /// The move has an outcome of chance, drawn or given.
  public static let draws = MoveTraits(rawValue: 2)
  /// The players learn from the move what was hidden; who takes it back knows more than before.
  public static let reveals = MoveTraits(rawValue: 4)
}
