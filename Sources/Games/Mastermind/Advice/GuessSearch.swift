import ParlorKit

/// The search for a strategy that needs the fewest guesses in all, summed over the codes that the secret
/// can be.
///
/// Branch and bound: a guess splits the codes by its answer, and each part is searched in turn. The
/// number of different answers gives a lower bound for a part of some size; a guess whose bound is
/// no better than the best total so far is skipped. Of guesses that are equivalent by a symmetry of
/// the game so far, only the one with the lowest number is searched:
///
/// - a permutation of slots and colours that maps every earlier guess to itself,
/// - colours that no guess has contained yet,
/// - guesses that split the codes into the same parts.
///
/// Source of the optimum for 4 slots and 6 colours, 5,625 guesses for 1,296 codes: Koyama and Lai,
/// "An optimal Mastermind strategy", Journal of Recreational Mathematics 25 (1993).
struct GuessSearch {
  /// The codes that can be the secret. The search identifies them by index.
  let codes: [Code]
  /// Informative guesses in ascending order, then those the caller asked for.
  let guesses: [Code]
  /// The number of guesses to search; the caller asked for those after them.
  private let searched: Int
  /// The answer to each guess for each code, grouped by guess.
  private let table: [UInt8]
  /// The answers are numbers below this.
  private let kinds: Int
  /// The answer to the secret itself.
  private let win: Int
  /// The index of each code among the guesses.
  private let places: [Int]
  /// The minimum total of guesses for each number of codes.
  private let least: [Int]
  /// As ``extra(_:_:)`` says.
  private let extra: [Int]
  /// A random number for each code, for comparing parts.
  private let marks: [UInt64]
  private let colors: Int
  private let root: Frame
  /// Whether the costs of the guesses are ``openings``.
  private let knowsOpenings: Bool
  /// By the colours used so far, the guesses that are the lowest of those that differ only in
  /// unused colours.
  private var known: [UInt32: [UInt16]] = [:]
  private var budget = Budget(0, from: 0.3)

  /// The maximum number of guesses, and of pairs of a guess and a code.
  private static let mostGuesses = 40_000
  static let mostPairs = 10_000_000

  /// How many pairs of a guess and a code may still be examined.
  private struct Budget {
    let pairs: Int
    var left: Int
    /// The share of the advice that was done before it.
    let begun: Double
    /// How many parts were searched.
    var searches = 0

    init(_ pairs: Int, from share: Double) {
      (self.pairs, left, begun) = (pairs, pairs, share)
    }

    var isSpent: Bool { left < 0 }

    /// Shows now and then how much of the budget is used. The search may end long before.
    mutating func showProgress() {
      searches &+= 1
      guard searches.isMultiple(of: 64) else { return }
      AdviceContext.current.showProgress(begun + 0.15 * Double(pairs - left) / Double(pairs))
    }
  }

  /// The symmetries that the guesses so far leave.
  private struct Frame {
    /// The colours in the guesses so far, one bit each.
    var used: UInt32
    var symmetries: [Symmetry]
    /// The guesses to search.
    var guesses: [UInt16] = []

    init(slots: Int, _ answers: [Answer]) {
      used = 0
      symmetries = Symmetry.all(slots)
      for answer in answers {
        symmetries = symmetries.compactMap { $0.fixing(answer.guess) }
        for color in answer.guess { used |= 1 << UInt32(color) }
      }
    }
  }

