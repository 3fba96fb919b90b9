public import ParlorKit
import Synchronization

/// The constants of a game: players, rules and seed.
public final class FarkleMatch: Sendable {
  /// The distinct names of the players in the order of play.
  public let names: [String]
  /// The rules.
  public let rules: FarkleRules
  /// The score of every set of dice.
  public let scoring: ScoringRules
  /// The seed of the dice, for display.
  public let seed: UInt64
  /// Whether the players may see the seed before the game is over.
  let showsSeed: Bool
  /// The preset that the rules are based on.
  let preset: String
  /// The name of the house rules in use, if any.
  let houseRules: String?
  /// The revision of the rules: see ``Farkle/revision(_:)``.
  let revision: Int
  /// The possible totals of turns, if totals are typed.
  let totals: TurnTotals?
  /// The preset, then every option, as for `new`.
  let ruleFields: Fields
  /// A digest of names and rules.
  let digest: Int
  /// The source of the names.
  private let arguments: [Argument]

  /// The latest match. Making a match takes as long as playing it; the games of a simulation, and
  /// many of a script, differ only in the seed.
  private static let last = Mutex<FarkleMatch?>(nil)

  /// The match of a configuration.
  ///
  /// - Throws: an error if two players have the same name.
  static func of(
    _ configuration: GameConfiguration<FarkleRules>
  ) throws(GameError) -> FarkleMatch {
    if let last = last.withLock({ $0 }), last.differsOnlyInSeed(from: configuration) {
      return FarkleMatch(last, of: configuration)
    }
    var taken: Set<String> = []
    for (index, name) in configuration.names.enumerated() where !taken.insert(name).inserted {
      throw .badArgument("there is already a player named \(name)", at: .argument(index))
    }
    let match = FarkleMatch(configuration)
    last.withLock { $0 = match }
    return match
  }

  private func differsOnlyInSeed(from other: GameConfiguration<FarkleRules>) -> Bool {
    arguments == other.arguments && rules == other.options
      && preset == other.preset ?? Self.usualPreset && houseRules == other.houseRules
      && revision == other.revision ?? rules.revision
  }

  private static let usualPreset = "standard"

  /// The same match with another seed.
  private init(_ other: FarkleMatch, of configuration: GameConfiguration<FarkleRules>) {
    seed = configuration.seed
    showsSeed = configuration.showsSeed
    (names, arguments, digest) = (other.names, other.arguments, other.digest)
    (rules, scoring, revision) = (other.rules, other.scoring, other.revision)
    (preset, houseRules) = (other.preset, other.houseRules)
    (totals, ruleFields) = (other.totals, other.ruleFields)
  }

  private init(_ configuration: GameConfiguration<FarkleRules>) {
    names = configuration.names
    arguments = configuration.arguments
    rules = configuration.options
    scoring = .rules(for: rules.scoring)
    seed = configuration.seed
    showsSeed = configuration.showsSeed
    preset = configuration.preset ?? Self.usualPreset
    houseRules = configuration.houseRules
    revision = configuration.revision ?? rules.revision
    totals = rules.isPhysical ? TurnTotals(rules, scoring) : nil
    var fields = [("preset", Value.string(preset))]
    var digest = Digest()
    digest.combine(names.count)
    for name in names { digest.combine(name) }
    for option in FarkleRules.options {
      let value = option.value(in: rules)
      if FarkleRules.laterOptions.contains(option.name), value == option.declaration.fallback {
        continue
      }
      fields.append((option.name, value.data))
      digest.combine(option.declaration.text(of: value))
    }
    ruleFields = Fields(fields)
    self.digest = Int(truncatingIfNeeded: digest.full)
  }

  /// The same match with one more player.
  init(_ other: FarkleMatch, joinedBy name: String) {
    names = other.names + [name]
    arguments = other.arguments
    (seed, showsSeed) = (other.seed, other.showsSeed)
    (rules, scoring, revision) = (other.rules, other.scoring, other.revision)
    (preset, houseRules) = (other.preset, other.houseRules)
    (totals, ruleFields) = (other.totals, other.ruleFields)
    var digest = Digest()
    digest.combine(other.digest)
    digest.combine(name)
    self.digest = Int(truncatingIfNeeded: digest.full)
  }

