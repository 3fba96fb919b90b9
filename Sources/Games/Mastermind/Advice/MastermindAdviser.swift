import ParlorKit
import Synchronization

/// The adviser of Mastermind: the expected guesses until the secret is found.
///
/// If a ``GuessSearch`` can be completed, the values are exact. Otherwise a guess is judged by the
/// information of its answer (Neuwirth, "Some strategies for Mastermind", 1982), with a preference
/// for codes that can be the secret.
enum MastermindAdviser {
  static let adviser = Adviser<Mastermind>(
    odds: { view, words, isInterrupted, report throws(GameError) in
      try reportOdds(view, words, isInterrupted, &report)
    },
    solve: { options, isInterrupted throws(GameError) in
      try MastermindSolution(options.rules, isInterrupted: isInterrupted).figures
    },
    proof: { options, isInterrupted throws(GameError) in
      try MastermindSolution.proof(options.rules, isInterrupted: isInterrupted)
    },
    redraw: { view, isInterrupted throws(GameError) in
      let codes = try FittingCodes(view.rules, view.answers, isInterrupted: isInterrupted).codes
      return { chance in
        let place = Int(chance.below(UInt32(truncatingIfNeeded: codes.count)))
        return MastermindState(view, secret: codes[place])
      }
    },
    advise: { view, also, isInterrupted throws(GameError) in
      var advice = try advice(view, also: also?.code, isInterrupted)
      advice.spent = Double(view.answers.count)
      advice.ignoresLimit = view.rules.guesses > 0
      return advice
    })

  /// The bot `best`: the first move of the advice.
  static let best = Bot<Mastermind>(
    "best", "plays the guess that `hint` shows first", isAdvised: true
  ) { view, _, chance in
    .guess(
      (try? guess(view) { AdviceContext.current.isStopped() }) ?? view.rules.drawGuess(&chance))
  }

  /// The guesses of the bot so far, since many games have the same positions.
  private static let known = Mutex<[Position: Code]>([:])
  private static let mostKnown = 20_000

  private struct Position: Hashable {
    let rules: [Int]
    let answers: [Int]
  }

  /// The best guess.
  private static func guess(
    _ view: MastermindView, _ isInterrupted: () -> Bool
  ) throws(GameError) -> Code {
    if view.result != nil { throw .gameOver }
    let rules = view.rules
    let isLast = rules.guesses == view.answers.count + 1
    let position = Position(
      rules: [rules.slots, rules.colors, rules.repeats ? 1 : 0, isLast ? 1 : 0],
      answers: view.answers.map(\.number))
    if let guess = known.withLock({ $0[position] }) { return guess }
    let found = try FittingCodes(rules, view.answers, isInterrupted: isInterrupted)
    let guess =
      isLast
      ? found.codes[0] : try choice(found, rules, view.answers, isInterrupted).guess
    known.withLock {
      if $0.count >= mostKnown { $0 = [:] }
      $0[position] = guess
    }
    return guess
  }

  // MARK: Odds

  /// Reports the remaining codes, and how a guess splits them: the typed one, or the best one.
  private static func reportOdds(
    _ view: MastermindView, _ words: [Int], _ isInterrupted: () -> Bool,
    _ report: inout Reporter
  ) throws(GameError) {
    if view.result != nil { throw .gameOver }
    let guess =
      words.isEmpty ? try Self.guess(view, isInterrupted) : try view.rules.guess(words)
    var found = try FittingCodes(view.rules, view.answers, isInterrupted: isInterrupted)
    try found.countAll(view.rules, view.answers, isInterrupted: isInterrupted)
    var parts: [Feedback: Int] = [:]
    for code in found.codes { parts[Feedback(to: guess, for: code), default: 0] += 1 }
    let scale = (found.counted.map(Double.init) ?? found.count) / Double(found.codes.count)
    let rows = parts.sorted {
      ($1.value, $0.key.black, $0.key.white) < ($0.value, $1.key.black, $1.key.white)
    }.map { feedback, codes in
      (
        feedback: feedback, codes: Double(codes) * scale,
        chance: Double(codes) / Double(found.codes.count)
      )
    }
    report(
      "mastermind-odds",
      [
        "codes": found.counted, "counted": found.codes.count,
        "guess": guess,
        "answers": rows.map { row in
          Fields([
            "black": row.feedback.black, "white": row.feedback.white,
            "codes": Int(row.codes.rounded()),
          ])
        },
      ]
    ) { text in
      text.write(found.sentence, " Answers to ", Styled(.strong, guess), ":\n")
      text.write(
        Columns(
          [["answer", "codes left", "chance"]]
            + rows.map { row in
              [
                row.feedback.text,
                row.feedback.black == view.rules.slots
                  ? "solved"
                  : found.isComplete
                    ? Int(row.codes.rounded()).grouped : FittingCodes.rounded(row.codes),
                AdviceUnit.chance.text(of: row.chance),
              ]
            }, [.left, .right, .right]))
      if !found.isComplete {
        text.write(
          "\nEstimated from ", Plural(found.codes.count, "code"),
          " drawn at random from those that fit.")
      }
    }
  }

