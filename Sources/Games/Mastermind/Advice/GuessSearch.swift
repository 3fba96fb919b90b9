/// The search for the guesses that find the secret with the fewest guesses in all, over all codes that
/// it can still be.
///
/// For each guess the codes are parted by the answer. A part of so many codes needs at least as many
/// guesses as if every answer to every further guess were different; guesses whose parts need too many
/// even so are not looked at. Colours that nothing tells apart are tried once.
struct GuessSearch {
  /// The rules.
  let rules: MastermindRules
  /// All codes that can be guessed.
  let guesses: [Code]
  private let tallies: [Tally]
  /// The answers to every guess for every code, guess by guess, as numbers below ``answers``; nothing
  /// for more than ``mostInTable`` codes.
  private let table: [UInt8]
  /// The numbers of answers: black times one more than the slots, and white.
  private let answers: Int
  /// The answer to the secret itself.
  private let win: Int
  /// The least guesses for so many codes.
  private let least: [Int]
  /// How many guesses may still be looked at before the search gives up.
  var budget = 0

  /// The most codes that are searched.
  static let mostCodes = 10_000
  private static let mostInTable = 2_500

  /// Prepares a search.
  ///
  /// - Returns: nothing if there are too many codes.
  init?(_ rules: MastermindRules) {
    var count = 1
    for _ in 0..<rules.slots {
      count *= rules.colors
      guard count <= Self.mostCodes else { return nil }
    }
    var codes: [[Int]] = [[]]
    for _ in 0..<rules.slots {
      codes = codes.flatMap { code in (1...rules.colors).map { code + [$0] } }
    }
    self.rules = rules
    guesses = codes.compactMap { Code($0) }
    tallies = guesses.map(Tally.init)
    answers = (rules.slots + 1) * (rules.slots + 1)
    win = rules.slots * (rules.slots + 1)
    // The answer with one white and all others black cannot be.
    let kinds = max(1, (rules.slots + 1) * (rules.slots + 2) / 2 - 2)
    var least = [0]
    var (depth, room) = (1, 1)
    for _ in guesses.indices {
      if room == 0 {
        depth += 1
        room = (1..<depth).reduce(1) { room, _ in min(room * kinds, 1 << 30) }
      }
      least.append(least[least.count - 1] + depth)
      room -= 1
    }
    self.least = least
    var table: [UInt8] = []
    if guesses.count <= Self.mostInTable {
      table.reserveCapacity(guesses.count * guesses.count)
      for guess in guesses.indices {
        for code in guesses.indices {
          table.append(UInt8(truncatingIfNeeded: Self.answer(guesses, tallies, guess, code)))
        }
      }
    }
    self.table = table
  }

  private static func answer(
    _ guesses: [Code], _ tallies: [Tally], _ guess: Int, _ code: Int
  ) -> Int {
    let (one, other) = (guesses[guess], guesses[code])
    let slots = one.count
    let black = slots - Lanes.countNonzero(one.bits ^ other.bits)
    return black * (slots + 1) + tallies[guess].common(with: tallies[code]) - black
  }

  @inline(__always)
  private func answer(_ guess: Int, _ code: Int) -> Int {
    table.isEmpty
      ? Self.answer(guesses, tallies, guess, code) : Int(table[guess * guesses.count + code])
  }

  /// The number of a code among all.
  func index(of code: Code) -> Int {
    code.reduce(0) { $0 * rules.colors + $1 - 1 }
  }
}

extension GuessSearch {
  /// A guess with how it parts the codes.
  struct Parting {
    var guess: Int
    /// How many codes each answer leaves, the secret's own left out.
    var sizes: [Int]
    /// Whether it may be the secret.
    var fits: Bool
    /// The least guesses in all if every further answer were different.
    var bound: Int
  }