  /// The fewest total guesses, and the maximum for one code.
  struct Cost: Equatable {
    var total: Int
    var most: Int
  }

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - answers: the game so far.
  ///   - codes: all codes that fit it.
  ///   - also: a guess that the caller will ask for.
  ///   - mostPairs: the maximum number of pairs of a guess and a code.
  ///   - guessesCodes: whether to search only the codes as guesses. Then costs can be too high,
  ///     except those that ``isProved(_:)``.
  ///   - usesOpenings: whether to look up first guesses of the usual game rather than search them.
  /// - Returns: `nil` if there are too many codes.
  init?(
    _ rules: MastermindRules, _ answers: [Answer], _ codes: [Code], also: Code? = nil,
    mostPairs: Int = Self.mostPairs, guessesCodes: Bool = false, usesOpenings: Bool = false
  ) {
    let slots = rules.slots
    let palette = Self.palette(rules, codes)
    var count = guessesCodes ? codes.count : 1
    for _ in 0..<slots where !guessesCodes {
      count *= palette.count
      guard count <= Self.mostGuesses else { return nil }
    }
    guard count * codes.count <= mostPairs, !codes.isEmpty else { return nil }
    self.codes = codes
    colors = rules.colors
    let answering = Answering(slots: slots, codes: codes)
    kinds = answering.kinds
    win = answering.win
    least = Self.least(codes.count, kinds)
    extra = Self.extra(codes.count, kinds)
    marks = codes.indices.map { (UInt64($0) &+ 1).mixed }
    var row = [UInt8](repeating: 0, count: codes.count)
    var guesses: [Code] = []
    var table: [UInt8] = []
    table.reserveCapacity(count * codes.count)
    var seen: Set<UInt64> = []
    var sums = [UInt64](repeating: 0, count: kinds)
    var pegs = Odometer(slots: slots, digits: palette)
    for place in 0..<count {
      defer { pegs.advance() }
      guard let guess = guessesCodes ? codes[place] : Code(pegs.values) else { continue }
      answering.fill(&row, with: guess)
      let split = Self.split(row[...], marks, win, &sums)
      if split.parts > 1, seen.insert(split.mark).inserted || codes.count > Self.mostCompared {
        guesses.append(guess)
        table += row
      }
    }
    searched = guesses.count
    for guess in (codes.count == 1 ? codes : []) + (also.map { [$0] } ?? [])
    where !guesses.contains(guess) {
      guesses.append(guess)
      answering.fill(&row, with: guess)
      table += row
    }
    self.guesses = guesses
    self.table = table
    var places: [Code: Int] = [:]
    for (place, guess) in guesses.enumerated() { places[guess] = place }
    self.places = codes.map { places[$0] ?? unreachable("codes are guesses", 0) }
    root = Frame(slots: slots, answers)
    let isUsual = (slots, rules.colors, rules.repeats) == (4, 6, true)
    knowsOpenings = usesOpenings && isUsual && answers.isEmpty
  }

  /// The colours to guess: those of the codes, and one of those that the secret cannot have, since all of
  /// these tell the same.
  private static func palette(_ rules: MastermindRules, _ codes: [Code]) -> [Int] {
    var possible: UInt32 = 0
    for code in codes { for color in code { possible |= 1 << UInt32(color) } }
    let absent = (1...rules.colors).first { possible & (1 << UInt32($0)) == 0 }
    return (1...rules.colors).filter { possible & (1 << UInt32($0)) != 0 || $0 == absent }
  }

  /// For more codes than this, two guesses hardly ever split them alike.
  private static let mostCompared = 100

  /// The minimum total of guesses for each number of codes, if every further answer splits as well
  /// as possible.
  static func least(_ count: Int, _ kinds: Int) -> [Int] {
    var least = [0]
    var (depth, room) = (1, 1)
    for _ in 0..<count {
      if room == 0 {
        depth += 1
        room = (1..<depth).reduce(1) { room, _ in min(room * max(1, kinds - 1), 1 << 30) }
      }
      least.append(least[least.count - 1] + depth)
      room -= 1
    }
    return least
  }

  /// By how many guesses more than one each code more raises that total, by the number of codes before.
  static func extra(_ count: Int, _ kinds: Int) -> [Int] {
    let least = least(count, kinds)
    return zip(least, least.dropFirst()).map { $1 - $0 - 1 }
  }

  /// The number of parts, and a number that is equal for guesses that split alike.
  private static func split(
    _ row: ArraySlice<UInt8>, _ marks: [UInt64], _ win: Int, _ sums: inout [UInt64]
  ) -> (parts: Int, mark: UInt64) {
    for index in sums.indices { sums[index] = 0 }
    for (answer, mark) in zip(row, marks) { sums[Int(answer)] &+= mark }
    var (parts, mark): (Int, UInt64) = (0, 0)
    for (answer, sum) in sums.enumerated() where sum != 0 {
      parts += 1
      mark &+= (answer == win ? ~sum : sum).mixed
    }
    return (parts, mark)
  }
}

