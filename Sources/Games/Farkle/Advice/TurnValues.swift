import ParlorKit
import Synchronization

/// What is computed once for what dice are worth, and then kept: in memory, and what takes long in the
/// tables of the program as well.
final class TurnValues: Sendable {
  /// What rolls bring, of holds that leave as many dice only the best one.
  let table: RollTable
  /// The same with every hold.
  let everyHold: RollTable
  private let scoring: ScoringOptions
  private let state = Mutex(State())

  /// The format of kept tables. It changes when the same rules come to have other values.
  private static let format = 1
  /// The most tables of a kind that are kept in memory.
  private static let limit = 64

  private struct State {
    /// The most points of turns, by the rules and the situation that matter for them.
    var turns: [TurnRules: TurnTable] = [:]
    /// The least turns to targets, by the rules that matter for them.
    var solo: [SoloRules: SoloTable] = [:]
    var lastTurns: [DuelRules: LastTurns] = [:]
    var duels: [DuelRules: DuelTable] = [:]
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

  private static let known = Mutex<[ScoringOptions: TurnValues]>([:])
  /// The most rules that are kept.
  private static let rulesLimit = 16

  private init(_ scoring: ScoringOptions) {
    self.scoring = scoring
    table = RollTable(.rules(for: scoring))
    everyHold = RollTable(.rules(for: scoring), keepsBest: false)
  }

  /// Values of which nothing is known yet.
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
  /// - Parameter cap: the points beyond which more of them are worth nothing.
  func points(_ state: FarkleState, cap: Int? = nil) -> TurnTable {
    let penalty =
      state.seats[state.player].farklesInRow == FarkleRules.penalizedRow - 1
      ? state.rules.farklePenalty : 0
    let key = TurnRules(
      least: state.leastBank, mustRollHot: state.rules.hotDice == .mustRoll, penalty: penalty,
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

  /// The least turns to reach so many points.
  ///
  /// - Returns: nothing if the target is too far away.
  func turns(
    _ rules: FarkleRules, to left: Int, isInterrupted: () -> Bool
  ) throws(GameError) -> SoloTable? {
    let units = (left + table.unit - 1) / table.unit
    guard units <= SoloTable.farthest else { return nil }
    let key = SoloRules(
      least: (max(rules.minimum, 1) + table.unit - 1) / table.unit,
      mustRollHot: rules.hotDice == .mustRoll)
    return try state.withLock { state throws(GameError) in
      if state.solo.count >= Self.limit { state.solo = [:] }
      var found = state.solo[key] ?? SoloTable()
      if found.reaches(units) { return found }
      let tables = AdviceContext.current.tables
      let name = name("solo", [key.least, key.mustRollHot ? 1 : 0])
      // Short tables are computed sooner than they are read.
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
      state.solo[key] = found
      return found
    }
  }

  /// The last turns of games for two.
  func lastTurns(
    _ rules: DuelRules, isInterrupted: () -> Bool
  ) throws(GameError) -> LastTurns {
    try state.withLock { state throws(GameError) in
      if let known = state.lastTurns[rules] { return known }
      let found = try LastTurns(everyHold, rules) { () throws(GameError) in
        try Self.check(isInterrupted, 0)
      }
      if state.lastTurns.count >= Self.limit { state.lastTurns = [:] }
      state.lastTurns[rules] = found
      return found
    }
  }

  /// The chances of a game for two to a target.
  func duel(_ rules: DuelRules, isInterrupted: () -> Bool) throws(GameError) -> DuelTable {
    let last = try lastTurns(rules, isInterrupted: isInterrupted)
    return try state.withLock { state throws(GameError) in
      if let known = state.duels[rules] { return known }
      let found = try keptOrFound(
        "duel", rules, kept: { DuelTable(everyHold, rules, last, chances: $0) },
        find: { () throws(GameError) in
          try DuelTable(everyHold, rules, last) { (share) throws(GameError) in
            try Self.check(isInterrupted, share)
          }
        }, numbers: \.chances)
      if state.duels.count >= Self.limit { state.duels = [:] }
      state.duels[rules] = found
      return found
    }
  }

  /// The chances of a game for two over rounds.
  func rounds(_ rules: DuelRules, isInterrupted: () -> Bool) throws(GameError) -> RoundsTable {
    let last = try lastTurns(rules, isInterrupted: isInterrupted)
    return try state.withLock { state throws(GameError) in
      if let known = state.rounds[rules] { return known }
      let found = try keptOrFound(
        "rounds", rules, kept: { RoundsTable(everyHold, rules, last, chances: $0) },
        find: { () throws(GameError) in
          try RoundsTable(everyHold, rules, last) { (share) throws(GameError) in
            try Self.check(isInterrupted, share)
          }
        }, numbers: \.chances)
      if state.rounds.count >= Self.limit { state.rounds = [:] }
      state.rounds[rules] = found
      return found
    }
  }

  /// A table as the program has kept it, or else as it is found and then kept.
  private func keptOrFound<Table>(
    _ kind: String, _ rules: DuelRules, kept: ([Double]) -> Table?,
    find: () throws(GameError) -> Table,
    numbers: (Table) -> [Double]
  ) throws(GameError) -> Table {
    let tables = AdviceContext.current.tables
    let name = name(kind, rules.numbers)
    let isLong = rules.target > 20 || rules.rounds > 1
    if isLong, let chances = tables?.numbers(name),
      chances.allSatisfy({ (0...1).contains($0) }), let table = kept(chances)
    {
      return table
    }
    let table = try find()
    if isLong { tables?.save(name, numbers: numbers(table)) }
    return table
  }

  /// Says how far a computation is, and stops it if the user does not want to wait.
  private static func check(_ isInterrupted: () -> Bool, _ share: Double) throws(GameError) {
    let context = AdviceContext.current
    if isInterrupted() || context.isStopped() { throw .stopped }
    context.showProgress(share)
  }

  /// The name of a table: a digest of all that its values depend on.
  private func name(_ kind: String, _ numbers: [Int]) -> String {
    var digest = Digest()
    digest.combine(Self.format)
    for number in [
      scoring.singles ? 1 : 0, scoring.tripleOnes, scoring.multiplier,
      ScoringOptions.Kinds.allCases.firstIndex(of: scoring.kinds) ?? 0, scoring.straight,
      scoring.pairs, scoring.fourTwo, scoring.triplets,
    ] + numbers {
      digest.combine(number)
    }
    let hex = String(digest.full, radix: 16)
    return "farkle-\(kind)-" + String(repeating: "0", count: 16 - hex.count) + hex
  }
}
