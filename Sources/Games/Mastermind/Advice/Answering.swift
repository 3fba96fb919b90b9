import ParlorKit

/// The answers to guesses for some codes, as numbers in the order of their black and then their white pegs.
struct Answering {
  /// The answers are numbers below this.
  let kinds: Int
  /// The answer to the secret itself, which is the last.
  let win: Int
  private let slots: Int
  private let codes: [(code: Code, tally: Tally)]
  /// The number of an answer, by the slots that differ and then the pegs in common.
  private let numbers: [UInt8]

  init(slots: Int, codes: [Code]) {
    var numbers = [UInt8](repeating: 0, count: (slots + 1) * (slots + 1))
    var kinds = 0
    // One white and the rest black is impossible.
    for black in 0...slots {
      for white in 0...(slots - black) where black != slots - 1 || white != 1 {
        numbers[(slots - black) * (slots + 1) + black + white] = UInt8(kinds)
        kinds += 1
      }
    }
    self.numbers = numbers
    self.kinds = kinds
    self.slots = slots
    self.codes = codes.map { ($0, Tally($0)) }
    win = kinds - 1
  }

  func fill(_ row: inout [UInt8], with guess: Code) {
    var place = 0
    forEachAnswer(to: guess) { answer in
      row[place] = UInt8(truncatingIfNeeded: answer)
      place += 1
      return true
    }
  }

  /// Calls a closure with the number of codes that get each answer to a guess.
  func withCounts<T>(of guess: Code, _ body: (UnsafeMutableBufferPointer<Int>) -> T) -> T {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: kinds) { counts in
      counts.initialize(repeating: 0)
      forEachAnswer(to: guess) { answer in
        counts[answer] &+= 1
        return true
      }
      return body(counts)
    }
  }

  /// How a guess splits the codes.
  struct Split {
    /// The minimum total of guesses if every further answer splits as well as possible.
    var bound: Int
    /// The number of answers, without that to the secret itself.
    var parts: Int
    /// The maximum number of codes that such an answer leaves.
    var most: Int
    /// Whether the guess can be the secret.
    var fits: Bool
  }

  /// How a guess splits the codes.
  ///
  /// - Parameter extra: by how many guesses more than one each code more raises the minimum total, by the
  ///   number of codes before.
  /// - Returns: `nil` if the bound is above the limit, or the guess tells nothing.
  func split(by guess: Code, _ extra: [Int], upTo limit: Int) -> Split? {
    // Each code takes this guess, and each but the secret at least one more.
    var bound = 2 * codes.count - 1
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: kinds) { counts in
      counts.initialize(repeating: 0)
      extra.withUnsafeBufferPointer { extra in
        forEachAnswer(to: guess) { answer in
          bound &+= extra[counts[answer]]
          counts[answer] &+= 1
          return bound <= limit
        }
      }
      let fits = counts[win] > 0
      if !fits { bound += 1 }
      counts[win] = 0
      if bound > limit { return nil }
      let (parts, most) = (counts.count { $0 > 0 }, counts.max() ?? 0)
      return most == codes.count
        ? nil : Split(bound: bound, parts: parts, most: most, fits: fits)
    }
  }

  /// Calls a closure with the answer for each code, until it returns false.
  @inline(__always)
  private func forEachAnswer(to guess: Code, _ body: (Int) -> Bool) {
    let tally = Tally(guess)
    numbers.withUnsafeBufferPointer { numbers in
      codes.withUnsafeBufferPointer { codes in
        for (code, other) in codes {
          let differing = Lanes.countNonzero(guess.bits ^ code.bits)
          let place = differing &* (slots &+ 1) &+ tally.common(with: other)
          if !body(Int(numbers[place])) { return }
        }
      }
    }
  }
}

/// Counts through all rows of some digits, the last slot first.
struct Odometer {
  private let digits: [Int]
  private var places: [Int]
  var values: [Int] { places.map { digits[$0] } }

  init(slots: Int, digits: [Int]) {
    self.digits = digits
    places = [Int](repeating: 0, count: slots)
  }

  mutating func advance() {
    var slot = places.count - 1
    while slot >= 0, places[slot] == digits.count - 1 {
      places[slot] = 0
      slot -= 1
    }
    if slot >= 0 { places[slot] += 1 }
  }
}
