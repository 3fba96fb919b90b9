import ParlorKit
import Synchronization

/// Cache per scoring rules: everything in memory, slow tables also on disk.
final class TurnValues: Sendable {
  /// The results of rolls, with only the best of the holds that leave the same number of dice.
  let table: RollTable
  /// The same with every hold.
  let everyHold: RollTable
  private let state = Mutex(State())
  /// Held during long computations, so that nothing is computed twice.
  private let computing = Mutex(())

  /// The maximum number of tables of a kind in memory.
  private static let limit = 64

  private struct State {
    /// The expected points of turns, by the rules and the situation that affect them.
    var turns: [TurnRules: TurnTable] = [:]
    /// The fewest turns to targets, by the rules that affect them.
    var solo: [SoloRules: SoloTable] = [:]
    var lastTurns: [DuelRules: LastTurns] = [:]
    var duels: [DuelRules: DuelTable] = [:]
    var trios: [DuelRules: TrioTable] = [:]
    var paces: [PaceRules: TurnPace] = [:]
    var rounds: [DuelRules: RoundsTable] = [:]
  }

  private struct TurnRules: Hashable {
    var least: Int
    var mustRollHot: Bool
    var penalty: Int
    var cap: Int?
  }

  private struct SoloRules: Hashable {
    var least: Int
    var mustRollHot: Bool
  }

  private struct PaceRules: Hashable {
    var near: DuelRules
    var minimum: Int
    var opening: Int
  }

  private static let known = Mutex<[ScoringOptions: TurnValues]>([:])
  /// The maximum number of rules in memory.
  private static let rulesLimit = 16

  private init(_ scoring: ScoringOptions) {
    table = RollTable(.rules(for: scoring))
    everyHold = RollTable(.rules(for: scoring), .every)
  }

  /// Values of which none is known yet.
  static func anew(_ scoring: ScoringOptions) -> TurnValues { TurnValues(scoring) }

  /// The values under some rules.
  static func of(_ scoring: ScoringOptions) -> TurnValues {
    if let values = known.withLock({ $0[scoring] }) { return values }
    let values = TurnValues(scoring)
    known.withLock { known in
      if known.count >= rulesLimit { known = [:] }
      known[scoring] = values
    }
    return values
  }

  /// The values of the points of a turn.
  ///
  /// - Parameter cap: the points beyond which further ones have no value.
  func points(_ state: FarkleState, cap: Int? = nil) -> TurnTable {
    let penalty =
      state.seats[state.player].farklesInRow == FarkleRules.penalizedRow - 1
      ? state.rules.farklePenalty : 0
    let key = TurnRules(
      least: state.leastBank, mustRollHot: state.rules.mustRollHot, penalty: penalty,
      cap: cap)
    if let turn = self.state.withLock({ $0.turns[key] }) { return turn }
    let turn = TurnTable(
      points: table, least: key.least, mustRollHot: key.mustRollHot, penalty: penalty, cap: cap)
    self.state.withLock { state in
      if state.turns.count >= Self.limit { state.turns = [:] }
      state.turns[key] = turn
    }
    return turn
  }

  /// The fewest turns to reach these points.
  ///
  /// - Returns: `nil` if the target is too far away.
  func turns(
    _ rules: FarkleRules, to left: Int, isInterrupted: () -> Bool
  ) throws(GameError) -> SoloTable? {
    let units = table.units(left)
    guard units <= SoloTable.farthest else { return nil }
    let key = SoloRules(
      least: table.units(max(rules.minimum, 1)),
      mustRollHot: rules.mustRollHot)
    let name = KeptTable.solo.name(for: rules, everyHold)
    return try value(
      name, isInterrupted, known: { $0.solo[key].flatMap { $0.reaches(units) ? $0 : nil } }
    ) { () throws(GameError) in
      var found = state.withLock { $0.solo[key] } ?? SoloTable()
      let tables = AdviceContext.current.tables
      // Computing short tables is faster than reading them.
      let isLong = units > 50
      if isLong, let kept = tables?.numbers(name).flatMap(SoloTable.init) { found = kept }
      if !found.reaches(units) {
        let first = found.turns.count
        try found.extend(
          to: units, table, least: key.least, mustRollHot: key.mustRollHot
        ) { done throws(GameError) in
          try Self.check(isInterrupted, Double(done - first) / Double(units - first + 1))
        }
        if isLong { tables?.save(name, numbers: found.turns) }
      }
      state.withLock { state in
        if state.solo.count >= Self.limit { state.solo = [:] }
        state.solo[key] = found
      }
      return found
    } again: { values throws(GameError) in
      _ = try values.turns(rules, to: left, isInterrupted: { false })
    }
  }

