import ParlorKit

/// What came out of many games: sums, which can be merged in any order.
package struct Figures: Sendable, Equatable {
  /// How many games were played.
  package private(set) var games = 0
  /// What became of each seat.
  package private(set) var seats: [SeatFigures]
  /// The games with several winners.
  package private(set) var shared = 0
  /// The games that ended without a winner.
  package private(set) var unwon = 0
  /// The games that reached their limit of moves.
  package private(set) var unfinished = 0
  /// The number of moves.
  package private(set) var moves = Spread()
  /// The game's own numbers, by name.
  package private(set) var measures: [MeasureFigures] = []
  /// What tells whether they were played alike.
  package private(set) var signature = Signature()

  /// How a measure of the game spreads.
  package struct MeasureFigures: Sendable, Equatable {
    /// What it measures.
    package let name: String
    /// How it spreads.
    package fileprivate(set) var spread = Spread()
  }

  /// The figures of no game.
  package init(seats: Int) {
    self.seats = Array(repeating: SeatFigures(), count: seats)
  }

  /// Adds a game.
  package mutating func add(_ result: MatchResult) {
    games += 1
    switch result.status {
    case .playing: unfinished += 1
    case .over(let winners): add(winners: winners)
    }
    moves.add(Double(result.moves))
    for (index, measure) in result.measures.enumerated() {
      if index == measures.count { measures.append(MeasureFigures(name: measure.name)) }
      measures[index].spread.add(measure.value)
    }
    signature.add(result)
  }

  private mutating func add(winners: [Int]) {
    if winners.isEmpty { unwon += 1 }
    if winners.count > 1 { shared += 1 }
    for winner in winners where winner < seats.count {
      seats[winner].addWin(winners: winners.count)
    }
  }

  /// Adds the figures of other games of the same contest.
  package mutating func merge(_ other: Figures) {
    games += other.games
    for (index, seat) in other.seats.enumerated() { seats[index].merge(seat) }
    shared += other.shared
    unwon += other.unwon
    unfinished += other.unfinished
    moves.merge(other.moves)
    for (index, measure) in other.measures.enumerated() {
      if index == measures.count { measures.append(MeasureFigures(name: measure.name)) }
      measures[index].spread.merge(measure.spread)
    }
    signature.merge(other.signature)
  }
}
