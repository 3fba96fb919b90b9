import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

/// Counting arrangements, in positions that were reached and in those that are only supposed.
@Suite("Counting arrangements")
struct CountingTests {
  /// A board in play, with its mines.
  private struct Position {
    let layout: Layout
    var board: Board

    /// A random board with some safe cells revealed.
    init(_ shape: Shape, mines: Int, reveals: Int, _ chance: inout Chance) {
      layout = Layout(
        shape, mines: mines, sparing: shape.drawn(&chance), andNeighbors: false, chance: &chance)
      board = Board(shape)
      var opened: [UInt16] = []
      for _ in 0..<reveals {
        let cell = shape.drawn(&chance)
        if layout.isMine(cell) || Mark.isNumber(board[cell]) { continue }
        board.reveal(shape.index(of: cell), of: layout, into: &opened)
      }
    }

    var solver: Solver {
      var solver = Solver(board, mines: layout.mines)
      while !solver.safeCells().isEmpty {}
      return solver
    }

    var arrangements: Arrangements {
      let shape = board.shape
      var numbers: [Cell: Int] = [:]
      for index in shape.indices where Mark.isNumber(board.marks[index]) {
        numbers[shape.cell(at: index)] = Int(board.marks[index]) - 48
      }
      return Arrangements(
        rows: shape.rows, columns: shape.columns, mines: layout.mines, numbers: numbers)
    }
  }

  /// Compares what was counted with all arrangements.
  private func check(
    _ odds: MineOdds, _ arrangements: Arrangements, _ sets: [UInt64], besides revealed: Cell?,
    _ position: Position, _ place: @autoclosure () -> String
  ) -> Bool {
    func complain(_ what: String) -> Bool {
      Issue.record("\(place()) of \(position.board.rows), \(position.layout.mines) mines: \(what)")
      return false
    }
    guard odds.isExact else { return complain("not counted") }
    guard !sets.isEmpty else {
      return odds.logarithm == nil || complain("impossible, but counted")
    }
    guard let logarithm = odds.logarithm else { return complain("possible, but not counted") }
    guard abs(logarithm - Logarithm.natural(Double(sets.count))) < 1e-9 else {
      return complain("another count than \(sets.count)")
    }
    for (place, cell) in arrangements.hidden.enumerated() where cell != revealed {
      let expected = Arrangements.chance(of: place, in: sets)
      let counted = odds.chances[position.board.shape.index(of: cell)]
      guard abs(counted - expected) < 1e-9 else {
        return complain("\(cell) is a mine with \(expected), not \(counted)")
      }
    }
    return true
  }

  @Test(
    arguments: [(4, 4), (4, 5), (5, 5), (3, 7), (2, 10), (1, 20), (4, 6), (3, 8)])
  func `Counts and chances are those of all arrangements, supposed numbers included`(
    rows: Int, columns: Int
  ) throws {
    let shape = Shape(rows: rows, columns: columns)
    var supposed = 0
    for number in 0..<150 {
      var chance = Chance(seed: 17, draw: number)
      let mines = 1 + Int(chance.below(6))
      let position = Position(
        shape, mines: mines, reveals: 2 + Int(chance.below(9)), &chance)
      let arrangements = position.arrangements
      guard arrangements.hidden.count > mines, arrangements.all.count < 4000 else { continue }
      let solver = position.solver
      var counter = BoxCounter()
      let odds = try MineOdds(solver, &counter, isInterrupted: { false })
      guard check(odds, arrangements, arrangements.all, besides: nil, position, "the position")
      else { return }
      for (place, cell) in arrangements.hidden.enumerated() {
        let index = shape.index(of: cell)
        guard solver.known(index) == .nothing else { continue }
        for shown in 0...8 {
          let sets = arrangements.showing(shown, at: place)
          var next = solver
          guard next.suppose(index, number: shown) else {
            guard sets.isEmpty else {
              Issue.record("\(shown) at \(cell) of \(position.board.rows) is possible")
              return
            }
            continue
          }
          supposed += 1
          let odds = try MineOdds(next, &counter, isInterrupted: { false })
          guard check(odds, arrangements, sets, besides: cell, position, "\(shown) at \(cell)")
          else { return }
        }
      }
    }
    #expect(supposed > 500)
  }