  /// The last turns of games for two.
  func lastTurns(
    _ rules: DuelRules, isInterrupted: () -> Bool
  ) throws(GameError) -> LastTurns {
    if let known = state.withLock({ $0.lastTurns[rules] }) { return known }
    return try computing.withLock { _ throws(GameError) in
      try knownLastTurns(rules, isInterrupted)
    }
  }

  private func knownLastTurns(
    _ rules: DuelRules, _ isInterrupted: () -> Bool
  ) throws(GameError) -> LastTurns {
    if let known = state.withLock({ $0.lastTurns[rules] }) { return known }
    let found = try LastTurns(everyHold, rules) { () throws(GameError) in
      try Self.check(isInterrupted, 0)
    }
    state.withLock { state in
      if state.lastTurns.count >= Self.limit { state.lastTurns = [:] }
      state.lastTurns[rules] = found
    }
    return found
  }

  /// The chances in a game for two to a target.
  ///
  /// - Parameter options: the source of the rules.
  func duel(
    _ rules: DuelRules, of options: FarkleRules, isInterrupted: () -> Bool
  ) throws(GameError) -> DuelTable {
    let name = KeptTable.duel.name(for: options, everyHold)
    return try value(name, isInterrupted, known: { $0.duels[rules] }) { () throws(GameError) in
      let last = try knownLastTurns(rules, isInterrupted)
      let found = try keptOrFound(
        name, isLong: rules.target > 20,
        shipped: { ShippedTables.duel(rules, of: options, everyHold) },
        kept: { DuelTable(everyHold, rules, last, numbers: $0) },
        find: { () throws(GameError) in
          try DuelTable(everyHold, rules, last) { (share) throws(GameError) in
            try Self.check(isInterrupted, share)
          }
        }, numbers: \.numbers)
      state.withLock { state in
        if state.duels.count >= Self.limit { state.duels = [:] }
        state.duels[rules] = found
      }
      return found
    } again: { values throws(GameError) in
      _ = try values.duel(rules, of: options, isInterrupted: { false })
    }
  }

  /// The chances of three players in a position near the target, and in all that can follow.
  ///
  /// - Parameters:
  ///   - options: the source of the rules.
  ///   - togo: the units that each player has to go, the player to move first.
  /// - Returns: `nil` if the target is too far away, or the rules are not among those of the table.
  func trio(
    _ rules: DuelRules, of options: FarkleRules, togo: [Int], isInterrupted: () -> Bool
  ) throws(GameError) -> TrioTable? {
    let last = try lastTurns(rules, isInterrupted: isInterrupted)
    let isShipped = ShippedTables.hasTrio(options, everyHold)
    guard
      let empty = TrioTable(everyHold, best: table, rules, last, isShipped: isShipped),
      empty.covers(togo)
    else { return nil }
    let name = KeptTable.trio.name(for: options, everyHold)
    return try value(
      "\(name) \(togo)", isInterrupted,
      known: { state in state.trios[rules].flatMap { $0.chances(togo) == nil ? nil : $0 } }
    ) { () throws(GameError) in
      let tables = AdviceContext.current.tables
      // Computing a few positions is faster than reading all.
      let isLong = togo.reduce(1, *) > 1000
      var found = state.withLock { $0.trios[rules] } ?? empty
      if isShipped, found.chances(togo) == nil,
        let shipped = ShippedTables.trio(options, everyHold).flatMap(empty.with)
      {
        found = shipped
      }
      if isLong, found.chances(togo) == nil,
        let kept = tables?.numbers(name).flatMap(empty.with), kept.chances(togo) != nil
      {
        found = kept
      }
      let isNew = found.chances(togo) == nil
      try found.extend(to: togo) { (share) throws(GameError) in
        try Self.check(isInterrupted, share)
      }
      if isLong, isNew { tables?.save(name, numbers: found.numbers) }
      state.withLock { state in
        if state.trios.count >= Self.triosLimit { state.trios = [:] }
        state.trios[rules] = found
      }
      return found
    } again: { values throws(GameError) in
      _ = try values.trio(rules, of: options, togo: togo, isInterrupted: { false })
    }
  }

