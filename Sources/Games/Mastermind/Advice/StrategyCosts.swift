import ParlorKit

/// The costs of a good strategy. Sets of codes that differ only by a ``Renaming`` are examined once.
///
/// For many codes it guesses as the bot `best` does. For fewer it tries the guesses with the lowest bounds,
/// and takes the one with the lowest cost.
struct StrategyCosts {
  private let rules: MastermindRules
  private let codes: [Code]
  /// All guesses, and sets of codes by their indices; `nil` for too many guesses.
  private let sets: CodeSets?
  /// The colours of each guess.
  private let colors: [UInt32]
  private var answers: [Answer] = []
  private var known: [UInt64: GuessSearch.Cost] = [:]

  /// Of at most so many codes several guesses are tried.
  private static let fewCodes = 250
  /// How many guesses are tried.
  private static let mostTried = 5

  /// - Parameter codes: all codes that the secret can be.
  init(_ rules: MastermindRules, _ codes: [Code]) {
    (self.rules, self.codes) = (rules, codes)
    var every = rules
    every.repeats = true
    sets =
      every.codes <= CodeSets.mostGuesses ? CodeSets(rules, codes, guesses: every.codes) : nil
    colors = sets?.guesses.map(\.colors) ?? []
  }

  /// The cost of all codes.
  mutating func cost(_ isInterrupted: () -> Bool) throws(GameError) -> GuessSearch.Cost {
    try cost(of: Array(codes.indices), isInterrupted)
  }

  /// The cost of the codes with these indices.
  private mutating func cost(
    of indices: [Int], _ isInterrupted: () -> Bool
  ) throws(GameError) -> GuessSearch.Cost {
    if isInterrupted() { throw .stopped }
    if indices.count <= 2 {
      return GuessSearch.Cost(total: 2 * indices.count - 1, most: indices.count)
    }
    guard let sets else { return try cost(choosing: indices, isInterrupted) }
    let key = sets.key(of: indices)
    if let cost = known[key] { return cost }
    let cost =
      indices.count <= Self.fewCodes
      ? try cost(trying: indices, sets, isInterrupted) : try cost(choosing: indices, isInterrupted)
    known[key] = cost
    return cost
  }

  /// The cost of some codes by the choice of the bot.
  private mutating func cost(
    choosing indices: [Int], _ isInterrupted: () -> Bool
  ) throws(GameError) -> GuessSearch.Cost {
    let found = FittingCodes(all: indices.map { codes[$0] })
    let choice = try MastermindAdviser.choice(found, rules, answers, isInterrupted)
    if let cost = choice.cost { return cost }
    return try cost(of: indices, after: choice.guess, isInterrupted)
  }

  /// The cost of some codes by the best of a few guesses.
  private mutating func cost(
    trying indices: [Int], _ sets: CodeSets, _ isInterrupted: () -> Bool
  ) throws(GameError) -> GuessSearch.Cost {
    var best = GuessSearch.Cost(total: .max, most: 0)
    for candidate in candidates(for: indices.map { codes[$0] }, sets)
    where candidate.split.bound < best.total {
      let cost =
        candidate.split.most <= 2
        ? GuessSearch.Cost(total: candidate.split.bound, most: candidate.split.most + 1)
        : try cost(of: indices, after: candidate.guess, isInterrupted)
      if cost.total < best.total { best = cost }
    }
    return best
  }

  /// The cost of some codes if a guess is made next.
  private mutating func cost(
    of indices: [Int], after guess: Code, _ isInterrupted: () -> Bool
  ) throws(GameError) -> GuessSearch.Cost {
    var cost = GuessSearch.Cost(total: indices.count, most: 1)
    let parts = Dictionary(grouping: indices) { Feedback(to: guess, for: codes[$0]) }
      .sorted { ($0.key.black, $0.key.white) < ($1.key.black, $1.key.white) }
    for (feedback, part) in parts where feedback.black < rules.slots {
      answers.append(Answer(guess, feedback))
      let rest = try self.cost(of: part, isInterrupted)
      answers.removeLast()
      cost.total += rest.total
      cost.most = max(cost.most, rest.most + 1)
    }
    return cost
  }

  private struct Candidate {
    var guess: Code
    var split: Answering.Split

    func isBefore(_ other: Self) -> Bool {
      (split.bound, -split.parts) < (other.split.bound, -other.split.parts)
    }
  }

  /// The guesses with the lowest bounds.
  private func candidates(for codes: [Code], _ sets: CodeSets) -> [Candidate] {
    let answering = Answering(slots: rules.slots, codes: codes)
    let extra = GuessSearch.extra(codes.count, answering.kinds)
    // Of the colours that no code has one is enough.
    let possible = codes.reduce(0) { $0 | $1.colors }
    let spare = (1...rules.colors).first { possible & (1 << UInt32($0)) == 0 }
    let needless = ~(possible | (spare.map { UInt32(1) << UInt32($0) } ?? 0))
    var best: [Candidate] = []
    // A code can separate the others. Nothing else takes so few, and only that takes fewer than two for each.
    for (guesses, goal) in [(codes, 2 * codes.count - 1), (sets.guesses, 2 * codes.count)] {
      let isOwn = goal < 2 * codes.count
      for (place, guess) in guesses.enumerated() where isOwn || colors[place] & needless == 0 {
        let limit = best.count < Self.mostTried ? .max : best[best.count - 1].split.bound
        guard let split = answering.split(by: guess, extra, upTo: limit), split.fits == isOwn
        else { continue }
        let candidate = Candidate(guess: guess, split: split)
        if split.bound <= goal { return [candidate] }
        let rank = best.firstIndex { candidate.isBefore($0) } ?? best.count
        if rank == Self.mostTried { continue }
        if best.count == Self.mostTried { best.removeLast() }
        best.insert(candidate, at: rank)
      }
      if let first = best.first, first.split.bound == 2 * codes.count, first.split.most <= 2 {
        return [first]
      }
    }
    return best
  }
}
