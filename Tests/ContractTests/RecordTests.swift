import ParlorKit
import TestKit
import Testing

/// What games say is to be remembered of them.
struct RecordTests {
  @Test(arguments: Contestants.all)
  func `records fit the games`(game: any Game) throws { try recordsFitTheGames(of: game) }

  private func recordsFitTheGames<Rules: Game>(of game: Rules) throws {
    let presets: [PresetDeclaration?] =
      game.definition.presets.isEmpty ? [nil] : game.definition.presets
    var counted: Set<String> = []
    for seed in UInt64(0)..<60 {
      let opening = Opening(
        of: game.definition, preset: presets[Int(seed) % presets.count], seed: seed)
      var play = try Play(game, opening, keepsDigests: false)
      var picker = Chance(seed: seed, draw: 1)
      // Every fifth game is given up early.
      let limit = seed % 5 == 4 ? 10 : 5_000
      // What only good play brings about, such as a cleared board, is left to a bot.
      let bot = seed % 10 == 3 ? game.bots.first : nil
      while !play.isOver, play.log.count < limit,
        !game.definition.traits.contains(.endless) || play.log.count < 100,
        let move = bot.map({ Self.choose($0, in: play.state, &picker) })
          ?? play.state.sampleMove(chance: &picker),
        let resolved = try play.resolve(move).move
      { play.make(resolved) }
      let record = try record(of: play)
      try check(record, of: play)
      for player in record.players { counted.formUnion(player.metrics.entries.map(\.key)) }
    }
    let definition = game.statistics
    let needed =
      definition.statistics.flatMap(\.fold.keys) + (definition.ranking?.columns.map(\.key) ?? [])
    #expect(Set(needed).isSubset(of: counted), "no game counts \(Set(needed).subtracting(counted))")
    #expect(Set(definition.statistics.map(\.key)).count == definition.statistics.count)
    for figure in definition.statistics {
      #expect(!figure.title.isEmpty && figure.definition.hasSuffix("."), "\(figure.key)")
    }
  }

  private static func choose<Rules: Game>(
    _ bot: Bot<Rules>, in state: Rules.State, _ chance: inout Chance
  ) -> Rules.Move {
    bot.choose(
      state.view(for: state.status.turn, at: .zero), bot.parameter?.fallback ?? .flag(false),
      &chance)
  }

  private func record<Rules: Game>(of play: Play<Rules>) throws -> GameRecord {
    let pause: Int64 = play.rules.traits.contains(.readsClock) ? 250 : 0
    let steps = play.log.enumerated().map { index, move in
      GameHistory<Rules>.Step(move, at: GameTime(milliseconds: Int64(index) * pause))
    }
    let history = try GameHistory(play.rules, play.driver.configuration, steps: steps)
    let record = play.rules.record(of: history)
    #expect(record == play.rules.record(of: history))
    return record
  }

  private func check<Rules: Game>(_ record: GameRecord, of play: Play<Rules>) throws {
    let status = play.state.status
    let results = record.players.map(\.result)
    #expect(!record.players.isEmpty || play.rules.traits.contains(.endless))
    guard case .over(let winners) = status else {
      #expect(results.allSatisfy { $0 == .abandoned || $0 == .resigned })
      return
    }
    #expect(!results.contains(.abandoned), "\(play.opening.line)")
    #expect(record.outcome != .abandoned)
    for (index, result) in results.enumerated() {
      // A game for one may be won without a winner, where it cannot be lost to anybody.
      #expect((result == .won) == winners.contains(index) || results.count == 1)
    }
  }

  @Test(arguments: Contestants.all)
  func `who leaves has not lost`(game: any Game) throws { try whoLeavesHasNotLost(of: game) }

  private func whoLeavesHasNotLost(of game: some Game) throws {
    var play = try Play(game, Opening(of: game.definition, seed: 3), keepsDigests: false)
    while !play.isOver, let resignation = try? play.state.resignation {
      play.make(try #require(try play.resolve(resignation).move))
    }
    guard play.isOver else { return }
    let record = try record(of: play)
    #expect(!record.players.contains { $0.result == .lost })
    #expect(record.outcome == .resigned)
  }
}

extension Statistic.Aggregation {
  /// The measures that it is made of.
  fileprivate var keys: [String] {
    switch self {
    case .sum(let key), .highest(let key), .lowest(let key), .average(let key),
      .games(with: let key), .wins(with: let key, _):
      [key]
    case .ratio(let key, let other): [key, other]
    case .largest(let keys): keys
    }
  }
}
