import ParlorKit

/// The answers to guesses for all codes, as numbers.
struct Answering {
  /// The answers are numbers below this.
  let kinds: Int
  /// The answer to the secret itself.
  let win: Int
  private let slots: Int
  private let codes: [Code]
  private let tallies: [Tally]
  /// The number of an answer, by its black pegs and then its white ones.
  private let numbers: [UInt8]

  init(slots: Int, codes: [Code]) {
    var numbers = [UInt8](repeating: 0, count: (slots + 1) * (slots + 1))
    var kinds = 0
    // One white and the rest black is impossible.
    for black in 0...slots {
      for white in 0...(slots - black) where black != slots - 1 || white != 1 {
        numbers[black * (slots + 1) + white] = UInt8(kinds)
        kinds += 1
      }
    }
    self.numbers = numbers
    self.kinds = kinds
    win = Int(numbers[slots * (slots + 1)])
    self.slots = slots
    self.codes = codes
    tallies = codes.map(Tally.init)
  }

  func fill(_ row: inout [UInt8], with guess: Code) {
    let tally = Tally(guess)
    for (place, code) in codes.enumerated() {
      let black = slots - Lanes.countNonzero(guess.bits ^ code.bits)
      row[place] = numbers[black * (slots + 1) + tally.common(with: tallies[place]) - black]
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
