import ParlorKit

extension Minesweeper {
  /// The size of a custom board where the options do not say it.
  static let customDefaults = (rows: 16, cols: 16, mines: 40)

  /// How a board is made.
  static let options: [OptionDeclaration] = [
    .integer("rows", 8...24, default: customDefaults.rows, "rows of a custom board"),
    .integer("cols", 8...30, default: customDefaults.cols, "columns of a custom board"),
    .integer(
      "mines", 10...216, default: customDefaults.mines,
      "mines of a custom board: a tenth to three tenths of its cells, at least 10"),
    .choice(
      "first", ["cell", "open"], default: "cell",
      "what has no mine at the first reveal: the cell, or its neighbours too"),
    .choice(
      "guess", ["yes", "no"], default: "yes",
      "no: only boards that can be solved without guessing, which open at the first reveal"),
    .text(
      "layout", limit: Layout.longestText, isSecret: true,
      "the board itself: rows parted by /, * a mine, . none, up to 60×60"),
  ]
}
