import ParlorKit
import Records
import Render
import Simulation

extension Plot {
  /// The maximum number of players in a chart.
  private static let mostPlayers = 8

  /// A chart of statistics: for one game, the score of each finished game of each player; for all
  /// games, how often each player won. `nil` if there is nothing to draw.
  init?(_ statistics: Statistics) {
    guard statistics.query.game != nil, let game = statistics.played.first else {
      self.init(winRates: statistics.played)
      return
    }
    let title = game.subject.title + (statistics.query.mode.map { ", \($0)" } ?? "")
    let score = game.subject.definition.score
    self.init(
      title, x: "game", y: score?.title ?? "share of games won so far", isShare: score == nil,
      shape: .line,
      game.players.filter { !$0.scores.isEmpty }.prefix(Self.mostPlayers).map { player in
        Series(
          player.name == "1" ? game.subject.title : player.name,
          player.scores.enumerated().map { Point(x: Double($0.offset + 1), y: $0.element) })
      })
    if series.isEmpty { return nil }
  }

  /// The share of games that each player won, with its 95 % interval.
  private init?(winRates games: [GameStatistics]) {
    self.init(
      "Games won", x: "player", y: "share of games won, 95 % interval", isShare: true, shape: .bars)
    var points: [Point] = []
    for game in games {
      for player in game.players {
        let won = player.overall.count(.won)
        let decided = won + player.overall.count(.lost)
        guard decided > 0 else { continue }
        let share = Double(won) / Double(decided)
        let interval = WilsonInterval(share: share, trials: decided)
        let name = player.name == "1" ? "" : " \(player.name)"
        points.append(
          Point(
            x: Double(points.count), y: share, label: game.subject.title + name,
            interval: interval.lower...max(interval.lower, interval.upper)))
      }
    }
    if points.isEmpty { return nil }
    series = [Series("won", points)]
  }
}
