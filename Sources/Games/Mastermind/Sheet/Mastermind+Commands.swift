import ParlorKit

extension Mastermind {
  /// The commands of the game.
  static let commands: [CommandDeclaration] = [
    CommandDeclaration(
      "guess", [Parameter("C", .integer(1...Code.mostColors), count: 1...Code.mostColors)],
      summary: "guess the secret",
      details: [
        "As many numbers as there are slots, each a colour.",
        "Black: pegs of the right colour in the right place. White: pegs of the right colour in"
          + " the wrong place. Each peg is counted once.",
        "A guess that contradicts an earlier answer is legal; the reply says which one.",
      ],
      examples: ["guess 1 1 2 2"]),
    CommandDeclaration(
      "candidates", [Parameter("LIMIT", .integer(1...1000), count: 0...1)],
      isQuestion: true,
      summary: "count the codes that fit all answers and show the first, 10 unless told",
      details: ["The count is exact where there are at most 10,000,000 codes."],
      examples: ["candidates", "candidates 50"]),
    CommandDeclaration(
      "feedback", [Parameter("G… / S", .word, count: 3...2 * Code.mostPegs + 1)],
      isQuestion: true,
      summary: "say what the answer to a guess G is if the secret is S",
      details: [
        "Any two codes of equal length, whatever the game: 1 to 10 numbers from 1 to 20 each, a"
          + " `/` between the codes."
      ],
      examples: ["feedback 1 1 2 3 / 1 2 3 4"]),
  ]
}
