public import ParlorKit

/// A game of Minesweeper in progress, including the mines, and its rules.
public struct MinesweeperState: GameState {
  /// The constants of the game.
  public let plan: BoardPlan
  /// The positions of the mines; `nil` until they are laid.
  private(set) var layout: Layout?
  /// The visible cells.
  public private(set) var board: Board
  /// Whether the game goes on, and how it ended.
  public private(set) var phase = Phase.playing
  /// The number of cells without a mine that are still hidden.
  public private(set) var safeLeft: Int
  /// The number of flags.
  public private(set) var flags = 0
  /// The number of moves that had an effect, without resigning.
  public private(set) var clicks = 0
  /// The time of the first reveal, in milliseconds of the game's clock.
  private(set) var start: Int64?
  /// The time of the end.
  private(set) var end: Int64?
  /// The cell of the first reveal.
  private(set) var firstCell: Cell?
  /// The cell of the last move, which `flag` alone refers to.
  private(set) var lastCell: Cell?
  /// The mine that was revealed; the first one if a chord revealed several.
  private(set) var exploded: Cell?

  init(_ plan: BoardPlan) {
    self.plan = plan
    layout = plan.given
    board = Board(plan.shape)
    safeLeft = plan.shape.count - plan.mines
  }

  /// Whether the game has ended.
  public var isOver: Bool { phase != .playing }

  /// The number of mines without a flag; negative if there are more flags than mines.
  public var minesLeft: Int { plan.mines - flags }

  /// The milliseconds from the first reveal to the end, or until a time of the game's clock.
  func elapsed(at time: Int64) -> Int64 { start.map { (end ?? time) - $0 } ?? 0 }

  /// The score of the game; `nil` before the end, and if no mines were laid.
  var score: Score? {
    guard isOver, let layout else { return nil }
    return Score(layout, board, clicks: clicks, milliseconds: elapsed(at: 0))
  }

  /// A win has the player as the winner; a lost game has no winner.
  public var status: GameStatus {
    switch phase {
    case .playing: .playing(turn: 0)
    case .won: .over(winners: [0])
    case .lost, .resigned: .over(winners: [])
    }
  }

  private static let over = GameError.notNow(
    "the game is over", help: ["`new` plays again, `mode` another mode"])

  /// The player gives up and sees the mines.
  public var resignation: MinesweeperMove {
    get throws(GameError) {
      if isOver { throw Self.over }
      return .resign
    }
  }

  /// A flag at the cell of the last move.
  func flagAtLastCell() throws(GameError) -> MinesweeperMove {
    if isOver { throw Self.over }
    guard let lastCell else {
      throw .notNow("no last move to repeat: type `flag ROW COLUMN`")
    }
    return .flag(lastCell)
  }

  // MARK: Moves

  /// Checks a move; the first reveal lays the mines.
  public func resolve(
    _ move: MinesweeperMove, chance: inout Chance
  ) throws(GameError) -> Resolution<MinesweeperMove> {
    if isOver { throw Self.over }
    switch move {
    case .reveal(let cell, let layout):
      try check(cell)
      if let layout { try check(layout, at: cell) }
      let mark = board[cell]
      if mark == Mark.flag { return .ignore("\(cell) is flagged") }
      if Mark.isNumber(mark) { return .ignore("\(cell) is already revealed") }
      if self.layout != nil || layout != nil { return .play(move) }
      return .play(.reveal(cell, try plan.layMines(for: cell, chance: &chance)))
    case .chord(let cell):
      try check(cell)
      return try resolveChord(cell)
    case .flag(let cell), .mark(let cell):
      try check(cell)
      if Mark.isNumber(board[cell]) { throw .illegal("\(cell) is revealed") }
    case .resign: break
    }
    return .play(move)
  }