  // MARK: Advice

  /// The maximum number of pairs of a guess and a code for a search, and the number that it may
  /// examine.
  private static let mostSearched = 2_000_000
  private static let budget = 80_000_000
  /// The error of an estimate: it values the usual game at 4.43 guesses, which takes 4.34.
  private static let tolerance = 0.15
  /// The number of moves to value, and the pairs to examine for them.
  private static var mostMoves: Int { AdviceContext.current.wantedMoves }

  private static func advice(
    _ view: MastermindView, also: Code?, _ isInterrupted: () -> Bool
  ) throws(GameError) -> Advice<MastermindMove> {
    if view.result != nil { throw .gameOver }
    let rules = view.rules
    var found = try FittingCodes(rules, view.answers, isInterrupted: isInterrupted)
    try found.countAll(rules, view.answers, isInterrupted: isInterrupted)
    if isInterrupted() { throw .stopped }
    if rules.guesses == view.answers.count + 1 {
      return lastGuess(found, also: also, rules, view.answers)
    }
    let meaning =
      "expected guesses until the code is found, this one included"
      + (rules.guesses > 0 ? ", if there were no limit" : "")
    if var search = search(found, rules, view.answers, also: also) {
      let results = search.results(
        mostMoves, also: also, budget: budget, isInterrupted: isInterrupted)
      if isInterrupted() { throw .stopped }
      if let results { return self.advice(results, of: search, meaning, found) }
    }
    if var search = proof(found, rules, view.answers, also: also),
      var results = search.results(
        mostMoves, also: also, budget: budget, isInterrupted: isInterrupted),
      let best = results.first, search.isBest(best.cost)
    {
      results.removeAll {
        !search.isProved($0) && $0.split.guess != best.split.guess
          && search.guesses[$0.split.guess] != also
      }
      var advice = self.advice(results, of: search, meaning, found)
      if !results.dropFirst().allSatisfy(search.isProved) {
        let guess = also?.text ?? unreachable("only what was asked about is not proved", "")
        advice.estimate = "`\(guess)` may need fewer"
      }
      return advice
    }
    let (weighing, weighed) = try weighed(found, rules, view.answers, also: also, isInterrupted)
    let moves = weighed.prefix(mostMoves) + weighed.dropFirst(mostMoves).filter { $0.guess == also }
    var advice = Advice(
      .guesses, meaning: meaning,
      estimate: "by the information of the answer"
        + (found.isComplete
          ? "" : ", from \(found.codes.count.grouped) of the codes that fit, drawn at random"),
      moves: moves.map { weighed in
        ValuedMove(
          MastermindMove.guess(weighed.guess), weighed.value,
          note: note(weighing.sizes(of: weighed.guess), found, fits: weighed.fits))
      })
    if let best = weighed.first {
      explain(best.guess, weighing.sizes(of: best.guess), found, fits: best.fits, in: &advice)
    }
    advice.tolerance = tolerance
    return advice
  }

