import ParlorKit

/// The board of a game: its size, its mines, and how they are laid. It never changes during a game.
public final class BoardPlan: Sendable {
  public let mode: Mode
  /// The size.
  public let shape: Shape
  /// The number of mines.
  public let mines: Int
  /// Whether the neighbours of the first revealed cell have no mine either.
  public let sparesNeighbors: Bool
  /// Whether the board may need guessing.
  public let allowsGuesses: Bool
  /// The board, if it was given.
  let given: Layout?
  /// The seed, which determines the mines.
  let seed: UInt64
  /// Whether the players may see the seed before the end.
  private let showsSeed: Bool
  /// A digest of everything that affects play.
  let digest: Int

  init(_ configuration: GameConfiguration<MinesweeperOptions>) throws(GameError) {
    let options = configuration.options
    given =
      options.layout.isEmpty && !configuration.given.contains(Layout.option)
      ? nil : try Self.playable(options.layout)
    let named = configuration.names.first.flatMap(Mode.init)
    if given != nil, named != nil {
      throw GameError(
        .badOption, "a layout sets the size: leave out the mode", at: .argument(0))
    }
    mode = named ?? (given == nil ? .medium : .layout)
    (shape, mines) = try Self.size(mode, configuration, given)
    sparesNeighbors = options.first == .open
    allowsGuesses = options.guess == .yes
    seed = configuration.seed
    showsSeed = configuration.showsSeed
    // Saved games depend on the parts and their order.
    var digest = Digest()
    digest.combine([shape.rows, shape.columns, mines])
    digest.combine(mode.rawValue)
    digest.combine(sparesNeighbors)
    digest.combine(allowsGuesses)
    digest.combine(options.layout)
    self.digest = Int(truncatingIfNeeded: digest.full)
  }

  private static func playable(_ text: String) throws(GameError) -> Layout {
    let layout = try Layout(text)
    if layout.safe == 0 {
      throw .badOption(Layout.option, "the layout has no cell without a mine")
    }
    return layout
  }

  private static func size(
    _ mode: Mode, _ configuration: GameConfiguration<MinesweeperOptions>, _ given: Layout?
  ) throws(GameError) -> (Shape, Int) {
    let options = configuration.options
    if mode == .custom {
      let shape = Shape(rows: options.rows, columns: options.columns)
      let range = Mode.mines(for: shape)
      guard range ~= options.mines else {
        throw .badOption(
          MinesweeperOptions.mineCount.name,
          "\(shape) cells have \(range.lowerBound) to \(range.upperBound) mines")
      }
      return (shape, options.mines)
    }
    for option in MinesweeperOptions.size
    where option.value(in: options) != option.declaration.fallback {
      throw .badOption(
        option.name, "`\(option.name)` is only for the mode custom",
        help: ["such as `new minesweeper custom rows=20 cols=24 mines=99`"])
    }
    if let given { return (given.shape, given.mines) }
    guard let board = mode.board else { preconditionFailure("this mode sets the size") }
    return board
  }

  /// Lays the mines for the first revealed cell.
  func layMines(for cell: Cell, chance: inout Chance) throws(GameError) -> Layout {
    guard !allowsGuesses else {
      return Layout(
        shape, mines: mines, sparing: cell, andNeighbors: sparesNeighbors, chance: &chance)
    }
    guard let layout = Layout.solvable(shape, mines: mines, from: cell, chance: &chance) else {
      throw GameError(
        .limit, "\(Layout.tries) boards were tried and none can be solved without a guess",
        help: ["fewer mines make it easier to find one"])
    }
    return layout
  }
}

/// The plan in words and as data.
extension BoardPlan {
  /// Reports the game that was opened.
  func reportOpening(to report: inout Reporter) {
    report("opened", fields: openingFields) { text in
      text.write(Styled(.strong, "Minesweeper"), ": ")
      write(mode: mode.rawValue, to: &text)
      if given == nil { writeOptions(to: &text, seed: showsSeed ? seed : nil) }
    }
  }

  private var openingFields: Fields {
    var fields = sizeFields
    fields["first"] = .string(
      (sparesNeighbors ? MinesweeperOptions.FirstReveal.open : .cell).rawValue)
    fields["guess"] = .string((allowsGuesses ? MinesweeperOptions.Guessing.yes : .no).rawValue)
    fields["seed"] = showsSeed ? .integer(Int(truncatingIfNeeded: seed)) : .null
    return fields
  }

  /// Answers the command `mode`.
  func reportMode(to report: inout Reporter) {
    report("mode", fields: sizeFields) { write(mode: mode.rawValue, to: &$0) }
  }

  /// The mode, the size and the number of mines.
  var sizeFields: Fields {
    Fields(["mode": mode.rawValue, "rows": shape.rows, "cols": shape.columns, "mines": mines])
  }

  /// Writes `easy, 9×9 with 10 mines.`
  func write(mode: some TextWritable, to text: inout TextWriter) {
    text.write(mode, ", \(shape) with ", Plural(mines, "mine"), ".")
  }

  /// Writes the options that differ from the defaults, and the seed:
  /// ` Options: first=open. Seed 7.`
  func writeOptions(to text: inout TextWriter, seed: UInt64?) {
    let options = (sparesNeighbors ? ["first=open"] : []) + (allowsGuesses ? [] : ["guess=no"])
    if !options.isEmpty { text.write(" Options: ", options.joined(separator: ", "), ".") }
    if let seed { text.write(" Seed ", Int(truncatingIfNeeded: seed), ".") }
  }
}
