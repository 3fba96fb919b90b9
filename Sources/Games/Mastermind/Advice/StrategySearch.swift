import ParlorKit

/// The search for a strategy that needs the fewest guesses in all, and the proof that none needs fewer,
/// for all codes of some rules.
///
/// Like ``GuessSearch`` a branch and bound over the guesses, which split the codes by their answers, but
/// it keeps what it learns of each set of codes, so that it proves larger rules:
///
/// - A table keeps a lower bound of each set and the total of the best strategy found. Sets that differ
///   only by a ``Renaming`` share an entry.
/// - Of guesses that split a set into the same parts one is searched, of those that a symmetry of the set
///   maps to each other as well. Parts of the set try only guesses that split the whole set differently.
/// - The guess with the lowest bound is searched next, only until its bound exceeds the lowest one by a
///   few guesses. The parts of a guess are first bounded by the sizes of their own parts.
///
/// Source of the optimum for 4 slots and 7 colours, 11,228 guesses for 2,401 codes, and of others: Ville,
/// "An optimal Mastermind (4,7) strategy and more results in the expected case", arXiv:1305.1010 (2013).
final class StrategySearch {
  private let sets: CodeSets
  private let slots: Int
  /// The answers are numbers below this.
  private let kinds: Int
  /// The answer to the secret itself.
  private let win: Int
  /// The minimum total of guesses for each number of codes, if every answer splits as well as possible.
  private let least: [Int32]
  /// All codes with all guesses.
  private let root: Level
  /// The levels of the sets that are being searched, by the number of guesses before.
  private var levels: [Level] = []
  private var known: [UInt64: Entry] = [:]
  /// For each guess whether it is one of the codes to search.
  private let isOwn: UnsafeMutablePointer<Bool>
  /// How many pairs of a guess and a code may still be examined, and how many there were at first.
  private var left = 0
  private var budget = 1
  private var nodes = 0
  private var isStopped = false

  /// The maximum number of guesses, and of pairs of a guess and a code: the search needs a few bytes for
  /// each pair.
  private static let mostGuesses = 40_000
  private static let mostPairs = 40_000_000
  /// The total of a strategy that is not known. Totals of rules with so few pairs are less.
  private static let none = Int(UInt16.max)
  /// How far above the lowest bound a guess is searched at once.
  private static let overshoot = 8
  /// From so many codes on, symmetries of a set are sought.
  private static let leastSymmetric = 14
  /// Parts of at most so many codes are searched before the bounds of larger ones are known.
  private static let mostEasy = 6

  /// A lower bound of the total of guesses, or the least total.
  private struct Bound {
    var total: Int
    var isExact = false
  }

  /// What is known of the least total of some codes.
  private struct Entry {
    var low: UInt16 = 0
    var high = UInt16.max
    /// The guess that takes `high` guesses, renamed as the codes are for their key.
    var guess: UInt16 = 0
  }

  /// Codes that are searched, and guesses that split them differently, with their answers.
  private final class Level {
    var codes: [UInt16] = []
    var guesses: [UInt16] = []
    /// The answers to each guess for all codes, in rows.
    private(set) var answers: UnsafeMutablePointer<UInt8>
    private var room: Int
    /// Lower bounds for parts of the codes, by the guess.
    var bounds: [Int32] = []

    init(room: Int = 0) {
      self.room = room
      answers = .allocate(capacity: room)
    }

    deinit { answers.deallocate() }

    func row(_ guess: Int) -> UnsafeMutablePointer<UInt8> { answers + guess * codes.count }

    /// Makes room for so many answers; those before are lost.
    func reserve(_ count: Int) {
      guard count > room else { return }
      answers.deallocate()
      room = count
      answers = .allocate(capacity: room)
    }
  }

  /// A set of codes that is searched.
  private struct Node {
    let codes: UnsafeBufferPointer<UInt16>
    let key: UInt64
    let name: Renaming
    /// A larger set of codes, and the places there.
    let parent: Level
    let places: UnsafeBufferPointer<UInt16>
    /// The highest total that matters.
    let limit: Int
    let depth: Int
  }

  /// A guess with its bound.
  private struct Candidate {
    var row: Int
    var guess: Int
    var bound: Int
    /// The most promising guess has the lowest.
    var rank: Int
    var isExact = false
  }

