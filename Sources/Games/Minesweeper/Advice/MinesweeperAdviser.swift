import ParlorKit

/// The adviser of Minesweeper: the chance that a cell is safe.
enum MinesweeperAdviser {
  static let adviser = Adviser<Minesweeper>(
    odds: { view, words, isInterrupted, report throws(GameError) in
      try reportOdds(view, words, isInterrupted, &report)
    },
    advise: { view, _, isInterrupted throws(GameError) in
      var advice = try advice(view, isInterrupted)
      advice.isOfStep = true
      return advice
    })

  /// The bot `best`: the first move of the advice.
  static let best = Bot<Minesweeper>(
    "best", "plays the move that `hint` shows first", isAdvised: true
  ) { view, _, _ in
    (try? advice(view) { AdviceContext.current.isStopped() })?.moves.first?.move ?? .resign
  }

  /// Reports the chance of a mine for every cell, or for one.
  private static func reportOdds(
    _ view: MinesweeperView, _ words: [Int], _ isInterrupted: () -> Bool,
    _ report: inout Reporter
  ) throws(GameError) {
    guard view.phase == .playing else { throw .gameOver }
    let shape = view.board.shape
    guard words.isEmpty || words.count == 2 else {
      throw .badArgument("`odds` takes a row and a column, or nothing")
    }
    if words.count == 2, !shape.contains(Cell(words[0], words[1])) {
      throw .badArgument("the board has \(shape.rows) rows and \(shape.columns) columns")
    }
    let isOpening = !view.isStarted && view.mode != .layout
    let odds = try MineOdds(view.board, mines: view.mines, isInterrupted: isInterrupted)
    let cells = words.isEmpty ? odds.unknown : [shape.index(of: Cell(words[0], words[1]))]
    let chances = cells.map { (shape.cell(at: $0), odds.chances[$0]) }
    report(
      "minesweeper-odds",
      [
        "exact": odds.isExact,
        "cells": chances.map { cell, chance in
          Fields(["cell": cell, "mine": (chance * 1e6).rounded() / 1e6])
        },
      ]
    ) { text in
      if words.count == 2, let (cell, chance) = chances.first {
        if Mark.isNumber(view.board[cell]) {
          return text.write(cell, " is revealed.")
        }
        return text.write(
          cell, " is a mine with a chance of ", AdviceUnit.chance.text(of: chance), ".")
      }
      write(odds, view.board, to: &text)
      if isOpening { text.write("\nThe first reveal never finds a mine.") }
      if !odds.isExact {
        text.write("\nA group of numbers is too large: its chances are estimates.")
      }
    }
  }

  /// Writes the board with percents for hidden cells: `!!` for a mine, and blanks around numbers.
  private static func write(_ odds: MineOdds, _ board: Board, to text: inout TextWriter) {
    let shape = board.shape
    text.write("   |")
    for column in 1...shape.columns { text.write(padded("\(column)", 3)) }
    text.write("\n---+", String(repeating: "-", count: 3 * shape.columns))
    for row in 1...shape.rows {
      text.write("\n", padded("\(row)", 2), " |")
      for column in 1...shape.columns {
        let index = shape.index(of: Cell(row, column))
        let mark = board.marks[index]
        if Mark.isNumber(mark) {
          let number = Int(mark - Mark.zero)
          text.write(Styled(.faint, number == 0 ? "  ." : "[\(number)]"))
          continue
        }
        let percent = Int((odds.chances[index] * 100).rounded())
        let shown = min(
          max(percent, odds.chances[index] > 0 ? 1 : 0), odds.chances[index] < 1 ? 99 : 100)
        let cell = shown == 100 ? " **" : padded("\(shown)", 3)
        text.write(Styled(shown == 0 ? .good : shown == 100 ? .bad : .number, cell))
      }
    }
    text.write("\nPercents of hidden cells; 0 is safe, ** a mine.")
  }

  private static func padded(_ word: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - word.count)) + word
  }

  private static func advice(
    _ view: MinesweeperView, _ isInterrupted: () -> Bool
  ) throws(GameError) -> Advice<MinesweeperMove> {
    guard view.phase == .playing else { throw .gameOver }
    if !view.isStarted, view.mode != .layout { return opening(view) }
    let odds = try MineOdds(view.board, mines: view.mines, isInterrupted: isInterrupted)
    let shape = view.board.shape
    let moves = odds.unknown.map { index in
      let chance = 1 - odds.chances[index]
      return ValuedMove(move(shape.cell(at: index), view), chance, note: note(chance))
    }
    return Advice(
      .chance, meaning: "chance that the cell is safe",
      estimate: !odds.isExact
        ? "a group of numbers is too large to count all arrangements"
        : view.allowsGuesses
          ? nil : "boards without guesses are fewer than those that fit the numbers",
      moves: moves, reasons: reasons(odds, view))
  }

  /// The first reveal is safe everywhere: a corner opens most where only its cell is spared, and a
  /// cell three from two sides where its neighbours are, too.
  private static func opening(_ view: MinesweeperView) -> Advice<MinesweeperMove> {
    let shape = view.board.shape
    let first =
      view.sparesNeighbors
      ? Cell(min(3, (shape.rows + 1) / 2), min(3, (shape.columns + 1) / 2)) : Cell(1, 1)
    let cells = [first] + shape.indices.map { shape.cell(at: $0) }.filter { $0 != first }
    return Advice(
      .chance, meaning: "chance that the cell is safe",
      moves: cells.map { ValuedMove(move($0, view), 1, note: note(1)) },
      reasons: [
        "The first reveal never finds a mine. \(first) is a good place to begin: a corner has the fewest"
          + " neighbours, so it opens most often."
      ].map {
        view.sparesNeighbors
          ? "The first reveal opens its neighbours, too; away from the border these are more." : $0
      })
  }

  /// A flag has to be taken off before the cell can be revealed.
  private static func move(_ cell: Cell, _ view: MinesweeperView) -> MinesweeperMove {
    view.board[cell] == Mark.flag ? .flag(cell) : .reveal(cell, nil)
  }

  private static func note(_ chance: Double) -> String {
    chance == 1 ? "safe" : chance == 0 ? "a mine" : ""
  }

  private static func reasons(_ odds: MineOdds, _ view: MinesweeperView) -> [String] {
    let safe = odds.unknown.count { odds.chances[$0] == 0 }
    let mines = odds.unknown.count { odds.chances[$0] == 1 }
    return [
      safe == 0
        ? "No cell is certainly safe."
        : "\(Plural(safe, "cell")) \(safe == 1 ? "is" : "are") certainly safe.",
      "\(Plural(mines, "cell")) \(mines == 1 ? "is certainly a mine" : "are certainly mines");"
        + " \(view.mines) of \(Plural(odds.unknown.count, "hidden cell")) are mines.",
    ]
  }
}