  /// Checks that a cell is on the board.
  private func check(_ cell: Cell) throws(GameError) {
    let shape = plan.shape
    guard 1...shape.rows ~= Int(cell.row) else {
      throw .badArgument(
        shape.rows == 1 ? "the board has 1 row" : "the board has rows 1 to \(shape.rows)",
        at: .argument(0))
    }
    guard shape.contains(cell) else {
      throw .badArgument(
        shape.columns == 1
          ? "the board has 1 column" : "the board has columns 1 to \(shape.columns)",
        at: .argument(1))
    }
  }

  /// Checks that a layout given for the first reveal could have been drawn.
  ///
  /// It may need guessing even if the options exclude that: a later version may draw other boards,
  /// and old logs must still load.
  private func check(_ layout: Layout, at cell: Cell) throws(GameError) {
    if self.layout != nil {
      throw GameError(.notNow, "the mines are already laid", at: .option(Layout.option))
    }
    guard layout.shape == plan.shape else {
      throw .badOption(
        Layout.option, "the layout is \(layout.shape), and the board \(plan.shape)")
    }
    guard layout.mines == plan.mines else {
      throw .badOption(
        Layout.option,
        "the layout has \(Plural(layout.mines, "mine")), and the board \(plan.mines)")
    }
    let mine = layout.isMine(cell) ? cell : plan.sparesNeighbors ? layout.mine(around: cell) : nil
    if let mine {
      throw .badOption(
        Layout.option, "the layout has a mine at \(mine), which the first reveal must not hit")
    }
  }

  private func resolveChord(_ cell: Cell) throws(GameError) -> Resolution<MinesweeperMove> {
    let mark = board[cell]
    guard Mark.isNumber(mark) else {
      throw .illegal("\(cell) is not revealed: a chord needs a number")
    }
    let number = Int(mark - Mark.zero)
    let around = board.around(plan.shape.index(of: cell))
    guard around.flags == number else {
      throw .illegal("\(cell) is \(number) and has \(Plural(around.flags, "flag")) around it")
    }
    if around.openable == 0 { return .ignore("nothing is hidden around \(cell)") }
    return .play(.chord(cell))
  }

  /// Makes a move; the first reveal starts the time.
  public mutating func apply(
    _ move: MinesweeperMove, at time: GameTime, report: inout Reporter
  ) {
    switch move {
    case .reveal(let cell, let laid):
      if let laid { layout = laid }
      if start == nil { (start, firstCell) = (time.milliseconds, cell) }
      count(cell)
      reveal(CollectionOfOne(plan.shape.index(of: cell)), at: time, &report)
    case .chord(let cell):
      count(cell)
      reveal(openable(around: cell), at: time, &report)
    case .flag(let cell):
      if toggle(cell, Mark.flag) {
        report("flagged", ["cell": cell]) { $0.write("Flags ", cell, ".") }
      } else {
        report("unflagged", ["cell": cell]) { $0.write("Takes the flag off ", cell, ".") }
      }
    case .mark(let cell):
      if toggle(cell, Mark.question) {
        report("marked", ["cell": cell]) { $0.write("Marks ", cell, ".") }
      } else {
        report("unmarked", ["cell": cell]) { $0.write("Takes the mark off ", cell, ".") }
      }
    case .resign:
      report("resigned") { "You give up." }
      finish(.resigned, at: time, &report)
    }
  }

  private mutating func count(_ cell: Cell) {
    clicks += 1
    lastCell = cell
  }

  /// The hidden cells without a flag around a number.
  private func openable(around cell: Cell) -> [Int] {
    board.neighbors(of: plan.shape.index(of: cell), where: Mark.isOpenable)
  }

