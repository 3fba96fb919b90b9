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

  @Test(
    "Chances are those of all layouts that fit",
    arguments: [(4, 4, 4), (3, 5, 3), (4, 5, 9), (1, 14, 4), (5, 3, 7)])
  func chances(rows: Int, columns: Int, mines: Int) throws {
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

  @Test("Cells that are called safe are safe, and chances come true")
  func truth() throws {
    var (expected, found, guesses) = (0.0, 0, 0)
    for seed in 0..<40 as Range<UInt64> {
      var match = try Match("easy", seed: seed)
      while !match.state.isOver {
        let best = try #require(try advice(match).moves.first)
        try match.make(best.move)
        let isLost = match.state.phase == .lost
        if best.value == 1 { #expect(!isLost) }
        if best.value < 1 {
          expected += 1 - best.value
          guesses += 1
          if isLost { found += 1 }
        }
      }
    }
    #expect(guesses > 10)
    #expect(abs(expected - Double(found)) < 12)
  }

  @Test("The first reveal is a corner, or a cell whose neighbours are all on the board")
  func opening() throws {
    let cell = try advice(try Match("easy"))
    #expect(cell.moves.first?.move == .reveal(Cell(1, 1), nil))
    let open = try advice(try Match("hard first=open"))
    #expect(open.moves.first?.move == .reveal(Cell(3, 3), nil))
    #expect(open.moves.count == 480)
    #expect(open.moves.allSatisfy { $0.value == 1 })
  }

  @Test("A flag on a safe cell is to be taken off")
  func flags() throws {
    var match = try Match("layout=.../.../..*")
    try match.play("flag 1 1")
    let advice = try advice(match)
    #expect(advice.moves.contains { $0.move == .flag(Cell(1, 1)) })
    #expect(abs((advice.moves.first?.value ?? 0) - 8.0 / 9) < 1e-9)
  }

  @Test(
    "Any board has advice in every position",
    arguments: [
      "custom rows=1 cols=1 mines=0", "custom rows=30 cols=30 mines=400",
      "custom rows=60 cols=60 mines=900", "hard guess=no", "custom rows=2 cols=2 mines=3",
    ])
  func any(words: String) throws {
    guard var match = try? Match(words, seed: 5) else { return }
    var chance = Chance(seed: 1, draw: 1)
    for _ in 0..<6 where !match.state.isOver {
      let advice = try advice(match)
      #expect(advice.moves.allSatisfy { 0...1 ~= $0.value })
      guard let move = match.state.sampleMove(chance: &chance) else { break }
      try match.make(move)
    }
  }
}
