package import ParlorKit
import Platform

/// The games of a player, summed up.
package struct Aggregate: Sendable {
  /// Games by how they ended for the player.
  private var won = 0
  private var lost = 0
  private var played = 0
  private var resigned = 0
  private var abandoned = 0
  /// The wins since the last loss.
  package private(set) var currentStreak = 0
  /// The most wins without a loss between them.
  package private(set) var longestStreak = 0
  /// The time of all games that were finished, in milliseconds.
  private var totalTime = 0
  /// The shortest time of a win.
  private var bestTime: Int?
  /// When the last game ended.
  private var lastPlayed: Timestamp?
  /// How the last games ended that were finished, the newest last.
  package private(set) var recent: [PlayerResult] = []
  private var sums: [FigureSum]

  /// The most results in ``recent``.
  package static let recentLimit = 20

  init(figures: [Statistic]) { sums = figures.map { _ in FigureSum() } }

  /// Adds a game.
  mutating func add(_ player: PlayerRecord, of game: GameResult, figures: [Statistic]) {
    switch player.result {
    case .won: won += 1
    case .lost: lost += 1
    case .played: played += 1
    case .resigned: resigned += 1
    case .abandoned: abandoned += 1
    }
    lastPlayed = max(lastPlayed ?? game.end, game.end)
    guard player.result.isFinished else { return }
    let hasWon = player.result == .won
    if hasWon {
      currentStreak += 1
      longestStreak = max(longestStreak, currentStreak)
      bestTime = min(bestTime ?? Int(game.milliseconds), Int(game.milliseconds))
    } else if player.result == .lost {
      currentStreak = 0
    }
    totalTime.addUpToLimit(Int(game.milliseconds))
    if recent.count == Self.recentLimit { recent.removeFirst() }
    recent.append(player.result)
    for index in figures.indices {
      sums[index].add(player.measures, won: hasWon, figures[index].fold)
    }
  }

  /// The games that ended for the player in some way.
  package func count(_ result: PlayerResult) -> Int {
    switch result {
    case .won: won
    case .lost: lost
    case .played: played
    case .resigned: resigned
    case .abandoned: abandoned
    }
  }

  /// The games that were played to their end.
  package var finished: Int { won + lost + played }

  /// All games.
  package var all: Int { finished + resigned + abandoned }

  /// What the host itself counts.
  package var hostLines: [FigureLine] {
    HostFigure.allCases.map { figure in
      FigureLine(
        key: figure.rawValue, title: figure.title, unit: figure.unit, value: value(of: figure))
    }
  }

  /// Every figure: the host's, then those of the game.
  package func lines(figures: [Statistic]) -> [FigureLine] {
    hostLines + zip(figures, sums).map { $1.line(of: $0) }
  }

  private func value(of figure: HostFigure) -> FigureValue {
    switch figure {
    case .gamesPlayed: .integer(finished)
    case .gamesWon: .integer(count(.won))
    case .gamesLost: .integer(count(.lost))
    case .gamesResigned: .integer(count(.resigned))
    case .gamesAbandoned: .integer(count(.abandoned))
    case .successRate: .quotient(count(.won), finished, or: .number(0))
    case .currentStreak: .integer(currentStreak)
    case .longestStreak: .integer(longestStreak)
    case .totalTime: .integer(totalTime)
    case .bestTime: bestTime.map(FigureValue.integer) ?? .none
    case .averageTime: .quotient(totalTime, finished, or: .number(0))
    case .lastPlayed: lastPlayed.map { .moment($0.iso8601) } ?? .none
    }
  }
}
