import ParlorKit

/// The adviser of Mastermind: the expected guesses until the secret is found.
///
/// While few codes fit, the search through all guesses is exact. Before, a guess is judged by the
/// information that its answer brings (Neuwirth, "Some strategies for Mastermind", 1982): how evenly
/// it parts the codes.
enum MastermindAdviser {
  static let adviser = Adviser<Mastermind>(
    odds: { view, words, isInterrupted, report throws(GameError) in
      try reportOdds(view, words, isInterrupted, &report)
    },
    advise: { view, also, isInterrupted throws(GameError) in
      var advice = try advice(view, also: also?.code, isInterrupted)
      advice.spent = Double(view.answers.count)
      return advice
    })

  /// The bot `best`: the first move of the advice.
  static let best = Bot<Mastermind>(
    "best", "plays the guess that `hint` shows first", isAdvised: true
  ) { view, _, chance in
    (try? advice(view) { AdviceContext.current.isStopped() })?.moves.first?.move ?? .guess(view.rules.drawGuess(&chance))
  }

  /// Reports the codes left, and how a guess parts them: the one that was typed, or the best one.
  private static func reportOdds(
    _ view: MastermindView, _ words: [Int], _ isInterrupted: () -> Bool,
    _ report: inout Reporter
  ) throws(GameError) {
    if view.result != nil { throw .gameOver }
    let guess: Code
    if words.isEmpty {
      guard let best = try advice(view, isInterrupted).moves.first?.move.code else {
        throw .notNow("there is no guess")
      }
      guess = best
    } else {
      guess = try view.rules.guess(words)
    }
    let isCounted = view.rules.codes <= MastermindRules.mostCounted
    let found = isCounted ? Candidates(view.rules, view.answers, limit: mostParted) : nil
    let codes =
      found?.first
      ?? Candidates.some(view.rules, view.answers, limit: 200, mostBeginnings: mostBeginnings)
    var parts: [Feedback: Int] = [:]
    for code in codes { parts[Feedback(to: guess, for: code), default: 0] += 1 }
    let rows = parts.sorted {
      ($1.value, $0.key.black, $0.key.white) < ($0.value, $1.key.black, $1.key.white)
    }
    report(
      "mastermind-odds",
      [
        "codes": found?.count, "counted": codes.count, "guess": guess,
        "answers": rows.map { row in
          Fields(["black": row.key.black, "white": row.key.white, "codes": row.value])
        },
      ]
    ) { text in
      text.write(left(found?.count, codes.count), " Answers to ", Styled(.strong, guess), ":\n")
      text.write(
        Columns(
          [["answer", "codes left", "chance"]]
            + rows.map { row in
              [
                row.key.text, row.key.black == view.rules.slots ? "solved" : row.value.grouped,
                AdviceUnit.chance.text(of: Double(row.value) / Double(codes.count)),
              ]
            }, [.left, .right, .right]))
      if codes.count < found?.count ?? Int.max, found?.count != codes.count {
        text.write("\nCounted over ", Plural(codes.count, "code"), " that fit.")
      }
    }
  }

  /// The most codes that `odds` parts.
  private static let mostParted = 100_000

  /// The most codes for which all guesses are searched.
  private static let mostSearched = 40
  /// How many guesses a search may look at, for all moves together: less than a second.
  private static let budget = 1_000_000
  /// The most codes that are weighed.
  private static let mostWeighed = 4_000
  /// The most pairs of a guess and a code that are weighed.
  private static let mostPairs = 12_000_000
  /// How far the weighing is off: the usual game is valued at 4.43 guesses and takes 4.34.
  private static let tolerance = 0.15
  /// How many moves are handed out.
  private static let mostMoves = 20
  /// How many beginnings of codes are tried where there are too many codes to count.
  private static let mostBeginnings = 2_000_000