extension GuessSearch {
  /// A split of the codes by the answer to a guess.
  struct Split {
    /// The index of the guess.
    var guess: Int
    /// The number of codes that each answer leaves, without the secret itself.
    var sizes: [Int]
    /// Whether the guess can be the secret.
    var fits: Bool
    /// The minimum total of guesses if every further answer splits as well as possible.
    fileprivate var bound: Int
  }

  /// A guess with its total of guesses.
  struct Result {
    var split: Split
    var cost: Cost
  }

  /// The best guess first, then others with their costs, and the one that the caller asked for.
  ///
  /// - Parameters:
  ///   - most: the number of guesses.
  ///   - budget: the number of pairs of a guess and a code to examine for the best guess, again for
  ///     the one that the caller asked for, and again for all others together, or for as many of them as
  ///     are usual.
  /// - Returns: `nil` if the budget was not enough for the best guess and the one that the caller
  ///   asked for.
  mutating func results(
    _ most: Int, also: Code? = nil, budget allowance: Int, isInterrupted: () -> Bool
  ) -> [Result]? {
    let all = codes.indices.map { UInt16(truncatingIfNeeded: $0) }
    if codes.count == 1 {
      let alone = Result(split: split(places[0], all), cost: Cost(total: 1, most: 1))
      return [alone] + asked(also, all, besides: [alone], allowance, isInterrupted)
    }
    var frame = root
    frame.guesses = guesses(frame)
    var splits = frame.guesses.map { guess in
      let split = split(Int(guess), all)
      return Bounded(guess: guess, fits: split.fits, bound: split.bound)
    }
    splits.sort()
    budget = Budget(allowance, from: 0.3)
    guard let best = best(1, splits, all, frame, isInterrupted).first, !budget.isSpent else {
      return nil
    }
    var results = [best]
    if most > 1 {
      budget = Budget(allowance * max(1, most / AdviceContext.usualMoves), from: 0.45)
      let others = splits.filter { Int($0.guess) != best.split.guess }
      results += self.best(most - 1, others, all, frame, isInterrupted)
    }
    let asked = asked(also, all, besides: results, allowance, isInterrupted)
    if isInterrupted() || (also != nil && asked.isEmpty && !results.contains(guess: also, self)) {
      return nil
    }
    return results + asked
  }

  /// Whether a cost is that of the best play after a guess, whichever guesses were searched: every
  /// answer splits as well as possible.
  func isProved(_ result: Result) -> Bool { result.cost.total == result.split.bound }

  /// Whether no guess at all costs less, in a search that has tried all codes as guesses. If none
  /// of them separates all others, every code takes at least two guesses on average.
  func isBest(_ cost: Cost) -> Bool {
    cost.total <= max(2 * codes.count, least[codes.count])
  }

  /// The guesses with the lowest totals, within the budget.
  private mutating func best(
    _ most: Int, _ splits: [Bounded], _ codes: [UInt16], _ frame: Frame,
    _ isInterrupted: () -> Bool
  ) -> [Result] {
    var results: [Result] = []
    for split in splits {
      let limit = results.count == most ? results[most - 1].cost.total : .max
      if split.bound >= limit { break }
      let guess = Int(split.guess)
      let cost = opening(guess) ?? cost(guess, codes, frame, below: limit, isInterrupted)
      if budget.isSpent { break }
      guard cost.total < limit else { continue }
      if results.count == most { results.removeLast() }
      let place = results.firstIndex { $0.cost.total > cost.total } ?? results.count
      results.insert(Result(split: self.split(guess, codes), cost: cost), at: place)
    }
    return results
  }

  /// The costs of first guesses for 4 slots and 6 colours, by how often their colours occur. To search them takes
  /// seconds; a test does.
  static let openings: [[Int]: Cost] = [
    [2, 1, 1]: Cost(total: 5625, most: 6), [1, 1, 1, 1]: Cost(total: 5673, most: 6),
    [2, 2]: Cost(total: 5702, most: 6), [3, 1]: Cost(total: 5791, most: 6),
    [4]: Cost(total: 6318, most: 6),
  ]

