/// The moves that are legal in a state.
public struct LegalMoves<Move: Sendable>: Sendable {
  /// Moves one by one, in the order in which a player would want to read them.
  public var moves: [Move]
  /// Forms of legal moves that cannot be listed, such as dice read off a real table: `roll D…`.
  public var forms: [String]

  /// Legal moves.
  public init(moves: [Move] = [], forms: [String] = []) {
    self.moves = moves
    self.forms = forms
  }
}