  /// Reveals cells and the regions that they open.
  private mutating func reveal(
    _ cells: some Collection<Int>, at time: GameTime, _ report: inout Reporter
  ) {
    guard let layout else { return unreachable("mines are laid at the first reveal", ()) }
    let shape = plan.shape
    var opened: [UInt16] = []
    var mines: [Cell] = []
    for index in cells where Mark.isOpenable(board.marks[index]) {
      let cell = shape.cell(at: index)
      if layout.isMine(cell) {
        mines.append(cell)
      } else {
        board.reveal(index, of: layout, into: &opened)
      }
    }
    safeLeft -= opened.count
    if !opened.isEmpty { self.report(opened, to: &report) }
    if let mine = mines.first {
      exploded = mine
      report("exploded", ["cells": mines]) { text in
        text.write(Styled(.bad, "Boom!"), " ", mines.map { "\($0)" }.enumeration)
        text.write(mines.count == 1 ? " is a mine." : " are mines.")
      }
      finish(.lost, at: time, &report)
    } else if safeLeft == 0 {
      finish(.won, at: time, &report)
    }
  }

  /// Reports the revealed cells with their numbers, in the order of the board.
  private func report(_ opened: [UInt16], to report: inout Reporter) {
    func number(at index: UInt16) -> Int { Int(board.marks[Int(index)] - Mark.zero) }
    report(
      "revealed",
      [
        "cells": opened.sorted().map { index in
          let cell = plan.shape.cell(at: Int(index))
          return [Int(cell.row), Int(cell.column), number(at: index)]
        }
      ]
    ) { text in
      guard opened.count == 1 else {
        return text.write("Reveals ", Styled(.strong, opened.count), " cells.")
      }
      let cell = plan.shape.cell(at: Int(opened[0]))
      text.write("Reveals ", Styled(.strong, cell), ": ", number(at: opened[0]), ".")
    }
  }

  /// Puts a mark on a hidden cell, or takes it off.
  ///
  /// - Returns: whether the cell now has the mark.
  private mutating func toggle(_ cell: Cell, _ mark: UInt8) -> Bool {
    count(cell)
    let index = plan.shape.index(of: cell)
    let isOn = board.marks[index] != mark
    if board.marks[index] == Mark.flag { flags -= 1 }
    board.marks[index] = isOn ? mark : Mark.hidden
    if board.marks[index] == Mark.flag { flags += 1 }
    return isOn
  }

  /// Ends the game and shows the mines. The text of the end is part of the situation.
  private mutating func finish(_ phase: Phase, at time: GameTime, _ report: inout Reporter) {
    self.phase = phase
    end = time.milliseconds
    if let layout { board.show(layout) }
    let bells = phase == .won ? 2 : phase == .lost ? 1 : 0
    report(phase.rawValue, fields: MinesweeperResult(self).fields, bells: bells) { _ in }
  }

  /// Reveals, chords that reveal something, flags, question marks. Resigning is not listed.
  public var legalMoves: LegalMoves<MinesweeperMove> {
    var legal = LegalMoves<MinesweeperMove>(moves: [])
    if isOver { return legal }
    var chords: [MinesweeperMove] = []
    var hidden: [Cell] = []
    for index in plan.shape.indices {
      let mark = board.marks[index]
      let cell = plan.shape.cell(at: index)
      guard Mark.isNumber(mark) else {
        hidden.append(cell)
        if mark != Mark.flag { legal.moves.append(.reveal(cell, nil)) }
        continue
      }
      let around = board.around(index)
      if around.openable > 0, around.flags == Int(mark - Mark.zero) { chords.append(.chord(cell)) }
    }
    legal.moves += chords + hidden.map { .flag($0) } + hidden.map { .mark($0) }
    return legal
  }

  /// For each cell in order, row by row, `reveal`; then in the same order `flag`, `mark` and
  /// `chord`.
  public var actions: [MinesweeperMove] {
    let cells = plan.shape.indices.map { plan.shape.cell(at: $0) }
    return cells.map { .reveal($0, nil) } + cells.map { .flag($0) } + cells.map { .mark($0) }
      + cells.map { .chord($0) }
  }

  // MARK: For programs that learn