  /// Prepares a search among all codes of some rules.
  ///
  /// - Returns: `nil` if there are too many.
  init?(_ rules: MastermindRules, _ codes: [Code]) {
    var count = 1
    for _ in 0..<rules.slots {
      count *= rules.colors
      guard count <= Self.mostGuesses else { return nil }
    }
    guard count * codes.count <= Self.mostPairs, !codes.isEmpty else { return nil }
    slots = rules.slots
    sets = CodeSets(rules, codes, guesses: count)
    let answering = Answering(slots: slots, codes: codes)
    kinds = answering.kinds
    win = answering.win
    least = GuessSearch.least(codes.count, kinds).map { Int32(truncatingIfNeeded: $0) }
    root = Level(room: count * codes.count)
    root.codes = codes.indices.map { UInt16(truncatingIfNeeded: $0) }
    root.guesses = sets.guesses.indices.map { UInt16(truncatingIfNeeded: $0) }
    var row = [UInt8](repeating: 0, count: codes.count)
    for (place, guess) in sets.guesses.enumerated() {
      answering.fill(&row, with: guess)
      root.row(place).update(from: row, count: row.count)
    }
    isOwn = .allocate(capacity: count)
    isOwn.initialize(repeating: false, count: count)
  }

  deinit { isOwn.deallocate() }

  /// The best strategy.
  ///
  /// - Parameter budget: the number of pairs of a guess and a code to examine.
  /// - Returns: `nil` if the budget was not enough.
  /// - Throws: ``GameError/stopped``.
  func strategy(
    budget: Int, isInterrupted: () -> Bool
  ) throws(GameError) -> Strategy? {
    (left, self.budget, isStopped) = (budget, budget, false)
    let found = root.codes.withUnsafeBufferPointer { bound(of: $0, isInterrupted) }
    if isInterrupted() { throw .stopped }
    guard found.isExact else { return nil }
    left = .max
    let strategy = try strategy(for: root.codes, isInterrupted)
    guard strategy.total == found.total else {
      return unreachable("the strategy is the one that was found", nil)
    }
    return strategy
  }

  /// Reads a strategy out of what is known.
  private func strategy(
    for codes: [UInt16], _ isInterrupted: () -> Bool
  ) throws(GameError) -> Strategy {
    let guess = bestGuess(for: codes, isInterrupted)
    // Nothing else stops it now.
    if isStopped || isInterrupted() { throw .stopped }
    var parts = [[UInt16]](repeating: [], count: kinds)
    let row = root.row(guess)
    for code in codes { parts[Int(row[Int(code)])].append(code) }
    var after: [Strategy.Reply] = []
    // Answers are numbered in the order of their black and then their white pegs.
    for (answer, part) in parts.enumerated() where answer != win && !part.isEmpty {
      let feedback = Feedback(to: sets.guesses[guess], for: sets.guesses[Int(part[0])])
      after.append(
        Strategy.Reply(answer: feedback, strategy: try strategy(for: part, isInterrupted)))
    }
    return Strategy(sets.guesses[guess], codes: codes.count, after)
  }

  private func bestGuess(for codes: [UInt16], _ isInterrupted: () -> Bool) -> Int {
    codes.withUnsafeBufferPointer { codes in
      if codes.count <= 3 {
        return Int(separator(of: codes) ?? separator(of: codes, among: root.guesses) ?? codes[0])
      }
      let (key, name) = sets.key(of: codes)
      // Sets that differ by a renaming may have different keys.
      if known[key].map({ $0.low != $0.high }) ?? true {
        _ = bound(of: codes, isInterrupted)
      }
      return sets.renamed(Int(known[key]?.guess ?? codes[0]), by: sets.inverse(of: name))
    }
  }

  // MARK: Bounds

  /// The least total of some codes.
  private func bound(
    of codes: UnsafeBufferPointer<UInt16>, _ isInterrupted: () -> Bool
  ) -> Bound {
    bound(of: codes, in: root, limit: Self.none - 1, depth: 0, isQuick: false, isInterrupted)
  }

