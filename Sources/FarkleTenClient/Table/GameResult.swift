import ParlorKit

/// How a game has ended.
package struct GameResult: Sendable, Equatable {
  /// The number of the game.
  package var id: Int
  /// Whether the player won it; nothing for a game that was played alone.
  package var isWon: Bool?
  /// The name of the player who won, if one did.
  package var winner: String?
  /// The players and their points, the one who is logged in first.
  package var scores: [Score]
  /// The experience that the game brought last.
  package var experience: Int

  /// A player's points.
  package struct Score: Sendable, Equatable {
    /// The name.
    package var name: String
    /// The points.
    package var score: Int
  }

  /// The result of a game that is over.
  init?(_ update: GameUpdate) {
    guard update.isOver, let me = update.players.first else { return nil }
    id = update.id
    winner = update.players.first { $0.id == update.winner }?.name
    isWon = update.isSolo || update.players.count == 1 ? nil : update.winner == me.id
    scores = update.players.map { Score(name: $0.name, score: $0.score) }
    experience = me.experience
  }

  /// Writes the result: `You win 5,600 to 4,200 against Bob.`
  func write(to text: inout TextWriter) {
    guard let me = scores.first else { return }
    switch isWon {
    case nil: text.write("You have ", Styled(.strong, Grouped(me.score)), " points")
    case true?: text.write(Styled(.good, "You win"), " with ", Grouped(me.score))
    case false?: text.write(Styled(.bad, "You lose"), " with ", Grouped(me.score))
    }
    let others = scores.dropFirst().map { "\($0.name) has \($0.score.grouped)" }
    if !others.isEmpty { text.write("; ", others.joined(separator: ", ")) }
    text.write(".")
    if experience > 0 { text.write(" ", experience, " experience.") }
  }

  /// The result as data.
  var fields: Fields {
    [
      "game": .integer(id), "won": isWon.map { .bool($0) } ?? .null, "winner": .optional(winner),
      "scores": .array(
        scores.map { .object(["name": .string($0.name), "score": .integer($0.score)]) }),
      "experience": .integer(experience),
    ]
  }
}
