import ParlorKit

/// The adviser of Minesweeper: the chance that a cell is safe, or the chance to win if few
/// arrangements of mines are left.
enum MinesweeperAdviser {
  static let adviser = Adviser<Minesweeper>(
    odds: { view, words, isInterrupted, report throws(GameError) in
      try reportOdds(view, words, isInterrupted, &report)
    },
    advise: { view, _, isInterrupted throws(GameError) in
      try advice(view, isInterrupted)
    })

  /// The bot `best`: the first move of the advice.
  static let best = Bot<Minesweeper>(
    "best", "plays the move that `hint` shows first", isAdvised: true
  ) { view, _, _ in
    (try? choice(view) { AdviceContext.current.isStopped() }) ?? .resign
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
    let odds = try MineOdds(view.board, mines: view.mines, isInterrupted: isInterrupted)
    let cells = words.isEmpty ? odds.unknown : [shape.index(of: Cell(words[0], words[1]))]
    let chances = cells.map { (shape.cell(at: $0), odds.chances[$0]) }
    report(
      "minesweeper-odds",
      [
        "exact": odds.isExact,
        "cells": chances.map { cell, chance in
          // Certainty is a flag: a small chance is not none.
          Fields([
            "cell": cell, "mine": chance, "certain": odds.isExact && (chance == 0 || chance == 1),
          ])
        },
      ]
    ) { text in
      if isOpening(view) {
        return text.write(
          "Mines are laid with the first reveal, which never finds one. Afterwards ",
          view.mines, " of the ", shape.count, " cells are mines.")
      }
      if words.count == 2, let (cell, chance) = chances.first {
        if Mark.isNumber(view.board[cell]) {
          return text.write(cell, " is revealed.")
        }
        return text.write(
          cell, " is a mine with a chance of ", AdviceUnit.chance.text(of: chance), ".")
      }
      write(odds, view.board, to: &text)
      if !odds.isExact {
        text.write("\nA group of numbers is too large: its chances are estimates.")
      }
    }
  }

  /// The maximum number of columns of three characters, which fit a terminal of 80.
  private static let mostWideColumns = 25

  /// Writes the board with percents for hidden cells: `**` for a mine. Cells of two characters, in as many
  /// parts as needed, take the place of those of three where these do not fit a terminal.
  private static func write(_ odds: MineOdds, _ board: Board, to text: inout TextWriter) {
    let shape = board.shape
    guard shape.columns > mostWideColumns else {
      text.write("   |")
      for column in 1...shape.columns { text.write(padded("\(column)", 3)) }
      text.write("\n---+", String(repeating: "-", count: 3 * shape.columns))
      for row in 1...shape.rows {
        text.write("\n", padded("\(row)", 2), " |")
        for column in 1...shape.columns {
          let index = shape.index(of: Cell(row, column))
          write(percent(of: index, odds, board), board.marks[index], to: &text)
        }
      }
      return text.write("\nPercents of hidden cells; 0 is safe, ** a mine.")
    }
    var away: Int?
    for first in stride(from: 1, through: shape.columns, by: Board.mostSpacedColumns) {
      let columns = first...min(first + Board.mostSpacedColumns - 1, shape.columns)
      board.writeHeader(columns, true, to: &text)
      board.writeRule(columns, true, to: &text)
      for row in 1...shape.rows {
        text.write(padded("\(row)", board.rowNumberWidth), " |")
        for column in columns {
          let index = shape.index(of: Cell(row, column))
          let percent = percent(of: index, odds, board)
          var isAway = true
          shape.forEachNeighbor(of: index) { if Mark.isNumber(board.marks[$0]) { isAway = false } }
          if isAway, percent != nil { away = percent }
          write(short: percent, board.marks[index], isAway: isAway, to: &text)
        }
        text.write("\n")
      }
    }
    text.write("Percents of hidden cells; 0 is safe, ** a mine")
    if let away { text.write(", # \(away), far from numbers") }
    text.write(".")
  }

