/// What the keys of a table do: the places that the cursor visits, and the lines that keys make. A
/// front end with keys derives the rest.
///
///     Controls(.cells(from: 1), [
///       Controls.Key("Enter", "reveal ROW COLUMN", "chord ROW COLUMN"),
///       Controls.Key("f", "flag ROW COLUMN"),
///     ])
public struct Controls: Sendable, Equatable {
  /// What the cursor visits.
  public var cursor: Cursor
  /// The keys, in the order in which a table names them. The buttons of a mouse, left, right and
  /// middle, are the first three where the cursor visits cells.
  public var keys: [Key]

  /// Controls.
  public init(_ cursor: Cursor, _ keys: [Key]) {
    self.cursor = cursor
    self.keys = keys
  }

  /// What the cursor of a table visits: pieces of its ``Picture``, or the legal moves. Rows are
  /// those of the picture, from 0.
  public enum Cursor: Sendable, Equatable {
    /// The cells of a board: all pieces from a row on that are no text. ROW and COLUMN are the
    /// place of a cell on the board, from 1.
    case cells(from: Int)
    /// The dice of a row that are not set aside, of which players pick some. `D…` are the faces
    /// picked.
    case dice(row: Int)
    /// The holes of a row, each of which gets a number from 1 to `most`. `N…` are the numbers.
    case holes(row: Int, most: Int)
    /// The first rows, one for each of these words. PLAYER is the word.
    case rows([String])
    /// A list of the legal moves.
    case moves
  }

  /// A key and the line that it makes.
  public struct Key: Sendable, Equatable {
    /// A character, `Enter` or `Tab`.
    public var name: String
    /// What it does, in a word or two.
    public var label: String
    /// Lines as help writes them, with words in capitals for what the cursor says. N is a number
    /// that was typed before, `[N]` the same or 1. The key makes the first line that is legal; if
    /// none is known to be, the first that has all its words.
    public var lines: [String]

    /// A key, whose label is the verb of the first line unless it is given.
    public init(_ name: String, _ lines: String..., label: String? = nil) {
      self.name = name
      self.lines = lines
      self.label = label ?? lines.first.map { String($0.prefix { $0 != " " }) } ?? ""
    }
  }
}