  /// The advice from a completed search.
  private static func advice(
    _ results: [GuessSearch.Result], of search: GuessSearch, _ meaning: String,
    _ found: FittingCodes
  ) -> Advice<MastermindMove> {
    var advice = Advice(
      .guesses, meaning: meaning,
      moves: results.map { result in
        ValuedMove(
          MastermindMove.guess(search.guesses[result.split.guess]),
          Double(result.cost.total) / found.count,
          note: note(result.split.sizes.map(Double.init), found, fits: result.split.fits))
      })
    if let best = results.first?.split {
      explain(
        search.guesses[best.guess], best.sizes.map(Double.init), found, fits: best.fits,
        in: &advice)
    }
    return advice
  }

  /// Says how the best guess splits the codes that are left.
  ///
  /// - Parameters:
  ///   - sizes: the number of codes that each answer leaves, but for the one that solves the game.
  ///   - fits: whether the guess may be the code.
  private static func explain(
    _ guess: Code, _ sizes: [Double], _ found: FittingCodes, fits: Bool,
    in advice: inout Advice<MastermindMove>
  ) {
    advice.reasons = [found.sentence]
    guard !sizes.isEmpty else { return }
    func text(_ codes: Double, places: Int) -> String {
      found.isComplete
        ? Rounded(codes, places: places).text : "about \(FittingCodes.rounded(codes))"
    }
    let answers = sizes.count + (fits ? 1 : 0)
    let most = sizes.max() ?? 0
    let average = sizes.reduce(0) { $0 + $1 * $1 } / found.count
    let chance = fits ? 1 / found.count : 0
    let code =
      fits
      ? "It is the code with a chance of \(AdviceUnit.chance.text(of: chance))."
      : "It cannot be the code."
    advice.reasons.append(
      "`\(guess.text)` leaves \(text(average, places: 1)) of them on average, and "
        + "\(text(most, places: 0)) at most, by \(Plural(answers, "answer")). \(code)")
    advice.figures = [
      "guess": guess.value, "answers": .integer(answers),
      "averageLeft": .number(average.rounded(toPlaces: 9)),
      "mostLeft": .number(most.rounded(toPlaces: 9)),
      "chance": .number(chance.rounded(toPlaces: 9)),
    ]
  }

  /// The moves of a player with one guess left: only a code that fits can be the secret, and each
  /// is equally likely.
  private static func lastGuess(
    _ found: FittingCodes, also: Code?, _ rules: MastermindRules, _ answers: [Answer]
  ) -> Advice<MastermindMove> {
    var guesses: [Code] = []
    for code in found.codes where guesses.count < mostMoves && !guesses.contains(code) {
      guesses.append(code)
    }
    if let also, !guesses.contains(also) { guesses.append(also) }
    let count = found.counted.map(Double.init) ?? found.count
    return Advice(
      .chance, meaning: "chance that the last guess is the code",
      estimate: found.counted != nil ? nil : "the number of codes that fit is estimated",
      moves: guesses.map { guess in
        let fits = fits(guess, rules, answers)
        return ValuedMove(
          MastermindMove.guess(guess), fits ? 1 / count : 0,
          note: fits ? "may be the code" : "")
      }, reasons: [found.sentence])
  }

  /// The choice of the bot's strategy: the guess, and its cost if known.
  static func choice(
    _ found: FittingCodes, _ rules: MastermindRules, _ answers: [Answer],
    _ isInterrupted: () -> Bool
  ) throws(GameError) -> (guess: Code, cost: GuessSearch.Cost?) {
    if var search = search(found, rules, answers, also: nil),
      let best = search.results(1, budget: budget, isInterrupted: isInterrupted)?.first
    {
      return (search.guesses[best.split.guess], best.cost)
    }
    if var search = proof(found, rules, answers, also: nil),
      let best = search.results(1, budget: budget, isInterrupted: isInterrupted)?.first,
      search.isBest(best.cost)
    {
      return (search.guesses[best.split.guess], best.cost)
    }
    let (_, weighed) = try weighed(found, rules, answers, also: nil, isInterrupted)
    guard let best = weighed.first else { throw .notNow("there is no guess") }
    return (best.guess, nil)
  }

