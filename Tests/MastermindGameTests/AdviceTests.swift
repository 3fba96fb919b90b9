import GameTesting
import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Advice")
struct AdviceTests {
  private func advice(_ match: Match) throws -> Advice<MastermindMove> {
    let adviser = try #require(match.game.adviser)
    return try adviser.advise(match.view, { false })
  }

  /// All codes of some rules, and the least guesses in all over a set of them, by trying everything.
  private struct Plain {
    let codes: [Code]
    private var known: [Set<Code>: Int] = [:]

    init(slots: Int, colors: Int) {
      var codes: [[Int]] = [[]]
      for _ in 0..<slots { codes = codes.flatMap { code in (1...colors).map { code + [$0] } } }
      self.codes = codes.compactMap { Code($0) }
    }

    func parts(_ guess: Code, _ set: Set<Code>) -> [Set<Code>] {
      var parts: [Feedback: Set<Code>] = [:]
      for code in set where code != guess {
        parts[Feedback(to: guess, for: code), default: []].insert(code)
      }
      return Array(parts.values)
    }

    mutating func total(_ guess: Code, _ set: Set<Code>) -> Int? {
      let parts = parts(guess, set)
      if parts.contains(set) { return nil }
      var total = set.count
      for part in parts { total += least(part) }
      return total
    }

    mutating func least(_ set: Set<Code>) -> Int {
      if set.count < 2 { return set.count }
      if let least = known[set] { return least }
      var least = Int.max
      for guess in codes {
        if let total = total(guess, set) { least = min(least, total) }
      }
      known[set] = least
      return least
    }
  }

  @Test(
    "The expected guesses are those of all strategies",
    arguments: [(2, 3, "1 2"), (2, 4, "1 1"), (3, 3, "1 1 2"), (2, 5, "1 2"), (3, 3, "1 2 3")])
  func exact(slots: Int, colors: Int, first: String) throws {
    var plain = Plain(slots: slots, colors: colors)
    for seed in 0..<4 as Range<UInt64> {
      var match = try Match("slots=\(slots) colors=\(colors)", seed: seed)
      try match.play("guess \(first)")
      if match.state.isOver { continue }
      let answers = match.state.answers
      let left = Set(plain.codes.filter { code in answers.allSatisfy { $0.fits(code) } })
      let advice = try advice(match)
      #expect(advice.estimate == nil)
      let least = Double(plain.least(left)) / Double(left.count)
      #expect(abs((advice.moves.first?.value ?? 0) - least) < 1e-9)
      for move in advice.moves {
        let code = try #require(move.move.code)
        let total = plain.total(code, left) ?? 0
        #expect(abs(move.value - Double(total) / Double(left.count)) < 1e-9)
      }
    }
  }

  @Test(
    "All rules have advice in every position, all of it legal",
    arguments: [
      "", "slots=1", "slots=2 colors=2", "slots=5 colors=8", "repeats=off", "slots=10 colors=2",
      "slots=6 colors=9 repeats=off", "slots=10 colors=20",
    ])
  func legal(options: String) throws {
    var match = try Match(options + " guesses=3", seed: 3)
    while !match.state.isOver {
      let advice = try advice(match)
      #expect(advice.unit == .guesses)
      for move in advice.moves {
        #expect(move.value.isFinite && move.value >= 1)
        let code = try #require(move.move.code)
        #expect(code.count == match.state.rules.slots && code.highest <= match.state.rules.colors)
      }
      try match.make(try #require(advice.moves.first).move)
    }
  }

  @Test("The best guesses solve the usual game in six guesses at most")
  func play() throws {
    var total = 0
    for seed in 0..<8 as Range<UInt64> {
      var match = try Match("", seed: seed)
      let bot = try #require(match.game.bots.first { $0.name == "best" })
      var chance = Chance(seed: seed, draw: 1)
      while !match.state.isOver {
        try match.make(bot.choose(match.view, .flag(false), &chance))
      }
      total += match.state.answers.count
      #expect(match.state.answers.count <= 6)
    }
    #expect(total <= 40)
  }

  @Test("A search stops when it is interrupted")
  func interruption() throws {
    let match = try Match("slots=5 colors=8")
    let adviser = try #require(match.game.adviser)
    #expect(throws: GameError.stopped) { _ = try adviser.advise(match.view, { true }) }
  }
}
