/// A pattern compiled to the instructions of a nondeterministic automaton, which
/// ``NFASimulator`` runs.
///
/// Source: Thompson, "Regular Expression Search Algorithm", CACM 11 (1968); captures as in Pike's
/// `sam`, described in Cox, "Regular Expression Matching: the Virtual Machine Approach" (2009).
struct PatternProgram: Sendable {
  enum Step: Sendable {
    /// Consumes this scalar.
    case scalar(UInt32)
    /// Consumes one scalar of the set.
    case set(ScalarSet)
    /// Continues at both steps; a match through the first is preferred.
    case fork(Int, Int)
    case jump(Int)
    /// Stores the position in a slot: capture n has the slots 2n (start) and 2n + 1 (end).
    case save(Int)
    /// Continues only at the start of the line.
    case start
    /// Continues only at the end of the line.
    case end
    /// Reports a match, if the line ends here.
    case accept
  }

  private(set) var steps: [Step] = []
  /// Two for each capture.
  private(set) var slotCount = 0
  /// The number of nodes that may still be compiled.
  private var budget: Int

  /// The size limit of patterns in files: 4,000 nodes, so that a line of 4,096 characters takes at
  /// most about 16 million steps.
  static let sizeLimit = 4000

  /// - Parameter limit: the number of nodes allowed, counting each repetition in full.
  init(_ node: PatternNode, limit: Int = sizeLimit) throws(PatternError) {
    budget = limit
    try emit(node)
    steps.append(.accept)
  }

  /// Whether the pattern matches the whole line.
  func matches(_ line: some Sequence<UInt8>) -> Bool {
    let scalars = Scalars.decode(line)
    var simulator = NFASimulator(steps, slotCount: 0)
    return simulator.slotsOfMatch(in: scalars) != nil
  }

  /// The captured texts if the pattern matches the whole line, otherwise `nil`. Earlier
  /// alternatives and longer repetitions are preferred.
  func captures(in line: some Sequence<UInt8>) -> [String]? {
    let scalars = Scalars.decode(line)
    var simulator = NFASimulator(steps, slotCount: slotCount)
    guard let slots = simulator.slotsOfMatch(in: scalars) else { return nil }
    return stride(from: 0, to: slotCount, by: 2).map { index in
      guard slots[index] >= 0, slots[index + 1] >= slots[index] else { return "" }
      var text = String.UnicodeScalarView()
      let range = slots[index]..<slots[index + 1]
      text.append(contentsOf: scalars[range].compactMap(Unicode.Scalar.init))
      return String(text)
    }
  }

  private mutating func emit(_ node: PatternNode) throws(PatternError) {
    budget -= 1
    if budget < 0 { throw .tooLarge }
    switch node {
    case .empty, .placeholder: break
    case .scalar(let scalar): steps.append(.scalar(scalar))
    case .set(let set): steps.append(.set(set))
    case .start: steps.append(.start)
    case .end: steps.append(.end)
    case .sequence(let nodes): for node in nodes { try emit(node) }
    case .choice(let nodes): try emitChoice(nodes)
    case .captured(let node, let capture):
      slotCount = max(slotCount, capture * 2 + 2)
      steps.append(.save(capture * 2))
      try emit(node)
      steps.append(.save(capture * 2 + 1))
    case .repeated(let node, let lower, let upper):
      for _ in 0..<lower { try emit(node) }
      guard let upper else { return try emitLoop(node) }
      try emitOptional(node, times: upper - lower)
    }
  }

  private mutating func emitChoice(_ nodes: [PatternNode]) throws(PatternError) {
    var exits: [Int] = []
    for node in nodes.dropLast() {
      let fork = reserve()
      try emit(node)
      exits.append(reserve())
      steps[fork] = .fork(fork + 1, steps.count)
    }
    if let last = nodes.last { try emit(last) }
    for exit in exits { steps[exit] = .jump(steps.count) }
  }

  private mutating func emitLoop(_ node: PatternNode) throws(PatternError) {
    let fork = reserve()
    try emit(node)
    steps.append(.jump(fork))
    steps[fork] = .fork(fork + 1, steps.count)
  }