  public func addLegalActions(to numbers: inout [Int]) {
    if isOver { return }
    let count = plan.shape.count
    var cell = -1
    for index in plan.shape.indices {
      cell += 1
      let mark = board.marks[index]
      if !Mark.isNumber(mark) {
        if mark != Mark.flag { numbers.append(cell) }
        numbers.append(count + cell)
        numbers.append(2 * count + cell)
      } else {
        let around = board.around(index)
        if around.openable > 0, around.flags == Int(mark - Mark.zero) {
          numbers.append(3 * count + cell)
        }
      }
    }
  }

  /// The cells row by row: 0 to 8 for numbers, 9 hidden, 10 flagged, 11 with a question mark. Then
  /// the number of mines without a flag.
  public var observationLayout: KeyValuePairs<String, Int> {
    ["cells": plan.shape.count, "minesLeft": 1]
  }

  public func addObservation(for player: Int?, to numbers: inout [Int]) {
    for index in plan.shape.indices {
      let mark = board.marks[index]
      numbers.append(
        Mark.isNumber(mark)
          ? Int(mark - Mark.zero) : mark == Mark.flag ? 10 : mark == Mark.question ? 11 : 9)
    }
    numbers.append(minesLeft)
  }

  // MARK: Words that are not a cell

  /// A cell that does not fit the board, or the cell that was probably meant by `3,4`, `34` or
  /// `d3`.
  public func misreading(of verb: String, _ words: [String]) -> GameError? {
    guard ["reveal", "flag", "chord", "mark"].contains(verb) else { return nil }
    if words.count == 2, let row = Int(words[0]), let column = Int(words[1]) {
      do throws(GameError) { try check(Cell(row, column)) } catch { return error }
    }
    let shape = plan.shape
    let example = Cell(min(3, shape.rows), min(4, shape.columns))
    let meant = Self.cell(meantBy: words).flatMap { shape.contains($0) ? $0 : nil }
    return .badArgument(
      "`\(verb)` takes a row from 1 to \(shape.rows) and a column from 1 to \(shape.columns)",
      help: [meant.map { "did you mean `\(verb) \($0)`?" } ?? "for example: \(verb) \(example)"])
  }

  /// The cell that words look like: two numbers with something between them, two digits, or a
  /// letter for the column and a number for the row.
  private static func cell(meantBy words: [String]) -> Cell? {
    let text = words.joined(separator: " ").utf8
    let numbers = text.split { !(0x30...0x39 ~= $0) }.compactMap { Int(Substring($0)) }
    let letters = text.filter { 0x61...0x7A ~= $0 | 0x20 }
    switch (numbers.count, letters.count) {
    case (2, 0): return Cell(numbers[0], numbers[1])
    case (1, 0):
      return 11...99 ~= numbers[0] ? Cell(numbers[0] / 10, numbers[0] % 10) : nil
    case (1, 1): return Cell(numbers[0], Int((letters[0] | 0x20) - 0x60))
    default: return nil
    }
  }

  // MARK: Questions

  /// The mines, once the players may see them.
  var shownLayout: Layout {
    get throws(GameError) {
      guard plan.given != nil || isOver else {
        throw .notNow("`difficulty` is for the end of the game")
      }
      guard let layout else { throw .notNow("no mines were laid") }
      return layout
    }
  }

  /// Answers the command `difficulty`, which must not reveal anything about a hidden board.
  func reportDifficulty(to report: inout Reporter) throws(GameError) {
    let layout = try shownLayout
    let difficulty = Difficulty(layout)
    let (islands, zini) = (Difficulty.islands(of: layout), ZiNi.clicks(layout))
    report(
      "difficulty",
      [
        "bbbv": difficulty.bbbv, "openings": difficulty.openings, "islands": islands,
        "zini": zini,
      ]
    ) { text in
      text.write("3BV ", difficulty.bbbv, ", ", Plural(difficulty.openings, "opening"))
      text.write(", ", Plural(islands, "island"), ", ZiNi ", zini, ".")
    }
  }