  private func opening(_ guess: Int) -> Cost? {
    guard knowsOpenings else { return nil }
    var counts: [Int: Int] = [:]
    for color in guesses[guess] { counts[color, default: 0] += 1 }
    return Self.openings[counts.values.sorted(by: >)]
  }

  /// The guess that the caller asked for, unless it is among the others.
  private mutating func asked(
    _ also: Code?, _ codes: [UInt16], besides others: [Result], _ allowance: Int,
    _ isInterrupted: () -> Bool
  ) -> [Result] {
    guard let also, !others.contains(guess: also, self),
      let place = guesses.firstIndex(of: also)
    else { return [] }
    budget = Budget(allowance, from: budget.begun + 0.15)
    let cost = opening(place) ?? cost(place, codes, root, below: .max, isInterrupted)
    return budget.isSpent ? [] : [Result(split: split(place, codes), cost: cost)]
  }

  private func split(_ guess: Int, _ part: [UInt16]) -> Split {
    var counts = [Int](repeating: 0, count: kinds)
    for code in part { counts[Int(table[guess * codes.count + Int(code)])] += 1 }
    let fits = counts[win] > 0
    counts[win] = 0
    let sizes = counts.filter { $0 > 0 }
    return Split(
      guess: guess, sizes: sizes, fits: fits,
      bound: part.count + sizes.reduce(0) { $0 + least[$1] })
  }

  /// The guesses to search after those of a frame.
  private mutating func guesses(_ frame: Frame) -> [UInt16] {
    let all: [UInt16]
    if let known = known[frame.used] {
      all = known
    } else {
      let fresh = (1...colors).filter { frame.used & (1 << UInt32($0)) == 0 }
      all = (0..<searched).filter { Self.isNormal(guesses[$0], fresh) }
        .map { UInt16(truncatingIfNeeded: $0) }
      known[frame.used] = all
    }
    guard frame.symmetries.count > 1 else { return all }
    return all.filter { place in
      frame.symmetries.allSatisfy { !$0.lowers(guesses[Int(place)], frame.used) }
    }
  }

  /// Whether the unused colours appear in ascending order.
  private static func isNormal(_ guess: Code, _ fresh: [Int]) -> Bool {
    var next = 0
    for color in guess {
      guard let rank = fresh.firstIndex(of: color) else { continue }
      if rank > next { return false }
      if rank == next { next += 1 }
    }
    return true
  }

  /// The cost of some codes if a guess is made next.
  ///
  /// - Parameter limit: a total from this on may be too low.
  private mutating func cost(
    _ guess: Int, _ part: [UInt16], _ frame: Frame, below limit: Int, _ isInterrupted: () -> Bool
  ) -> Cost {
    var parts = [[UInt16]](repeating: [], count: kinds)
    for code in part { parts[Int(table[guess * codes.count + Int(code)])].append(code) }
    parts[win] = []
    parts = parts.filter { !$0.isEmpty }.sorted { $0.count < $1.count }
    var cost = Cost(total: part.count + parts.reduce(0) { $0 + least[$1.count] }, most: 1)
    var next: Frame?
    for part in parts {
      if cost.total >= limit || budget.isSpent { break }
      if part.count <= 2 {
        cost.most = max(cost.most, part.count + 1)
        continue
      }
      let frame = next ?? self.frame(after: guess, frame)
      next = frame
      let least = least[part.count]
      let best = best(part, frame, below: limit - cost.total + least, isInterrupted)
      cost.total += best.total - least
      cost.most = max(cost.most, best.most + 1)
    }
    return cost
  }

  private mutating func frame(after guess: Int, _ frame: Frame) -> Frame {
    var next = frame
    next.symmetries = []
    next.guesses = []
    for color in guesses[guess] { next.used |= 1 << UInt32(color) }
    if frame.symmetries.count > 1 {
      next.symmetries = frame.symmetries.compactMap { $0.fixing(guesses[guess]) }
    }
    next.guesses = guesses(next)
    return next
  }

