import GameTesting
import ParlorKit
import Synchronization
import Testing

@testable import MastermindGame

@Suite("Advice")
struct AdviceTests {
  private func advice(_ match: Match) throws -> Advice<MastermindMove> {
    let adviser = try #require(match.game.adviser)
    return try adviser.advise(match.view, nil, { false })
  }

  @Test(arguments: [(1, 1), (4, 24), (6, 720), (7, 1), (8, 1)])
  func `all orders of up to six slots are compared, of more only the given one`(
    _ slots: Int, _ count: Int
  ) {
    #expect(Symmetry.all(slots).count == count)
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

  @Test(arguments: [(2, 3, "1 2"), (2, 4, "1 1"), (3, 3, "1 1 2"), (2, 5, "1 2"), (3, 3, "1 2 3")])
  func `The expected guesses are those of all strategies`(slots: Int, colors: Int, first: String)
    throws
  {
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

  @Test func `A search shows how far it is`() throws {
    let shares = Mutex<[Double]>([])
    var context = AdviceContext()
    context.showProgress = { share in shares.withLock { $0.append(share) } }
    let match = try Match("slots=3 colors=6", seed: 1)
    _ = try context.during { try advice(match) }
    let shown = shares.withLock { $0 }
    #expect(shown.contains { 0.3 <= $0 && $0 < 0.6 })
    #expect(shown.allSatisfy { 0 <= $0 && $0 <= 1 })
  }

  @Test(arguments: [
    "slots=1 guesses=3", "slots=2 colors=2 guesses=3", "slots=3 colors=5 repeats=off guesses=4",
    "slots=6 colors=2 guesses=3", "slots=5 colors=8 guesses=2", "slots=10 colors=2 guesses=1",
    "slots=6 colors=9 repeats=off guesses=2", "slots=10 colors=20 guesses=2",
  ])
  func `All rules have advice in every position, all of it legal`(options: String) throws {
    var match = try Match(options, seed: 3)
    while !match.state.isOver {
      let advice = try advice(match)
      let isLast = match.state.answers.count == match.state.rules.guesses - 1
      #expect(advice.unit == (isLast ? .chance : .guesses))
      for move in advice.moves {
        #expect(move.value.isFinite && (isLast ? move.value <= 1 : move.value >= 1))
        let code = try #require(move.move.code)
        #expect(code.count == match.state.rules.slots && code.highest <= match.state.rules.colors)
      }
      try match.make(try #require(advice.moves.first).move)
    }
  }

  @Test(arguments: ["guess 1 2 3; guess 2 2 1", "guess 1 1 2; guess 1 1 2; guess 6 6 6"])
  func `Every guess is valued on demand, also one that is not shown or tells nothing`(moves: String)
    throws
  {
    var match = try Match("slots=3 secret=\"1 4 6\"")
    try match.play(moves)
    let adviser = try #require(match.game.adviser)
    let shown = try advice(match)
    for code in [[1, 1, 2], [6, 6, 6], [6, 5, 4]] {
      let guess = MastermindMove.guess(try #require(Code(code)))
      let advice = try adviser.advise(match.view, guess, { false })
      let valued = try #require(advice.moves.first { $0.move == guess })
      #expect(advice.moves.first?.move == shown.moves.first?.move)
      #expect(valued.value >= (shown.moves.first?.value ?? .infinity))
    }
  }

  @Test
  func `A guess that tells nothing costs a whole guess`() throws {
    var match = try Match("slots=2 colors=2 secret=\"1 2\"")
    try match.play("guess 1 1")
    let adviser = try #require(match.game.adviser)
    let again = MastermindMove.guess(try #require(Code([1, 1])))
    let advice = try adviser.advise(match.view, again, { false })
    // Two codes are left: one guess for one of them and two for the other.
    #expect(advice.moves.first?.value == 1.5)
    #expect(advice.moves.first { $0.move == again }?.value == 2.5)
  }

  @Test
  func `With one guess left only a code that fits has a chance`() throws {
    var match = try Match("guesses=3 secret=\"1 1 1 2\"")
    try match.play("guess 1 1 2 2")
    try match.play("guess 1 3 4 4")
    let adviser = try #require(match.game.adviser)
    let other = MastermindMove.guess(try #require(Code([2, 2, 2, 5])))
    let advice = try adviser.advise(match.view, other, { false })
    #expect(advice.unit == .chance)
    let answers = match.state.answers
    for move in advice.moves {
      let code = try #require(move.move.code)
      #expect(move.value == (answers.allSatisfy { $0.fits(code) } ? 1.0 / 9 : 0))
    }
    #expect(advice.moves.count == 10)
  }

  /// The best totals without symmetries, bounds or tables: every guess in every position.
  @Test(arguments: [(2, 2, true), (2, 4, true), (2, 5, true), (3, 3, true), (3, 4, false)])
  func `Solutions are those of all strategies`(slots: Int, colors: Int, repeats: Bool) throws {
    var plain = Plain(slots: slots, colors: colors)
    var rules = MastermindRules(slots: slots, colors: colors)
    rules.repeats = repeats
    let codes = Set(plain.codes.filter { repeats || !$0.hasRepeats })
    let solution = try MastermindSolution(rules, isInterrupted: { false })
    #expect(solution.total == plain.least(codes))
    #expect(solution.exact && solution.codes == codes.count)
  }

  /// A strategy that is found without a proof takes no fewer guesses than the best, and hardly more.
  @Test(arguments: [
    (2, 4, true, 45, 45), (3, 4, false, 69, 72), (3, 5, true, 451, 455), (4, 6, true, 5625, 5680),
  ])
  func `A good strategy is not better than the best`(
    slots: Int, colors: Int, repeats: Bool, least: Int, most: Int
  ) throws {
    var rules = MastermindRules(slots: slots, colors: colors)
    rules.repeats = repeats
    var costs = StrategyCosts(rules, Candidates(rules, [], limit: rules.codes).first)
    let total = try costs.cost { false }.total
    #expect(least...most ~= total, "\(total)")
  }

  @Test
  func
    `A secret of three slots and five colours takes 451 guesses for all 125 codes, however played`()
    throws
  {
    var (total, most) = (0, 0)
    let solution = try MastermindSolution(
      MastermindRules(slots: 3, colors: 5), isInterrupted: { false })
    for secret in Plain(slots: 3, colors: 5).codes {
      var match = try Match("slots=3 colors=5 secret=\"\(secret.text)\"")
      let bot = try #require(match.game.bots.first { $0.name == "best" })
      var chance = Chance(seed: 1, draw: 1)
      while !match.state.isOver {
        try match.make(bot.choose(match.view, .flag(false), &chance))
      }
      total += match.state.answers.count
      most = max(most, match.state.answers.count)
    }
    #expect(total == solution.total)
    #expect(most == solution.most)
  }

  @Test
  func `A strategy that is not proved counts what the bot takes`() throws {
    // 20 colours in one slot: half of the others is tried on average, whatever the strategy.
    let one = try MastermindSolution(
      MastermindRules(slots: 1, colors: 20), isInterrupted: { false })
    #expect(one.total == 210 && one.most == 20)
    #expect(throws: GameError.self) {
      _ = try MastermindSolution(MastermindRules(slots: 10, colors: 20), isInterrupted: { false })
    }
    #expect(throws: GameError.stopped) {
      _ = try MastermindSolution(MastermindRules(slots: 4, colors: 4), isInterrupted: { true })
    }
  }

  @Test
  func `A sample of many codes is fair, and its count about right`() throws {
    // 7 slots of 8 colours: 2,097,152 codes, more than are listed.
    var match = try Match("slots=7 colors=8 secret=\"1 2 3 4 5 6 7\"")
    try match.play("guess 1 1 2 2 3 3 4")
    let answers = match.state.answers
    var found = try FittingCodes(match.state.rules, answers, isInterrupted: { false })
    let count = try #require(Candidates(match.state.rules, answers, limit: 1).count)
    #expect(!found.isComplete && found.counted == nil)
    try found.countAll(match.state.rules, answers, isInterrupted: { false })
    #expect(found.counted == count)
    #expect(abs(found.count / Double(count) - 1) < 0.1)
    #expect(found.codes.allSatisfy { code in answers.allSatisfy { $0.fits(code) } })
    // The share of codes whose first peg is 1, against the count of all.
    let first = Candidates(match.state.rules, answers, limit: count).first
    let share = Double(first.count { $0.first { _ in true } == 1 }) / Double(count)
    let drawn =
      Double(found.codes.count { $0.first { _ in true } == 1 }) / Double(found.codes.count)
    #expect(abs(share - drawn) < 0.05)
  }

  @Test func `First guesses of the usual game are worth what a search finds`() throws {
    let codes = Plain(slots: 4, colors: 6).codes
    func costs(usesOpenings: Bool) throws -> [Code: GuessSearch.Cost] {
      var search = try #require(
        GuessSearch(MastermindRules(), [], codes, usesOpenings: usesOpenings))
      let results = search.results(5, budget: 4_000_000_000, isInterrupted: { false })
      return Dictionary(
        uniqueKeysWithValues: try #require(results).map {
          (search.guesses[$0.split.guess], $0.cost)
        })
    }
    let searched = try costs(usesOpenings: false)
    #expect(searched.count == GuessSearch.openings.count)
    #expect(try searched == costs(usesOpenings: true))
  }

  @Test func `The only code that is left is certain, however many there were`() throws {
    var match = try Match("slots=10 colors=20", secret: "1 2 3 4 5 6 7 8 9 10")
    try match.play(
      "guess 11 12 13 14 15 16 17 18 19 20; guess 1 2 3 4 5 6 7 8 9 20;"
        + "guess 2 1 4 3 6 5 8 7 10 9")
    let advice = try advice(match)
    #expect(advice.estimate == nil)
    #expect(advice.moves.map(\.move) == [.guess(Code("1 2 3 4 5 6 7 8 9 10"))])
    #expect(advice.moves.map(\.value) == [1])
    let adviser = try #require(match.game.adviser)
    let other = MastermindMove.guess(Code("20 20 20 20 20 20 20 20 20 20"))
    let both = try adviser.advise(match.view, other, { false })
    #expect(both.estimate == nil)
    #expect(both.moves.first { $0.move == other }?.value == 2)
  }

  @Test func `Few codes of rules with too many guesses to search are valued exactly`() throws {
    // 5 slots of 9 colours: 59,049 guesses.
    var plain = Plain(slots: 5, colors: 9)
    var exact = 0
    for seed in 0..<6 as Range<UInt64> {
      var match = try Match("slots=5 colors=9", seed: seed)
      var left = plain.codes.filter { code in match.state.answers.allSatisfy { $0.fits(code) } }
      while left.count > 5, !match.state.isOver {
        try match.make(.guess(left[left.count / 3]))
        let last = try #require(match.state.answers.last)
        left = left.filter(last.fits)
      }
      if match.state.isOver { continue }
      let advice = try advice(match)
      guard advice.estimate == nil else { continue }
      exact += 1
      let best = Double(plain.least(Set(left))) / Double(left.count)
      #expect(abs((advice.moves.first?.value ?? 0) - best) < 1e-9)
      for move in advice.moves {
        let total = plain.total(try #require(move.move.code), Set(left)) ?? 0
        #expect(abs(move.value - Double(total) / Double(left.count)) < 1e-9)
      }
    }
    #expect(exact > 2)
  }

  /// 59,049 codes: too many for a search.
  @Test func `An estimate is the same each time, and its progress ends with it`() throws {
    var match = try Match("slots=5 colors=9 secret=\"1 2 3 4 5\"")
    let opening = try advice(match)
    #expect(
      opening.moves.map(\.move)
        == [
          "1 2 3 4 5", "1 1 2 3 4", "1 1 2 2 3", "1 1 1 2 3", "1 1 1 2 2", "1 1 1 1 2", "1 1 1 1 1",
        ].map { .guess(Code($0)) })
    #expect(abs((opening.moves.first?.value ?? 0) - 6.12604) < 1e-6)
    try match.play("guess 1 1 2 2 3")
    let shares = Mutex<[Double]>([])
    var context = AdviceContext()
    context.showProgress = { share in shares.withLock { $0.append(share) } }
    let next = try context.during { try advice(match) }
    #expect(abs((next.moves.first?.value ?? 0) - 4.689572) < 1e-6)
    let shown = shares.withLock { $0 }
    #expect(shown.count > 2 && shown.last == 1 && shown == shown.sorted(), "\(shown)")
  }

  /// 1,048,576 codes, too many to list. One of ten pegs is a 1: 10 places, and 3 colours for each other peg.
  @Test func `Codes that are counted show how far the count is`() throws {
    var match = try Match("slots=10 colors=4", secret: "2 3 4 1 2 3 4 2 3 4")
    try match.play("guess 1 1 1 1 1 1 1 1 1 1")
    let state = match.state
    let shares = Mutex<[Double]>([])
    var context = AdviceContext()
    context.showProgress = { share in shares.withLock { $0.append(share) } }
    let counted = try context.during {
      var found = try FittingCodes(state.rules, state.answers) { false }
      try found.countAll(state.rules, state.answers) { false }
      return found.counted
    }
    #expect(counted == 196_830)
    let shown = shares.withLock { $0 }
    #expect(shown.count > 2 && shown == shown.sorted(), "\(shown)")
  }

  @Test(arguments: [("", "1 1 2 3"), ("colors=8", "8 7 1 1"), ("slots=3 colors=5", "5 5 1")])
  func `the reasons say how the best guess splits the codes that are left`(
    _ options: String, _ secret: String
  ) throws {
    var match = try Match(options, secret: secret)
    let slots = secret.split(separator: " ").count
    let first = try #require(Code(Array([1, 1, 2, 2].prefix(slots))))
    try match.make(.guess(first))
    let advice = try advice(match)
    let figures = advice.figures
    let guess = try #require(advice.moves.first?.move.code)
    let solution = try #require(Code(text: secret))
    let plain = Plain(slots: slots, colors: options.contains("8") ? 8 : slots == 3 ? 5 : 6)
    let answer = Feedback(to: first, for: solution)
    let left = Set(plain.codes.filter { Feedback(to: first, for: $0) == answer })
    let sizes = plain.parts(guess, left).map(\.count)
    let fits = left.contains(guess)
    let average = Double(sizes.reduce(0) { $0 + $1 * $1 }) / Double(left.count)
    #expect(figures["guess"] == .integers(guess))
    #expect(figures["answers"] == .integer(sizes.count + (fits ? 1 : 0)))
    #expect(figures["mostLeft"] == .number(Double(sizes.max() ?? 0)))
    guard case .number(let found)? = figures["averageLeft"],
      case .number(let chance)? = figures["chance"]
    else {
      Issue.record("no figures")
      return
    }
    #expect(abs(found - average) < 1e-8)
    #expect(abs(chance - (fits ? 1 / Double(left.count) : 0)) < 1e-8)
  }

  @Test
  func `A search stops when it is interrupted`() throws {
    let match = try Match("slots=5 colors=8")
    let adviser = try #require(match.game.adviser)
    #expect(throws: GameError.stopped) { _ = try adviser.advise(match.view, nil, { true }) }
  }
}