  private static func search(
    _ found: FittingCodes, _ rules: MastermindRules, _ answers: [Answer], also: Code?
  ) -> GuessSearch? {
    guard found.isComplete, found.codes.count <= mostSearched else { return nil }
    return GuessSearch(
      rules, answers, found.codes, also: also, mostPairs: mostSearched, usesOpenings: true)
  }

  /// The maximum number of codes for ``proof(_:_:_:also:)``: with more it hardly ever succeeds.
  private static let mostProved = 100

  /// A search among the few remaining codes, for rules with too many guesses to search them all.
  private static func proof(
    _ found: FittingCodes, _ rules: MastermindRules, _ answers: [Answer], also: Code?
  ) -> GuessSearch? {
    guard found.isComplete, found.codes.count <= mostProved else { return nil }
    return GuessSearch(
      rules, answers, found.codes, also: also, mostPairs: mostSearched, guessesCodes: true)
  }

  private static func fits(_ guess: Code, _ rules: MastermindRules, _ answers: [Answer]) -> Bool {
    rules.allows(guess) && answers.allSatisfy { $0.fits(guess) }
  }

  /// A note on a guess: `may be the code; 9 answers, at most 12 left`.
  private static func note(_ sizes: [Double], _ found: FittingCodes, fits: Bool) -> String {
    let most = sizes.max() ?? 0
    var note = fits ? "may be the code; " : ""
    guard found.isComplete else {
      return note + "at most about \(FittingCodes.rounded(most)) left"
    }
    note += "\(Plural(sizes.count + (fits ? 1 : 0), "answer"))"
    return note + (most > 0 ? ", at most \(Int(most).grouped) left" : "")
  }
}

extension MastermindAdviser {
  /// A guess that was judged by the information of its answer.
  private struct Weighed {
    var guess: Code
    /// The expected guesses.
    var value: Double
    var fits: Bool
  }

  /// The maximum number of pairs of a guess and a code to examine, in each of two rounds.
  private static let mostPairs = 10_000_000
  /// The maximum number of guesses in the first round.
  private static let mostPool = 500_000
  /// The number of codes that judge a guess in the first round.
  private static let mostJudges = 300
  /// The maximum number of codes in the second round.
  private static let mostCodes = 40_000

  /// Guesses by the information of their answers, best first, and what judged them. A few codes select the
  /// guesses that all of them judge.
  private static func weighed(
    _ found: FittingCodes, _ rules: MastermindRules, _ answers: [Answer], also: Code?,
    _ isInterrupted: () -> Bool
  ) throws(GameError) -> (Weighing, [Weighed]) {
    var chance = Chance(seed: UInt64(found.codes.count), draw: answers.count + 1)
    let codes = some(mostCodes, of: found.codes, &chance)
    let scale = Weighing(
      rules, codes, answers, count: found.count, bitsPerGuess: bitsPerGuess(rules))
    var guesses = openings(rules)
    if !answers.isEmpty {
      let judges = some(mostJudges, of: codes, &chance)
      let first = Weighing(
        rules, judges, answers, count: found.count, bitsPerGuess: scale.bitsPerGuess)
      let pool = pool(found.codes, rules, most: min(mostPairs / judges.count, mostPool), &chance)
      let kept = min(max(40, mostPairs / codes.count), 2 * mostJudges)
      guesses = try first.weigh(pool, 0.6..<0.8, isInterrupted).prefix(kept).map(\.guess)
    }
    if let also, !guesses.contains(also) { guesses.append(also) }
    return (scale, try scale.weigh(guesses, 0.8..<1, isInterrupted))
  }

  /// A random subset of the codes; all if there are no more.
  private static func some(_ count: Int, of codes: [Code], _ chance: inout Chance) -> [Code] {
    guard codes.count > count else { return codes }
    var codes = codes
    for place in 0..<count {
      codes.swapAt(place, place + Int(chance.below(UInt32(codes.count - place))))
    }
    return Array(codes.prefix(count))
  }

