import ParlorKit

/// The codes that fit all answers: all of them, or a fair sample if there are too many.
///
/// A sample is drawn peg by peg, each time among the colours that leave a fitting code possible.
/// Codes with few such choices come up too often, so codes are drawn again, weighted by the product
/// of the numbers of choices; the mean of these products estimates the number of codes. Source:
/// Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975).
struct FittingCodes {
  /// All codes that fit, in ascending order, or a sample with repetitions.
  let codes: [Code]
  /// The number of codes that fit, or an estimate.
  let count: Double
  /// The exact number of codes that fit; `nil` if unknown.
  private(set) var counted: Int?
  /// Whether ``codes`` is complete.
  let isComplete: Bool

  /// The maximum number of codes that the rules may allow for all to be listed.
  private static let mostListed = 1_000_000
  /// The number of codes in a sample, and the number sought first.
  private static let drawn = 2_000
  /// The maximum number of attempts to draw a code.
  private static let mostDraws = 20_000

  /// All codes that fit.
  init(all codes: [Code]) {
    self.init(codes, count: Double(codes.count), isComplete: true)
    counted = codes.count
  }

  private init(_ codes: [Code], count: Double, isComplete: Bool) {
    self.codes = codes
    self.count = count
    self.isComplete = isComplete
  }

  /// Finds the codes that fit.
  ///
  /// - Throws: ``GameError/stopped``, or that none was found.
  init(
    _ rules: MastermindRules, _ answers: [Answer], isInterrupted: () -> Bool
  ) throws(GameError) {
    if rules.codes <= Self.mostListed {
      self.init(all: Candidates(rules, answers, limit: Self.mostListed).first)
      if codes.isEmpty { throw .notNow("no code fits all answers") }
      return
    }
    var asked = 0
    let found = Candidates.some(
      rules, answers, limit: Self.drawn, mostBeginnings: MastermindRules.mostCounted
    ) {
      Self.showProgress(of: &asked, from: 0)
      return isInterrupted()
    }
    if isInterrupted() { throw .stopped }
    if found.isComplete, !found.codes.isEmpty {
      self.init(all: found.codes)
      return
    }
    // The draws are a function of the answers, so that the same view gives the same advice.
    let seed = answers.reduce(UInt64(1)) { $0 &* 31 &+ UInt64(truncatingIfNeeded: $1.number) }
    var chance = Chance(seed: seed & ((1 << 53) - 1), draw: 1)
    var draws: [(code: Code, weight: Double)] = []
    var tries = 0
    let drawing = Candidates.Drawing(rules, answers)
    while tries < Self.mostDraws, tries < 2 * Self.drawn || draws.count < Self.drawn / 10 {
      if tries & 63 == 0, isInterrupted() { throw .stopped }
      tries += 1
      if let draw = drawing.draw(&chance) { draws.append(draw) }
    }
    let sum = draws.reduce(0) { $0 + $1.weight }
    guard sum > 0 else {
      guard !found.codes.isEmpty else {
        throw .notNow("none of the codes that were tried fits the answers")
      }
      self.init(found.codes, count: Double(found.codes.count), isComplete: false)
      return
    }
    var sample: [Code] = []
    var (passed, place) = (0.0, 0)
    for index in 0..<Self.drawn {
      let mark = (Double(index) + 0.5) / Double(Self.drawn) * sum
      // It ends at the last draw, since the weights are added in the order in which `sum` was.
      while passed + draws[place].weight < mark {
        passed += draws[place].weight
        place += 1
      }
      sample.append(draws[place].code)
    }
    self.init(
      sample, count: answers.isEmpty ? Double(rules.codes) : max(sum / Double(tries), 1),
      isComplete: false)
    if answers.isEmpty { counted = rules.codes }
  }

  /// Counts the codes exactly, if that is fast enough. The sample and its estimate do not change,
  /// so that the ranking of guesses does not depend on the count.
  mutating func countAll(
    _ rules: MastermindRules, _ answers: [Answer], isInterrupted: () -> Bool
  ) throws(GameError) {
    guard counted == nil else { return }
    var asked = 0
    counted =
      Candidates(rules, answers, limit: 0) {
        Self.showProgress(of: &asked, from: 0.3)
        return isInterrupted()
      }.count
    if isInterrupted() { throw .stopped }
  }

  /// Reports the progress of a search: three tenths of all work.
  private static func showProgress(of asked: inout Int, from start: Double) {
    asked += Candidates.stepsBetweenQuestions
    AdviceContext.current.showProgress(
      start + 0.3 * Double(asked) / Double(MastermindRules.mostCounted))
  }

  /// `About 1,900,000 codes fit all answers.`
  var sentence: String {
    let number = counted?.grouped ?? "about \(Self.rounded(count))"
    let verb = counted ?? Int(count) == 1 ? "code fits" : "codes fit"
    return number.prefix(1).uppercased() + number.dropFirst() + " \(verb) all answers."
  }

  /// A number with two significant digits: `1,900,000`.
  static func rounded(_ number: Double) -> String {
    var unit = 1.0
    while number / unit >= 100 { unit *= 10 }
    return Int((number / unit).rounded() * unit).grouped
  }
}