  /// The guesses that differ in what they can tell, each once, the most promising first.
  ///
  /// - Parameters:
  ///   - codes: the codes that the secret can be.
  ///   - used: the colours of all guesses so far, a bit each.
  func partings(_ codes: [Int], used: UInt32) -> [Parting] {
    var possible: UInt32 = 0
    for code in codes { for color in guesses[code] { possible |= 1 << UInt32(color) } }
    var partings: [Parting] = []
    for guess in guesses.indices where isFirstOfItsKind(guesses[guess], used, possible) {
      let parting = parting(by: guess, of: codes)
      // A guess with only one answer tells nothing.
      if parting.sizes.count > 1 || parting.fits { partings.append(parting) }
    }
    partings.sort { ($0.bound, $0.fits ? 0 : 1, $0.guess) < ($1.bound, $1.fits ? 0 : 1, $1.guess) }
    return partings
  }

  /// How a guess parts some codes.
  func parting(by guess: Int, of codes: [Int]) -> Parting {
    var counts = [Int](repeating: 0, count: answers)
    for code in codes { counts[answer(guess, code)] += 1 }
    let fits = counts[win] > 0
    counts[win] = 0
    let sizes = counts.filter { $0 > 0 }
    return Parting(
      guess: guess, sizes: sizes, fits: fits,
      bound: codes.count + sizes.reduce(0) { $0 + least[$1] })
  }

  /// Whether no guess before it is the same but for the names of colours that nothing tells apart:
  /// those that no guess had yet, and those that the secret cannot have.
  private func isFirstOfItsKind(_ guess: Code, _ used: UInt32, _ possible: UInt32) -> Bool {
    var fresh = 0
    var dead = 0
    for color in guess {
      let bit: UInt32 = 1 << UInt32(color)
      if possible & bit == 0 {
        if dead == 0 {
          let others: UInt32 = (bit - 1) & ~1 & ~possible
          if others != 0 { return false }
          dead = color
        } else if dead != color {
          return false
        }
      } else if used & bit == 0 {
        guard color > fresh else { continue }
        let between = (bit - 1) & ~((2 << UInt32(fresh)) - 1) & ~used & possible
        if between != 0 { return false }
        fresh = color
      }
    }
    return true
  }

  /// The least guesses in all for some codes after a guess, that guess included.
  ///
  /// - Returns: nothing if the ``budget`` was not enough.
  mutating func total(
    _ guess: Int, _ codes: [Int], used: UInt32, isInterrupted: () -> Bool
  ) -> Int? {
    let total = total(guess, codes, used, below: .max, isInterrupted)
    return budget < 0 ? nil : total
  }

  private mutating func total(
    _ guess: Int, _ codes: [Int], _ used: UInt32, below limit: Int, _ isInterrupted: () -> Bool
  ) -> Int {
    var parts = [[Int]](repeating: [], count: answers)
    for code in codes { parts[answer(guess, code)].append(code) }
    parts[win] = []
    parts = parts.filter { !$0.isEmpty }.sorted { $0.count < $1.count }
    var total = codes.count + parts.reduce(0) { $0 + least[$1.count] }
    var used = used
    for color in guesses[guess] { used |= 1 << UInt32(color) }
    for part in parts {
      guard total < limit, budget >= 0 else { return total }
      let least = least[part.count]
      total += best(part, used, below: limit - total + least, isInterrupted) - least
    }
    return total
  }

  /// The least guesses in all for some codes.
  ///
  /// - Parameter limit: what is of interest; the result is exact below it, else some number from it on.
  private mutating func best(
    _ codes: [Int], _ used: UInt32, below limit: Int, _ isInterrupted: () -> Bool
  ) -> Int {
    if codes.count < 3 { return least[codes.count] }
    budget -= guesses.count
    guard budget >= 0, !isInterrupted() else {
      budget = -1
      return limit
    }
    var best = limit
    for parting in partings(codes, used: used) where parting.bound < best {
      // All parts are of one or two codes at most, so the bound is what it takes.
      if parting.sizes.allSatisfy({ $0 < 3 }) {
        best = parting.bound
      } else {
        best = min(best, total(parting.guess, codes, used, below: best, isInterrupted))
      }
      if budget < 0 { return limit }
    }
    return best
  }
}
