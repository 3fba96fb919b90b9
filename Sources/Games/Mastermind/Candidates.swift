package import ParlorKit

/// The codes that fit all answers: their number, and the first of them.
public struct Candidates: Sendable, Equatable {
  /// The number of codes that the rules allow.
  public let codes: Int
  /// The number of codes that fit; `nil` if counting them takes too long.
  public let count: Int?
  /// The first of them in ascending order.
  public let first: [Code]

  /// Finds the codes that fit. If the rules allow more than ``MastermindRules/mostCounted`` codes,
  /// that many prefixes of codes are tried.
  ///
  /// - Parameters:
  ///   - limit: how many codes to put in ``first``.
  ///   - isInterrupted: whether to give up; asked from time to time.
  package init(
    _ rules: MastermindRules, _ answers: some Sequence<Answer>, limit: Int,
    isInterrupted: () -> Bool = { false }
  ) {
    codes = rules.codes
    let (colors, clues) = Self.clues(rules, answers)
    if clues.isEmpty {
      let search = CodeSearch(
        rules, colors: colors, clues: [], limit: limit, stopsAtLimit: true, isInterrupted)
      (count, first) = (rules.codes(of: colors.count), search.first)
      return
    }
    let search = CodeSearch(
      rules, colors: colors, clues: clues, limit: limit, stopsAtLimit: false,
      mostBeginnings: codes <= MastermindRules.mostCounted ? .max : MastermindRules.mostCounted,
      isInterrupted)
    (count, first) = search.hasGivenUp ? (nil, []) : (search.count, search.first)
  }

  /// The number of prefixes after which a search asks whether it is interrupted; a power of 2.
  static let stepsBetweenQuestions = 1 << 14

  /// The first code that fits, among any number of codes.
  ///
  /// - Parameter mostBeginnings: how many prefixes of codes to try.
  /// - Returns: `nil` if it is not found among these.
  static func first(
    _ rules: MastermindRules, _ answers: some Sequence<Answer>, mostBeginnings: Int
  ) -> Code? {
    some(rules, answers, limit: 1, mostBeginnings: mostBeginnings).codes.first
  }

  /// The first codes that fit, among any number of codes, as far as they are found, and whether
  /// they are certainly all.
  static func some(
    _ rules: MastermindRules, _ answers: some Sequence<Answer>, limit: Int, mostBeginnings: Int,
    isInterrupted: () -> Bool = { false }
  ) -> (codes: [Code], isComplete: Bool) {
    let (colors, clues) = clues(rules, answers)
    let search = CodeSearch(
      rules, colors: colors, clues: clues, limit: limit, stopsAtLimit: true,
      mostBeginnings: mostBeginnings, isInterrupted)
    return (search.first, !search.hasGivenUp && search.count < limit)
  }

  /// Draws codes that fit, peg by peg.
  struct Drawing {
    private let rules: MastermindRules
    private let colors: [Int]
    private let clues: [Clue]

    init(_ rules: MastermindRules, _ answers: some Sequence<Answer>) {
      self.rules = rules
      (colors, clues) = Candidates.clues(rules, answers)
    }

    /// Draws a code, with the inverse of its probability.
    ///
    /// - Returns: `nil` if the first pegs turn out not to be those of a fitting code.
    func draw(_ chance: inout Chance) -> (code: Code, weight: Double)? {
      var bits: UInt64 = 0
      var tally = Tally()
      var weight = 1.0
      for depth in 0..<rules.slots {
        let shift = UInt64(truncatingIfNeeded: 5 * depth)
        let possible = colors.filter { color in
          if !rules.repeats, tally.contains(color) { return false }
          var tally = tally
          tally.add(color)
          let bits = bits | UInt64(truncatingIfNeeded: color) << shift
          return clues.allSatisfy {
            $0.isPossible(
              bits, tally, mask: (1 << (shift + 5)) - 1, depth: depth + 1,
              rest: rules.slots - depth - 1)
          }
        }
        guard !possible.isEmpty else { return nil }
        let color = possible[Int(chance.below(UInt32(possible.count)))]
        weight *= Double(possible.count)
        bits |= UInt64(truncatingIfNeeded: color) << shift
        tally.add(color)
      }
      return (Code(bits: bits), weight)
    }
  }

  /// The colours that the secret can have, and the constraints of the answers.
  ///
  /// A guess that shares no colour with the secret excludes its colours, and other clues drop them.
  /// Many clues become equal that way; each is checked once.
  private static func clues(
    _ rules: MastermindRules, _ answers: some Sequence<Answer>
  ) -> (colors: [Int], clues: [Clue]) {
    var absent: UInt32 = 0
    for answer in answers where answer.feedback == Feedback(black: 0, white: 0) {
      for color in answer.guess { absent |= 1 << UInt32(color) }
    }
    var seen: Set<UInt64> = [0]
    var clues: [Clue] = []
    for answer in answers {
      let clue = Clue(answer, without: absent)
      if seen.insert(clue.bits).inserted { clues.append(clue) }
    }
    return ((1...rules.colors).filter { absent & (1 << UInt32($0)) == 0 }, clues)
  }
}

