import ParlorKit

/// What stays the same throughout a game: the size, the mines to be laid, and how.
public final class MinesweeperMatch: Sendable {
  /// The mode.
  public let mode: Mode
  /// The size.
  public let shape: Shape
  /// The number of mines.
  public let mines: Int
  /// Whether the neighbours of the first cell revealed have no mine either.
  public let sparesNeighbors: Bool
  /// Whether the board may need guessing.
  public let allowsGuesses: Bool
  /// The seed, if the players may see it all the time.
  let shownSeed: UInt64?
  /// The seed, which tells where the mines will be.
  let seed: UInt64
  /// The board, if it was given.
  let given: Layout?
  /// A digest of all that matters for play.
  let digest: Int

  init(_ setup: GameConfiguration) throws(MinesweeperRefusal) {
    let options = setup.options
    let text = options.text("layout")
    let given = text.isEmpty ? nil : try Layout(given: text)
    let size = try Self.size(setup.names.first, options, given)
    (mode, shape, mines) = size
    sparesNeighbors = options.text("first") == "open"
    allowsGuesses = options.text("guess") == "yes"
    seed = setup.seed
    shownSeed = setup.showsSeed ? setup.seed : nil
    self.given = given
    var digest = Digest()
    digest.combine([size.1.rows, size.1.columns, size.2])
    digest.combine(size.0.rawValue)
    digest.combine(sparesNeighbors)
    digest.combine(allowsGuesses)
    digest.combine(text)
    self.digest = Int(truncatingIfNeeded: digest.full)
  }

  /// The mode, and its size and mines.
  private static func size(
    _ word: String?, _ options: OptionValues, _ given: Layout?
  ) throws(MinesweeperRefusal) -> (Mode, Shape, Int) {
    let mode = word.flatMap(Mode.init) ?? (given == nil ? .medium : .layout)
    if given != nil, mode != .layout { throw .layoutHasItsSize }
    let (rows, cols) = (options.integer("rows"), options.integer("cols"))
    let mines = options.integer("mines")
    if mode == .custom {
      let shape = Shape(rows: rows, columns: cols)
      let range = Mode.mines(for: shape)
      guard range ~= mines else { throw .mines(range, shape) }
      return (mode, shape, mines)
    }
    let usual = Minesweeper.customDefaults
    if rows != usual.rows { throw .notCustom(option: "rows") }
    if cols != usual.cols { throw .notCustom(option: "cols") }
    if mines != usual.mines { throw .notCustom(option: "mines") }
    if let given { return (mode, given.shape, given.mines) }
    let board = mode.board ?? (Shape(rows: 16, columns: 16), 40)
    return (mode, board.shape, board.mines)
  }
}

extension Layout {
  /// The layout of a board to be played as it stands.
  fileprivate convenience init(given text: String) throws(MinesweeperRefusal) {
    do throws(LayoutFault) {
      try self.init(text)
    } catch {
      throw .layout(error)
    }
    if safe == 0 { throw .nothingSafe }
  }
}