  /// Whether the players are not those of the `new` line.
  var hasGuests: Bool { names.count > arguments.count }

  /// The same match with dice that Parlor rolls.
  private init(rollingDiceOf other: FarkleMatch) {
    (names, arguments, digest) = (other.names, other.arguments, other.digest)
    (scoring, revision) = (other.scoring, other.revision)
    (preset, houseRules) = (other.preset, other.houseRules)
    (seed, showsSeed, ruleFields) = (other.seed, other.showsSeed, other.ruleFields)
    var rules = other.rules
    rules.dice = .virtual
    (self.rules, totals) = (rules, nil)
  }

  /// The match with dice that Parlor rolls.
  var virtual: FarkleMatch { rules.isPhysical ? FarkleMatch(rollingDiceOf: self) : self }

  /// Whether there is only one player.
  public var isSolo: Bool { names.count == 1 }
}

/// A player's part of the game.
public struct FarklePlayer: Sendable, Equatable {
  /// The points banked, less penalties; may be negative.
  public internal(set) var score = 0
  /// The most points banked in one turn.
  public internal(set) var highestTurn = 0
  /// The number of turns that had ended in the game when ``score`` got its value: it tells who
  /// reached a score first.
  var scoredAt = 0
  /// The farkles since the last bank or penalty, if three in a row are penalized.
  public internal(set) var farklesInRow = 0
  /// Whether the player has banked, and so no longer needs the opening.
  public internal(set) var isOnBoard = false
  /// Whether the player has left the game.
  public internal(set) var hasLeft = false

  /// Adds the points of a turn and returns the score.
  mutating func bank(_ points: Int, at turn: Int) -> Int {
    score += points
    scoredAt = turn
    highestTurn = max(highestTurn, points)
    farklesInRow = 0
    isOnBoard = true
    return score
  }
}

/// What simulations ask in each turn, without a copy of the whole state.
extension [FarklePlayer] {
  /// The seats of those who have not left.
  var active: SeatSet {
    var active: UInt8 = 0
    for seat in indices where !self[seat].hasLeft {
      active |= 1 &<< UInt8(truncatingIfNeeded: seat)
    }
    return SeatSet(rawValue: active)
  }

  /// The highest score of those who have not left.
  var highestScore: Int { lazy.filter { !$0.hasLeft }.map(\.score).max() ?? 0 }
}

/// The current part of the game.
public enum Phase: String, Sendable, CaseIterable {
  /// Round after round, until the target or the last round.
  case playing
  /// The others have one turn each to beat the leader.
  case finalRound = "final-round"
  /// Equals play on.
  case overtime
  /// The game has ended.
  case over
}

/// How a game ended.
struct Outcome: Sendable, Equatable {
  /// The winners; empty in a game for one player.
  var winners: SeatSet
  /// The reason for the result.
  var reason: Reason

  /// The reason for the result of a game.
  enum Reason: String, Sendable, CaseIterable {
    /// The highest score, alone or shared.
    case score
    /// Of equals, the player who reached the score first.
    case reachedFirst = "reached-first"
    /// Of equals after the last overtime, the player with the highest turn.
    case highestTurn = "highest-turn"
    /// Everybody else left.
    case lastLeft = "last-left"
    /// A game for one player came to its end.
    case solo
    /// The only player left.
    case resigned
  }
}