extension Candidates {
  /// Reports how many codes fit, then the first ones on a line each. `count` is null if counting
  /// them takes too long.
  package func report(to report: inout Reporter) {
    report("candidates", ["codes": codes, "count": count, "first": first]) { text in
      guard let count else {
        return text.write(
          "Counting the codes that fit takes too long; there are ", Grouped(codes),
          " codes in all.")
      }
      text.write(
        Styled(.strong, Grouped(count)), " of ", Grouped(codes), " codes ",
        count == 1 ? "fits" : "fit", first.isEmpty ? "." : ":")
      for code in first { text.write("\n  ", code) }
      if count > first.count { text.write("\n  and ", Grouped(count - first.count), " more") }
    }
  }
}

/// The constraint of an answer on a code, prepared for the search.
private struct Clue: Sendable {
  /// The pegs of the guess; 0 for a colour that the secret cannot have.
  let bits: UInt64
  /// The colours of the guess without those.
  let tally: Tally
  /// The number of pegs that must be equal.
  let black: Int
  /// The number of pegs that must be paired, including equal ones.
  let total: Int

  init(_ answer: Answer, without absent: UInt32) {
    var bits: UInt64 = 0
    for (slot, color) in answer.guess.enumerated() where absent & (1 << UInt32(color)) == 0 {
      bits |= UInt64(truncatingIfNeeded: color) << UInt64(5 * slot)
    }
    self.bits = bits
    tally = Tally(Code(bits: bits))
    black = answer.feedback.black
    total = answer.feedback.black + answer.feedback.white
  }

  /// Whether a prefix of a code can still meet the constraint.
  ///
  /// - Parameters:
  ///   - prefix: the first pegs of a code.
  ///   - colors: the colours of these pegs.
  ///   - mask: all bits of these pegs.
  ///   - depth: the number of these pegs.
  ///   - rest: the number of further pegs.
  @inline(__always)
  func isPossible(
    _ prefix: UInt64, _ colors: Tally, mask: UInt64, depth: Int, rest: Int
  ) -> Bool {
    let equal = depth &- Lanes.countNonzero((bits & mask) ^ prefix)
    guard equal <= black, equal &+ rest >= black else { return false }
    let paired = tally.common(with: colors)
    return paired <= total && paired &+ rest >= total
  }
}

/// The search for all codes that meet some clues, peg by peg in ascending order.
///
/// A prefix that no fitting code can have is dropped with all its codes. The search needs no memory
/// beyond the clues and the codes that it returns.
private struct CodeSearch {
  private let slots: Int
  private let repeats: Bool
  private let colors: [Int]
  private let clues: [Clue]
  private let limit: Int
  private let stopsAtLimit: Bool
  private var beginningsLeft: Int
  /// How many codes were found.
  private(set) var count = 0
  /// The first of them.
  private(set) var first: [Code] = []
  /// Whether prefixes were left out.
  var hasGivenUp: Bool { beginningsLeft <= 0 }

  /// Runs a search.
  ///
  /// - Parameters:
  ///   - colors: the colours that the code can have, in ascending order.
  ///   - limit: how many codes to put in ``first``.
  ///   - stopsAtLimit: whether to stop counting there.
  ///   - mostBeginnings: how many prefixes of codes to try before giving up.
  ///   - isInterrupted: whether to give up now.
  init(
    _ rules: MastermindRules, colors: [Int], clues: [Clue], limit: Int, stopsAtLimit: Bool,
    mostBeginnings: Int = .max, _ isInterrupted: () -> Bool
  ) {
    slots = rules.slots
    repeats = rules.repeats
    self.colors = colors
    self.clues = clues
    self.limit = limit
    self.stopsAtLimit = stopsAtLimit
    beginningsLeft = mostBeginnings
    extend(0, Tally(), depth: 0, isInterrupted)
  }

  private mutating func extend(
    _ prefix: UInt64, _ tally: Tally, depth: Int, _ isInterrupted: () -> Bool
  ) {
    if depth == slots { return find(prefix) }
    let shift = UInt64(truncatingIfNeeded: 5 &* depth)
    let mask: UInt64 = (1 << (shift + 5)) - 1
    for color in colors {
      if !repeats, tally.contains(color) { continue }
      let next = prefix | UInt64(truncatingIfNeeded: color) << shift
      var colors = tally
      colors.add(color)
      beginningsLeft -= 1
      if beginningsLeft & (Candidates.stepsBetweenQuestions - 1) == 0, isInterrupted() {
        beginningsLeft = 0
      }
      if isPossible(next, colors, mask: mask, depth: depth + 1) {
        extend(next, colors, depth: depth + 1, isInterrupted)
      }
      if beginningsLeft <= 0 || (stopsAtLimit && first.count == limit) { return }
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
