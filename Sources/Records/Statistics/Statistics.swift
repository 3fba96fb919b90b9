package import ParlorKit
package import Platform

/// A kind of game that statistics are told of.
package struct StatisticsSubject: Sendable {
  /// The name of the game.
  package var name: String
  /// The name as a title.
  package var title: String
  /// What is told of it.
  package var definition: StatisticsDefinition

  /// What is told of a game.
  package init(_ game: any Game) {
    name = game.definition.name
    title = game.definition.title
    definition = game.statistics
  }
}

/// Which results are told of.
package struct StatisticsQuery: Sendable, Equatable {
  /// The only game; all if nothing is said.
  package var game: String?
  /// The only player.
  package var player: String?
  /// The only mode.
  package var mode: String?
  /// The moment before which games that ended are left out.
  package var since: Timestamp?

  /// All results, or some of them.
  package init(
    game: String? = nil, player: String? = nil, mode: String? = nil, since: Timestamp? = nil
  ) {
    self.game = game
    self.player = player
    self.mode = mode
    self.since = since
  }

  /// Whether a result is told of, by its game, its mode and its end.
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

/// The figures of all players of all games: a fold over results in the order in which they ended.
package struct Statistics: Sendable {
  /// The games with their players, in the order of the subjects.
  package private(set) var games: [GameStatistics]
  /// Which results are told of.
  package let query: StatisticsQuery
  private let places: [String: Int]

  /// Figures of no results.
  package init(_ subjects: [StatisticsSubject], _ query: StatisticsQuery = StatisticsQuery()) {
    games = subjects.map(GameStatistics.init)
    self.query = query
    places = Dictionary(uniqueKeysWithValues: subjects.enumerated().map { ($1.name, $0) })
  }

  /// Adds a result. Games that are not among the subjects, and players for whom a bot decided, are
  /// left out.
  package mutating func add(_ result: GameResult) {
    guard query.includes(result), let place = places[result.game] else { return }
    for player in result.record.players
    where query.includes(player.name) && !result.isBot(player.name) {
      games[place].add(player, of: result)
    }
  }

  /// The games of which there are results.
  package var played: [GameStatistics] { games.filter { !$0.players.isEmpty } }
}

/// The figures of a game.
package struct GameStatistics: Sendable {
  /// The game.
  package let subject: StatisticsSubject
  private var known: [ExactText: PlayerStatistics] = [:]

  init(_ subject: StatisticsSubject) { self.subject = subject }

  mutating func add(_ player: PlayerRecord, of result: GameResult) {
    let figures = subject.definition.figures
    known[
      ExactText(player.name),
      default: PlayerStatistics(name: player.name, overall: Aggregate(figures: figures))
    ].add(player, of: result, figures: figures)
  }

  /// The players, those with the most games first, then by the bytes of their names.
  package var players: [PlayerStatistics] {
    known.sorted { one, other in
      let (first, second) = (one.value.overall.all, other.value.overall.all)
      return first == second ? one.key < other.key : first > second
    }.map(\.value)
  }

  /// The modes that are told of: those of the game in its order, then others by their names.
  package var modes: [String] {
    let usual = subject.definition.modes
    let others = Set(known.values.flatMap(\.modes.keys)).subtracting(usual + [""])
    return usual + others.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The figures of no games.
  package var nothing: Aggregate { Aggregate(figures: subject.definition.figures) }
}

/// The figures of a player of a game.
package struct PlayerStatistics: Sendable {
  /// The name.
  package let name: String
  /// Over all games.
  package private(set) var overall: Aggregate
  /// By mode.
  package private(set) var modes: [String: Aggregate] = [:]

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
}
