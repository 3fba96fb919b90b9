/// The visible table as pieces in rows, for pages and pictures: dice, pegs, or the cells of a
/// board, with words beside them. A game does not decide how a piece looks.
///
///     Picture([
///       Picture.Row("Ann", note: "250", isMarked: true),
///       Picture.Row([.heldDie(1), .die(4)], note: "100 at stake"),
///     ])
public struct Picture: Sendable, Equatable {
  /// The rows from top to bottom.
  public var rows: [Row]

  /// A picture of some rows.
  public init(_ rows: [Row]) { self.rows = rows }

  /// Pieces beside each other, with words before and after them.
  public struct Row: Sendable, Equatable {
    /// The label, such as the name of a player or the number of a guess.
    public var label: String
    /// The pieces from left to right, in columns across all rows.
    public var pieces: [Piece]
    /// A note on the pieces.
    public var note: String
    /// Whether the row stands out, such as that of the player whose turn it is.
    public var isMarked: Bool

    /// A row.
    public init(
      _ label: String = "", _ pieces: [Piece] = [], note: String = "", isMarked: Bool = false
    ) {
      self.label = label
      self.pieces = pieces
      self.note = note
      self.isMarked = isMarked
    }
  }

  /// A piece, one unit wide and high.
  public enum Piece: Sendable, Hashable {
    /// A die that shows a face from 1 to 6.
    case die(Int)
    /// A die that is set aside.
    case heldDie(Int)
    /// A peg of a colour, from 1.
    case peg(Int)
    /// A place for a peg.
    case hole
    /// A black pin: right colour, right place.
    case blackPin
    /// A white pin: right colour, other place.
    case whitePin
    /// A hidden cell.
    case hidden
    /// A hidden cell with a flag.
    case flag
    /// A hidden cell with a wrong flag.
    case wrongFlag
    /// A hidden cell with a question mark.
    case question
    /// A revealed cell with a number; 0 shows none.
    case number(Int)
    /// A mine.
    case mine
    /// The mine that was hit.
    case explosion
    /// A short text, such as the number of a column.
    case text(String)
    /// Nothing.
    case gap
  }
}
