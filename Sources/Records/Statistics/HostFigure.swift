package import ParlorKit

/// The statistics that every game has; the raw values are their keys in JSON and CSV.
package enum HostFigure: String, Sendable, CaseIterable {
  case gamesPlayed
  case gamesWon
  case gamesLost
  case gamesResigned
  case gamesAbandoned
  case successRate
  case currentStreak
  case longestStreak
  case totalTime = "totalTimeSeconds"
  case bestTime = "bestTimeSeconds"
  case averageTime = "averageTimeSeconds"
  case lastPlayed = "lastPlayedAt"

  package var title: String {
    switch self {
    case .gamesPlayed: "Played"
    case .gamesWon: "Won"
    case .gamesLost: "Lost"
    case .gamesResigned: "Resigned"
    case .gamesAbandoned: "Abandoned"
    case .successRate: "Win rate"
    case .currentStreak: "Win streak"
    case .longestStreak: "Longest streak"
    case .totalTime: "Total time"
    case .bestTime: "Best time"
    case .averageTime: "Average time"
    case .lastPlayed: "Last played"
    }
  }

  /// A sentence that defines it.
  package var definition: String {
    switch self {
    case .gamesPlayed:
      "Games played to the end. The statistics below Abandoned cover only these games, except"
        + " Last played."
    case .gamesWon: "Games won, including shared wins."
    case .gamesLost: "Games lost."
    case .gamesResigned: "Games that the player resigned; they are not losses."
    case .gamesAbandoned: "Games closed unfinished; they are not losses."
    case .successRate: "Games won as a share of the games won or lost."
    case .currentStreak: "Wins since the last loss."
    case .longestStreak: "The most wins without a loss between them."
    case .totalTime: "The total time of all games played."
    case .bestTime: "The shortest time of a won game."
    case .averageTime: "The total time divided by the number of games played."
    case .lastPlayed: "When the last game ended, in any way."
    }
  }

  package var unit: Statistic.Unit {
    switch self {
    case .successRate: .share
    case .totalTime, .bestTime, .averageTime: .milliseconds
    default: .count
    }
  }

  /// The statistics that the document has for every mode.
  static let leaves: [HostFigure] = [
    .gamesPlayed, .gamesWon, .successRate, .totalTime, .bestTime, .averageTime, .lastPlayed,
  ]
}
