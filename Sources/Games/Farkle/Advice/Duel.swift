import ParlorKit
import Synchronization

/// A game of two in the form of the tables: who is to move, the difference of the scores, the rest
/// of the game.
struct Duel {
  private let state: FarkleState
  private let rules: DuelRules
  private let values: TurnValues
  /// The seats of those who play, and whose place among them it is to move.
  private let seats: [Int]
  private let seat: Int

  init(_ state: FarkleState, _ rules: DuelRules, _ values: TurnValues) {
    self.state = state
    self.rules = rules
    self.values = values
    seats = Array(state.active.seats)
    seat = seats.firstIndex(of: state.player) ?? unreachable("the player to move plays", 0)
  }

  /// The values of turns, for bots, and how many are kept.
  private static let turns = Mutex<[Key: Values]>([:])
  private static let mostTurns = 4_096
  /// The units of a turn up to which they do not change its values.
  static let mostUnits = 250

  /// The values of a turn and their possible error: infinite if it is not known.
  typealias Values = (turn: TurnTable, error: Double)

  private struct Key: Hashable {
    var rules: DuelRules
    var scoring: ScoringOptions
    var position: Position
  }

  /// What the values of a turn depend on besides the rules.
  struct Position: Hashable {
    fileprivate var seat: Int
    fileprivate var own: Int
    fileprivate var other: Int
    fileprivate var least: Int
    fileprivate var farkle: Int
    /// How many turns follow, the phase, the round, the overtimes, whether the player was first, and whether
    /// both are on the board.
    fileprivate var following: Int
    fileprivate var phase: Int
    fileprivate var round: Int
    fileprivate var overtimes: Int
    fileprivate var isFirst: Bool
    fileprivate var areOnBoard: Bool
    /// The units of a turn that is worth many, and in overtime the highest turns.
    fileprivate var units: Int
    fileprivate var highestTurns: [Int]
  }

  var position: Position {
    // Before the final round of a game to a target only the scores count.
    let isRace = state.phase == .playing && rules.rounds == 0
    let units = units(state.turn.points)
    return Position(
      seat: rules.tie == .overtime ? seat : 0, own: player.score, other: other.score,
      least: state.leastBank, farkle: penalty, following: isRace ? 0 : following,
      phase: state.phase == .playing ? 0 : state.phase == .finalRound ? 1 : 2,
      round: rules.rounds == 0 ? 0 : state.round, overtimes: state.overtimes,
      isFirst: !isRace && isFirst, areOnBoard: areOnBoard,
      units: units > Self.mostUnits ? units : 0,
      highestTurns: state.phase == .overtime ? highestTurns : [])
  }

  private func units(_ points: Int) -> Int {
    let unit = values.table.unit
    return points >= 0 ? (points + unit - 1) / unit : -(-points / unit)
  }

  private var player: FarklePlayer { state.seats[seats[seat]] }
  private var other: FarklePlayer { state.seats[seats[1 - seat]] }
  /// The turns of the round after this one.
  private var following: Int { state.queue.isEmpty ? 0 : 1 }
  private var roundsLeft: Int { state.rules.rounds - state.round + 1 }

  /// The penalty for a farkle now.
  private var penalty: Int {
    player.farklesInRow == FarkleRules.penalizedRow - 1 ? state.rules.farklePenalty : 0
  }

  /// The values of the turn as chances to win.
  ///
  /// - Parameter remembersTurn: whether to keep them for the next call.
  /// - Returns: `nil` if the end is too far away, or the game is over or in a final round that another
  ///   player leads.
  func turn(_ isInterrupted: () -> Bool, remembersTurn: Bool) throws(GameError) -> Values? {
    guard remembersTurn else { return try turn(isInterrupted, forBestMove: false) }
    let key = Key(rules: rules, scoring: state.rules.scoring, position: position)
    if let known = Self.turns.withLock({ $0[key] }) { return known }
    let values = try turn(isInterrupted, forBestMove: true)
    if let values {
      Self.turns.withLock { turns in
        if turns.count >= Self.mostTurns { turns = [:] }
        turns[key] = values
      }
    }
    return values
  }

