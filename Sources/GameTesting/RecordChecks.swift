import ParlorKit

/// What a game says is to be remembered of it.
enum RecordChecks {
  static func records<Rules: Game>(of game: Rules, _ faults: inout Faults) throws {
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
        let move = bot.map({ choose($0, in: play.state, &picker) })
          ?? play.state.sampleMove(chance: &picker),
        let resolved = try play.resolve(move).move
      { play.make(resolved) }
      let record = try record(of: play, &faults)
      check(record, of: play, &faults)
      for player in record.players { counted.formUnion(player.metrics.entries.map(\.key)) }
    }
    statistics(of: game, counted, &faults)
  }

  private static func statistics(
    of game: some Game, _ counted: Set<String>, _ faults: inout Faults
  ) {
    let definition = game.statistics
    let needed =
      definition.statistics.flatMap(\.fold.keys) + (definition.ranking?.columns.map(\.key) ?? [])
    for key in Set(needed).subtracting(counted).sorted() {
      faults.add("no game counts `\(key)`, which statistics need")
    }
    var seen: Set<String> = []
    for statistic in definition.statistics {
      let key = statistic.key
      faults.expect(seen.insert(key).inserted, "two statistics have the key `\(key)`")
      faults.expect(
        !statistic.title.isEmpty && statistic.definition.hasSuffix("."),
        "the statistic `\(key)` needs a title, and a definition that ends in a full stop")
    }
  }

  private static func choose<Rules: Game>(
    _ bot: Bot<Rules>, in state: Rules.State, _ chance: inout Chance
  ) -> Rules.Move {
    bot.choose(
      state.view(for: state.status.turn, at: .zero), bot.parameter?.fallback ?? .flag(false),
      &chance)
  }

  private static func record<Rules: Game>(
    of play: Play<Rules>, _ faults: inout Faults
  ) throws -> GameRecord {
    let pause: Int64 = play.rules.traits.contains(.readsClock) ? 250 : 0
    let steps = play.log.enumerated().map { index, move in
      GameHistory<Rules>.Step(move, at: GameTime(milliseconds: Int64(index) * pause))
    }
    let history = try GameHistory(play.rules, play.driver.configuration, steps: steps)
    let record = play.rules.record(of: history)
    faults.expect(
      record == play.rules.record(of: history), "the record of a game differs the second time")
    return record
  }

  private static func check<Rules: Game>(
    _ record: GameRecord, of play: Play<Rules>, _ faults: inout Faults
  ) {
    let line = "`\(play.opening.line)`"
    let results = record.players.map(\.result)
    faults.expect(
      !record.players.isEmpty || play.rules.traits.contains(.endless),
      "the record of \(line) has no players")
    guard case .over(let winners) = play.state.status else {
      faults.expect(
        results.allSatisfy { $0 == .abandoned || $0 == .resigned },
        "\(line) is not over, and its record has a result")
      return
    }
    faults.expect(
      !results.contains(.abandoned) && record.outcome != .abandoned,
      "\(line) is over, and its record says that it was abandoned")
    for (index, result) in results.enumerated() {
      // A game for one may be won without a winner, where it cannot be lost to anybody.
      faults.expect(
        (result == .won) == winners.contains(index) || results.count == 1,
        "the record of \(line) has other winners than its status")
    }
  }

  static func resigning(of game: some Game, _ faults: inout Faults) throws {
    var play = try Play(game, Opening(of: game.definition, seed: 3), keepsDigests: false)
    while !play.isOver, let resignation = try? play.state.resignation {
      guard let resolved = try play.resolve(resignation).move else {
        return faults.add("a resignation is ignored")
      }
      play.make(resolved)
    }
    guard play.isOver else { return }
    let record = try record(of: play, &faults)
    faults.expect(!record.players.contains { $0.result == .lost }, "who has resigned has lost")
    faults.expect(
      record.outcome == .resigned, "all have resigned, and the outcome is \(record.outcome)")
  }
}

extension Statistic.Aggregation {
  /// The metrics that it is made of.
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
