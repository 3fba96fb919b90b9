import GameTesting
import ParlorKit
import Synchronization
import Testing

@testable import FarkleGame

@Suite("Advice")
struct AdviceTests {
  private func advice(_ match: Match) throws -> Advice<FarkleMove> {
    let adviser = try #require(match.game.adviser)
    return try adviser.advise(match.state.view(for: nil, at: .zero), nil, { false })
  }

  /// The best move after lines, with its value.
  private func best(
    _ lines: String, _ names: String = "Ann Bob Cy", _ options: String = ""
  ) throws -> (line: String, value: Double, note: String) {
    var match = try Match(names, options)
    try match.play(lines)
    let best = try #require(try advice(match).moves.first)
    return (match.state.line(of: best.move), best.value, best.note)
  }

  /// The published figures for these rules: the points of a turn, and from how many points up to bank
  /// with one to six dice left.
  @Test
  func `The standard turn is worth 582.317 points`() {
    let table = RollTable(.standard)
    let turn = TurnTable(points: table, least: 0, mustRollHot: false)
    #expect(abs(turn.rolling(6, units: 0) - 582.317) < 0.0005)
    #expect(
      (1...6).map { (turn.bankAt($0) ?? 0) * table.unit } == [350, 250, 450, 1050, 3100, 17_750])
  }

  /// The published figure for these rules.
  @Test
  func `A player alone needs 17.992 turns to 10,000 points`() throws {
    let rules = FarkleRules()
    let turns = try TurnValues.of(rules.scoring).turns(rules, to: 10_000) { false }
    #expect(abs((turns?.turns.last ?? 0) - 17.992) < 0.0005)
  }

  @Test func `the penalty lowers the value of the third turn only`() throws {
    var match = try Match("Ann", "three-farkles=1000")
    var values: [Double] = []
    for _ in 0..<4 {
      let turn = TurnValues.of(match.state.rules.scoring).points(match.state)
      values.append(turn.rolling(6, units: 0))
      try match.play("roll 2 2 3 4 6 6")
    }
    #expect(abs(values[0] - 582.317) < 0.0005)
    #expect(values[1] == values[0] && values[3] == values[0])
    #expect(values[2] < values[0] - 1)
  }

  @Test
  func `Advice names what is best and what to do then`() throws {
    let first = try best("roll 1 5 5 2 3 6")
    #expect(first.line == "hold 1")
    #expect(first.note == "then roll 5 dice")
    #expect(try best("roll 1 1 1 2 3 6;hold 1 1 1").line == "bank")
    let hot = try best("roll 1 2 3 4 5 6;hold 1 2 3 4 5 6")
    #expect(hot.line == "roll")
    #expect(try best("roll 1 2 3 4 5 6;hold 1 2 3 4 5 6", "Ann Bob Cy Dot").line == "roll")
  }

  @Test
  func `In the final round the leader has to be beaten`() throws {
    let lines = "roll 1 1 1 2 3 4;hold 1 1 1;bank;roll 5 2 2 3 4 6;hold 5"
    let roll = try best(lines, "Ann Bob", "target=500")
    #expect(roll.line == "roll")
    #expect(roll.value < 0.2)
    let more = try best(lines + ";roll 1 1 1 2 3", "Ann Bob", "target=500")
    #expect(more.line == "hold 1 1 1")
    #expect(more.value == 1)
    #expect(more.note == "then bank 1,050")
  }

  /// Every roll of the dice in order and every part of it, without what the table knows of either.
  @Test(arguments: [
    ("", 400), ("rules=minimal", 500), ("kinds=flat four-two=600 minimum=300", 350),
    ("hot-dice=must-roll multiplier=150", 300),
  ])
  func `The chance to reach a number of points agrees with all rolls one by one`(
    options: String, points: Int
  ) throws {
    let rules = try FarkleRules(options)
    let table = RollTable(.rules(for: rules.scoring))
    let least = (max(rules.minimum, 1) + table.unit - 1) / table.unit
    let turn = TurnTable(
      reaching: points, table, least: least, mustRollHot: rules.hotDice == .mustRoll)
    var plain = PlainTurn(rules: rules, goal: points)
    for dice in 1...6 {
      let expected = plain.rolling(dice, at: 0)
      #expect(abs(turn.rolling(dice, units: 0) - expected) < 1e-9, "\(dice) dice")
    }
  }

  @Test
  func `Every position of any rules has advice, and all of it is legal`() throws {
    let options = [
      "target=500", "rules=farkle-ten rounds=1", "rules=farkle-ten rounds=30",
      "rules=patch three-farkles=500 hot-dice=must-roll final-round=off target=500",
      "opening=500 target=600", "minimum=300 singles=off final-round=off target=1000",
      "multiplier=75 final-round=off target=500", "tie=shared target=500",
      "dice=physical target=500", "multiplier=51",
    ]
    for (seed, words) in options.enumerated() {
      for names in ["Ann", "Ann Bob", "Ann Bob Cy"] {
        var match = try Match(names, words, seed: UInt64(seed))
        var chance = Chance(seed: UInt64(seed), draw: 3)
        for _ in 0..<4 where !match.state.isOver {
          let advice = try advice(match)
          let legal = match.state.legalMoves
          #expect(
            Set(advice.moves.map { match.state.line(of: $0.move) })
              == Set(
                legal.moves.map { match.state.line(of: $0) }
                  + legal.forms.filter { $0.hasPrefix("roll") }.map { _ in "roll" }))
          #expect(advice.moves.allSatisfy { $0.value.isFinite && advice.loss(of: $0) >= 0 })
          #expect(!advice.reasons.isEmpty)
          guard let move = match.state.sampleMove(chance: &chance) else { break }
          try match.make(move)
        }
      }
    }
  }

  @Test
  func `The bots play to the end by all rules, and max takes the advice for a turn`() throws {
    for (seed, words) in ["", "rules=farkle-ten", "three-farkles=1000 tie=shared"].enumerated() {
      var match = try Match("Ann Bob Cy", words + " target=600", seed: UInt64(seed))
      var chance = Chance(seed: 1, draw: 1)
      let bots = try ["best", "max"].map { name in
        try #require(match.game.bots.first { $0.name == name })
      }
      var moves = 0
      while !match.state.isOver, moves < 2000 {
        let bot = bots[moves % 2]
        let view = match.state.view(for: nil, at: .zero)
        try match.make(bot.choose(view, .flag(false), &chance))
        moves += 1
      }
      #expect(match.state.isOver)
    }
  }

  /// The bot looks no farther than its move needs, and keeps what it found.
  @Test(arguments: [
    "", "target=600", "target=1000 final-round=off", "target=1000 hot-dice=must-roll",
    "target=800 minimum=200", "target=1000 tie=shared",
  ])
  func `best plays the first move of the advice, also with many points on the table`(
    options: String
  ) throws {
    let bot = try #require(Farkle().bots.first { $0.name == "best" })
    let adviser = try #require(Farkle().adviser)
    var context = AdviceContext()
    context.wantsReasons = false
    var match = try Match("Ann Bob", options, seed: 1)
    var chance = Chance(seed: 1, draw: 1)
    for move in 0..<60 where !match.state.isOver {
      let state = match.state
      let view = state.view(for: nil, at: .zero)
      let chosen = bot.choose(view, .flag(false), &chance)
      let advice = try context.during { () throws(GameError) in
        try adviser.advise(view, nil, { false })
      }
      let best = try #require(advice.moves.first).move
      #expect(state.line(of: chosen).hasPrefix(state.line(of: best)), "\(state)")
      // Half of the moves lead to positions that nobody who plays well reaches.
      let random = move % 2 == 0 ? nil : state.sampleMove(chance: &chance)
      try match.make(random == .resign ? chosen : random ?? chosen)
    }
  }

  @Test(arguments: [
    (0.000365429396, "3.7e-4"), (2.84e-14, "2.8e-14"), (0.0996, "1.0e-1"), (0.0999999, "1.0e-1"),
    (1e-300, "1.0e-300"), (.leastNonzeroMagnitude, "4.9e-324"), (0, "0.0"), (0.25, "0.3"),
  ])
  func `a residual is shown with two digits`(number: Double, text: String) {
    #expect(FarkleSolution.powerOfTen(number) == text)
  }

  /// Found by value iteration over every roll and every hold, in another language.
  @Test(arguments: [("on", 582.317213808, 0.205997268), ("off", 260.640933188, 0.614118755)])
  func
    `the points and the risk of a turn with hot dice that must be rolled agree with another computation`(
      singles: String, points: Double, risk: Double
    ) throws
  {
    let rules = try FarkleRules(
      "target=500 final-round=off hot-dice=must-roll singles=\(singles)")
    let figures = try FarkleSolution.figures(of: rules) { false }
    for (name, expected) in [("turnValue", points), ("turnFarkle", risk)] {
      let figure = try #require(figures.first { $0.name == name })
      guard case .number(let value) = figure.value else { return #expect(Bool(false), "\(figure)") }
      #expect(abs(value - expected) < 1e-8, "\(name)")
    }
  }

  @Test func `an opening that every bank reaches costs one player no turn`() throws {
    let turns = try [0, 50, 300].map { opening in
      let rules = try FarkleRules("target=500 final-round=off opening=\(opening)")
      let figures = try FarkleSolution.figures(of: rules) { false }
      guard case .number(let value)? = figures.first(where: { $0.name == "soloTurns" })?.value
      else { return Double.nan }
      return value
    }
    #expect(abs(turns[0] - turns[1]) < 1e-9 && turns[0] < turns[2], "\(turns)")
  }

  /// Found by value iteration over every roll and every hold, in another language.
  @Test(arguments: [
    ("target=500 tie=shared", 0.572129788), ("rounds=2", 0.440103517),
    ("target=600 final-round=off opening=400 kinds=linear", 0.669650289),
  ])
  func `The chance of the first of two players agrees with an independent computation`(
    options: String, expected: Double
  ) throws {
    let figures = try FarkleSolution.figures(of: try FarkleRules(options)) { false }
    let first = try #require(figures.first { $0.name == "firstWins" })
    guard case .number(let value) = first.value else { return #expect(Bool(false), "\(first)") }
    #expect(abs(value - expected) < 1e-8)
  }

  @Test
  func `In the last turn of rounds a bank that loses is worth nothing`() throws {
    let lines = "points 500;roll 1 1 5 5 2 3;hold 1 1 5 5"
    var match = try Match("Ann Bob", "rounds=1 dice=physical")
    try match.play(lines)
    let advice = try advice(match)
    #expect(advice.unit == .chance)
    #expect(advice.moves.first?.move == .roll(nil))
    #expect(advice.moves.first { $0.move == .bank }?.value == 0)
    // Level, the first to get there has won; but who plays on wins or loses all.
    #expect(
      try best("points 300;" + lines.dropFirst(11), "Ann Bob", "rounds=1 dice=physical").line
        == "roll")
  }

  /// Of the 46,656 rolls of six dice 1,080 score nothing by the standard rules: no 1 and no 5, at most two
  /// of a kind, and not three pairs.
  @Test
  func `of equals in the last turn the first to get there has won, and the other needs any points`()
    throws
  {
    let rules = try FarkleRules("rounds=2")
    let values = TurnValues.of(rules.scoring)
    let duel = try #require(DuelRules(rules, unit: values.table.unit))
    let table = try values.rounds(duel, of: rules) { false }
    #expect(abs(table.chance(left: 1, difference: 0, isFirst: true) - 1) < 1e-12)
    let other = table.chance(left: 1, difference: 0, isFirst: false)
    #expect(abs(other - (1 - 1_080.0 / 46_656)) < 1e-12)
  }

  /// Who leads has points, and so is on the board.
  @Test func `in rounds the opening does not count for who leads`() throws {
    let rules = try FarkleRules("rounds=2 opening=500")
    let values = TurnValues.of(rules.scoring)
    let duel = try #require(DuelRules(rules, unit: values.table.unit))
    let table = try values.rounds(duel, of: rules) { false }
    for lead in 1...10 {
      let turn = table.turn(
        left: 3, difference: lead, isFirst: true, areOnBoard: false, least: 1, atLeast: 0,
        penalty: 0)
      let chance = table.chance(left: 3, difference: lead, isFirst: true, areOnBoard: false)
      #expect(abs(turn.rolling(6, units: 0) - chance) < 1e-9, "\(lead)")
    }
  }

  @Test(
    arguments: [
      ([400, 500, 600, 500], 0), ([500, 400, 500, 600], 1), ([500, 500, 500, 500], 0.5),
    ] as [([Int], Double)])
  func `after the last overtime a level bank is worth what the highest turns of both make it`(
    _ totals: [Int], _ value: Double
  ) throws {
    var match = try Match("Ann Bob", "dice=physical target=1000 tie=overtime")
    for total in totals { try match.play("points \(total)") }
    for _ in 1...4 { try match.play("points 100;points 100") }
    try match.play("points 100;roll 1 2 3 4 6 6;hold 1")
    let bank = try advice(match).moves.first { $0.move == .bank }
    #expect(bank?.value == value)
  }

  /// 1,500 games, five standard deviations.
  @Test
  func `Of two players that play best the first wins as often as computed`() throws {
    let options = "target=500 final-round=off"
    let figures = try FarkleSolution.figures(of: try FarkleRules(options)) { false }
    guard case .number(let expected)? = figures.first(where: { $0.name == "firstWins" })?.value
    else { return #expect(Bool(false)) }
    let bot = try #require(Farkle().bots.first { $0.name == "best" })
    let games = 1500
    var wins = 0
    for seed in 0..<games {
      var match = try Match("Ann Bob", options, seed: UInt64(seed))
      var chance = Chance(seed: 1, draw: 1)
      while !match.state.isOver {
        try match.make(bot.choose(match.state.view(for: nil, at: .zero), .flag(false), &chance))
      }
      if match.state.status == .over(winners: [0]) { wins += 1 }
    }
    let deviation = (expected * (1 - expected) / Double(games)).squareRoot()
    #expect(abs(Double(wins) / Double(games) - expected) < 5 * deviation)
  }

  @Test
  func `A kept table has the values of a computed one, and a damaged one is computed anew`() throws
  {
    let kept = Mutex<[String: [UInt8]]>([:])
    var context = AdviceContext()
    context.tables = TableStore(
      load: { name in kept.withLock { $0[name] } },
      save: { name, bytes in kept.withLock { $0[name] = bytes } })
    func values(_ units: Int) throws -> [Double] {
      // Scoring of its own, so that nothing is known in memory.
      let rules = try FarkleRules("target=1050 final-round=off straight=\(1000 + units * 50)")
      var found: [Double] = []
      try context.during {
        let values = TurnValues.of(rules.scoring)
        let duel = try #require(DuelRules(rules, unit: values.table.unit))
        found = try values.duel(duel, of: rules) { false }.chances
      }
      return found
    }
    let first = try values(1)
    let (name, bytes) = try #require(kept.withLock { $0.first })
    #expect(bytes.count == (21 * 21 + 1) * 8)
    #expect(context.tables?.numbers(name)?.dropLast() == first[...])
    for damage in [[UInt8](), Array(bytes.dropLast()), Array(bytes.dropLast(8)), bytes.map { ~$0 }]
    {
      kept.withLock { $0[name] = damage }
      let rules = try FarkleRules("target=1050 final-round=off straight=1050")
      let values = TurnValues.anew(rules.scoring)
      let duel = try #require(DuelRules(rules, unit: values.table.unit))
      #expect(try context.during { try values.duel(duel, of: rules) { false }.chances } == first)
      #expect(kept.withLock { $0[name] } == bytes)
    }
  }

  @Test(arguments: [
    ("Ann", "kinds=linear"), ("Ann Bob", "kinds=linear"), ("Ann Bob", "rounds=9 kinds=linear"),
  ])
  func `A long computation stops when it is interrupted`(names: String, options: String) throws {
    let match = try Match(names, options)
    let adviser = try #require(match.game.adviser)
    #expect(throws: GameError.stopped) {
      _ = try adviser.advise(match.state.view(for: nil, at: .zero), nil, { true })
    }
  }
}