  /// The least total of some codes, if it is at most the limit; otherwise a lower bound.
  ///
  /// - Parameters:
  ///   - places: the codes, as places in the level.
  ///   - depth: the number of guesses before.
  ///   - isQuick: whether to search no guess.
  private func bound(
    of places: UnsafeBufferPointer<UInt16>, in parent: Level, limit: Int, depth: Int,
    isQuick: Bool, _ isInterrupted: () -> Bool
  ) -> Bound {
    let count = places.count
    if count <= 2 { return Bound(total: 2 * count - 1, isExact: true) }
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count) { memory in
      for place in 0..<count { memory[place] = parent.codes[Int(places[place])] }
      let codes = UnsafeBufferPointer(memory)
      if count == 3 { return Bound(total: separator(of: codes) == nil ? 6 : 5, isExact: true) }
      let (key, name) = sets.key(of: codes)
      let node = Node(
        codes: codes, key: key, name: name, parent: parent, places: places, limit: limit,
        depth: depth)
      return bound(of: node, isQuick: isQuick, isInterrupted)
    }
  }

  private func bound(of node: Node, isQuick: Bool, _ isInterrupted: () -> Bool) -> Bound {
    let (count, limit) = (node.codes.count, node.limit)
    var low = Int(least[count])
    if let entry = known[node.key] {
      if entry.low == entry.high { return Bound(total: Int(entry.low), isExact: true) }
      low = max(low, Int(entry.low))
      if low > limit || isQuick { return Bound(total: low) }
    }
    // A code that separates all others cannot be beaten.
    if count <= kinds {
      if let guess = separator(of: node.codes) {
        return note(node, low: 2 * count - 1, high: 2 * count - 1, guess: Int(guess))
      }
      low = max(low, 2 * count)
      if low > limit { return note(node, low: low) }
    }
    // A guess takes about as long as so many codes more, and its candidates four times as long.
    let pairs = node.parent.guesses.count * (count + kinds)
    left -= pairs
    if isInterrupted() || left < 0 { isStopped = true }
    if isStopped { return Bound(total: low) }
    showProgress()
    let level = level(node.depth)
    let scan = fillBounds(of: node, level)
    low = max(low, scan.lowest)
    if scan.solved <= low {
      return note(node, low: scan.solved, high: scan.solved, guess: scan.guess)
    }
    note(node, low: low, high: scan.solved, guess: scan.guess)
    if low > limit || isQuick { return Bound(total: low) }
    left -= 4 * pairs
    var (candidates, rest) = candidates(of: node, level)
    if count >= Self.leastSymmetric, candidates.count > 4 {
      let symmetries = sets.symmetries(of: node.codes)
      let isLowest = sets.areLowest(candidates.map(\.guess), under: symmetries)
      candidates = zip(candidates, isLowest).filter(\.1).map(\.0)
    }
    candidates.sort { ($0.rank, $0.guess) < ($1.rank, $1.guess) }
    for place in candidates.indices { candidates[place].bound = max(candidates[place].bound, low) }
    return search(candidates, of: node, level, low, scan.solved, rest: rest, isInterrupted)
  }

  /// Searches the guesses of a node, the one with the lowest bound first.
  ///
  /// - Parameters:
  ///   - solved: the total of a guess that needs no search.
  ///   - rest: the lowest bound of guesses that are not candidates.
  private func search(
    _ candidates: [Candidate], of node: Node, _ level: Level, _ low: Int, _ solved: Int, rest: Int,
    _ isInterrupted: () -> Bool
  ) -> Bound {
    var candidates = candidates
    var best = solved <= node.limit ? solved : Self.none
    while true {
      var lowest = Self.none
      for candidate in candidates where !candidate.isExact {
        lowest = min(lowest, candidate.bound)
      }
      if best <= min(node.limit, lowest) { return note(node, low: best, high: best, guess: nil) }
      if lowest > node.limit { return note(node, low: max(low, min(rest, lowest, best))) }
      note(node, low: lowest)
      for place in candidates.indices
      where !candidates[place].isExact && candidates[place].bound <= lowest {
        let goal = min(node.limit, best - 1, lowest + Self.overshoot)
        let result = bound(
          after: candidates[place].row, level, limit: goal, node.depth, isInterrupted)
        if isStopped { return Bound(total: low) }
        candidates[place].bound = max(candidates[place].bound, result.total)
        guard result.isExact else { continue }
        candidates[place].isExact = true
        if result.total < best {
          best = result.total
          note(node, low: lowest, high: best, guess: candidates[place].guess)
        }
        if best <= lowest { break }
      }
    }
  }

  /// The least total after a guess, if it is at most the limit; otherwise a lower bound.
  private func bound(
    after guess: Int, _ level: Level, limit: Int, _ depth: Int, _ isInterrupted: () -> Bool
  ) -> Bound {
    let count = level.codes.count
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count) { memory in
      var (parts, total) = parts(after: guess, level, limit: limit, memory)
      if total > limit { return Bound(total: total) }
      parts.sort { $0.range.count < $1.range.count }
      for isQuick in [true, false] {
        for place in parts.indices where !parts[place].isExact {
          let part = parts[place]
          let result = bound(
            of: UnsafeBufferPointer(rebasing: memory[part.range]), in: level,
            limit: part.low + limit - total, depth: depth + 1,
            isQuick: isQuick && part.range.count > Self.mostEasy, isInterrupted)
          if isStopped { return Bound(total: total) }
          if result.total > part.low {
            total += result.total - part.low
            parts[place].low = result.total
          }
          if total > limit { return Bound(total: total) }
          parts[place].isExact = result.isExact
        }
      }
      return Bound(total: total, isExact: parts.allSatisfy(\.isExact))
    }
  }

  /// Codes with the same answer to a guess.
  private struct Part {
    var range: Range<Int>
    /// A lower bound of their total.
    var low: Int
    var isExact = false
  }

  /// The parts of more than two codes after a guess, and a lower bound of the total of all.
  ///
  /// - Parameter places: where the places of the codes are written, part by part, if the bound is at
  ///   most the limit.
  private func parts(
    after guess: Int, _ level: Level, limit: Int, _ places: UnsafeMutableBufferPointer<UInt16>
  ) -> ([Part], total: Int) {
    let count = level.codes.count
    let row = level.row(guess)
    var parts: [Part] = []
    var total = count
    withUnsafeTemporaryAllocation(of: Int.self, capacity: kinds) { next in
      for answer in 0..<kinds { next[answer] = 0 }
      for place in 0..<count { next[Int(row[place])] += 1 }
      var start = 0
      for answer in 0..<kinds {
        let size = next[answer]
        next[answer] = start
        if answer != win, size > 0 {
          let low = Int(least[size])
          total += low
          if size > 2 { parts.append(Part(range: start..<start + size, low: low)) }
        }
        start += size
      }
      if total > limit { return }
      for place in 0..<count {
        let answer = Int(row[place])
        places[next[answer]] = UInt16(truncatingIfNeeded: place)
        next[answer] += 1
      }
    }
    return (parts, total)
  }

  /// The first code that separates all codes of a set.
  private func separator(of codes: UnsafeBufferPointer<UInt16>) -> UInt16? {
    separator(of: codes, among: codes)
  }

  private func separator(
    of codes: UnsafeBufferPointer<UInt16>, among guesses: some Sequence<UInt16>
  ) -> UInt16? {
    guesses.first { guess in
      let row = root.row(Int(guess))
      var seen: UInt128 = 0
      for code in codes {
        let bit: UInt128 = 1 &<< UInt128(row[Int(code)])
        if seen & bit != 0 { return false }
        seen |= bit
      }
      return true
    }
  }

  // MARK: Guesses

  /// Fills in the bounds of all guesses of a node, by the sizes of its parts.
  ///
  /// - Returns: the lowest bound, and the lowest total of a guess whose parts have at most two codes,
  ///   with the guess.
  private func fillBounds(
    of node: Node, _ level: Level
  ) -> (lowest: Int, solved: Int, guess: Int) {
    let (parent, places) = (node.parent, node.places)
    let (rows, count) = (parent.guesses.count, places.count)
    if level.bounds.count < rows { level.bounds = [Int32](repeating: 0, count: rows) }
    var (lowest, solved, guess) = (Self.none, Self.none, 0)
    var leastMost: UInt16 = 2
    level.bounds.withUnsafeMutableBufferPointer { bounds in
      least.withUnsafeBufferPointer { least in
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: kinds) { counts in
          for index in 0..<rows {
            let row = parent.row(index)
            for answer in 0..<kinds { counts[answer] = 0 }
            for place in 0..<count { counts[Int(row[Int(places[place])])] &+= 1 }
            counts[win] = 0
            var (bound, most) = (Int32(truncatingIfNeeded: count), UInt16(0))
            for answer in 0..<kinds {
              bound &+= least[Int(counts[answer])]
              most = max(most, counts[answer])
            }
            if Int(most) == count { bound = Int32(Self.none) }
            bounds[index] = bound
            lowest = min(lowest, Int(bound))
            if most <= 2, Int(bound) < solved || (Int(bound) == solved && most < leastMost) {
              (solved, guess, leastMost) = (Int(bound), Int(parent.guesses[index]), most)
            }
          }
        }
      }
    }
    return (lowest, solved, guess)
  }

  /// Collects the guesses that split the codes of a node differently: in the level all of them, for the
  /// parts, and as candidates those whose bounds are at most the limit. Codes come before other guesses
  /// and stay in the level even if they split alike, for parts in which only some of them are.
  ///
  /// - Returns: the candidates, and the lowest bound of the others.
  private func candidates(of node: Node, _ level: Level) -> ([Candidate], rest: Int) {
    let (parent, count) = (node.parent, node.codes.count)
    let rows = parent.guesses.count
    level.codes = Array(node.codes)
    level.guesses.removeAll(keepingCapacity: true)
    level.reserve(rows * count)
    var (candidates, rest): ([Candidate], Int) = ([], Self.none)
    var seen = Set<UInt64>(minimumCapacity: rows)
    for code in node.codes { isOwn[Int(code)] = true }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count + kinds) { memory in
      for place in 0..<count { memory[place] = (UInt64(place) &+ 1).mixed }
      for own in [true, false] {
        for index in 0..<rows where level.bounds[index] != Int32(Self.none) {
          let guess = Int(parent.guesses[index])
          if isOwn[guess] != own { continue }
          let place = level.guesses.count
          let (mark, parts) = copy(parent.row(index), of: node, to: level.row(place), memory)
          let isNew = seen.insert(mark).inserted
          if !isNew && !own { continue }
          level.guesses.append(UInt16(truncatingIfNeeded: guess))
          if !isNew { continue }
          let bound = Int(level.bounds[index])
          if bound > node.limit {
            rest = min(rest, bound)
            continue
          }
          candidates.append(
            Candidate(
              row: place, guess: guess, bound: bound, rank: 64 * bound - 2 * parts - (own ? 1 : 0)))
        }
      }
    }
    for code in node.codes { isOwn[Int(code)] = false }
    return (candidates, rest)
  }

  /// Copies the answers to a guess for the codes of a node.
  ///
  /// - Parameter marks: a random number for each code, and memory for one for each answer.
  /// - Returns: a number that is equal for guesses that split alike, and the number of parts.
  private func copy(
    _ row: UnsafeMutablePointer<UInt8>, of node: Node, to copy: UnsafeMutablePointer<UInt8>,
    _ marks: UnsafeMutableBufferPointer<UInt64>
  ) -> (mark: UInt64, parts: Int) {
    let count = node.codes.count
    for answer in 0..<kinds { marks[count + answer] = 0 }
    for place in 0..<count {
      let answer = row[Int(node.places[place])]
      copy[place] = answer
      marks[count + Int(answer)] &+= marks[place]
    }
    var (mark, parts): (UInt64, Int) = (0, 0)
    for answer in 0..<kinds where marks[count + answer] != 0 {
      mark &+= marks[count + answer].mixed
      parts += 1
    }
    return (mark, parts)
  }

  // MARK: Bookkeeping

  private func level(_ depth: Int) -> Level {
    while levels.count <= depth { levels.append(Level()) }
    return levels[depth]
  }

  /// Notes bounds of the least total of a node.
  ///
  /// - Parameter guess: what takes `high` guesses; `nil` if that is noted already.
  @discardableResult
  private func note(_ node: Node, low: Int, high: Int = none, guess: Int? = nil) -> Bound {
    var entry = known[node.key] ?? Entry()
    // A bound that is lower than it could be is still one.
    entry.low = max(entry.low, UInt16(min(low, Self.none - 1)))
    if high < Int(entry.high) {
      entry.high = UInt16(high)
      if let guess {
        entry.guess = UInt16(truncatingIfNeeded: sets.renamed(guess, by: node.name))
      }
    }
    known[node.key] = entry
    return Bound(total: low, isExact: low == high)
  }

  /// Shows now and then how much of the budget is used. The search may end long before.
  private func showProgress() {
    nodes &+= 1
    guard nodes.isMultiple(of: 256), left <= budget else { return }
    AdviceContext.current.showProgress(0.99 * Double(budget - left) / Double(budget))
  }
}
