import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

@Suite("Deductions")
struct DeductionTests {
  /// Whether a step follows from its numbers, by trying every set of mines in the cells around them
  /// that agrees with the steps before.
  ///
  /// - Returns: nil if there are too many sets.
  private func follows(
    _ step: Deduction.Step, _ board: Board, mines: Int, _ decided: [Int: Bool]
  ) -> Bool? {
    let shape = board.shape
    func hidden(_ number: Int) -> [Int] {
      board.neighbors(of: number) { $0 != Mark.frame && !Mark.isNumber($0) }
    }
    let cells =
      step.countsMines
      ? shape.indices.filter { !Mark.isNumber(board.marks[$0]) }
      : Array(Set(step.numbers.flatMap(hidden))).sorted()
    let numbers =
      step.countsMines ? shape.indices.filter { Mark.isNumber(board.marks[$0]) } : step.numbers
    let open = cells.filter { step.countsMines || decided[$0] == nil }
    guard open.count <= 14 else { return nil }
    if (step.mines + step.safe).isEmpty { return false }
    var found = 0
    for set in 0..<(1 << open.count) as Range<UInt64> {
      if step.countsMines, set.nonzeroBitCount != mines { continue }
      func isMine(_ cell: Int) -> Bool {
        open.firstIndex(of: cell).map { set >> UInt64($0) & 1 == 1 } ?? decided[cell] ?? false
      }
      let fits = numbers.allSatisfy { number in
        hidden(number).count(where: isMine) == Int(board.marks[number] - Mark.zero)
      }
      guard fits else { continue }
      found += 1
      if step.mines.contains(where: { !isMine($0) }) || step.safe.contains(where: isMine) {
        return false
      }
    }
    return found > 0 && step.arrangements.map { $0 == found } ?? true
  }

  @Test
  func `Every step of a proof follows from its numbers and the steps before it`() throws {
    var kinds: [String: Int] = [:]
    let shape = Shape(rows: 5, columns: 6)
    for seed in 0..<150 as Range<UInt64> {
      // Random cells are revealed, so that all kinds of conclusions are needed.
      var chance = Chance(seed: seed, draw: 1)
      let layout = Layout(
        shape, mines: 5 + Int(seed % 3), sparing: Cell(3, 3), andNeighbors: false, chance: &chance)
      var cells = shape.indices.filter { !layout.isMine(shape.cell(at: $0)) }
      chance.shuffle(&cells)
      var board = Board(shape)
      for cell in cells.prefix(17) {
        board.marks[cell] = Mark.zero + UInt8(layout.number(shape.cell(at: cell)))
      }
      let odds = try MineOdds(board, mines: layout.mines)
      for cell in odds.unknown {
        var deduction = Deduction(board, mines: layout.mines)
        let steps = deduction.proof(of: cell) { false }
        #expect((steps != nil) == (odds.chances[cell] == 0 || odds.chances[cell] == 1))
        guard let steps else { continue }
        let isMine = odds.chances[cell] == 1
        #expect((isMine ? steps.last?.mines : steps.last?.safe)?.contains(cell) == true)
        var decided: [Int: Bool] = [:]
        for step in steps {
          #expect(follows(step, board, mines: layout.mines, decided) == true)
          kinds[step.kind.rawValue, default: 0] += 1
          for cell in step.mines { decided[cell] = true }
          for cell in step.safe { decided[cell] = false }
        }
      }
    }
    for kind in ["single", "pair", "chain", "count"] {
      #expect(kinds[kind, default: 0] > 2, "\(kinds)")
    }
  }

  @Test func `A proof is told in sentences`() throws {
    var match = try Match("layout=*..../...../..*..")
    try match.play("reveal 1 3")
    let view = match.state.view(for: 0, at: .zero)
    let advice = try #require(match.game.adviser).advise(view, nil, { false })
    #expect(
      advice.reasons.prefix(2) == [
        "2 4 is 1 and has 1 hidden neighbour: 3 3 is a mine.",
        "2 3 is 1 and has its mine at 3 3: 3 2 is safe.",
      ])
  }

  @Test func `A board without guesses has a proof from the first reveal`() throws {
    var match = try Match("easy guess=no", seed: 2)
    try match.play("reveal 5 5")
    #expect(throws: GameError.self) { try match.run("proof") }
    try match.play("resign")
    let proof = try #require(try match.events(of: "proof").first)
    #expect(proof.fields["solved"] == .bool(true) && proof.fields["left"] == .integer(0))
    #expect((proof.fields["steps"]?.array?.count ?? 0) > 5)
    var guess = try Match("layout=*./..", seed: 2)
    try guess.play("reveal 2 2;resign")
    let stuck = try #require(try guess.events(of: "proof").first)
    #expect(stuck.fields["solved"] == .bool(false) && stuck.fields["left"] == .integer(2))
  }
}