  @Test(
    arguments: [(16, 30, 99), (60, 60, 300), (60, 60, 700), (60, 60, 900), (60, 60, 1200)])
  func
    `On large boards nothing certain is wrong, and chances add up to the mines and to each number`(
      rows: Int, columns: Int, mines: Int
    ) throws
  {
    let shape = Shape(rows: rows, columns: columns)
    for number in 0..<3 {
      var chance = Chance(seed: 23, draw: number)
      let position = Position(
        shape, mines: mines, reveals: [40, 300, 1500][number], &chance)
      let odds = try MineOdds(position.board, mines: mines)
      var sum = 0.0
      for index in odds.unknown {
        let mine = odds.chances[index]
        guard 0...1 ~= mine, mine != (position.layout.isMine(shape.cell(at: index)) ? 0 : 1) else {
          Issue.record("\(mine) at \(shape.cell(at: index)) of \(position.board.rows)")
          return
        }
        sum += mine
      }
      guard odds.isExact else { continue }
      #expect(abs(sum - Double(mines)) < 1e-6)
      for index in shape.indices where Mark.isNumber(position.board.marks[index]) {
        var around = 0.0
        shape.forEachNeighbor(of: index) { around += odds.chances[$0] }
        #expect(abs(around - Double(position.board.marks[index] - Mark.zero)) < 1e-6)
      }
    }
  }

  /// Along the diagonals few numbers are open at a time; in another order there are hundreds of
  /// times as many states, which are too many.
  @Test func `Numbers on all of a board are counted in an order with few states`() throws {
    let shape = Shape(rows: 13, columns: 15)
    var rows = [UInt64](repeating: 0, count: shape.rows + 2)
    var numbers: [Cell] = []
    for row in 1...shape.rows {
      for column in 1...shape.columns {
        if (row + column) % 3 == 0 {
          numbers.append(Cell(row, column))
        } else if (row - column) % 3 == 0 {
          rows[row] |= 1 << UInt64(column)
        }
      }
    }
    let layout = Layout(shape, rows: rows)
    var board = Board(shape)
    var opened: [UInt16] = []
    for cell in numbers { board.reveal(shape.index(of: cell), of: layout, into: &opened) }
    var counter = BoxCounter()
    let solver = Solver(board, mines: layout.mines)
    let odds = try MineOdds(solver, &counter, isInterrupted: { false })
    #expect(opened.count == numbers.count && odds.isExact)
    #expect(abs(odds.chances.reduce(0, +) - Double(layout.mines)) < 1e-6)
  }

  @Test func `Supposed numbers that need more mines than are left are no way to go on`() throws {
    var match = try Match("easy", seed: 1_001_944)
    for cell in ["1 1", "3 7", "5 3", "5 6", "6 2", "6 3", "6 4", "7 2", "7 3", "7 4"] {
      try match.play("reveal \(cell)")
    }
    let adviser = try #require(match.game.adviser)
    let advice = try adviser.advise(match.state.view(for: 0, at: .zero), nil, { false })
    #expect(advice.moves.count == match.state.board.marks.count { $0 == Mark.hidden })
    #expect(advice.moves.allSatisfy { 0...1 ~= $0.value })
  }

  @Test func `The two lowest chances after a reveal include that of a lone cell`() throws {
    let layout = try Layout("*....*.")
    var board = Board(layout.shape)
    var opened: [UInt16] = []
    board.reveal(layout.shape.index(of: Cell(1, 2)), of: layout, into: &opened)
    var solver = Solver(board, mines: 2)
    while !solver.safeCells().isEmpty {}
    var counter = BoxCounter()
    let odds = try MineOdds(solver, &counter, isInterrupted: { false })
    var reveals = RevealOdds(solver, odds)
    let outcome = reveals.after(layout.shape.index(of: Cell(1, 5)), 1, &counter)
    let after = try #require(outcome)
    // Each 1 has one of the two mines at one of its two sides, so that the last cell is safe.
    #expect(after.least == 0)
    #expect(abs(after.second - 0.5) < 1e-9)
  }

  @Test func `The reasons of a hint count one arrangement in the singular`() throws {
    var match = try Match("layout=*.*.")
    try match.play("reveal 1 2")
    let adviser = try #require(match.game.adviser)
    let advice = try adviser.advise(match.state.view(for: 0, at: .zero), nil, { false })
    #expect(
      advice.reasons.last == "1 arrangement of mines fits; all continuations were tried.")
  }
}
