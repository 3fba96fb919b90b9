package import ParlorKit

extension Report {
  /// The report as data, in a fixed order.
  package var fields: Fields {
    [
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