  /// The chance of a mine in percent: 0 or 100 only if it is sure; nil for a revealed cell.
  private static func percent(of index: Int, _ odds: MineOdds, _ board: Board) -> Int? {
    if Mark.isNumber(board.marks[index]) { return nil }
    let chance = odds.chances[index]
    return min(max(Int((chance * 100).rounded()), chance > 0 ? 1 : 0), chance < 1 ? 99 : 100)
  }

  private static func write(_ percent: Int?, _ mark: UInt8, to text: inout TextWriter) {
    guard let percent else {
      let number = mark - Mark.zero
      return text.write(Styled(.faint, number == 0 ? "  ." : "[\(number)]"))
    }
    text.write(Styled(style(of: percent), percent == 100 ? " **" : padded("\(percent)", 3)))
  }

  /// Writes a cell of two characters: chances but 0 have two digits, numbers one.
  private static func write(
    short percent: Int?, _ mark: UInt8, isAway: Bool, to text: inout TextWriter
  ) {
    guard let percent else {
      let number = mark - Mark.zero
      return text.write(Styled(.faint, number == 0 ? " ." : " \(number)"))
    }
    if isAway { return text.write(" #") }
    let cell =
      percent == 100 ? "**" : percent == 0 ? " 0" : percent < 10 ? "0\(percent)" : "\(percent)"
    text.write(Styled(style(of: percent), cell))
  }

  private static func style(of percent: Int) -> Style {
    percent == 0 ? .good : percent == 100 ? .bad : .number
  }

