import ParlorKit

/// The adviser of Minesweeper: the chance to win, exact if few arrangements of mines are left.
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

  /// Writes the board with percents for hidden cells: `**` for a mine. Cells of two characters, in as many
  /// parts as needed, take the place of those of three where these do not fit a terminal.
  private static func write(_ odds: MineOdds, _ board: Board, to text: inout TextWriter) {
    let shape = board.shape
    guard 5 + 3 * shape.columns > text.width else {
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

  /// The move of the bot: the first of the advice, computed with as little work as possible.
  private static func choice(
    _ view: MinesweeperView, _ isInterrupted: () -> Bool
  ) throws(GameError) -> MinesweeperMove {
    guard view.phase == .playing else { throw .gameOver }
    let shape = view.board.shape
    if isOpening(view) { return move(firstCell(view), view) }
    if let safe = view.board.plainlySafeCell { return move(shape.cell(at: safe), view) }
    var solver = Solver(view.board, mines: view.mines)
    if let safe = solver.firstSafeCell() { return move(shape.cell(at: safe), view) }
    let position = try Position(solver, isInterrupted)
    var end = position.end(isInterrupted)
    if let best = end?.best(isInterrupted: isInterrupted) {
      return move(shape.cell(at: best), view)
    }
    guard let best = try position.guess(isInterrupted) else { throw .gameOver }
    return move(shape.cell(at: best), view)
  }

  private static let meaning = "chance to win"

  /// The chance to win after each move: exact with few arrangements, otherwise an estimate.
  private static func advice(
    _ view: MinesweeperView, _ isInterrupted: () -> Bool
  ) throws(GameError) -> Advice<MinesweeperMove> {
    guard view.phase == .playing else { throw .gameOver }
    if isOpening(view) { return opening(view) }
    let position = try Position(Solver(view.board, mines: view.mines), isInterrupted)
    if let advice = exactAdvice(view, position, isInterrupted) { return advice }
    if isInterrupted() { throw .stopped }
    // The boards of `guess=no` are won by whoever takes no risk.
    let value =
      view.allowsGuesses ? WinEstimate.chance(position) : 1 - position.least
    let worth = try MoveWorth(position, isInterrupted)
    let odds = position.odds
    var moves = worth.cells.enumerated().compactMap { place, cell in
      let tells = place == 0 && odds.chances[cell] > position.least
      return valued(
        cell, value * worth.share(of: cell), best: value, odds, view, tells ? "tells more" : "")
    }
    for (cell, cells, flags) in chords(on: view.board) {
      let safety = try position.safety(of: cells, flags: flags, isInterrupted)
      moves.append(
        ValuedMove(.chord(cell), value * worth.share(safe: safety), risk: 1 - safety))
    }
    var advice = Advice(
      .chance, meaning: meaning,
      estimate: !odds.isExact
        ? "a group of numbers is too large to count all arrangements"
        : view.allowsGuesses
          ? WinEstimate.kind : "not every board that fits the numbers is free of guesses",
      moves: moves, reasons: reasons(odds, view, isInterrupted))
    if position.least > 0 { advice.tolerance = WinEstimate.tolerance }
    advice.chances = [value]
    return advice
  }

  /// The advice if few arrangements are left; nil if there are too many.
  private static func exactAdvice(
    _ view: MinesweeperView, _ position: Position, _ isInterrupted: () -> Bool
  ) -> Advice<MinesweeperMove>? {
    guard view.allowsGuesses, var end = position.end(isInterrupted),
      let chances = end.chances(isInterrupted: isInterrupted)
    else { return nil }
    let odds = position.odds
    let best = chances.reduce(0) { max($0, $1.chance) }
    var moves = chances.compactMap { valued($0.cell, $0.chance, best: best, odds, view) }
    moves += odds.unknown.filter { odds.chances[$0] == 1 }
      .compactMap { valued($0, 0, best: best, odds, view) }
    for (cell, cells, _) in chords(on: view.board) {
      guard let chance = end.chance(revealing: cells, isInterrupted: isInterrupted) else {
        return nil
      }
      moves.append(
        ValuedMove(.chord(cell), chance, risk: cells.reduce(0) { max($0, odds.chances[$1]) }))
    }
    return Advice(
      .chance, meaning: meaning, moves: moves,
      reasons: reasons(odds, view, isInterrupted) + [
        "\(Plural(end.count, "arrangement")) of mines \(end.count == 1 ? "fits" : "fit"); all"
          + " continuations were tried."
      ])
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
    let value =
      view.allowsGuesses
      ? WinEstimate.chance(shape, mines: view.mines, sparesNeighbors: view.sparesNeighbors) : 1
    var advice = Advice(
      .chance, meaning: meaning,
      estimate: view.allowsGuesses ? WinEstimate.kind : nil,
      moves: cells.filter { $0 == first || view.board[$0] != Mark.flag }.map {
        ValuedMove(move($0, view), value, note: "safe", risk: 0)
      },
      reasons: [
        view.sparesNeighbors
          ? "The first reveal opens its neighbours, too; away from the border there are more of"
            + " them."
          : "The first reveal never finds a mine. \(first) is a good place to begin: a corner has the"
            + " fewest neighbours, so it opens most often."
      ])
    advice.chances = [value]
    return advice
  }

  /// The reveal of a cell, or the removal of its flag, which comes first.
  private static func move(_ cell: Cell, _ view: MinesweeperView) -> MinesweeperMove {
    view.board[cell] == Mark.flag ? .flag(cell) : .reveal(cell, nil)
  }

  /// The reveal of a cell with its value.
  ///
  /// - Parameter best: the value of the best move.
  /// - Returns: nil if a flag protects the cell, unless no reveal is better: then the move takes
  ///   it off, which costs nothing.
  private static func valued(
    _ index: Int, _ value: Double, best: Double, _ odds: MineOdds, _ view: MinesweeperView,
    _ note: String = ""
  ) -> ValuedMove<MinesweeperMove>? {
    let cell = view.board.shape.cell(at: index)
    let risk = odds.chances[index]
    let isFlagged = view.board[cell] == Mark.flag
    if isFlagged, value < best { return nil }
    let notes = [
      isFlagged ? "takes the flag off, then reveal \(cell)" : "",
      risk == 0
        ? "safe" : risk == 1 ? "a mine" : "safe with \(AdviceUnit.chance.text(of: 1 - risk))",
      note,
    ]
    return ValuedMove(
      move(cell, view), value, note: notes.filter { !$0.isEmpty }.joined(separator: "; "),
      risk: risk)
  }

  /// How the safe cell that the advice shows first follows from the numbers, and what is certain.
  private static func reasons(
    _ odds: MineOdds, _ view: MinesweeperView, _ isInterrupted: () -> Bool
  ) -> [String] {
    var deduction = Deduction(view.board, mines: view.mines)
    let proof = odds.unknown.first { odds.chances[$0] == 0 }
      .flatMap { deduction.proof(of: $0, isInterrupted) }
    let safe = odds.unknown.count { odds.chances[$0] == 0 }
    let mines = odds.unknown.count { odds.chances[$0] == 1 }
    func certainly(_ count: Int, _ what: String, _ many: String) -> String {
      count == 0
        ? "No cell is certainly \(what)."
        : "\(Plural(count, "cell")) \(count == 1 ? "is certainly \(what)" : "are certainly \(many)")."
    }
    return DeductionText(view.board).sentences(for: proof ?? []) + [
      certainly(safe, "safe", "safe"), certainly(mines, "a mine", "mines"),
      "\(view.mines) of \(Plural(odds.unknown.count, "hidden cell"))"
        + " \(view.mines == 1 ? "is a mine" : "are mines").",
    ]
  }
}