  /// Checks that `proof` tells nothing that is hidden.
  func checkProof() throws(GameError) {
    guard isOver else {
      throw .notNow("`proof` is for the end of the game; `hint why` explains now")
    }
  }

  /// Answers the command `proof`: how the board can be cleared without a guess from the first
  /// reveal, as far as that goes.
  func reportProof(to report: inout Reporter) throws(GameError) {
    guard let layout, let firstCell, !layout.isMine(firstCell) else {
      throw .notNow("no cell was revealed")
    }
    var board = Board(plan.shape)
    var opened: [UInt16] = []
    board.reveal(plan.shape.index(of: firstCell), of: layout, into: &opened)
    var (sentences, steps, known): ([String], [Value], [Int]) = ([], [], [])
    while opened.count < layout.safe {
      var deduction = Deduction(board, mines: plan.mines, known: known)
      guard let cell = deduction.safeCells().first,
        let proof = deduction.proof(of: cell, { false })
      else { break }
      let text = DeductionText(board)
      sentences += text.sentences(for: proof, known: known)
      steps += proof.map(text.value)
      known += proof.flatMap(\.mines)
      for cell in proof.flatMap(\.safe) where Mark.isOpenable(board.marks[cell]) {
        board.reveal(cell, of: layout, into: &opened)
      }
    }
    let left = layout.safe - opened.count
    report(
      "proof", ["first": firstCell, "solved": left == 0, "left": left, "steps": steps]
    ) { text in
      text.write("From ", firstCell, " on:")
      for (place, sentence) in sentences.enumerated() {
        text.write("\n", place + 1, ". ", sentence)
      }
      text.write(
        left == 0
          ? "\nThe board is cleared without a guess."
          : "\nThen only a guess goes on, with \(Plural(left, "cell")) left to reveal.")
    }
  }

  // MARK: Requests of the host

  public func reportOpening(to report: inout Reporter) { plan.reportOpening(to: &report) }

  public func view(for player: Int?, at time: GameTime) -> MinesweeperView {
    MinesweeperView(self, at: time.milliseconds)
  }

  /// Writes a move as typed, the first reveal with all mines.
  public func write(_ move: MinesweeperMove, to line: inout TextWriter) { move.write(to: &line) }

  /// Writes a move without the mines: `reveal 3 4 layout=?`.
  public func writeMasked(_ move: MinesweeperMove, to line: inout TextWriter) {
    move.write(to: &line, isMasked: true)
  }

  public func traits(of move: MinesweeperMove) -> MoveTraits { move.traits }

  /// The 3BV of the board and how much of it was cleared; 0 for both if no mines were laid.
  public var metrics: [Metric] {
    let score = score
    return [
      Metric("3BV", Double(score?.difficulty.bbbv ?? 0)),
      Metric("3BV solved", Double(score?.solved ?? 0)),
    ]
  }

  /// Mixes in the plan, the times, the mines and the board. Saved games depend on the parts and
  /// their order.
  public func combine(into digest: inout Digest) {
    digest.combine(plan.digest)
    digest.combine(phase.rawValue)
    digest.combine(clicks)
    for time in [start, end] { digest.combine(time.map { Int($0) } ?? -1) }
    for cell in [lastCell, exploded] {
      digest.combine(cell.map { Int($0.row) << 8 | Int($0.column) } ?? 0)
    }
    for row in layout?.rows ?? [] { digest.combine(Int(truncatingIfNeeded: row)) }
    for mark in board.marks { digest.combine(byte: mark) }
  }
}

/// Whether a game continues, or how it ended.
public enum Phase: String, Sendable, CaseIterable {
  case playing
  /// Every cell without a mine is revealed.
  case won
  /// A mine was revealed.
  case lost
  /// The player left.
  case resigned
}

extension Array<String> {
  /// The words with commas and a last `and` between them.
  var enumeration: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}
