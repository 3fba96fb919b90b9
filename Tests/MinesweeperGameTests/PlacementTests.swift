import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

/// Where mines are laid at the first reveal.
@Suite("Laying mines")
struct PlacementTests {
  private static let modes: [Mode] = [.easy, .medium, .hard]

  /// How many boards of a mode are looked at.
  private static let boards = 100_000

  @Test(arguments: modes)
  func `The first cell is never a mine, the mines are all there`(mode: Mode) throws {
    let (shape, mines) = try #require(mode.board)
    var chance = Chance(seed: 21, draw: 0)
    for _ in 0..<Self.boards {
      let cell = shape.drawn(&chance)
      let layout = Layout(shape, mines: mines, sparing: cell, andNeighbors: false, chance: &chance)
      if layout.isMine(cell) || layout.mines != mines { Issue.record("\(cell)") }
    }
  }

  @Test(arguments: modes)
  func `With first=open its neighbours are none either`(mode: Mode) throws {
    let (shape, mines) = try #require(mode.board)
    var chance = Chance(seed: 22, draw: 0)
    for _ in 0..<(Self.boards / 4) {
      let cell = shape.drawn(&chance)
      let layout = Layout(shape, mines: mines, sparing: cell, andNeighbors: true, chance: &chance)
      if layout.isMine(cell) || layout.number(cell) != 0 || layout.mines != mines {
        Issue.record("\(cell)")
      }
    }
  }

  /// The statistic is χ² with so many degrees of freedom, near enough normal with that mean and
  /// twice that variance; it is lowered by the mines of a board excluding each other.
  @Test(
    arguments: [Cell(1, 1), Cell(5, 5), Cell(9, 4)],
    [false, true])
  func `Mines are uniform over the other cells`(spared: Cell, open: Bool) {
    let shape = Shape(rows: 9, columns: 9)
    let boards = 20_000
    var counts = [Int](repeating: 0, count: shape.area)
    var chance = Chance(seed: 23, draw: 0)
    for _ in 0..<boards {
      let layout = Layout(shape, mines: 10, sparing: spared, andNeighbors: open, chance: &chance)
      for index in shape.indices where layout.isMine(shape.cell(at: index)) { counts[index] += 1 }
    }
    let allowed = shape.indices.filter { index in
      let cell = shape.cell(at: index)
      let distance = max(
        abs(Int(cell.row) - Int(spared.row)), abs(Int(cell.column) - Int(spared.column)))
      return distance > (open ? 1 : 0)
    }
    #expect(counts.reduce(0, +) == allowed.reduce(0) { $0 + counts[$1] })
    let expected = Double(10 * boards) / Double(allowed.count)
    let squares = allowed.reduce(0) { sum, index in
      let difference = Double(counts[index]) - expected
      return sum + difference * difference / expected
    }
    let freedom = Double(allowed.count - 1)
    let share = 1 - 10 / Double(allowed.count)
    let deviation = (squares / share - freedom) / (2 * freedom).squareRoot()
    #expect(abs(deviation) < 4, "χ² is \(deviation) deviations off")
  }

  /// Pairs of a tiny board: every set of mines is as likely as the others.
  @Test
  func `Sets of mines are uniform`() {
    let shape = Shape(rows: 2, columns: 4)
    var counts: [String: Int] = [:]
    var chance = Chance(seed: 24, draw: 0)
    for _ in 0..<35_000 {
      let layout = Layout(
        shape, mines: 3, sparing: Cell(1, 2), andNeighbors: false, chance: &chance)
      counts[written { layout.write(to: &$0) }, default: 0] += 1
    }
    #expect(counts.count == 35)
    let squares = counts.values.reduce(0) { $0 + ($1 - 1000) * ($1 - 1000) }
    #expect(squares < 75_000, "χ² with 34 degrees of freedom, 75 is beyond 1 in 10,000")
  }

  @Test(arguments: modes)
  func `In play the first reveal lays the mines, whatever came before`(mode: Mode) throws {
    for seed in UInt64(0)..<100 {
      var match = try Match(mode.rawValue, seed: seed)
      var chance = Chance(seed: seed, draw: 99)
      let cell = match.state.plan.shape.drawn(&chance)
      try match.play("mark 2 2")
      try match.make(.flag(Cell(1, 1)))
      if cell == Cell(1, 1) {
        #expect(try match.play("reveal 1 1") == "ignored: 1 1 is flagged")
        #expect(match.draws == 0 && match.state.layout == nil)
        continue
      }
      try match.make(.reveal(cell, nil))
      #expect(match.state.exploded == nil && match.draws == 1)
      #expect(match.state.layout?.mines == mode.board?.mines)
    }
  }
}

extension Shape {
  /// A cell at random.
  func drawn(_ chance: inout Chance) -> Cell {
    Cell(1 + Int(chance.below(UInt32(rows))), 1 + Int(chance.below(UInt32(columns))))
  }
}
