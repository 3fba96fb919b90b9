import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

/// Boards that need no guess, and the solver that says so.
@Suite("Boards without guesses")
struct SolvableTests {
  @Test(arguments: [(9, 9, 10, 12), (16, 16, 40, 4), (8, 8, 19, 6)])
  func `Every step to the end is proved by a slower solver`(
    rows: Int, columns: Int, mines: Int, boards: Int
  ) throws {
    let shape = Shape(rows: rows, columns: columns)
    for number in 0..<boards {
      var chance = Chance(seed: 31, draw: number)
      let first = shape.drawn(&chance)
      let layout = try #require(
        Layout.solvable(shape, mines: mines, from: first, chance: &chance))
      #expect(layout.mines == mines && layout.number(first) == 0 && !layout.isMine(first))
      let reference = Reference(layout)
      var board = Board(shape)
      var opened: [UInt16] = []
      board.reveal(shape.index(of: first), of: layout, into: &opened)
      while opened.count < layout.safe {
        var solver = Solver(board, mines: mines)
        let cells = solver.safeCells().map { shape.cell(at: Int($0)) }
        let prover = Prover(reference, board, mines: mines)
        guard !cells.isEmpty, cells.allSatisfy(prover.isSafe) else {
          Issue.record("\(board.rows) does not tell that \(cells) are safe")
          return
        }
        for cell in cells where !Mark.isNumber(board[cell]) {
          board.reveal(shape.index(of: cell), of: layout, into: &opened)
        }
      }
    }
  }

  @Test(
    arguments: [
      // 1 at the edge of three hidden cells with one of them a mine: no telling.
      ("*../...", "2 2", [], []),
      // One number: the last hidden cell next to a 1 is the mine.
      ("*...", "1 4", [], [Cell(1, 1)]),
      // 1 and 1 along a wall: what only the second sees is safe.
      (".*.*../......", "2 1;2 2;2 3", [Cell(1, 3)], []),
      // From the right end on, number after number.
      (
        ".*.*../......", "2 1;2 2;2 3;2 4;2 6", [Cell(1, 1), Cell(1, 3)],
        [Cell(1, 2), Cell(1, 4)]
      ),
    ] as [(String, String, [Cell], [Cell])])
  func `The solver finds what one number, two numbers, all numbers and the count of mines tell`(
    layout: String, reveals: String, safe: [Cell], mines: [Cell]
  ) throws {
    var match = try Match("layout=\(layout)")
    for cell in reveals.split(separator: ";") { try match.play("reveal \(cell)") }
    var solver = Solver(match.state.board, mines: match.state.plan.mines)
    let cells = solver.safeCells().map { match.state.plan.shape.cell(at: Int($0)) }
    for cell in safe { #expect(cells.contains(cell), "\(cell) is safe") }
    for cell in mines {
      #expect(solver.known(match.state.plan.shape.index(of: cell)) == .mine, "\(cell) is a mine")
    }
    for cell in cells { #expect(match.state.layout?.isMine(cell) == false) }
  }

  @Test
  func `The number of mines tells that a cell behind a wall of mines is safe`() throws {
    var match = try Match("layout=.*.../**.../.....")
    for cell in ["3 1", "3 2", "3 3", "2 3", "1 3", "3 4"] { try match.play("reveal \(cell)") }
    #expect(match.cells == ["##200", "##200", "22100"])
    var solver = Solver(match.state.board, mines: 3)
    #expect(solver.safeCells() == [UInt16(match.state.plan.shape.index(of: Cell(1, 1)))])
    // With a fourth mine it is one.
    var other = Solver(match.state.board, mines: 4)
    #expect(other.safeCells().isEmpty)
    #expect(other.known(match.state.plan.shape.index(of: Cell(1, 1))) == .mine)
  }

  @Test
  func `What is told is true on random boards, flags or not`() throws {
    for number in 0..<60 {
      var chance = Chance(seed: 33, draw: number)
      let shape = Shape(rows: 8 + number % 9, columns: 8 + number % 23)
      let mines = shape.count / (4 + number % 4)
      let first = shape.drawn(&chance)
      let layout = Layout(shape, mines: mines, sparing: first, andNeighbors: true, chance: &chance)
      guard let solver = layout.obstacle(from: first) else { continue }
      for index in shape.indices {
        let isMine = layout.isMine(shape.cell(at: index))
        if solver.known(index) == .mine, !isMine { Issue.record("\(number): not a mine") }
        if [.safe, .number].contains(solver.known(index)), isMine {
          Issue.record("\(number): mine")
        }
      }
    }
  }

  @Test(arguments: ["easy", "medium", "hard"])
  func `Played with guess=no a game is won by sure moves alone`(mode: String) throws {
    for seed in UInt64(0)..<(mode == "hard" ? 2 : 6) {
      var match = try Match("\(mode) guess=no", seed: seed)
      try match.play("reveal 5 5")
      var chance = Chance(seed: seed, draw: 0)
      while !match.state.isOver {
        try match.make(SureBot.move(in: match.view, chance: &chance))
      }
      #expect(match.state.phase == .won)
      #expect(match.state.score?.efficiency ?? 0 > 0)
    }
  }

  @Test
  func `The densest boards are found too`() throws {
    for (rows, columns) in [(8, 8), (16, 16)] {
      let shape = Shape(rows: rows, columns: columns)
      for number in 0..<2 {
        var chance = Chance(seed: 35, draw: number)
        let mines = Mode.mines(for: shape).upperBound
        let layout = Layout.solvable(shape, mines: mines, from: Cell(1, 1), chance: &chance)
        #expect(layout?.mines == mines)
      }
    }
  }

  @Test
  func `Where there is no such board the search ends`() throws {
    // A row of five cells: the first two are free, and two of the others are mines.
    var chance = Chance(seed: 36, draw: 0)
    let shape = Shape(rows: 1, columns: 5)
    let layout = Layout.solvable(shape, mines: 2, from: Cell(1, 1), chance: &chance)
    #expect(layout.map { $0.obstacle(from: Cell(1, 1)) == nil } ?? true)
  }
}