  private static func advice(
    _ view: MastermindView, also: Code? = nil, _ isInterrupted: () -> Bool
  ) throws(GameError) -> Advice<MastermindMove> {
    if view.result != nil { throw .gameOver }
    let rules = view.rules
    let isCounted = rules.codes <= MastermindRules.mostCounted
    let codes: [Code]
    let count: Int?
    if isCounted {
      let found = Candidates(rules, view.answers, limit: mostWeighed)
      (codes, count) = (found.first, found.count)
    } else {
      codes = Candidates.some(
        rules, view.answers, limit: 200, mostBeginnings: mostBeginnings)
      count = nil
    }
    guard !codes.isEmpty else {
      throw .notNow("no code that fits the answers was found among those that were tried")
    }
    if isInterrupted() { throw .stopped }
    if rules.guesses == view.answers.count + 1 {
      return lastGuess(codes, of: count, also: also.map { ($0, view.answers) })
    }
    var used: UInt32 = 0
    for answer in view.answers { for color in answer.guess { used |= 1 << UInt32(color) } }
    if codes.count == count, codes.count <= mostSearched, var search = GuessSearch(rules) {
      let exact = try exact(codes, used, also: also, &search, isInterrupted)
      if let exact { return exact }
    }
    return try weighed(codes, of: count, used, also: also, rules, isInterrupted)
  }

  /// The moves of a player who has one guess left: only a code that fits can be the secret, and each is
  /// equally likely.
  ///
  /// - Parameters:
  ///   - count: how many codes fit; nothing if they are too many to count.
  ///   - also: a guess that is valued besides, and the answers so far.
  private static func lastGuess(
    _ codes: [Code], of count: Int?, also: (guess: Code, answers: [Answer])?
  ) -> Advice<MastermindMove> {
    let chance = 1 / Double(count ?? codes.count)
    var moves = codes.prefix(mostMoves).map {
      ValuedMove(MastermindMove.guess($0), chance, note: "may be the code")
    }
    if let (guess, answers) = also, !moves.contains(where: { $0.move == .guess(guess) }) {
      let fits = answers.allSatisfy { $0.fits(guess) }
      moves.append(
        ValuedMove(.guess(guess), fits ? chance : 0, note: fits ? "may be the code" : ""))
    }
    return Advice(
      .chance, meaning: "chance that the last guess is the code",
      estimate: count == nil ? "there are too many codes to count" : nil, moves: moves,
      reasons: [left(count, codes.count)])
  }

  /// The moves by the guesses that they need in all.
  ///
  /// - Parameter also: a guess that is valued besides.
  private static func exact(
    _ codes: [Code], _ used: UInt32, also: Code?, _ search: inout GuessSearch,
    _ isInterrupted: () -> Bool
  ) throws(GameError) -> Advice<MastermindMove>? {
    let indices = codes.map { search.index(of: $0) }
    search.budget = budget
    var moves: [ValuedMove<MastermindMove>] = []
    var partings = Array(search.partings(indices, used: used).prefix(mostMoves))
    if let also, !partings.contains(where: { search.guesses[$0.guess] == also }) {
      partings.append(search.parting(by: search.index(of: also), of: indices))
    }
    for parting in partings {
      let total = search.total(
        parting.guess, indices, used: used, isInterrupted: isInterrupted)
      if isInterrupted() { throw .stopped }
      guard let total else { return nil }
      moves.append(
        ValuedMove(
          .guess(search.guesses[parting.guess]), Double(total) / Double(codes.count),
          note: note(parting.sizes, fits: parting.fits)))
    }
    return Advice(
      .guesses, meaning: meaning(search.rules),
      moves: moves, reasons: [left(codes.count, codes.count)])
  }