  /// The minimum cost of at least three codes, with the limit as in ``cost(_:_:_:below:_:)``.
  private mutating func best(
    _ part: [UInt16], _ frame: Frame, below limit: Int, _ isInterrupted: () -> Bool
  ) -> Cost {
    let count = part.count
    guard least[count] < limit else { return Cost(total: least[count], most: 0) }
    // A code that separates all others cannot be beaten.
    if count <= kinds {
      for code in part where tellsApart(places[Int(code)], part) {
        return Cost(total: 2 * count - 1, most: 2)
      }
    }
    budget.left -= count * frame.guesses.count
    budget.showProgress()
    guard !budget.isSpent, !isInterrupted() else {
      budget.left = -1
      return Cost(total: limit, most: 0)
    }
    guard let splits = splits(part, frame, below: limit) else {
      return Cost(total: 2 * count, most: 2)
    }
    var best = Cost(total: limit, most: 0)
    for split in splits where split.bound < best.total {
      let cost = cost(Int(split.guess), part, frame, below: best.total, isInterrupted)
      if cost.total < best.total { best = cost }
      if budget.isSpent { break }
    }
    return best
  }

  private func tellsApart(_ guess: Int, _ part: [UInt16]) -> Bool {
    var seen: UInt128 = 0
    for code in part {
      let bit: UInt128 = 1 << UInt128(table[guess * codes.count + Int(code)])
      if seen & bit != 0 { return false }
      seen |= bit
    }
    return true
  }

  /// A guess with its bound, as in ``Split``. The most promising comes first.
  private struct Bounded: Comparable {
    var guess: UInt16
    var fits: Bool
    var bound: Int

    static func < (one: Self, other: Self) -> Bool {
      (one.bound, one.fits ? 0 : 1, one.guess) < (other.bound, other.fits ? 0 : 1, other.guess)
    }
  }

  /// The guesses that may need less than a limit, the most promising first.
  ///
  /// - Returns: `nil` if a guess that is not among the codes separates all of them, which nothing
  ///   beats.
  private func splits(_ part: [UInt16], _ frame: Frame, below limit: Int) -> [Bounded]? {
    var splits: [Bounded] = []
    var seen: Set<UInt64> = []
    var sums = [UInt64](repeating: 0, count: kinds)
    var counts = [Int](repeating: 0, count: kinds)
    let isCompared = part.count <= Self.mostCompared
    let isDone = table.withUnsafeBufferPointer { table in
      counts.withUnsafeMutableBufferPointer { counts in
        extra.withUnsafeBufferPointer { extra in
          for guess in frame.guesses {
            let row = UnsafeBufferPointer(
              rebasing: table[Int(guess) * codes.count..<(Int(guess) + 1) * codes.count])
            for answer in 0..<kinds { counts[answer] = 0 }
            // Each code takes this guess, and each but the secret at least one more.
            var bound = 2 * part.count - 1
            for code in part {
              let answer = Int(row[Int(code)])
              bound &+= extra[counts[answer]]
              counts[answer] &+= 1
              if bound >= limit { break }
            }
            let fits = counts[win] > 0
            if !fits { bound += 1 }
            if bound >= limit { continue }
            var parts = 0
            for answer in 0..<kinds where counts[answer] > 0 { parts += 1 }
            if parts == 1 { continue }
            if parts == part.count, !fits { return true }
            if isCompared {
              for answer in 0..<kinds { sums[answer] = 0 }
              for code in part { sums[Int(row[Int(code)])] &+= marks[Int(code)] }
              var mark: UInt64 = 0
              for answer in 0..<kinds where sums[answer] != 0 {
                mark &+= (answer == win ? ~sums[answer] : sums[answer]).mixed
              }
              guard seen.insert(mark).inserted else { continue }
            }
            splits.append(Bounded(guess: guess, fits: fits, bound: bound))
          }
          return false
        }
      }
    }
    if isDone { return nil }
    splits.sort()
    return splits
  }
}

extension [GuessSearch.Result] {
  fileprivate func contains(guess: Code?, _ search: GuessSearch) -> Bool {
    contains { search.guesses[$0.split.guess] == guess }
  }
}
