import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

@Suite("Advice")
struct AdviceTests {
  private func advice(_ match: Match) throws -> Advice<MinesweeperMove> {
    let adviser = try #require(match.game.adviser)
    return try adviser.advise(match.state.view(for: 0, at: .zero), nil, { false })
  }

  /// The chances of mines by trying every layout of a small board.
  private func plainChances(_ board: Board, mines: Int) -> [Int: Double] {
    let hidden = board.shape.indices.filter { !Mark.isNumber(board.marks[$0]) }
    var counts = [Int](repeating: 0, count: hidden.count)
    var all = 0
    for set in 0..<(1 << hidden.count) where set.nonzeroBitCount == mines {
      let laid = Set(hidden.indices.filter { set >> $0 & 1 == 1 }.map { hidden[$0] })
      let fits = board.shape.indices.allSatisfy { index in
        guard Mark.isNumber(board.marks[index]) else { return true }
        var around = 0
        board.shape.forEachNeighbor(of: index) { if laid.contains($0) { around += 1 } }
        return around == Int(board.marks[index] - Mark.zero)
      }
      guard fits else { continue }
      all += 1
      for place in counts.indices where set >> place & 1 == 1 { counts[place] += 1 }
    }
    return Dictionary(
      uniqueKeysWithValues: zip(hidden, counts.map { Double($0) / Double(max(all, 1)) }))
  }

  @Test(arguments: [(4, 4, 4), (3, 5, 3), (4, 5, 9), (1, 14, 4), (5, 3, 7)])
  func `Chances are those of all layouts that fit`(rows: Int, columns: Int, mines: Int) throws {
    for seed in 0..<6 as Range<UInt64> {
      var chance = Chance(seed: seed, draw: 5)
      var cells = Array(repeating: ".", count: rows * columns)
      while cells.count(where: { $0 == "*" }) < mines {
        cells[chance.die(sides: cells.count) - 1] = "*"
      }
      let layout = (0..<rows).map { cells[$0 * columns..<($0 + 1) * columns].joined() }
      var match = try Match("layout=" + layout.joined(separator: "/"), seed: seed)
      for _ in 0..<3 where !match.state.isOver {
        let row = chance.die(sides: rows)
        let column = chance.die(sides: columns)
        try match.make(.reveal(Cell(row, column), nil))
        guard !match.state.isOver else { break }
        let odds = try MineOdds(match.state.board, mines: mines)
        #expect(odds.isExact)
        for (index, expected) in plainChances(match.state.board, mines: mines) {
          #expect(abs(odds.chances[index] - expected) < 1e-9)
        }
      }
    }
  }