  private mutating func emitOptional(
    _ node: PatternNode, times: Int
  ) throws(PatternError) {
    var forks: [Int] = []
    for _ in 0..<times {
      forks.append(reserve())
      try emit(node)
    }
    for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
  }

  /// Appends a placeholder for a step that is known later, and returns its index.
  private mutating func reserve() -> Int {
    steps.append(.accept)
    return steps.count - 1
  }
}

/// Runs the program of a pattern on one line, following all branches at the same time.
///
/// The time is proportional to the number of steps times the number of characters, for any pattern.
/// With no slots it only decides whether the line matches, and allocates nothing per character.
struct NFASimulator {
  private let steps: [PatternProgram.Step]
  private let slotCount: Int
  /// The steps that wait for the current character, in order of preference, and for the next one.
  private var current = Frontier()
  private var next = Frontier()
  /// The position at which each step was reached last.
  private var visits: [Int]
  /// The pending work of ``follow(_:at:of:)``, and the slots of its branch.
  private var tasks: [Task] = []
  private var slots: [Int]

  private struct Frontier {
    var steps: [Int] = []
    /// The slots of all steps, one after the other.
    var slots: [Int] = []
  }

  private enum Task {
    case follow(Int)
    /// Restores a slot when the branch that changed it has been followed to its end.
    case restore(slot: Int, Int)
  }

  /// - Parameter slotCount: 0 if captures are not needed.
  init(_ steps: [PatternProgram.Step], slotCount: Int) {
    self.steps = steps
    self.slotCount = slotCount
    visits = [Int](repeating: -1, count: steps.count)
    slots = [Int](repeating: -1, count: slotCount)
  }

  /// The slots of the preferred match of the whole line; nil if the line does not match.
  mutating func slotsOfMatch(in line: [UInt32]) -> [Int]? {
    follow(0, at: 0, of: line.count)
    for (position, scalar) in line.enumerated() {
      swap(&current, &next)
      if current.steps.isEmpty { return nil }
      next.steps.removeAll(keepingCapacity: true)
      next.slots.removeAll(keepingCapacity: true)
      for (index, step) in current.steps.enumerated() where takes(scalar, at: step) {
        if slotCount > 0 { slots = slotsOf(index, in: current) }
        follow(step + 1, at: position + 1, of: line.count)
      }
    }
    let accepted = next.steps.firstIndex { step in
      if case .accept = steps[step] { true } else { false }
    }
    return accepted.map { slotsOf($0, in: next) }
  }

  private func slotsOf(_ index: Int, in frontier: Frontier) -> [Int] {
    Array(frontier.slots[(index * slotCount)..<((index + 1) * slotCount)])
  }

  private func takes(_ scalar: UInt32, at step: Int) -> Bool {
    switch steps[step] {
    case .scalar(let wanted): wanted == scalar
    case .set(let set): set.contains(scalar)
    default: false
    }
  }

  /// Follows all steps that consume nothing, and adds those that consume something to `next`.
  private mutating func follow(_ first: Int, at position: Int, of length: Int) {
    tasks.append(.follow(first))
    while let task = tasks.popLast() {
      guard case .follow(let step) = task else {
        if case .restore(let slot, let value) = task { slots[slot] = value }
        continue
      }
      if visits[step] == position { continue }
      visits[step] = position
      switch steps[step] {
      case .scalar, .set, .accept:
        next.steps.append(step)
        if slotCount > 0 { next.slots += slots }
      case .jump(let target): tasks.append(.follow(target))
      case .fork(let first, let second):
        tasks.append(.follow(second))
        tasks.append(.follow(first))
      case .start: if position == 0 { tasks.append(.follow(step + 1)) }
      case .end: if position == length { tasks.append(.follow(step + 1)) }
      case .save(let slot):
        if slotCount > 0 {
          tasks.append(.restore(slot: slot, slots[slot]))
          slots[slot] = position
        }
        tasks.append(.follow(step + 1))
      }
    }
  }
}