  /// How fast a player gets on under these rules, and the last turns of their games.
  func pace(
    _ rules: FarkleRules, isInterrupted: () -> Bool
  ) throws(GameError) -> (pace: TurnPace, lastTurns: LastTurns)? {
    let short = TurnPace.near(rules, unit: table.unit)
    guard let near = DuelRules(short, unit: table.unit) else { return nil }
    let lastTurns = try lastTurns(near, isInterrupted: isInterrupted)
    let key = PaceRules(near: near, minimum: rules.minimum, opening: rules.opening)
    if let known = state.withLock({ $0.paces[key] }) { return (known, lastTurns) }
    let pairs = try duel(near, of: short, isInterrupted: isInterrupted)
    let pace = TurnPace(self, rules, near: near, pairs, lastTurns)
    state.withLock { state in
      if state.paces.count >= Self.limit { state.paces = [:] }
      state.paces[key] = pace
    }
    return (pace, lastTurns)
  }

  /// The maximum number of tables for three in memory: they are large.
  private static let triosLimit = 4

  /// The chances in a game for two over rounds.
  ///
  /// - Parameter options: the source of the rules.
  func rounds(
    _ rules: DuelRules, of options: FarkleRules, isInterrupted: () -> Bool
  ) throws(GameError) -> RoundsTable {
    let name = KeptTable.rounds.name(for: options, everyHold)
    return try value(name, isInterrupted, known: { $0.rounds[rules] }) { () throws(GameError) in
      let last = try knownLastTurns(rules, isInterrupted)
      let found = try keptOrFound(
        name, isLong: rules.rounds > 1, shipped: { ShippedTables.numbers(name) },
        kept: { RoundsTable(everyHold, rules, last, chances: $0) },
        find: { () throws(GameError) in
          try RoundsTable(everyHold, rules, last) { (share) throws(GameError) in
            try Self.check(isInterrupted, share)
          }
        }, numbers: \.chances)
      state.withLock { state in
        if state.rounds.count >= Self.limit { state.rounds = [:] }
        state.rounds[rules] = found
      }
      return found
    } again: { values throws(GameError) in
      _ = try values.rounds(rules, of: options, isInterrupted: { false })
    }
  }

  /// The known value; otherwise computes it once for all callers that ask meanwhile.
  ///
  /// - Parameters:
  ///   - compute: computes and stores it.
  ///   - again: asks for it in another thread, if the program computes in the background.
  private func value<Found: Sendable>(
    _ name: String, _ isInterrupted: () -> Bool, known: (State) -> Found?,
    compute: () throws(GameError) -> Found,
    again: @escaping @Sendable (TurnValues) throws(GameError) -> Void
  ) throws(GameError) -> Found {
    if let known = state.withLock({ known($0) }) { return known }
    let context = AdviceContext.current
    if let runBeside = context.runBeside {
      let isDone = runBeside(name, isInterrupted) {
        var beside = AdviceContext()
        beside.tables = context.tables
        // A failure repeats when the value is asked for again.
        try? beside.during { () throws(GameError) in try again(self) }
      }
      if isInterrupted() || context.isStopped() { throw .stopped }
      if !isDone { throw .computing }
    }
    return try computing.withLock { _ throws(GameError) in
      if let known = state.withLock({ known($0) }) { return known }
      return try compute()
    }
  }

  /// The table of the program, or the stored one; otherwise computes and stores it.
  private func keptOrFound<Table>(
    _ name: String, isLong: Bool, shipped: () -> [Double]?, kept: ([Double]) -> Table?,
    find: () throws(GameError) -> Table,
    numbers: (Table) -> [Double]
  ) throws(GameError) -> Table {
    let tables = AdviceContext.current.tables
    if isLong, let chances = shipped() ?? tables?.numbers(name),
      chances.allSatisfy({ (0...1).contains($0) }), let table = kept(chances)
    {
      return table
    }
    let table = try find()
    if isLong { tables?.save(name, numbers: numbers(table)) }
    return table
  }

  /// Reports progress, and throws if the user does not want to wait.
  static func check(_ isInterrupted: () -> Bool, _ share: Double) throws(GameError) {
    let context = AdviceContext.current
    if isInterrupted() || context.isStopped() { throw .stopped }
    context.showProgress(share)
  }
}
