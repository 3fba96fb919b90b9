import ParlorKit

/// What is reported of a contest: who played what, and the figures.
package struct Report: Sendable {
  /// The name of the game.
  package var game: String
  /// The words of `new` after the name and the players, options among them, as they were given.
  package var words: [String]
  /// The bots, one a seat.
  package var bots: [String]
  /// The seed of the first game.
  package var seed: UInt64
  /// The most moves of a game.
  package var limit: Int
  /// What came out.
  package var figures: Figures

  /// A report.
  package init(
    game: String, words: [String], bots: [String], seed: UInt64, limit: Int, figures: Figures
  ) {
    self.game = game
    self.words = words
    self.bots = bots
    self.seed = seed
    self.limit = limit
    self.figures = figures
  }

  /// The seed of the last game.
  var lastSeed: UInt64 { seed + UInt64(max(0, figures.games - 1)) }
}
