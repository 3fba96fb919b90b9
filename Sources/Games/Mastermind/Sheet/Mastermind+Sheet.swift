public import ParlorKit

extension Mastermind {
  /// The facts of the game.
  public var definition: GameDefinition { Self.facts }

  static let facts = GameDefinition(
    name: "mastermind", title: "Mastermind",
    summary: "A game of deduction: find a secret code by guessing.",
    options: options, commands: commands, traits: [.readsClock, .hidesDraws, .drawsAtStart])

  /// What codes there are, and how many guesses.
  static let options: [OptionDeclaration] = [
    .integer("slots", 1...Code.mostPegs, default: 4, "the pegs of a code"),
    .integer("colors", 2...Code.mostColors, default: 6, "the colours, numbered from 1"),
    .flag("repeats", default: true, "the secret may hold a colour more than once"),
    .integer("guesses", 0...100, default: 0, "how many guesses there are; 0 for no limit"),
    .text("secret", limit: 64, isSecret: true, "the code to be found, such as \"1 5 2\""),
  ]
}