  /// The guesses to judge first: codes that fit, and all or some of the others.
  private static func pool(
    _ codes: [Code], _ rules: MastermindRules, most: Int, _ chance: inout Chance
  ) -> [Code] {
    var pool = some(most / 2, of: codes, &chance)
    var known = Set(pool)
    pool = pool.count == known.count ? pool : Array(known).sorted { $0.bits < $1.bits }
    var every = rules
    every.repeats = true
    if every.codes <= most {
      pool += Candidates(every, [], limit: most).first.filter { known.insert($0).inserted }
    } else {
      for _ in 0..<most / 4 {
        let guess = rules.drawGuess(&chance)
        if known.insert(guess).inserted { pool.append(guess) }
      }
    }
    return pool
  }

  /// The information of the best first guess: an estimate for every further guess.
  private static func bitsPerGuess(_ rules: MastermindRules) -> Double {
    var chance = Chance(seed: 1, draw: 1)
    let codes = (0..<500).map { _ in rules.drawSecret(&chance) }
    let weighing = Weighing(rules, codes, [], count: 1, bitsPerGuess: 1)
    return max(1, openings(rules).map(weighing.bits).max() ?? 1)
  }

  /// The first guesses up to names of colours and order of slots: `1 1 2 3`.
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

  /// Codes, or a sample of them, that judge guesses.
  private struct Weighing {
    let rules: MastermindRules
    let codes: [Code]
    let answers: [Answer]
    /// The number of codes that these represent.
    let count: Double
    /// The information of a good guess.
    let bitsPerGuess: Double
    private let answering: Answering
    /// For each number of codes, up to ``mostKnown``, what an answer that so many get adds to the information.
    private let known: [Double]
    private static let mostKnown = 1_000

    init(
      _ rules: MastermindRules, _ codes: [Code], _ answers: [Answer], count: Double,
      bitsPerGuess: Double
    ) {
      self.rules = rules
      self.codes = codes
      self.answers = answers
      self.count = count
      self.bitsPerGuess = bitsPerGuess
      answering = Answering(slots: rules.slots, codes: codes)
      let all = codes.count
      known = (0...min(all, Self.mostKnown)).map { Self.bits($0, of: all) }
    }

    private static func bits(_ part: Int, of all: Int) -> Double {
      let share = Double(part) / Double(all)
      return part == 0 ? 0 : share * Logarithm.base2(share)
    }

    /// The information of the answer to a guess.
    func bits(_ guess: Code) -> Double {
      answering.withCounts(of: guess) { counts in
        var bits = 0.0
        for part in counts where part > 0 {
          bits -= part < known.count ? known[part] : Self.bits(part, of: codes.count)
        }
        return bits
      }
    }

    /// The number of codes that each answer to a guess leaves.
    func sizes(of guess: Code) -> [Double] {
      let scale = count / Double(codes.count)
      return answering.withCounts(of: guess) { counts in
        counts.dropLast().filter { $0 > 0 }.map { Double($0) * scale }
      }
    }

    /// Guesses with their values, best first.
    ///
    /// - Parameter part: the share of the whole work, for the progress.
    func weigh(
      _ guesses: [Code], _ part: Range<Double>, _ isInterrupted: () -> Bool
    ) throws(GameError) -> [Weighed] {
      let context = AdviceContext.current
      let missing = Logarithm.base2(max(count, 1))
      var weighed: [Weighed] = []
      for (place, guess) in guesses.enumerated() {
        if isInterrupted() { throw .stopped }
        if place & 255 == 255 {
          let share = Double(place) / Double(guesses.count)
          context.showProgress(part.lowerBound + share * (part.upperBound - part.lowerBound))
        }
        let bits = bits(guess)
        let fits = MastermindAdviser.fits(guess, rules, answers)
        let value = 2 - (fits ? 1 / max(count, 1) : 0) + max(0, missing - bits) / bitsPerGuess
        weighed.append(Weighed(guess: guess, value: value, fits: fits))
      }
      return weighed.enumerated().sorted {
        ($0.element.value, $0.offset) < ($1.element.value, $1.offset)
      }.map(\.element)
    }
  }
}
