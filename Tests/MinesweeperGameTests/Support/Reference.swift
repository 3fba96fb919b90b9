import GameTesting
import ParlorKit

@testable import MinesweeperGame

/// A board told in another way than the game's: a set of mines, and neighbours by distance.
struct Reference {
  let rows: Int
  let columns: Int
  let mines: Set<Cell>
  private var around: [Cell: [Cell]] = [:]
  private var numbers: [Cell: Int] = [:]

  init(_ layout: Layout) {
    rows = layout.shape.rows
    columns = layout.shape.columns
    let text = written { layout.write(to: &$0) }.split(separator: "/").map(Array.init)
    var mines: Set<Cell> = []
    for (row, line) in text.enumerated() {
      for (column, sign) in line.enumerated() where sign == "*" {
        mines.insert(Cell(row + 1, column + 1))
      }
    }
    self.mines = mines
    for cell in cells {
      let neighbors = neighborhood(of: cell)
      around[cell] = neighbors
      numbers[cell] = neighbors.count(where: mines.contains)
    }
  }

  var cells: [Cell] {
    (1...rows).flatMap { row in (1...columns).map { Cell(row, $0) } }
  }

  func neighbors(_ cell: Cell) -> [Cell] { around[cell] ?? neighborhood(of: cell) }

  private func neighborhood(of cell: Cell) -> [Cell] {
    var all: [Cell] = []
    for row in (Int(cell.row) - 1)...(Int(cell.row) + 1) {
      for column in (Int(cell.column) - 1)...(Int(cell.column) + 1)
      where 1...rows ~= row && 1...columns ~= column {
        all.append(Cell(row, column))
      }
    }
    return all.filter { $0 != cell }
  }

  func number(_ cell: Cell) -> Int {
    numbers[cell] ?? neighbors(cell).count(where: mines.contains)
  }

  /// What a click on a safe cell reveals: wave after wave around zeros.
  func flood(_ cell: Cell, flags: Set<Cell> = [], revealed: Set<Cell> = []) -> Set<Cell> {
    var all: Set<Cell> = [cell]
    var wave = [cell]
    while !wave.isEmpty {
      let next = Set(wave.filter { number($0) == 0 }.flatMap(neighbors))
      wave = next.filter { !all.contains($0) && !flags.contains($0) && !revealed.contains($0) }
      all.formUnion(wave)
    }
    return all
  }

  /// The 3BV, by clicking on every zero that is left and then on every number that is left.
  var difficulty: (bbbv: Int, openings: Int) {
    var revealed: Set<Cell> = []
    var openings = 0
    let safe = cells.filter { !mines.contains($0) }
    for cell in safe where !revealed.contains(cell) && number(cell) == 0 {
      openings += 1
      revealed.formUnion(flood(cell))
    }
    return (openings + safe.count - revealed.count, openings)
  }
}