/// A game of Farkle in progress. Nothing in it is hidden from the players.
///
/// A round is a queue of the seats that still have a turn in it: everybody's in ordinary play, the
/// others' in the final round, the equals' in overtime. When the queue is empty, the phase decides
/// what comes next.
public struct FarkleState: GameState {
  /// The players and the rules.
  public internal(set) var match: FarkleMatch
  /// The players, in the order of play.
  public internal(set) var seats: [FarklePlayer]
  /// The seat whose turn it is; at the end, whose turn was the last.
  public internal(set) var player = 0
  /// The turn of ``player``.
  public internal(set) var turn = Turn()
  /// The current part of the game.
  public internal(set) var phase = Phase.playing
  /// The number of the round, from 1, counting the final round and overtimes.
  public internal(set) var round = 1
  /// The number of overtimes so far.
  public internal(set) var overtimes = 0
  /// How many turns have ended.
  public internal(set) var turns = 0
  /// The turns left in this round after the current one.
  var queue: TurnQueue
  /// In the final round, the seat that currently wins.
  var leader = 0
  /// In overtime without rounds, the seats that are still level.
  var contenders = SeatSet()
  /// How the game ended; `nil` before.
  var outcome: Outcome?
  /// The completed turns, oldest first. They follow from the moves, so no digest includes them.
  var history = SheetTurns()

  init(_ match: FarkleMatch) {
    self.match = match
    seats = Array(repeating: FarklePlayer(), count: match.names.count)
    queue = TurnQueue(match.names.indices.dropFirst())
  }

  /// The same position with dice that Parlor rolls, for games that are played on from here.
  var virtual: FarkleState {
    var state = self
    state.match = match.virtual
    return state
  }

  /// The rules.
  public var rules: FarkleRules { match.rules }

  /// Whether the game has ended.
  public var isOver: Bool { phase == .over }

  /// The seed, if the players may know it now.
  var visibleSeed: Int? {
    match.showsSeed || isOver ? Int(truncatingIfNeeded: match.seed) : nil
  }

  /// The name of the player whose turn it is.
  public var playerName: String { match.names[player] }

  /// The seats of those who have not left.
  var active: SeatSet { seats.active }

  /// The highest score of those who have not left.
  public var highestScore: Int { seats.highestScore }

  /// The minimum of a bank for the player to move.
  public var leastBank: Int { match.rules.leastBank(isOnBoard: seats[player].isOnBoard) }

  /// The minimum of a bank for a seat.
  func leastBank(of seat: Int) -> Int {
    match.rules.leastBank(isOnBoard: seats[seat].isOnBoard)
  }

  public var status: GameStatus {
    guard let outcome else { return .playing(turn: player) }
    return .over(winners: Array(outcome.winners.seats))
  }

  public func view(for player: Int?, at time: GameTime) -> FarkleView { FarkleView(self) }
}

// MARK: - Legal moves

extension FarkleState {
  /// Roll, each hold with the best first, bank; resigning is not listed.
  public var legalMoves: LegalMoves<FarkleMove> {
    var legal = LegalMoves<FarkleMove>()
    if isOver { return legal }
    if !turn.mustHold {
      if match.rules.isPhysical {
        legal.forms.append("roll" + String(repeating: " D", count: turn.diceToRoll))
      } else {
        legal.moves.append(.roll(nil))
      }
    }
    if !turn.roll.isEmpty {
      let holds = match.scoring.holds(of: turn.loose, beside: turn.held)
      legal.moves += holds.map { .hold($0.dice) }
    }
    if mayBank { legal.moves.append(.bank) }
    if match.rules.isPhysical { legal.forms.append("points N") }
    return legal
  }

  /// `roll`, `bank`, and `hold` with every set of dice that can be held, fewer dice first, then
  /// lower faces first: 925 actions. None with real dice, whose rolls are typed.
  public var actions: [FarkleMove] {
    guard !match.rules.isPhysical else { return [] }
    return [.roll(nil), .bank] + DiceCounts.all.dropFirst().map(FarkleMove.hold)
  }

