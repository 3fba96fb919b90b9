/// The search for all codes that meet some clues, peg by peg in ascending order.
///
/// A beginning of a code that no ending can save is dropped with all that follow from it, so the
/// search needs no memory beyond the clues and the codes that it is to hand out.
struct CodeSearch {
  private let slots: Int
  private let repeats: Bool
  private let colors: [Int]
  private let clues: [Clue]
  private let limit: Int
  private let stopsAtLimit: Bool
  private var patience: Int
  /// How many codes were found.
  private(set) var count = 0
  /// The first of them.
  private(set) var first: [Code] = []

  /// Runs a search.
  ///
  /// - Parameters:
  ///   - colors: the colours that the code can have, in ascending order.
  ///   - limit: how many codes to hand out.
  ///   - stopsAtLimit: whether the others need not be counted.
  ///   - patience: how many beginnings of codes to look at before the search is given up.
  init(
    _ rules: MastermindRules, colors: [Int], clues: [Clue], limit: Int, stopsAtLimit: Bool,
    patience: Int = .max
  ) {
    slots = rules.slots
    repeats = rules.repeats
    self.colors = colors
    self.clues = clues
    self.limit = limit
    self.stopsAtLimit = stopsAtLimit
    self.patience = patience
    extend(0, Tally(), depth: 0)
  }

  private mutating func extend(_ prefix: UInt64, _ tally: Tally, depth: Int) {
    if depth == slots { return find(prefix) }
    let shift = UInt64(truncatingIfNeeded: 5 &* depth)
    let mask: UInt64 = (1 << (shift + 5)) - 1
    for color in colors {
      if !repeats, tally.contains(color) { continue }
      let next = prefix | UInt64(truncatingIfNeeded: color) << shift
      var colors = tally
      colors.add(color)
      patience -= 1
      if isPossible(next, colors, mask: mask, depth: depth + 1) {
        extend(next, colors, depth: depth + 1)
      }
      if patience <= 0 || (stopsAtLimit && first.count == limit) { return }
    }
  }

  private func isPossible(_ prefix: UInt64, _ colors: Tally, mask: UInt64, depth: Int) -> Bool {
    for clue in clues {
      guard clue.isPossible(prefix, colors, mask: mask, depth: depth, rest: slots &- depth) else {
        return false
      }
    }
    return true
  }

  private mutating func find(_ bits: UInt64) {
    count += 1
    if first.count < limit { first.append(Code(bits: bits)) }
  }
}