  /// Whether nothing follows this turn.
  var isLastTurn: Bool {
    guard following == 0, rules.tie != .overtime else { return false }
    return rules.rounds > 0 ? roundsLeft == 1 : state.phase == .finalRound && !rules.defends
  }

  /// Whether the player reached the score first, if both have it.
  private var isFirst: Bool {
    player.scoredAt == other.scoredAt ? seat == 0 : player.scoredAt < other.scoredAt
  }

  /// Whether both players are on the board.
  private var areOnBoard: Bool { player.isOnBoard && other.isOnBoard }

  /// The units of the highest turns by seat.
  private var highestTurns: [Int] { seats.map { units(state.seats[$0].highestTurn) } }

  /// The same, computed anew.
  ///
  /// - Parameter forBestMove: whether only the best move is asked for.
  func turn(
    _ isInterrupted: () -> Bool, forBestMove: Bool
  ) throws(GameError) -> Values? {
    let least = units(state.leastBank)
    let their = units(other.score)
    // Whoever is further behind cannot make it up in this turn.
    let own = max(units(player.score), their - units(state.turn.points) - LastTurns.farthest)
    switch state.phase {
    case .over: return nil
    case .finalRound:
      // Where a leader has left, the other may have a turn to come.
      guard state.leader == seats[1 - seat], following == 0 else { return nil }
      let last = try values.lastTurns(rules, isInterrupted: isInterrupted)
      return (
        last.turn(behind: max(0, their - own), seat: seat, least: least),
        rules.defends ? last.error : 0
      )
    case .overtime:
      let last = try values.lastTurns(rules, isInterrupted: isInterrupted)
      let level = last.levelAfterOvertime(
        seat: seat, overtimes: FarkleRules.maxOvertimes - state.overtimes, highest: highestTurns,
        isOnBoard: areOnBoard)
      let turn =
        following > 0
        ? last.firstOfOvertime(level: level, least: least)
        : last.lastOfOvertime(behind: their - own, level: level, least: least)
      return (turn, 0)
    case .playing where rules.rounds > 0:
      guard roundsLeft <= rules.rounds else { return nil }
      let rounds = try values.rounds(rules, of: state.rules, isInterrupted: isInterrupted)
      let left = 2 * roundsLeft - 1 + following
      let turn = rounds.turn(
        left: left, difference: own - their, isFirst: isFirst,
        areOnBoard: areOnBoard, least: least, atLeast: units(state.turn.points),
        penalty: units(penalty))
      return (turn, isLastTurn || isBoardKnown ? rounds.error(left: left) : .infinity)
    case .playing:
      return try playing(
        own, their, least: least, isInterrupted, forBestMove: forBestMove)
    }
  }

  /// Whether scores tell who is on the board, as the tables assume where it matters.
  private var isBoardKnown: Bool {
    rules.opening == rules.least
      || [player, other].allSatisfy { $0.score >= 0 && $0.isOnBoard == ($0.score > 0) }
  }

  /// The values of a turn before the final round.
  ///
  /// Chances depend only on the distances from the target, so with scores below 0 they are those of a
  /// longer game, as far as tables go.
  private func playing(
    _ own: Int, _ their: Int, least: Int, _ isInterrupted: () -> Bool, forBestMove: Bool
  ) throws(GameError) -> Values {
    let lowest = min(own - units(penalty), their)
    let most = max(DuelRules.farthest / 2, min(rules.target + 2 * Self.step, DuelRules.farthest))
    // In steps, so that a game needs few tables. With an opening, 0 points are like no others.
    let shift =
      rules.opening == rules.least
      ? max(0, min((Self.step - 1 - lowest) / Self.step * Self.step, most - rules.target)) : 0
    var (longer, options) = (rules, state.rules)
    longer.target += shift
    options.target += shift * values.table.unit
    let duel = try values.duel(longer, of: options, isInterrupted: isInterrupted)
    let turn = duel.turn(
      seat: seat, own: own + shift, other: their + shift, least: least,
      atLeast: units(state.turn.points), penalty: units(penalty), forBestMove: forBestMove)
    let error = duel.error(seat: seat, own: own + shift, other: their + shift)
    return (turn, isBoardKnown ? error : .infinity)
  }

  /// The units by which targets of longer games differ.
  private static let step = 20
}
