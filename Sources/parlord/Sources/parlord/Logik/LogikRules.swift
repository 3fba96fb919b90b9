import MastermindGame
import ParlorKit

/// The rules of Mastermind over HTTP.
struct LogikRules: Sendable, Equatable {
  /// The number of colours, which are numbered from 1.
  var colors = 6
  /// Whether a secret may contain a colour more than once.
  var repeats = true

  /// The allowed numbers of slots.
  static let slots = 1...Code.mostPegs

  /// Draws a secret.
  ///
  /// - Returns: `nil` if there are fewer colours than slots and repeats are not allowed.
  func secret(slots: Int, _ chance: inout Chance) -> [Int]? {
    var options = MastermindOptions()
    options.rules.slots = slots
    options.rules.colors = colors
    options.rules.repeats = repeats
    do throws(GameError) {
      let configuration = try Mastermind().drawSetup(
        GameConfiguration(options: options), chance: &chance)
      return Self.pegs(configuration.options.secret)
    } catch {
      return nil
    }
  }

  /// The black and white pegs for a guess.
  ///
  /// - Returns: `nil` if the guess or the secret is not a valid code.
  static func feedback(to guess: [Int], for secret: [Int]) -> Feedback? {
    guard let guess = Code(guess), let secret = Code(secret) else { return nil }
    return Feedback(to: guess, for: secret)
  }

  /// The pegs of a code as numbers separated by spaces.
  static func text(_ pegs: [Int]) -> String { pegs.map(String.init).joined(separator: " ") }

  /// Reads pegs from numbers separated by spaces.
  static func pegs(_ text: String) -> [Int] { text.split(separator: " ").compactMap { Int($0) } }
}