  /// The moves by the information of their answers.
  ///
  /// - Parameter also: a guess that is valued besides.
  private static func weighed(
    _ codes: [Code], of count: Int?, _ used: UInt32, also: Code?, _ rules: MastermindRules,
    _ isInterrupted: () -> Bool
  ) throws(GameError) -> Advice<MastermindMove> {
    let tallies = codes.map(Tally.init)
    let answers = (rules.slots + 1) * (rules.slots + 1)
    let bits = Logarithm.base2(Double(count ?? codes.count))
    var moves: [ValuedMove<MastermindMove>] = []
    var guesses = pool(codes, used, rules)
    if let also, !guesses.contains(also) { guesses.append(also) }
    for guess in guesses {
      if isInterrupted() { throw .stopped }
      let tally = Tally(guess)
      var counts = [Int](repeating: 0, count: answers)
      for (code, other) in zip(codes, tallies) {
        let black = rules.slots - Lanes.countNonzero(guess.bits ^ code.bits)
        counts[black * (rules.slots + 1) + tally.common(with: other) - black] += 1
      }
      let all = Double(codes.count)
      var information = 0.0
      for part in counts where part > 0 {
        let share = Double(part) / all
        information -= share * Logarithm.base2(share)
      }
      let win = counts[rules.slots * (rules.slots + 1)]
      let chance = Double(win) / all
      // A third of a guess for each bit that is still missing is close to what it takes.
      let value = 2 - chance + max(0, bits - information) / 3
      counts[rules.slots * (rules.slots + 1)] = 0
      moves.append(
        ValuedMove(.guess(guess), value, note: note(counts.filter { $0 > 0 }, fits: win > 0)))
    }
    let isSample = codes.count != count
    let advice = Advice(
      .guesses, meaning: meaning(rules),
      estimate: "by the information of the answer"
        + (isSample ? ", from \(codes.count.grouped) of the codes that fit" : ""),
      moves: moves, reasons: [left(count, codes.count)])
    let shown = advice.moves.prefix(mostMoves)
    let reviewed = advice.moves.dropFirst(mostMoves).filter { $0.move.code == also }
    var cut = Advice(
      advice.unit, meaning: advice.meaning, estimate: advice.estimate,
      moves: shown + reviewed, reasons: advice.reasons)
    cut.tolerance = tolerance
    return cut
  }

  /// The guesses that are weighed: one of each kind before the first answer, then the codes that fit,
  /// and all others where there are few.
  private static func pool(
    _ codes: [Code], _ used: UInt32, _ rules: MastermindRules
  ) -> [Code] {
    if used == 0 { return openings(rules) }
    let most = max(20, mostPairs / codes.count)
    var pool = Array(codes.prefix(most / 2))
    guard let all = GuessSearch(rules)?.guesses, all.count <= most - pool.count else { return pool }
    let known = Set(pool)
    pool += all.filter { !known.contains($0) }
    return pool
  }

  /// The first guesses that differ in more than the names of colours and places: `1 1 2 3`.
  private static func openings(_ rules: MastermindRules) -> [Code] {
    var parts: [[Int]] = []
    func extend(_ sizes: [Int], left: Int) {
      if left == 0 { return parts.append(sizes) }
      guard sizes.count < rules.colors else { return }
      for size in stride(from: min(left, sizes.last ?? left), through: 1, by: -1) {
        extend(sizes + [size], left: left - size)
      }
    }
    extend([], left: rules.slots)
    return parts.compactMap { sizes in
      Code(sizes.enumerated().flatMap { Array(repeating: $0 + 1, count: $1) })
    }
  }

  /// What a guess tells: `may be the code; 9 answers, at most 12 codes left`.
  private static func note(_ sizes: [Int], fits: Bool) -> String {
    let answers = sizes.count + (fits ? 1 : 0)
    let most = sizes.max() ?? 0
    return (fits ? "may be the code; " : "")
      + "\(Plural(answers, "answer"))" + (most > 0 ? ", at most \(most.grouped) left" : "")
  }

  /// What values in guesses count.
  private static func meaning(_ rules: MastermindRules) -> String {
    "expected guesses until the code is found, this one included"
      + (rules.guesses > 0 ? ", if there were no limit" : "")
  }

  private static func left(_ count: Int?, _ weighed: Int) -> String {
    guard let count else { return "At least \(Plural(weighed, "code")) fit all answers." }
    return "\(Plural(count, "code")) \(count == 1 ? "fits" : "fit") all answers."
  }
}

/// The logarithm, computed alike on all machines.
enum Logarithm {
  /// The logarithm to base 2 of a number above 0.
  static func base2(_ number: Double) -> Double {
    // With the significand below √2 the series of the area hyperbolic tangent converges fast.
    var (exponent, rest) = (Double(number.exponent), number.significand)
    if rest > 1.4142135623730951 { (exponent, rest) = (exponent + 1, rest / 2) }
    let ratio = (rest - 1) / (rest + 1)
    var (power, sum) = (ratio, 0.0)
    for odd in stride(from: 1.0, through: 25, by: 2) {
      sum += power / odd
      power *= ratio * ratio
    }
    return exponent + 2 * sum / 0.6931471805599453
  }
}
