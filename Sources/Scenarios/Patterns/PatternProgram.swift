/// A pattern as the program of a machine that tries all its branches at once.
///
/// Source: Thompson, "Regular Expression Search Algorithm", CACM 11 (1968); with captures as in
/// Pike's sam, described in Cox, "Regular Expression Matching: the Virtual Machine Approach"
/// (2009).
struct PatternProgram: Sendable {
  /// A step of the machine.
  enum Step: Sendable {
    /// Takes one character.
    case scalar(UInt32)
    /// Takes one character of a set.
    case set(ScalarSet)
    /// Goes on at two places, the first of them preferred.
    case fork(Int, Int)
    /// Goes on elsewhere.
    case jump(Int)
    /// Notes the position under a number.
    case note(Int)
    /// Goes on only at the beginning of the line.
    case start
    /// Goes on only at the end of the line.
    case end
    /// Has found a match, if the line ends here.
    case accept
  }

  private(set) var steps: [Step] = []
  /// How many positions are noted: two for a capture.
  private(set) var noteCount = 0
  /// How many more nodes may be written out.
  private var budget: Int

  /// The largest program of a pattern that somebody wrote: 4,000 steps, so that a line of 4,096
  /// characters takes at most some 16 million.
  static let sizeLimit = 4000

  /// The program of a pattern.
  ///
  /// - Parameter limit: how many nodes it may have, every repetition written out.
  init(_ node: PatternNode, limit: Int = sizeLimit) throws(PatternError) {
    budget = limit
    try emit(node)
    steps.append(.accept)
  }

  private mutating func emit(_ node: PatternNode) throws(PatternError) {
    budget -= 1
    if budget < 0 { throw .tooLarge }
    switch node {
    case .empty: break
    case .scalar(let scalar): steps.append(.scalar(scalar))
    case .set(let set): steps.append(.set(set))
    case .start: steps.append(.start)
    case .end: steps.append(.end)
    case .sequence(let nodes): for node in nodes { try emit(node) }
    case .choice(let nodes): try emitChoice(nodes)
    case .captured(let node, let capture):
      noteCount = max(noteCount, capture * 2 + 2)
      steps.append(.note(capture * 2))
      try emit(node)
      steps.append(.note(capture * 2 + 1))
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

  /// A place for a step that is known later.
  private mutating func reserve() -> Int {
    steps.append(.accept)
    return steps.count - 1
  }
}