/// The best chance to reach a number of points, found by recursion over the points of a turn.
private struct PlainTurn {
  let rules: FarkleRules
  let goal: Int
  private var known: [Int: Double] = [:]

  init(rules: FarkleRules, goal: Int) {
    self.rules = rules
    self.goal = goal
  }

  mutating func rolling(_ dice: Int, at points: Int) -> Double {
    if let value = known[min(points, goal) * 8 + dice] { return value }
    // Hot dice that must be rolled lead back to themselves: the value is approached.
    let isCircular = points >= goal
    if isCircular { known[goal * 8 + dice] = 1 }
    for _ in 0..<(isCircular ? 25 : 1) {
      let value = roll(dice, at: points)
      known[min(points, goal) * 8 + dice] = value
    }
    return known[min(points, goal) * 8 + dice] ?? 0
  }

  private mutating func roll(_ dice: Int, at points: Int) -> Double {
    let scoring = ScoringRules.rules(for: rules.scoring)
    var sum = 0.0
    for (faces, count) in Self.kinds[dice] {
      var best = 0.0
      for mask in 1..<(1 << dice) {
        let held = faces.indices.filter { mask >> $0 & 1 == 1 }.map { faces[$0] }
        guard let counts = DiceCounts(held), let score = scoring.score(of: counts) else { continue }
        let total = points + score
        let left = dice - held.count
        let canBank =
          total >= max(rules.minimum, 1) && !(left == 0 && rules.hotDice == .mustRoll)
        best = max(
          best, canBank && total >= goal ? 1 : rolling(left == 0 ? 6 : left, at: total))
      }
      sum += Double(count) * best
    }
    return sum / Double(Self.kinds[dice].values.reduce(0, +))
  }

  /// By the number of dice, the rolls in any order with their numbers.
  private static let kinds: [[[Int]: Int]] = (0...6).map { dice in
    var kinds: [[Int]: Int] = [[]: 1]
    for _ in 0..<dice {
      var more: [[Int]: Int] = [:]
      for (faces, count) in kinds {
        for face in 1...6 { more[(faces + [face]).sorted(), default: 0] += count }
      }
      kinds = more
    }
    return kinds
  }
}
