import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Strategy search")
struct StrategySearchTests {
  /// The least total of guesses by trying every guess for every set of codes, with answers counted peg by
  /// peg.
  private struct BruteForce {
    let guesses: [[Int]]
    private var known: [Set<[Int]>: Int] = [:]

    init(slots: Int, colors: Int) {
      var guesses: [[Int]] = [[]]
      for _ in 0..<slots { guesses = guesses.flatMap { pegs in (1...colors).map { pegs + [$0] } } }
      self.guesses = guesses
    }

    mutating func least(_ codes: Set<[Int]>) -> Int {
      if codes.count < 2 { return codes.count }
      if let least = known[codes] { return least }
      var least = Int.max
      for guess in guesses {
        var parts: [[Int]: Set<[Int]>] = [:]
        for code in codes where code != guess {
          let (black, white) = countedFeedback(guess, code)
          parts[[black, white], default: []].insert(code)
        }
        if parts.values.contains(codes) { continue }
        var total = codes.count
        for part in parts.values where total < least { total += self.least(part) }
        least = min(least, total)
      }
      known[codes] = least
      return least
    }
  }

  private func rules(_ slots: Int, _ colors: Int, repeats: Bool = true) -> MastermindRules {
    var rules = MastermindRules(slots: slots, colors: colors)
    rules.repeats = repeats
    return rules
  }

  private func codes(_ rules: MastermindRules) -> [Code] {
    Candidates(rules, [], limit: rules.codes).first
  }

  private func strategy(_ rules: MastermindRules) throws -> Strategy {
    let search = try #require(StrategySearch(rules, codes(rules)))
    return try #require(
      try search.strategy(budget: 2_000_000_000, isInterrupted: { false }))
  }

  @Test(arguments: [
    (1, 4, true), (2, 3, true), (2, 5, true), (3, 3, true), (4, 2, true), (2, 2, false),
    (3, 3, false), (3, 4, false),
  ])
  func `the total is the least of all strategies`(slots: Int, colors: Int, repeats: Bool) throws {
    var plain = BruteForce(slots: slots, colors: colors)
    let codes = plain.guesses.filter { repeats || Set($0).count == slots }
    let strategy = try strategy(rules(slots, colors, repeats: repeats))
    #expect(strategy.total == plain.least(Set(codes)))
  }

  /// 5,625: Koyama and Lai (1993). 5,242: a search in another language.
  @Test(arguments: [(4, 6, 5625), (3, 10, 5242)])
  func `known totals are found`(slots: Int, colors: Int, total: Int) throws {
    #expect(try strategy(rules(slots, colors)).total == total)
  }

  @Test(arguments: [(3, 6, true), (4, 4, true), (6, 2, true), (7, 2, true), (4, 5, false)])
  func `a strategy finds every code, with the guesses that it says`(
    slots: Int, colors: Int, repeats: Bool
  ) throws {
    let rules = rules(slots, colors, repeats: repeats)
    let strategy = try strategy(rules)
    var (total, most) = (0, 0)
    for code in codes(rules) {
      var (next, count) = (strategy, 1)
      while next.guess != code {
        let answer = Feedback(to: next.guess, for: code)
        next = try #require(next.after.first { $0.answer == answer }).strategy
        count += 1
      }
      total += count
      most = max(most, count)
    }
    #expect(total == strategy.total)
    #expect(most == strategy.most)
  }

  @Test func `a strategy is written with a blank more for each guess before`() {
    let last = Strategy(Code("2 2"), codes: 1, [])
    let next = Strategy(
      Code("2 1"), codes: 2, [.init(answer: Feedback(black: 1, white: 0), strategy: last)])
    let first = Strategy(
      Code("1 1"), codes: 3, [.init(answer: Feedback(black: 0, white: 0), strategy: next)])
    var text = TextWriter()
    first.write(to: &text)
    #expect(text.string == "1 1\n 0 0: 2 1\n  1 0: 2 2\n")
  }

  @Test(arguments: [(4, 5, true, [1, 1, 2, 3]), (3, 6, false, [1, 2, 2]), (7, 2, true, [])])
  func `symmetries map codes to themselves and keep the answers`(
    slots: Int, colors: Int, repeats: Bool, guess: [Int]
  ) throws {
    let rules = rules(slots, colors, repeats: repeats)
    let all = codes(rules)
    var count = 1
    for _ in 0..<slots { count *= colors }
    let sets = CodeSets(rules, all, guesses: count)
    #expect(Set(sets.guesses).count == count && sets.guesses.prefix(sets.codes) == all[...])
    var parts: [Feedback: [UInt16]] = [:]
    for (place, code) in all.enumerated() {
      let answer = Code(guess).map { Feedback(to: $0, for: code) }
      parts[answer ?? Feedback(black: 0, white: 0), default: []].append(UInt16(place))
    }
    for part in parts.values {
      let (symmetries, key) = part.withUnsafeBufferPointer {
        (sets.symmetries(of: $0), sets.key(of: $0))
      }
      let inverse = sets.inverse(of: key.name)
      for guess in 0..<count {
        #expect(sets.renamed(sets.renamed(guess, by: key.name), by: inverse) == guess)
      }
      for symmetry in symmetries {
        let images = part.map { sets.renamed(Int($0), by: symmetry) }
        #expect(Set(images) == Set(part.map { Int($0) }))
        for (code, image) in zip(part, images) {
          let answer = Feedback(to: sets.guesses[0], for: sets.guesses[Int(code)])
          let other = sets.guesses[sets.renamed(0, by: symmetry)]
          #expect(Feedback(to: other, for: sets.guesses[image]) == answer)
        }
      }
    }
  }

  @Test func `a search ends when its budget is spent or when it is interrupted`() throws {
    let rules = rules(4, 4)
    let search = try #require(StrategySearch(rules, codes(rules)))
    #expect(try search.strategy(budget: 100_000, isInterrupted: { false }) == nil)
    #expect(throws: GameError.stopped) {
      _ = try StrategySearch(rules, codes(rules))?
        .strategy(budget: 2_000_000_000, isInterrupted: { true })
    }
    let large = self.rules(5, 7)
    #expect(StrategySearch(large, codes(large)) == nil)
  }
}
