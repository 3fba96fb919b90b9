@testable import MinesweeperGame

/// Minesweeper once more, written from the rules in words: sets of cells, and no board.
struct Model {
  /// What becomes of a move.
  enum Outcome {
    case played
    case ignored
    case illegal
  }

  /// Where the mines are; nothing before the first reveal of a board that was not given.
  var reference: Reference?
  private let shape: Shape
  private(set) var revealed: Set<Cell> = []
  private(set) var flags: Set<Cell> = []
  private(set) var marks: Set<Cell> = []
  private(set) var exploded: Set<Cell> = []
  private(set) var hasResigned = false
  private(set) var clicks = 0

  init(_ shape: Shape, _ reference: Reference?) {
    self.shape = shape
    self.reference = reference
  }

  var phase: Phase {
    if hasResigned { return .resigned }
    if !exploded.isEmpty { return .lost }
    guard let reference else { return .playing }
    return revealed.count + reference.mines.count == shape.rows * shape.columns ? .won : .playing
  }

  /// The lines of `cells` in JSON.
  var cells: [String] {
    (1...shape.rows).map { row in
      String((1...shape.columns).map { character(at: Cell(row, $0)) })
    }
  }

  private func character(at cell: Cell) -> Character {
    let isMine = reference?.mines.contains(cell) ?? false
    if let reference, revealed.contains(cell) {
      return Character(String(reference.number(cell)))
    }
    // A board without mines, when the player leaves before the first reveal, has nothing to show.
    let isShown = phase != .playing && reference != nil
    if flags.contains(cell) { return isShown && !isMine ? "X" : "F" }
    if isShown && isMine { return "*" }
    return marks.contains(cell) ? "?" : "#"
  }

  /// The 3BV that is done: a click for every opening of which a zero is revealed, and for every
  /// other number that is.
  var solved: Int {
    guard let reference else { return 0 }
    var rest = Set(reference.cells).subtracting(reference.mines)
    var count = 0
    while let zero = rest.first(where: { reference.number($0) == 0 }) {
      let opening = reference.flood(zero)
      if opening.contains(where: { reference.number($0) == 0 && revealed.contains($0) }) {
        count += 1
      }
      // A number can border two openings: only the zeros are used up.
      rest.subtract(opening.filter { reference.number($0) == 0 })
    }
    let zeros = reference.cells.filter {
      !reference.mines.contains($0) && reference.number($0) == 0
    }
    let bordering = Set(zeros.flatMap(reference.neighbors)).union(zeros)
    return count + rest.count { !bordering.contains($0) && revealed.contains($0) }
  }

  mutating func play(_ move: MinesweeperMove) -> Outcome {
    let outcome = attempt(move)
    if outcome == .played, move != .resign { clicks += 1 }
    return outcome
  }

  private mutating func attempt(_ move: MinesweeperMove) -> Outcome {
    if phase != .playing { return .illegal }
    switch move {
    case .reveal(let cell, _):
      if flags.contains(cell) || revealed.contains(cell) { return .ignored }
      open(cell)
    case .flag(let cell):
      if revealed.contains(cell) { return .illegal }
      marks.remove(cell)
      if flags.remove(cell) == nil { flags.insert(cell) }
    case .mark(let cell):
      if revealed.contains(cell) { return .illegal }
      flags.remove(cell)
      if marks.remove(cell) == nil { marks.insert(cell) }
    case .chord(let cell):
      guard let reference, revealed.contains(cell) else { return .illegal }
      let around = reference.neighbors(cell)
      if around.count(where: flags.contains) != reference.number(cell) { return .illegal }
      let rest = around.filter { !flags.contains($0) && !revealed.contains($0) }
      if rest.isEmpty { return .ignored }
      for cell in rest { open(cell) }
    case .resign: hasResigned = true
    }
    return .played
  }

  private mutating func open(_ cell: Cell) {
    guard let reference, !revealed.contains(cell) else { return }
    if reference.mines.contains(cell) {
      exploded.insert(cell)
    } else {
      revealed.formUnion(reference.flood(cell, flags: flags, revealed: revealed))
      marks.subtract(revealed)
    }
  }
}