  public func resolve(
    _ move: FarkleMove, chance: inout Chance
  ) throws(GameError) -> Resolution<FarkleMove> {
    if isOver { throw .gameOver }
    switch move {
    case .roll(nil):
      try checkRoll()
      let needed = turn.diceToRoll
      if match.rules.isPhysical {
        throw .badArgument("these are real dice: give the faces of \(Self.dice(needed))")
      }
      if match.rules.duplicate { chance.renumber(duplicateDraw) }
      return .play(.roll(Dice(throwing: needed, &chance)))
    case .roll(let dice?):
      try checkRoll()
      let needed = turn.diceToRoll
      guard dice.count == needed else {
        throw .badArgument(
          "there \(needed == 1 ? "is" : "are") \(Self.dice(needed)) to roll, not \(dice.count)",
          at: dice.count > needed ? .argument(needed) : .line)
      }
      return .play(move)
    case .hold(let dice):
      _ = try turn.score(holding: dice, match.scoring)
      return .play(move)
    case .holdAll:
      try turn.checkHold()
      _ = try turn.score(holding: turn.loose, match.scoring)
      return .play(.hold(turn.loose))
    case .holdBest:
      try turn.checkHold()
      guard let best = match.scoring.bestHold(of: turn.loose, beside: turn.held) else {
        throw Turn.scoresNothing(turn.loose)
      }
      return .play(.hold(best.dice))
    case .bank: try checkBank()
    case .points(let total):
      guard match.rules.isPhysical else {
        let what = total == 0 ? "farkles are entered" : "`points` is"
        throw .notNow("\(what) for real dice: open a game with dice=physical")
      }
      if total != 0 { try checkPossible(Int(total)) }
      if total != 0 { try checkTotal(Int(total)) }
    case .resign: break
    case .leave(let name): _ = try seat(leaving: name)
    case .join(let name, let score): try checkJoining(name, Int(score))
    }
    return .play(move)
  }

  /// The number of the draw for the next roll of a duplicate game: the number of the seat's turn,
  /// times 2^32, and that of the roll in the turn, both from 1. So each seat has the same dice, and of
  /// fewer dice the first ones. The turns of a guest count from the first round of the game.
  private var duplicateDraw: UInt64 {
    var turns = 1
    for entry in history where Int(entry.player) == player {
      turns += entry.ending == .joined ? Int(entry.round) : 1
    }
    return UInt64(turns) << 32 | UInt64(turn.rolls + 1)
  }

  private func checkRoll() throws(GameError) {
    if turn.mustHold { throw Turn.nothingHeld }
  }

  /// Whether ``checkBank()`` passes, without building an error.
  var mayBank: Bool {
    !turn.held.isEmpty && !(turn.isHot && match.rules.mustRollHot)
      && turn.points >= leastBank
  }

  /// Checks whether the points of the turn may be banked.
  func checkBank() throws(GameError) {
    if turn.roll.isEmpty { throw Turn.nothingRolled }
    if turn.held.isEmpty { throw Turn.nothingHeld }
    if turn.isHot, match.rules.mustRollHot { throw .illegal("hot dice must be rolled") }
    try checkTotal(turn.points)
  }

  /// Checks a total against the opening and the minimum.
  private func checkTotal(_ points: Int) throws(GameError) {
    let needed = leastBank
    guard points < needed else { return }
    let isOpening = !seats[player].isOnBoard && needed > match.rules.minimum
    throw .illegal(
      "\((needed - points).grouped) points missing: "
        + (isOpening ? "getting on the board takes" : "a bank takes") + " \(needed.grouped)")
  }

  /// Checks whether a turn can have a total at all. Logs of revision 1 have any total.
  private func checkPossible(_ total: Int) throws(GameError) {
    guard match.revision > 1, let totals = match.totals, !totals.contains(total) else { return }
    throw .illegal("no dice score \(total.grouped) in a turn", at: .argument(0))
  }

  private static func dice(_ count: Int) -> Plural { Plural(count, "die", "dice") }

  /// A hold without dice when nothing can be held.
  public func misreading(of verb: String, _ words: [String]) -> GameError? {
    guard verb == "hold" else { return nil }
    return isOver ? .gameOver : turn.roll.isEmpty ? Turn.nothingRolled : nil
  }

  public var resignation: FarkleMove {
    get throws(GameError) {
      if isOver { throw .gameOver }
      return .resign
    }
  }

