public import ParlorKit

/// The options of `new minesweeper` after the mode.
public struct MinesweeperOptions: GameOptions {
  /// The rows of a custom board.
  public var rows = 16
  /// The columns of a custom board.
  public var columns = 16
  /// The mines of a custom board.
  public var mines = 40
  /// The cells that are safe at the first reveal.
  public var first = FirstReveal.cell
  /// Whether a board may need guessing.
  public var guess = Guessing.yes
  /// The board itself, as ``Layout`` reads it; empty for a board that is drawn.
  public var layout = ""

  public init() {}

  /// The cells that are safe at the first reveal.
  public enum FirstReveal: String, Sendable, CaseIterable {
    case cell
    /// The cell and its neighbours, so that the reveal opens a region.
    case open
  }

  /// Whether a board may need guessing.
  public enum Guessing: String, Sendable, CaseIterable {
    /// It may.
    case yes
    /// It can be solved by reasoning alone.
    case no
  }

  /// The possible rows and columns of a custom board.
  static let (rowRange, columnRange) = (8...24, 8...30)

  /// The options that only custom boards take.
  static let size: [Option<Self>] = [
    Option("rows", \.rows, in: rowRange, "rows of a custom board"),
    Option("cols", \.columns, in: columnRange, "columns of a custom board"),
    mineCount,
  ]

  static let mineCount = Option<Self>(
    "mines", \.mines, in: 10...216,
    "mines of a custom board: 10 % to 30 % of its cells, at least 10; by default the allowed"
      + " number nearest to 40")

  /// The options that boards of all modes take.
  static let play: [Option<Self>] = [
    Option(
      "first", \.first,
      "safe at the first reveal: the cell, or its neighbours too"),
    Option(
      "guess", \.guess,
      "no: only boards that can be solved without guessing, which open at the first reveal"),
  ]

  static let all: [Option<Self>] =
    size + play + [
      Option(
        Layout.option, \.layout, limit: Layout.longestText, isSecret: true,
        "the board itself: rows separated by /, * is a mine, . is none; at most 60×60")
    ]
}

/// A kind of board, by its size.
public enum Mode: String, Sendable, CaseIterable {
  /// 9×9 with 10 mines.
  case easy
  /// 16×16 with 40 mines.
  case medium
  /// 16 rows of 30 with 99 mines.
  case hard
  /// A size chosen by options.
  case custom
  /// A board that was given by a layout.
  case layout

  /// The modes that `new` takes, the easiest first.
  static let ladder: [Mode] = [.easy, .medium, .hard, .custom]

  /// The size and the number of mines; `nil` if the mode does not fix them.
  var board: (shape: Shape, mines: Int)? {
    switch self {
    case .easy: (Shape(rows: 9, columns: 9), 10)
    case .medium: (Shape(rows: 16, columns: 16), 40)
    case .hard: (Shape(rows: 16, columns: 30), 99)
    case .custom, .layout: nil
    }
  }

  /// The possible numbers of mines of a custom board: 10 % to 30 % of the cells, at least 10.
  static func mines(for shape: Shape) -> ClosedRange<Int> {
    max(10, (shape.count + 9) / 10)...max(10, shape.count * 3 / 10)
  }

  /// The next easier mode.
  var easier: Mode {
    get throws(GameError) { try neighbor(-1, "no mode is easier than \(rawValue)") }
  }

  /// The next harder mode.
  var harder: Mode { get throws(GameError) { try neighbor(1, "no mode comes after \(rawValue)") } }

  private func neighbor(_ step: Int, _ message: String) throws(GameError) -> Mode {
    guard let place = Self.ladder.firstIndex(of: self) else {
      throw .notNow("a board from a layout has no mode: name the mode to open")
    }
    guard Self.ladder.indices.contains(place + step) else { throw .notNow(message) }
    return Self.ladder[place + step]
  }
}
