@testable import MastermindGame

/// The answer to a guess, counted with pegs in hand: first the equal ones are taken away from both
/// codes, then pairs of one colour wherever they are.
func countedFeedback(_ guess: [Int], _ secret: [Int]) -> (black: Int, white: Int) {
  var (black, white) = (0, 0)
  var (guess, secret) = (guess, secret)
  for slot in guess.indices where guess[slot] == secret[slot] {
    black += 1
    guess[slot] = 0
    secret[slot] = -1
  }
  for slot in guess.indices where guess[slot] > 0 {
    guard let other = secret.firstIndex(of: guess[slot]) else { continue }
    white += 1
    secret[other] = -1
  }
  return (black, white)
}