  /// A legal move; with real dice, possible faces or a possible total.
  public func sampleMove(chance: inout Chance) -> FarkleMove? {
    let legal = legalMoves
    let count = legal.moves.count + legal.forms.count
    guard count > 0 else { return nil }
    let index = Int(chance.below(UInt32(truncatingIfNeeded: count)))
    if index < legal.moves.count { return legal.moves[index] }
    // With real dice the forms are a roll, unless dice must be held first, and a total.
    let isRoll = index == legal.moves.count && !turn.mustHold
    guard isRoll else { return .points(sampleTotal(chance: &chance)) }
    return .roll(Dice(throwing: turn.diceToRoll, &chance))
  }

  /// A total of a turn: a farkle, or the first possible one from a random number up to 1,000 points
  /// above the minimum of a bank.
  private func sampleTotal(chance: inout Chance) -> Int32 {
    let step = Int(chance.below(21))
    let least = (leastBank + 49) / 50 * 50
    var total = least + (step - 1) * 50
    if step == 0 { return 0 }
    while total <= 1_000_000, (try? checkPossible(total)) == nil { total += 1 }
    return Int32(truncatingIfNeeded: total)
  }
}

// MARK: - Requests of the host

extension FarkleState {
  public func write(_ move: FarkleMove, to line: inout TextWriter) {
    switch move {
    case .roll(nil): line.write("roll")
    case .roll(let dice?): line.write("roll ", dice)
    case .hold(let dice): line.write("hold ", dice)
    case .holdAll: line.write("hold all")
    case .holdBest: line.write("hold best")
    case .bank: line.write("bank")
    case .points(let total): line.write("points ", Int(total))
    case .resign: line.write("resign")
    case .leave(let name): line.write("player leave ", Word.written(name))
    case .join(let name, let score):
      line.write("player join ", Word.written(name), " score=", Int(score))
    }
  }

  /// Undo stops before every move; a roll draws.
  public func traits(of move: FarkleMove) -> MoveTraits {
    switch move {
    case .roll: [.undoStop, .draws]
    case .leave, .join: [.undoStop, .changesPlayers]
    default: .undoStop
    }
  }

  /// `200 points`, `3 dice`, `200 to have 1,450`.
  public func describe(_ move: FarkleMove) -> String {
    switch move {
    case .roll: Self.dice(turn.diceToRoll).text
    case .hold(let dice):
      "\((match.scoring.score(of: turn.held + dice) ?? unreachable("a hold scores", 0)).grouped)"
        + " points"
    case .bank: "\(turn.points.grouped) to have \((seats[player].score + turn.points).grouped)"
    default: ""
    }
  }

  /// The length of the game, the winning score, and the best turn.
  public var metrics: [Metric] {
    let winners = outcome?.winners.seats.map { seats[$0].score }.max()
    return [
      Metric("rounds", Double(round)),
      Metric("turns", Double(turns)),
      Metric("winning score", Double(winners ?? highestScore)),
      Metric("highest turn", Double(seats.lazy.map(\.highestTurn).max() ?? 0)),
    ]
  }

  /// Mixes in everything that affects play. Saved games of all versions depend on this.
  public func combine(into digest: inout Digest) {
    let phases: [Phase] = [.playing, .finalRound, .overtime, .over]
    digest.combine(match.digest)
    digest.combine(
      (phases.firstIndex(of: phase) ?? unreachable("these are all phases", 0)) << 32 | player << 24
        | overtimes << 16 | leader << 8)
    digest.combine(Int(queue.bits) << 8 | Int(contenders.rawValue))
    digest.combine(round)
    digest.combine(turns)
    digest.combine(Int(turn.roll.bits) << 24 | Int(turn.held.bits))
    digest.combine(turn.points)
    for seat in seats {
      digest.combine(seat.score)
      digest.combine(seat.highestTurn)
      digest.combine(seat.scoredAt)
      digest.combine(
        seat.farklesInRow << 2 | (seat.isOnBoard ? 2 : 0) | (seat.hasLeft ? 1 : 0))
    }
    if let outcome { digest.combine(outcome.reason.rawValue) }
    digest.combine(Int(outcome?.winners.rawValue ?? 0))
  }
}
