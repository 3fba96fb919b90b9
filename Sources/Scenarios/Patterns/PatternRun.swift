/// The machine of a pattern at work on one line, where only the answer counts and no capture: the
/// steps that wait for a character are numbers in two arrays, and nothing is allocated on the way.
struct PatternRun {
  private let steps: [PatternProgram.Step]
  private var current: [Int] = []
  private var next: [Int] = []
  private var open: [Int] = []
  /// For each step the position at which it was visited last.
  private var visits: [Int]

  init(_ steps: [PatternProgram.Step]) {
    self.steps = steps
    visits = [Int](repeating: -1, count: steps.count)
  }

  /// Whether the whole of a line fits: time is the number of steps times that of characters.
  mutating func matches(_ line: [UInt32]) -> Bool {
    follow(0, at: 0, of: line.count)
    for position in line.indices {
      swap(&current, &next)
      if current.isEmpty { return false }
      next.removeAll(keepingCapacity: true)
      let scalar = line[position]
      for step in current {
        switch steps[step] {
        case .scalar(let wanted) where wanted == scalar:
          follow(step + 1, at: position + 1, of: line.count)
        case .set(let set) where set.contains(scalar):
          follow(step + 1, at: position + 1, of: line.count)
        default: break
        }
      }
    }
    return next.contains { step in
      if case .accept = steps[step] { true } else { false }
    }
  }

  /// Follows a step through all that take no character, into the steps that wait for the next.
  private mutating func follow(_ first: Int, at position: Int, of length: Int) {
    open.append(first)
    while let step = open.popLast() {
      if visits[step] == position { continue }
      visits[step] = position
      switch steps[step] {
      case .scalar, .set, .accept: next.append(step)
      case .jump(let target): open.append(target)
      case .fork(let first, let second):
        open.append(second)
        open.append(first)
      case .start: if position == 0 { open.append(step + 1) }
      case .end: if position == length { open.append(step + 1) }
      case .note: open.append(step + 1)
      }
    }
  }
}