  @Test
  func `Cells that are called safe are safe, and chances come true`() throws {
    var (expected, found, guesses) = (0.0, 0, 0)
    for seed in 0..<40 as Range<UInt64> {
      var match = try Match("easy", seed: seed)
      while !match.state.isOver {
        let best = try #require(try advice(match).moves.first)
        let line = match.state.line(of: best.move)
        let cell = Cell(
          Int(line.split(separator: " ")[1]) ?? 0, Int(line.split(separator: " ")[2]) ?? 0)
        let risk =
          match.state.clicks == 0
          ? 0
          : try MineOdds(match.state.board, mines: 10)
            .chances[match.state.board.shape.index(of: cell)]
        try match.make(best.move)
        let isLost = match.state.phase == .lost
        if risk == 0 { #expect(!isLost) }
        if risk > 0 {
          expected += risk
          guesses += 1
          if isLost { found += 1 }
        }
      }
    }
    #expect(guesses > 10)
    #expect(abs(expected - Double(found)) < 12)
  }

  /// The chance to win by trying everything: every hidden cell, every number, without memory.
  private func plainWins(_ board: Board, _ layouts: [Set<Int>]) -> Int {
    let hidden = board.shape.indices.filter { !Mark.isNumber(board.marks[$0]) }
    if hidden.count == layouts[0].count { return layouts.count }
    var best = 0
    for cell in hidden {
      var parts: [Int: [Set<Int>]] = [:]
      for layout in layouts where !layout.contains(cell) {
        var number = 0
        board.shape.forEachNeighbor(of: cell) { if layout.contains($0) { number += 1 } }
        parts[number, default: []].append(layout)
      }
      var won = 0
      for (number, part) in parts {
        var next = board
        next.marks[cell] = Mark.zero + UInt8(number)
        won += plainWins(next, part)
      }
      best = max(best, won)
    }
    return best
  }

  @Test(arguments: [(2, 3, 2), (2, 4, 2), (3, 3, 2), (1, 7, 3)])
  func `With few arrangements the chance to win is that of all ways to go on`(
    rows: Int, columns: Int, mines: Int
  ) throws {
    let shape = Shape(rows: rows, columns: columns)
    let cells = Array(shape.indices)
    for first in cells.indices.prefix(3) {
      for number in 0...2 {
        var board = Board(shape)
        board.marks[cells[first]] = Mark.zero + UInt8(number)
        let layouts = (0..<(1 << cells.count)).filter { $0.nonzeroBitCount == mines }
          .map { set in Set(cells.indices.filter { set >> $0 & 1 == 1 }.map { cells[$0] }) }
          .filter { layout in
            var around = 0
            shape.forEachNeighbor(of: cells[first]) { if layout.contains($0) { around += 1 } }
            return around == number && !layout.contains(cells[first])
          }
        if layouts.isEmpty { continue }
        var solver = Solver(board, mines: mines)
        while !solver.safeCells().isEmpty {}
        var search = try #require(EndSearch(solver, isInterrupted: { false }))
        #expect(search.count == layouts.count)
        let all = search.chances(isInterrupted: { false })
        let chances = try #require(all)
        let best = chances.map(\.chance).max() ?? 0
        let expected = Double(plainWins(board, layouts)) / Double(layouts.count)
        #expect(abs(best - expected) < 1e-9)
        let choice = search.best(isInterrupted: { false })
        let cell = try #require(choice)
        #expect(chances.first { $0.cell == cell }?.chance == best)
      }
    }
  }

  @Test func `A cell may have eight mines around it`() throws {
    let solver = Solver(Board(Shape(rows: 3, columns: 3)), mines: 8)
    var search = try #require(EndSearch(solver, isInterrupted: { false }))
    let chances = search.chances(isInterrupted: { false })
    #expect(chances?.map(\.chance) == [Double](repeating: 1 / 9, count: 9))
  }

  @Test
  func `The number of arrangements is that of the layouts that fit`() throws {
    let match = try Match("layout=*.../..../...*/*...", seed: 1)
    let odds = try MineOdds(match.state.board, mines: 3)
    // 3 of 16 cells.
    #expect(abs((odds.logarithm ?? 0) - Logarithm.natural(560)) < 1e-9)
    #expect(abs(Logarithm.power(-Logarithm.natural(8)) - 0.125) < 1e-9)
  }

  @Test
  func `The first reveal is a corner, or a cell whose neighbours are all on the board`() throws {
    let cell = try advice(try Match("easy"))
    #expect(cell.moves.first?.move == .reveal(Cell(1, 1), nil))
    let open = try advice(try Match("hard first=open"))
    #expect(open.moves.first?.move == .reveal(Cell(3, 3), nil))
    #expect(open.moves.count == 480)
    #expect(open.moves.allSatisfy { $0.value == open.moves[0].value && $0.risk == 0 })
  }

  @Test
  func `A flag has to be taken off before the cell is revealed, and the advice says so`() throws {
    var match = try Match("layout=.../.../..*")
    try match.play("flag 1 1")
    let advice = try advice(match)
    let flag = try #require(advice.moves.first { $0.move == .flag(Cell(1, 1)) })
    #expect(flag.note.hasPrefix("takes the flag off, then reveal 1 1"))
  }

  /// The value of a chord after some moves, with the value of the best move.
  private func chord(
    _ cell: Cell, _ layout: String, _ lines: String...
  ) throws -> (value: Double, best: Double, risk: Double) {
    var match = try Match("layout=" + layout)
    for line in lines { try match.play(line) }
    let advice = try advice(match)
    let chord = try #require(advice.moves.first { $0.move == .chord(cell) })
    return (chord.value, try #require(advice.moves.first).value, try #require(chord.risk))
  }

  @Test
  func `A chord is worth what its reveals are worth together`() throws {
    // The mine is one of five cells: the chord wins if it is the flagged one.
    let end = try chord(Cell(2, 3), ".../.*./.../...", "reveal 2 3", "flag 1 2")
    #expect(abs(end.value - 0.2) < 1e-9)
    #expect(end.best > 0.5)
    // Two of eight cells and four of eleven are mines.
    let sets = Arrangements(rows: 4, columns: 5, mines: 6, numbers: [Cell(2, 2): 2])
    let flags = [Cell(1, 1), Cell(1, 2)].compactMap(sets.hidden.firstIndex)
    let right = sets.all.count { set in flags.allSatisfy { set >> UInt64($0) & 1 == 1 } }
    let step = try chord(
      Cell(2, 2), "**.../...../...../.****", "reveal 2 2", "flag 1 1", "flag 1 2")
    #expect(abs(1 - step.risk - Double(right) / Double(sets.all.count)) < 1e-9)
    #expect(step.value < step.best)
  }

  @Test(arguments: [
    "custom rows=1 cols=1 mines=0", "custom rows=30 cols=30 mines=400",
    "custom rows=60 cols=60 mines=900", "hard guess=no", "custom rows=2 cols=2 mines=3",
  ])
  func `Any board has advice in every position`(words: String) throws {
    guard var match = try? Match(words, seed: 5) else { return }
    var chance = Chance(seed: 1, draw: 1)
    for _ in 0..<3 where !match.state.isOver {
      let advice = try advice(match)
      #expect(advice.moves.allSatisfy { 0...1 ~= $0.value })
      guard let move = match.state.sampleMove(chance: &chance) else { break }
      try match.make(move)
    }
  }
}