  private static func padded(_ word: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - word.count)) + word
  }

  // MARK: Advice

  /// The known part of a board, with the chances of mines.
  private struct Position {
    let solver: Solver
    let odds: MineOdds
    var counter = BoxCounter()

    init(_ solver: consuming Solver, _ isInterrupted: () -> Bool) throws(GameError) {
      while !solver.safeCells().isEmpty {
        if isInterrupted() { throw .stopped }
      }
      self.solver = solver
      odds = try MineOdds(solver, &counter, isInterrupted: isInterrupted)
    }

    /// The search of all continuations, if they are few.
    func end(_ isInterrupted: () -> Bool) -> EndSearch? {
      // One more, for the error of the logarithm.
      guard odds.isExact, let logarithm = odds.logarithm,
        logarithm < Logarithm.natural(Double(EndSearch.mostArrangements + 1))
      else { return nil }
      return EndSearch(solver, isInterrupted: isInterrupted)
    }

    /// The hidden cells, best first: by ``GuessRanking`` if none is safe, otherwise by their
    /// chances.
    func ranked(_ isInterrupted: () -> Bool) throws(GameError) -> [Int] {
      let byChance = odds.unknown.sorted { (odds.chances[$0], $0) < (odds.chances[$1], $1) }
      guard let first = byChance.first, odds.chances[first] > 0 else { return byChance }
      let cells = try guesses(isInterrupted)
      let known = Set(cells)
      return cells + byChance.filter { !known.contains($0) }
    }

    /// The first of ``ranked(_:)`` if no cell is safe.
    func guess(_ isInterrupted: () -> Bool) throws(GameError) -> Int? {
      if let best = try guesses(isInterrupted).first { return best }
      return odds.unknown.min { (odds.chances[$0], $0) < (odds.chances[$1], $1) }
    }

    /// The chance that the hidden cells without a flag around a number are safe, if it has as many
    /// flags as mines: then they are if these flags are right.
    ///
    /// - Returns: an estimate if there are too many arrangements to count them.
    func safety(
      of cells: [Int], flags: [Int], _ isInterrupted: () -> Bool
    ) throws(GameError) -> Double {
      let risks = cells.map { odds.chances[$0] }.filter { $0 > 0 }
      let product = risks.reduce(1) { $0 * (1 - $1) }
      if risks.count < 2 || product == 0 || !odds.isExact { return product }
      var (chance, counter) = (1.0, counter)
      for place in flags.indices where chance > 0 {
        guard let assumed = solver.assuming(mines: Array(flags[..<place])) else { return 0 }
        let odds = try MineOdds(assumed, &counter, isInterrupted: isInterrupted)
        chance *= odds.chances[flags[place]]
      }
      return chance
    }

    private func guesses(_ isInterrupted: () -> Bool) throws(GameError) -> [Int] {
      var counter = counter
      return try GuessRanking(solver, odds, &counter, isInterrupted: isInterrupted).cells
    }
  }

  /// The move of the bot: the first of the advice, computed with as little work as possible.
  private static func choice(
    _ view: MinesweeperView, _ isInterrupted: () -> Bool
  ) throws(GameError) -> MinesweeperMove {
    guard view.phase == .playing else { throw .gameOver }
    let shape = view.board.shape
    if isOpening(view) { return move(firstCell(view), view) }
    if let safe = view.board.plainlySafeCell { return move(shape.cell(at: safe), view) }
    var solver = Solver(view.board, mines: view.mines)
    if let safe = solver.safeCells().first { return move(shape.cell(at: Int(safe)), view) }
    let position = try Position(solver, isInterrupted)
    var end = position.end(isInterrupted)
    if let best = end?.best(isInterrupted: isInterrupted) {
      return move(shape.cell(at: best), view)
    }
    guard let best = try position.guess(isInterrupted) else { throw .gameOver }
    return move(shape.cell(at: best), view)
  }

  private static func advice(
    _ view: MinesweeperView, _ isInterrupted: () -> Bool
  ) throws(GameError) -> Advice<MinesweeperMove> {
    guard view.phase == .playing else { throw .gameOver }
    if isOpening(view) { return opening(view) }
    let position = try Position(Solver(view.board, mines: view.mines), isInterrupted)
    let odds = position.odds
    let shape = view.board.shape
    let reasons = reasons(odds, view)
    var end = view.allowsGuesses ? position.end(isInterrupted) : nil
    if let chances = end?.chances(isInterrupted: isInterrupted) {
      var moves = chances.map { cell, chance in
        let safe = 1 - odds.chances[cell]
        return valued(
          shape.cell(at: cell), chance, view,
          safe == 1 ? "safe" : "safe with \(AdviceUnit.chance.text(of: safe))")
      }
      moves += odds.unknown.filter { odds.chances[$0] == 1 }.map {
        valued(shape.cell(at: $0), 0, view, "a mine")
      }
      for (cell, cells, _) in chords(on: view.board) {
        guard let chance = end?.chance(revealing: cells, isInterrupted: isInterrupted) else {
          continue
        }
        moves.append(ValuedMove(.chord(cell), chance))
      }
      let count = end?.count ?? unreachable("an end has chances", 0)
      return Advice(
        .chance, meaning: "chance to win", moves: moves,
        reasons: reasons + [
          "\(Plural(count, "arrangement")) of mines \(count == 1 ? "fits" : "fit"); all"
            + " continuations were tried."
        ])
    }
    if isInterrupted() { throw .stopped }
    let cells = try position.ranked(isInterrupted)
    let least = cells.map { odds.chances[$0] }.min() ?? 0
    var moves = cells.enumerated().map { place, cell in
      let chance = odds.chances[cell]
      return valued(
        shape.cell(at: cell), 1 - chance, view,
        chance == 0
          ? "safe" : chance == 1 ? "a mine" : place == 0 && chance > least ? "tells more" : "")
    }
    for (cell, cells, flags) in chords(on: view.board) {
      let safety = try position.safety(of: cells, flags: flags, isInterrupted)
      let place = moves.lastIndex { $0.value >= safety }.map { $0 + 1 } ?? moves.count
      moves.insert(ValuedMove(.chord(cell), safety), at: place)
    }
    var advice = Advice(
      .chance, meaning: "chance that the cell is safe",
      estimate: !odds.isExact
        ? "a group of numbers is too large to count all arrangements"
        : view.allowsGuesses
          ? nil : "not every board that fits the numbers is free of guesses",
      moves: moves, isRanked: true, reasons: reasons)
    advice.isOfStep = true
    return advice
  }

  /// The chords that reveal something, each with what it reveals and with the flags around.
  private static func chords(on board: Board) -> [(cell: Cell, cells: [Int], flags: [Int])] {
    board.shape.indices.compactMap { index in
      let mark = board.marks[index]
      guard Mark.isNumber(mark) else { return nil }
      let around = board.around(index)
      guard around.openable > 0, around.flags == Int(mark - Mark.zero) else { return nil }
      return (
        board.shape.cell(at: index), board.neighbors(of: index, where: Mark.isOpenable),
        board.neighbors(of: index) { $0 == Mark.flag }
      )
    }
  }

  /// Whether mines are not laid yet.
  private static func isOpening(_ view: MinesweeperView) -> Bool {
    !view.isStarted && view.mode != .layout
  }

  /// The first cell to reveal: a corner opens most if only its cell is spared, and a cell three
  /// from two sides if its neighbours are, too.
  private static func firstCell(_ view: MinesweeperView) -> Cell {
    let shape = view.board.shape
    return view.sparesNeighbors
      ? Cell(min(3, (shape.rows + 1) / 2), min(3, (shape.columns + 1) / 2)) : Cell(1, 1)
  }

  /// The first reveal is safe everywhere.
  private static func opening(_ view: MinesweeperView) -> Advice<MinesweeperMove> {
    let shape = view.board.shape
    let first = firstCell(view)
    let cells = [first] + shape.indices.map { shape.cell(at: $0) }.filter { $0 != first }
    var advice = Advice(
      .chance, meaning: "chance that the cell is safe",
      moves: cells.map { valued($0, 1, view, "safe") },
      reasons: [
        view.sparesNeighbors
          ? "The first reveal opens its neighbours, too; away from the border there are more of"
            + " them."
          : "The first reveal never finds a mine. \(first) is a good place to begin: a corner has the"
            + " fewest neighbours, so it opens most often."
      ])
    advice.isOfStep = true
    return advice
  }

  /// The reveal of a cell, or the removal of its flag, which comes first.
  private static func move(_ cell: Cell, _ view: MinesweeperView) -> MinesweeperMove {
    view.board[cell] == Mark.flag ? .flag(cell) : .reveal(cell, nil)
  }

  private static func valued(
    _ cell: Cell, _ value: Double, _ view: MinesweeperView, _ note: String
  ) -> ValuedMove<MinesweeperMove> {
    let isFlagged = view.board[cell] == Mark.flag
    let notes = [isFlagged ? "takes the flag off, then reveal \(cell)" : "", note]
    return ValuedMove(
      move(cell, view), value, note: notes.filter { !$0.isEmpty }.joined(separator: "; "))
  }

  private static func reasons(_ odds: MineOdds, _ view: MinesweeperView) -> [String] {
    let safe = odds.unknown.count { odds.chances[$0] == 0 }
    let mines = odds.unknown.count { odds.chances[$0] == 1 }
    func certainly(_ count: Int, _ what: String, _ many: String) -> String {
      count == 0
        ? "No cell is certainly \(what)."
        : "\(Plural(count, "cell")) \(count == 1 ? "is certainly \(what)" : "are certainly \(many)")."
    }
    return [
      certainly(safe, "safe", "safe"), certainly(mines, "a mine", "mines"),
      "\(view.mines) of \(Plural(odds.unknown.count, "hidden cell"))"
        + " \(view.mines == 1 ? "is a mine" : "are mines").",
    ]
  }
}
