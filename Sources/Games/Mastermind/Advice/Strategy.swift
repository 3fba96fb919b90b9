import ParlorKit

/// A strategy for some codes: a guess, and what follows each answer.
struct Strategy: Sendable {
  let guess: Code
  /// What follows each answer but the one that ends the game, in the order of their black and then
  /// their white pegs.
  let after: [Reply]
  /// The guesses for all codes together.
  let total: Int
  /// The maximum guesses for one code.
  let most: Int

  /// An answer, and the strategy for the codes that get it.
  struct Reply: Sendable {
    let answer: Feedback
    let strategy: Strategy
  }

  init(_ guess: Code, codes: Int, _ after: [Reply]) {
    self.guess = guess
    self.after = after
    total = after.reduce(codes) { $0 + $1.strategy.total }
    most = after.reduce(1) { max($0, $1.strategy.most + 1) }
  }

  /// Writes a line for each guess, after the answer that it follows, with a blank more for each guess
  /// before it.
  func write(to text: inout TextWriter, after answer: Feedback? = nil, depth: Int = 0) {
    text.write(String(repeating: " ", count: depth))
    if let answer { text.write(answer.black, " ", answer.white, ": ") }
    text.write(guess, "\n")
    for reply in after {
      reply.strategy.write(to: &text, after: reply.answer, depth: depth + 1)
    }
  }
}
