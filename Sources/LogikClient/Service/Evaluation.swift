import MastermindGame
import ParlorKit
import Platform
import RemoteTransport

/// The answer to a guess.
struct Evaluation: Equatable {
  /// The black and white pegs.
  let feedback: Feedback
  /// How many guesses the service has counted in the game, this one included.
  let count: Int

  /// A number of guesses that nobody makes.
  private static let mostGuesses = 1_000_000

  /// Reads an answer to a guess of so many pegs.
  ///
  /// - Returns: nothing for pegs that no guess of this length can get.
  init?(_ value: Value, slots: Int) {
    guard let pegs = value["evaluation"], let black = pegs["black"]?.looseInteger,
      let white = pegs["white"]?.looseInteger, 0...slots ~= black, 0...slots ~= white,
      black + white <= slots, let count = value["guessCount"]?.looseInteger,
      1...Self.mostGuesses ~= count
    else { return nil }
    feedback = Feedback(black: black, white: white)
    self.count = count
  }
}
