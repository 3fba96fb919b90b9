package import ParlorKit
package import Platform

/// A game that has statistics.
package struct StatisticsSubject: Sendable {
  package var name: String
  package var title: String
  package var definition: StatisticsDefinition
  package let game: GameDefinition

  package init(_ game: any Game) {
    self.game = game.definition
    name = game.name
    title = game.title
    definition = game.statistics
  }
}

/// A filter for results; a property that is `nil` does not filter.
package struct StatisticsQuery: Sendable, Equatable {
  package var game: String?
  package var player: String?
  package var mode: String?
  /// The earliest end of a game.
  package var since: Timestamp?
  /// Whether assisted games count like others, instead of only as played.
  package var countsAssisted = false

  package init(
    game: String? = nil, player: String? = nil, mode: String? = nil, since: Timestamp? = nil
  ) {
    self.game = game
    self.player = player
    self.mode = mode
    self.since = since
  }

  /// Whether the game, mode and end of a result pass the filter.
  package func includes(_ result: GameResult) -> Bool {
    if let game, result.game != game { return false }
    if let mode, result.record.mode != mode { return false }
    if let since, result.end < since { return false }
    return true
  }

  func includes(_ name: String) -> Bool {
    player.map { $0.utf8.elementsEqual(name.utf8) } ?? true
  }
}

/// The statistics of all players of all games, from results in the order in which they ended.
package struct Statistics: Sendable {
  /// The games, in the order of the subjects.
  package private(set) var games: [GameStatistics]
  package let query: StatisticsQuery
  /// The number of assisted games that count only as played.
  package private(set) var assisted = 0
  private let places: [String: Int]
  private let keepsScores: Bool

  /// - Parameter keepsScores: whether to keep the score of each game: see
  ///   ``PlayerStatistics/scores``.
  package init(
    _ subjects: [StatisticsSubject], _ query: StatisticsQuery = StatisticsQuery(),
    keepsScores: Bool = false
  ) {
    self.keepsScores = keepsScores
    games = subjects.map(GameStatistics.init)
    self.query = query
    places = Dictionary(uniqueKeysWithValues: subjects.enumerated().map { ($1.name, $0) })
  }

  /// Adds a result. Unknown games and bots are ignored.
  package mutating func add(_ result: GameResult) {
    guard query.includes(result), let place = places[result.game] else { return }
    let isAssisted = result.isAssisted && !query.countsAssisted
    var hasPlayers = false
    for player in result.record.players
    where query.includes(player.name) && !result.isBot(player.name) {
      var player = games[place].subject.definition.interpreted(player)
      hasPlayers = true
      if isAssisted, player.result.isFinished { player = PlayerRecord(player.name, .played) }
      games[place].add(player, of: result, keepsScore: keepsScores)
    }
    if isAssisted, hasPlayers { assisted += 1 }
  }

  /// The games that have results.
  package var played: [GameStatistics] { games.filter { !$0.players.isEmpty } }
}

extension StatisticsDefinition {
  /// The score of a game: its first statistic that is an average; `nil` if only winning counts.
  package var score: Statistic? {
    statistics.first { figure in
      if case .average = figure.fold { true } else { false }
    }
  }

  /// The record of a player as this version would have made it.
  package func interpreted(_ player: PlayerRecord) -> PlayerRecord {
    guard player.result == .played, let winMetric, player.metrics[winMetric] != nil else {
      return player
    }
    var player = player
    player.result = .won
    return player
  }
}

package struct GameStatistics: Sendable {
  package let subject: StatisticsSubject
  private var known: [ExactText: PlayerStatistics] = [:]

  init(_ subject: StatisticsSubject) { self.subject = subject }

  mutating func add(_ player: PlayerRecord, of result: GameResult, keepsScore: Bool) {
    let figures = subject.definition.statistics
    let name = ExactText(player.name)
    known[
      name, default: PlayerStatistics(name: player.name, overall: Aggregate(figures: figures))
    ].add(player, of: result, figures: figures)
    if keepsScore { known[name]?.addScore(player, subject.definition.score) }
  }

  /// The players, those with the most games first; equal ones by the bytes of their names.
  package var players: [PlayerStatistics] {
    known.sorted { one, other in
      let (first, second) = (one.value.overall.all, other.value.overall.all)
      return first == second ? one.key < other.key : first > second
    }.map(\.value)
  }

  /// The modes: those that the game defines, then others by their names.
  package var modes: [String] {
    let usual = subject.definition.modes
    let others = Set(known.values.flatMap(\.modes.keys)).subtracting(usual + [""])
    return usual + others.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The statistics of no games.
  package var nothing: Aggregate { Aggregate(figures: subject.definition.statistics) }
}

/// The statistics of a player of a game.
package struct PlayerStatistics: Sendable {
  package let name: String
  package private(set) var overall: Aggregate
  package private(set) var modes: [String: Aggregate] = [:]
  /// The score of each finished game, oldest first, or the share of games won so far; empty unless
  /// it is kept.
  package private(set) var scores: [Double] = []

  init(name: String, overall: Aggregate) {
    self.name = name
    self.overall = overall
  }

  mutating func add(_ player: PlayerRecord, of result: GameResult, figures: [Statistic]) {
    overall.add(player, of: result, figures: figures)
    guard !result.record.mode.isEmpty else { return }
    modes[result.record.mode, default: Aggregate(figures: figures)]
      .add(player, of: result, figures: figures)
  }

  mutating func addScore(_ player: PlayerRecord, _ score: Statistic?) {
    guard player.result.isFinished else { return }
    if let score, case .average(let key) = score.fold {
      guard let value = player.metrics[key] else { return }
      scores.append(Double(value) / score.unit.scale)
    } else if player.result != .played {
      let won = overall.count(.won)
      scores.append(Double(won) / Double(won + overall.count(.lost)))
    }
  }
}

extension Statistic.Unit {
  /// The number of units of a metric that make one unit in a chart.
  fileprivate var scale: Double {
    switch self {
    case .share, .thousandths, .milliseconds: 1000
    case .count, .points, .label: 1
    }
  }
}
