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

extension Picture.Piece: LosslessStringConvertible {
  /// The pieces that are one word.
  private static let words: [String: Self] = [
    "hole": .hole, "black-pin": .blackPin, "white-pin": .whitePin, "hidden": .hidden,
    "flag": .flag, "wrong-flag": .wrongFlag, "question": .question, "mine": .mine,
    "explosion": .explosion, "gap": .gap,
  ]

  /// The piece that some words describe: `die 5`, `held-die 5`, `peg 3`, `number 2`, `text K`, or
  /// one word such as `hole`; `nil` if there is none.
  public init?(_ description: String) {
    let parts = description.split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = parts.first else { return nil }
    let number = parts.count > 1 ? Int(parts[1]) ?? -1 : -1
    switch (first, number) {
    case ("text", _): self = .text(parts.count > 1 ? parts[1] : "")
    case ("die", 1...6): self = .die(number)
    case ("held-die", 1...6): self = .heldDie(number)
    case ("peg", 1...99): self = .peg(number)
    case ("number", 0...99): self = .number(number)
    default:
      guard parts.count == 1, let piece = Self.words[first] else { return nil }
      self = piece
    }
  }

  /// The words that describe the piece.
  public var description: String {
    switch self {
    case .die(let face): "die \(face)"
    case .heldDie(let face): "held-die \(face)"
    case .peg(let color): "peg \(color)"
    case .number(let number): "number \(number)"
    case .text(let text): "text \(text)"
    default: Self.words.first { $0.value == self }?.key ?? "gap"
    }
  }
}
