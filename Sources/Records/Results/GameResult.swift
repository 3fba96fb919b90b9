package import ParlorKit
package import Platform

/// A game that is over or was given up, as it is kept.
package struct GameResult: Sendable, Equatable {
  /// What no other result has; it also names the log of the game in the folder `finished`.
  package var id: String
  /// The name of the game.
  package var game: String
  /// The words of the canonical `new` line after the name of the game, without the seed.
  package var options: [String]
  /// The key of the game's draws.
  package var seed: UInt64
  /// What is remembered of the game.
  package var record: GameRecord
  /// How it came to its end.
  package var outcome: GameOutcome
  /// The players for whom a bot decided; they get no figures.
  package var bots: [String]
  /// When it was opened.
  package var start: Timestamp
  /// When it ended.
  package var end: Timestamp
  /// The time that counts, in milliseconds.
  package var milliseconds: Int64

  /// A result.
  ///
  /// - Parameter milliseconds: the time from opening to end; the game's own time comes first, if
  ///   its record tells it.
  package init(
    id: String, game: String, options: [String], seed: UInt64, record: GameRecord,
    outcome: GameOutcome, bots: [String] = [], start: Timestamp, end: Timestamp,
    milliseconds: Int64
  ) {
    self.id = id
    self.game = game
    self.options = options
    self.seed = seed
    self.record = record
    self.outcome = outcome
    self.bots = bots
    self.start = start
    self.end = end
    self.milliseconds = record.milliseconds ?? milliseconds
    // The time stands in one place only, so that a result that is read back is the same.
    self.record.milliseconds = nil
  }

  /// Whether a player is a bot. Names are the same if their bytes are.
  package func isBot(_ name: String) -> Bool {
    bots.contains { $0.utf8.elementsEqual(name.utf8) }
  }
}
