import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

/// Flood, numbers, 3BV and openings, against an implementation that shares no code.
@Suite("Boards")
struct BoardTests {
  /// A thousand boards of all sizes and densities.
  private static func forEachBoard(_ body: (Layout, inout Chance) throws -> Void) rethrows {
    for number in 0..<1000 {
      var chance = Chance(seed: 11, draw: number)
      let shape = Shape(
        rows: 1 + Int(chance.below(12)), columns: 1 + Int(chance.below(number < 30 ? 60 : 16)))
      let mines = Int(chance.below(UInt32(max(1, shape.count / (2 + number % 7)))))
      let first = Cell(
        1 + Int(chance.below(UInt32(shape.rows))), 1 + Int(chance.below(UInt32(shape.columns))))
      let layout = Layout(
        shape, mines: min(mines, shape.count - 1), sparing: first, andNeighbors: false,
        chance: &chance)
      try body(layout, &chance)
    }
  }

  @Test
  func `Numbers, 3BV and openings of a thousand boards agree with a plain count`() {
    Self.forEachBoard { layout, _ in
      let reference = Reference(layout)
      let difficulty = Difficulty(layout)
      let expected = reference.difficulty
      if difficulty.bbbv != expected.bbbv || difficulty.openings != expected.openings {
        Issue.record("\(written { layout.write(to: &$0) }): \(difficulty), not \(expected)")
      }
      for cell in reference.cells where !layout.isMine(cell) {
        if layout.number(cell) != reference.number(cell) { Issue.record("number at \(cell)") }
      }
    }
  }

  @Test
  func `Reveals flood the same cells on a thousand boards, with flags in the way`() throws {
    try Self.forEachBoard { layout, chance in
      let reference = Reference(layout)
      let text = written { layout.write(to: &$0) }
      var match = try Match("layout=\(text)")
      var cells = reference.cells
      chance.shuffle(&cells)
      let flags = Set(cells.prefix(Int(chance.below(6))))
      for flag in flags { try match.make(.flag(flag)) }
      var revealed: Set<Cell> = []
      for cell in cells.suffix(8) where !flags.contains(cell) && !revealed.contains(cell) {
        if match.state.isOver || reference.mines.contains(cell) { continue }
        let expected = reference.flood(cell, flags: flags, revealed: revealed)
        guard case .events(let events) = try match.make(.reveal(cell, nil)),
          let event = events.first, event.type == "revealed"
        else {
          Issue.record("nothing is revealed at \(cell) of \(text)")
          return
        }
        let order = reference.cells.filter(expected.contains)
        let numbers = order.map { [Int($0.row), Int($0.column), reference.number($0)] }
        if event.fields["cells"] != numbers.value { Issue.record("\(cell) of \(text)") }
        revealed.formUnion(expected)
      }
      #expect(match.state.checkInvariants() == [])
    }
  }

  @Test
  func `The 3BV done counts openings with any zero revealed, and lone numbers`() throws {
    var match = try Match("layout=...*.../......./.......")
    try match.play("flag 1 3")
    try match.play("reveal 3 1")
    let layout = try Layout("...*.../......./.......")
    #expect(Difficulty(layout).bbbv == 1)
    #expect(Difficulty(layout, in: match.state.board).bbbv == 1)
    var other = try Match("layout=*.*/.../*.*")
    try other.play("reveal 1 2")
    let dense = try Layout("*.*/.../*.*")
    #expect(Difficulty(dense).bbbv == 5)
    #expect(Difficulty(dense).openings == 0)
    #expect(Difficulty(dense, in: other.state.board).bbbv == 1)
  }

  @Test(arguments: ["*", ".", "..*/.../...", "*.*.*", ".../***"])
  func `Layouts are read and written`(text: String) throws {
    let layout = try Layout(text)
    #expect(written { layout.write(to: &$0) } == text)
    #expect(layout.mines == text.count { $0 == "*" })
    #expect(try Layout(text) == layout)
  }

  @Test(arguments: [".*/..", "*../...", "*./../.."])
  func `Layouts with other mines or of another size differ`(text: String) throws {
    let layout = try Layout("*./..")
    #expect(try Layout(text) != layout)
  }

  @Test
  func `The largest layout is read, written and fits a line`() throws {
    let row = String(repeating: "*.", count: 30)
    let text = Array(repeating: row, count: 60).joined(separator: "/")
    let layout = try Layout(text)
    let line = written { MinesweeperMove.reveal(Cell(60, 60), layout).write(to: &$0) }
    #expect(line == "reveal 60 60 layout=\(text)")
    #expect(text.utf8.count == Layout.longestText)
    #expect(line.utf8.count + " # =00000000".utf8.count <= 4096)
    #expect(layout.mines == 1800)
  }
}
