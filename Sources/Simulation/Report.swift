package import ParlorKit

/// The report of a tournament: its game, players and figures.
package struct Report: Sendable {
  package var game: String
  /// The words of `new` after the name of the game and the players, as typed.
  package var words: [String]
  /// The bots, one for each seat.
  package var bots: [String]
  /// The seed of the first game.
  package var seed: UInt64
  /// The maximum number of moves of a game.
  package var limit: Int
  package var figures: Figures
  /// The number of games of the tournament, some of which may be missing.
  package var games: Int

  package init(
    game: String, words: [String], bots: [String], seed: UInt64, limit: Int, figures: Figures,
    games: Int
  ) {
    self.game = game
    self.words = words
    self.bots = bots
    self.seed = seed
    self.limit = limit
    self.figures = figures
    self.games = games
  }

  var lastSeed: UInt64 { seed + UInt64(max(0, games - 1)) }
}

extension Report {
  /// The report as data.
  package var fields: Fields {
    var fields: Fields = [
      "game": .string(game),
      "words": .strings(words),
      "games": .integer(figures.games),
      "seed": .integer(Int(truncatingIfNeeded: seed)),
      "limit": .integer(limit),
      "seats": .array(bots.indices.map(seat)),
      "shared": .integer(figures.shared),
      "unwon": .integer(figures.unwon),
      "unfinished": .integer(figures.unfinished),
      "moves": .object(fields(of: figures.moves)),
      "measures": .array(
        figures.metrics.map { measure in
          var fields: Fields = ["name": .string(measure.name)]
          for field in self.fields(of: measure.spread).all { fields[field.name] = field.value }
          return .object(fields)
        }),
      "signature": .string(figures.signature.description),
    ]
    if let pairs = figures.pairs { fields["pairs"] = .object(pairs.report) }
    // Only a report on a part of the games has it.
    if figures.games < games { fields["of"] = .integer(games) }
    return fields
  }

  private func seat(_ index: Int) -> Value {
    let seat = figures.seats[index]
    let interval = seat.interval(of: figures.games)
    return .object([
      "bot": .string(bots[index]), "wins": .integer(seat.wins), "shared": .integer(seat.shared),
      "share": .number(seat.share(of: figures.games)),
      "interval": .array([.number(interval.lower), .number(interval.upper)]),
    ])
  }

  private func fields(of spread: Spread) -> Fields {
    func value(_ number: Double?) -> Value { number.map { .number($0) } ?? .null }
    return [
      "mean": value(spread.mean), "deviation": value(spread.deviation),
      "min": value(spread.minimum), "max": value(spread.maximum),
    ]
  }
}
