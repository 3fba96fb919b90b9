import ParlorKit

/// A step of a deduction in a sentence, and as data.
struct DeductionText {
  private let board: Board

  init(_ board: Board) { self.board = board }

  /// `2 3 is 1 and has its mine at 1 4: 3 3 and 3 4 are safe.`
  ///
  /// - Parameter decided: whether a cell is a mine, by the steps before.
  func sentence(for step: Deduction.Step, decided: [Int: Bool]) -> String {
    premise(of: step, decided) + ": " + conclusion(of: step) + "."
  }

  /// The sentences for steps of which each follows from those before it.
  ///
  /// - Parameter known: cells that are known to be mines.
  func sentences(for steps: [Deduction.Step], known: [Int] = []) -> [String] {
    var decided = [Int: Bool](known.map { ($0, true) }) { first, _ in first }
    return steps.map { step in
      defer {
        for cell in step.mines { decided[cell] = true }
        for cell in step.safe { decided[cell] = false }
      }
      return sentence(for: step, decided: decided)
    }
  }

  /// The step as data.
  func value(of step: Deduction.Step) -> Value {
    func cells(_ indices: [Int]) -> Value {
      .array(indices.map { board.shape.cell(at: $0).value })
    }
    return .object([
      "kind": .string(step.kind.rawValue), "numbers": cells(step.countsMines ? [] : step.numbers),
      "arrangements": step.arrangements.map { .integer($0) } ?? .null,
      "mines": cells(step.mines), "safe": cells(step.safe),
    ])
  }

  private func premise(of step: Deduction.Step, _ decided: [Int: Bool]) -> String {
    let arrangements =
      step.arrangements.map { "\(Plural($0, "arrangement"))" } ?? "many arrangements"
    switch step.kind {
    case .single:
      let number = step.numbers[0]
      let around = board.neighbors(of: number) { !Mark.isNumber($0) && $0 != Mark.frame }
      let mines = around.filter { decided[$0] == true }
      let value = Int(board.marks[number] - Mark.zero)
      if step.mines.isEmpty {
        return value == 0
          ? "\(name(number)) is 0"
          : "\(name(number)) is \(value) and has its"
            + " \(value == 1 ? "mine" : "\(value) mines") at \(list(mines))"
      }
      let left = step.mines.count
      return mines.isEmpty && around.count == left
        ? "\(name(number)) is \(value) and has \(Plural(left, "hidden neighbour"))"
        : "\(name(number)) needs \(Plural(left, "more mine")) and has"
          + " \(Plural(left, "undecided neighbour"))"
    case .pair:
      let (one, other) = (step.numbers[0], step.numbers[1])
      let (first, second) = (rest(of: one, decided), rest(of: other, decided))
      return step.mines.isEmpty
        ? "\(name(one)) and \(name(other)) both need \(Plural(first, "more mine")), and all"
          + " undecided neighbours of \(name(one)) touch \(name(other))"
        : "\(name(one)) needs \(Plural(first, "more mine")), \(name(other)) needs \(second), and"
          + " only \(Plural(step.mines.count, "undecided neighbour")) of \(name(one))"
          + " \(step.mines.count == 1 ? "does" : "do") not touch \(name(other))"
    case .chain:
      return "\(list(step.numbers)) together allow \(arrangements) of mines, all alike in this"
    case .count:
      return "All numbers and the number of mines allow \(arrangements), all alike in this"
    }
  }

  private func rest(of number: Int, _ decided: [Int: Bool]) -> Int {
    var mines = 0
    board.shape.forEachNeighbor(of: number) { if decided[$0] == true { mines += 1 } }
    return Int(board.marks[number] - Mark.zero) - mines
  }

  private func conclusion(of step: Deduction.Step) -> String {
    let mines =
      step.mines.isEmpty
      ? [] : ["\(list(step.mines)) \(step.mines.count == 1 ? "is a mine" : "are mines")"]
    let safe =
      step.safe.isEmpty ? [] : ["\(list(step.safe)) \(step.safe.count == 1 ? "is" : "are") safe"]
    return (mines + safe).joined(separator: ", ")
  }

  private func name(_ index: Int) -> String { "\(board.shape.cell(at: index))" }

  private func list(_ indices: [Int]) -> String { indices.map(name).enumeration }
}
