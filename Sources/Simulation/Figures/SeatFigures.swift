/// What became of a seat in many games.
package struct SeatFigures: Sendable, Equatable {
  /// The games that it won alone.
  package private(set) var wins = 0
  /// The games that it won together with others.
  package private(set) var shared = 0
  /// The wins in parts, of which there are so many to a win that up to 16 winners share evenly.
  private var parts = 0

  private static let partsOfWin = 720_720

  /// Adds a win with so many winners.
  package mutating func addWin(winners: Int) {
    if winners == 1 { wins += 1 } else { shared += 1 }
    parts += Self.partsOfWin / winners
  }

  /// Adds the games of others.
  package mutating func merge(_ other: SeatFigures) {
    wins += other.wins
    shared += other.shared
    parts += other.parts
  }

  /// The part of so many games that it won, where a win among `k` counts as 1/k.
  package func share(of games: Int) -> Double {
    games > 0 ? Double(parts) / Double(Self.partsOfWin) / Double(games) : 0
  }

  /// Between what the true share lies.
  package func interval(of games: Int) -> WilsonInterval {
    WilsonInterval(share: share(of: games), trials: games)
  }
}
