extension PatternProgram {
  /// Whether the whole of a line fits.
  func matches(_ line: some Sequence<UInt8>) -> Bool {
    var run = PatternRun(steps)
    return run.matches(Scalars.decode(line))
  }

  /// The texts of the captures, if the whole of a line fits; each branch and repetition takes as
  /// much as it can, the earlier first.
  func captures(in line: some Sequence<UInt8>) -> [String]? {
    let scalars = Scalars.decode(line)
    guard let notes = notes(in: scalars) else { return nil }
    return stride(from: 0, to: noteCount, by: 2).map { index in
      var text = String.UnicodeScalarView()
      guard notes[index] >= 0, notes[index + 1] >= notes[index] else { return "" }
      let range = notes[index]..<notes[index + 1]
      text.append(contentsOf: scalars[range].compactMap(Unicode.Scalar.init))
      return String(text)
    }
  }

  /// A branch that is being tried: its next step, and the positions it has noted.
  private struct Branch {
    var step: Int
    var notes: [Int]
  }

  /// The branches that wait for a character, each step at most once, in order of preference.
  private struct Frontier {
    var branches: [Branch] = []
    private var visits: [Int]
    private var position = -1

    init(size: Int) { visits = [Int](repeating: -1, count: size) }

    mutating func restart(at newPosition: Int) {
      branches.removeAll(keepingCapacity: true)
      position = newPosition
    }

    mutating func visit(_ step: Int) -> Bool {
      defer { visits[step] = position }
      return visits[step] != position
    }
  }

  /// The noted positions of the preferred match: time is the number of steps times that of
  /// characters, whatever the pattern.
  private func notes(in line: [UInt32]) -> [Int]? {
    var current = Frontier(size: steps.count)
    var next = Frontier(size: steps.count)
    current.restart(at: 0)
    let start = Branch(step: 0, notes: [Int](repeating: -1, count: noteCount))
    follow(start, at: 0, of: line.count, into: &current)
    for (position, scalar) in line.enumerated() {
      if current.branches.isEmpty { return nil }
      next.restart(at: position + 1)
      for branch in current.branches where takes(scalar, at: branch.step) {
        let moved = Branch(step: branch.step + 1, notes: branch.notes)
        follow(moved, at: position + 1, of: line.count, into: &next)
      }
      swap(&current, &next)
    }
    return current.branches.first { branch in
      if case .accept = steps[branch.step] { true } else { false }
    }?.notes
  }

  private func takes(_ scalar: UInt32, at step: Int) -> Bool {
    switch steps[step] {
    case .scalar(let wanted): wanted == scalar
    case .set(let set): set.contains(scalar)
    default: false
    }
  }

  /// Follows a branch through all steps that take no character.
  private func follow(
    _ branch: Branch, at position: Int, of length: Int, into frontier: inout Frontier
  ) {
    var open = [branch]
    while var branch = open.popLast() {
      guard frontier.visit(branch.step) else { continue }
      switch steps[branch.step] {
      case .scalar, .set, .accept: frontier.branches.append(branch)
      case .jump(let target): open.append(Branch(step: target, notes: branch.notes))
      case .fork(let first, let second):
        open.append(Branch(step: second, notes: branch.notes))
        open.append(Branch(step: first, notes: branch.notes))
      case .start where position > 0: break
      case .end where position < length: break
      case .start, .end:
        branch.step += 1
        open.append(branch)
      case .note(let index):
        branch.notes[index] = position
        branch.step += 1
        open.append(branch)
      }
    }
  }
}
