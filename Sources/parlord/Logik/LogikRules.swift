import MastermindGame
import ParlorKit

/// The codes of the service.
struct LogikRules: Sendable, Equatable {
  /// How many colours there are: digits from 1.
  var colors = 6
  /// Whether a secret may hold a colour more than once.
  var repeats = true

  /// The numbers of slots that can be asked for.
  static let slots = 1...Code.mostPegs

  /// Draws a secret.
  ///
  /// - Returns: nothing if there are not enough colours for so many slots.
  func secret(slots: Int, _ chance: inout Chance) -> [Int]? {
    let game = Mastermind()
    let options = OptionValues(
      for: game.definition,
      given: [
        "slots": .integer(slots), "colors": .integer(colors), "repeats": .flag(repeats),
        "guesses": .integer(0),
      ])
    do throws(GameError) {
      let setup = try game.prepare(GameConfiguration(options: options), chance: &chance)
      return Self.pegs(setup.options.text("secret"))
    } catch {
      return nil
    }
  }

  /// The answer to a guess.
  ///
  /// - Returns: nothing if one of them is no code.
  static func feedback(to guess: [Int], for secret: [Int]) -> Feedback? {
    guard let guess = Code(guess), let secret = Code(secret) else { return nil }
    return Feedback(to: guess, for: secret)
  }

  /// The pegs of a code as text, numbers with a blank between each two.
  static func text(_ pegs: [Int]) -> String { pegs.map(String.init).joined(separator: " ") }

  /// The pegs of such a text.
  static func pegs(_ text: String) -> [Int] { text.split(separator: " ").compactMap { Int($0) } }
}
