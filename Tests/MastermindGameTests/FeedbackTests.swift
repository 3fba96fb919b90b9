import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Feedback")
struct FeedbackTests {
  @Test(
    arguments: [
      ("1 1 2 3", "1 2 3 4", 1, 2), ("1 5 2", "1 5 2", 3, 0), ("1 1 1", "2 2 2", 0, 0),
      ("1 2 3 4", "4 3 2 1", 0, 4), ("1 1 2 2", "2 2 1 1", 0, 4), ("1 1 2 2", "1 2 2 2", 3, 0),
      ("1 1 1 2", "2 2 1 1", 1, 2), ("20", "20", 1, 0), ("20", "10", 0, 0),
      ("20 10 20 10 20 10 20 10 20 10", "10 20 10 20 10 20 10 20 10 20", 0, 10),
      ("1 1 1 1 1 1 1 1 1 1", "1 1 1 1 1 1 1 1 1 1", 10, 0),
      ("16 16 16 16 16 16 16 16 16 16", "16 1 1 1 1 1 1 1 1 1", 1, 0),
    ])
  func `Pegs are counted once`(guess: String, secret: String, black: Int, white: Int) {
    let feedback = Feedback(to: Code(guess), for: Code(secret))
    #expect(feedback == Feedback(black: black, white: white))
    #expect(Feedback(to: Code(secret), for: Code(guess)) == feedback)
  }

  /// The answers of four pegs and six colours from another reckoning: counts of each colour in
  /// six octal digits, equal pegs from the digits of both codes.
  @Test
  func `All 1,296 × 1,296 pairs of 4×6 agree with an independent count`() {
    let codes = Code.all(4, 6)
    let pegs = codes.map { Array($0) }
    let expected = AllPairs(pegs)
    var faults = 0
    for (row, guess) in codes.enumerated() {
      for (column, secret) in codes.enumerated() {
        let feedback = Feedback(to: guess, for: secret)
        if feedback.black << 4 | feedback.white != expected[row, column] { faults += 1 }
      }
    }
    #expect(codes.count == 1296)
    #expect(faults == 0)
  }

  @Test(arguments: 1...10)
  func `Random pairs of larger codes agree with an independent count`(slots: Int) {
    var chance = Chance(seed: UInt64(slots), draw: 0)
    for _ in 0..<1500 {
      let colors = 2 + Int(chance.below(19))
      let guess = Code.random(slots, colors, &chance)
      let secret = Code.random(slots, colors, &chance)
      let (black, white) = countedFeedback(Array(guess), Array(secret))
      if Feedback(to: guess, for: secret) != Feedback(black: black, white: white) {
        Issue.record("\(guess.text) / \(secret.text)")
      }
    }
  }

  @Test
  func `An answer keeps its guess and what it was`() {
    var chance = Chance(seed: 5, draw: 0)
    for _ in 0..<500 {
      let slots = 1 + Int(chance.below(10))
      let guess = Code.random(slots, 20, &chance)
      let secret = Code.random(slots, 20, &chance)
      let answer = Answer(guess, Feedback(to: guess, for: secret))
      #expect(answer.guess == guess)
      #expect(answer.feedback == Feedback(to: guess, for: secret))
      #expect(answer.fits(secret))
    }
  }
}

/// The answers of all pairs of codes, black in the upper four bits: counted colour by colour and
/// place by place, a table for each.
private struct AllPairs {
  private let pegs: [[Int]]
  private let places: [Int]
  private let counts: [Int]

  init(_ pegs: [[Int]]) {
    self.pegs = pegs
    places = pegs.map { $0.reduce(0) { $0 << 6 | 1 << ($1 - 1) } }
    counts = pegs.map { code in
      (1...6).reduce(0) { bits, color in
        // So many ones as there are pegs of the colour.
        bits << 4 | ((1 << code.count { $0 == color }) - 1)
      }
    }
  }

  subscript(row: Int, column: Int) -> Int {
    let black = (places[row] & places[column]).nonzeroBitCount
    let pairs = (counts[row] & counts[column]).nonzeroBitCount
    return black << 4 | (pairs - black)
  }
}
