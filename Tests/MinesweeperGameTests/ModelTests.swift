import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

/// The game and a model of its rules play the same moves, legal or not, and must agree on all that
/// can be seen.
@Suite("The model")
struct ModelTests {
  /// A position of a game with that of its model.
  private struct Table {
    var match: Match
    var model: Model
    /// The models before each move in force, and the moves that were undone.
    var past: [Model] = []
    var undone: [MinesweeperMove] = []

    init(_ words: String, seed: UInt64) throws {
      match = try Match(words, seed: seed)
      model = Model(match.state.plan.shape, match.state.plan.given.map(Reference.init))
    }

    /// What differs, in words; `nil` if the game and the model agree.
    var difference: String? {
      let (state, view) = (match.state, match.view)
      if match.cells != model.cells { return "\(match.cells) is not \(model.cells)" }
      if state.phase != model.phase { return "\(state.phase) is not \(model.phase)" }
      if state.clicks != model.clicks { return "\(state.clicks) clicks" }
      if view.minesLeft != state.plan.mines - model.flags.count { return "mines left" }
      if view.isStarted != !(model.revealed.isEmpty && model.exploded.isEmpty) { return "started" }
      guard let score = state.score else {
        return state.isOver && model.reference != nil ? "no score" : nil
      }
      guard let difficulty = model.reference?.difficulty else { return "a score" }
      if score.difficulty.bbbv != difficulty.bbbv { return "3BV" }
      if score.difficulty.openings != difficulty.openings { return "openings" }
      return score.solved == model.solved ? nil : "solved \(score.solved), not \(model.solved)"
    }

    /// Plays a move in both.
    ///
    /// - Returns: what differs.
    mutating func play(_ move: MinesweeperMove) throws -> String? {
      var next = model
      var outcome = Model.Outcome.illegal
      do throws(GameError) {
        var chance = Chance(seed: match.configuration.seed, draw: 0)
        if case .play = try match.state.resolve(move, chance: &chance) {
          outcome = .played
        } else {
          outcome = .ignored
        }
      } catch {
        outcome = .illegal
      }
      if outcome == .played { _ = try match.make(move) } else { _ = try? match.make(move) }
      if next.reference == nil, let layout = match.state.layout {
        next.reference = Reference(layout)
        if case .reveal(let cell, _) = move, let fault = fault(of: layout, at: cell) {
          return fault
        }
      }
      let expected = next.play(move)
      guard outcome == expected else { return "\(move) is \(outcome), not \(expected)" }
      if outcome == .played {
        past.append(model)
        undone = []
        model = next
      }
      if outcome != .played { return nil }
      return difference.map { "after \(move): \($0)" }
    }

    /// What is wrong with mines that were laid for a cell.
    private func fault(of layout: Layout, at cell: Cell) -> String? {
      let reference = Reference(layout)
      let plan = match.state.plan
      if reference.mines.count != plan.mines { return "\(reference.mines.count) mines" }
      if reference.mines.contains(cell) { return "a mine at the first reveal" }
      let isOpen = plan.sparesNeighbors || !plan.allowsGuesses
      return isOpen && reference.number(cell) > 0 ? "no opening at the first reveal" : nil
    }

    mutating func undo() throws -> String? {
      guard let last = match.log.last?.move, let before = past.popLast() else { return nil }
      try match.undo()
      undone.append(last)
      model = before
      return difference.map { "after undo: \($0)" }
    }

    mutating func redo() throws -> String? {
      guard let move = undone.popLast() else { return nil }
      let rest = undone
      defer { undone = rest }
      return try play(move).map { "redo \($0)" }
    }
  }

  /// Plays a game with mistakes, changes of mind, and moves that are not legal.
  private func play(_ words: String, seed: UInt64, moves: Int) throws {
    var table = try Table(words, seed: seed)
    var choice = Chance(seed: seed, draw: 1 << 20)
    let cells = table.match.state.plan.shape.indices.map(table.match.state.plan.shape.cell)
    for _ in 0..<moves {
      let cell = cells[Int(choice.below(UInt32(cells.count)))]
      let isMine = table.match.state.layout?.isMine(cell) ?? false
      let difference: String? =
        switch choice.below(20) {
        case 0: try table.undo()
        case 1: try table.redo()
        case 2: try table.play(.mark(cell))
        case 3...6: try table.play(.chord(cell))
        case 7: try table.play(.flag(cell))
        // Mostly as a good player would.
        case 8...18: try table.play(isMine ? .flag(cell) : .reveal(cell, nil))
        default:
          try table.play(choice.below(20) == 0 ? .resign : .reveal(cell, nil))
        }
      if let difference {
        Issue.record("\(words), seed \(seed): \(difference), \(table.match.lines)")
        return
      }
    }
  }

  @Test
  func `Boards of all sizes and densities play as the model`() throws {
    for seed in 0..<1500 as Range<UInt64> {
      var chance = Chance(seed: seed, draw: 1 << 21)
      let (rows, columns) = (chance.die(sides: 7), chance.die(sides: 7))
      let share = chance.below(60)
      var board = (0..<rows).map { _ in
        (0..<columns).map { _ in chance.below(100) < share ? "*" : "." as Character }
      }
      board[0][0] = "."
      let text = board.map { String($0) }.joined(separator: "/")
      try play("layout=\(text)", seed: seed, moves: 12 + rows * columns)
    }
  }

  @Test(arguments: [
    "easy", "easy first=open", "custom rows=8 cols=8", "custom rows=8 cols=9 guess=no",
  ])
  func `Boards that are drawn at the first reveal play as the model`(words: String) throws {
    for seed in 0..<50 as Range<UInt64> { try play(words, seed: seed, moves: 90) }
  }
}
