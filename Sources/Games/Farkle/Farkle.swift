public import ParlorKit

/// Farkle: hold what scores, then roll the rest for more or bank what there is.
///
/// One to eight players in turn roll six dice, set scoring dice aside, and roll on or bank. A roll
/// without a scoring die is a farkle and loses the points of the turn. What scores, what a bank
/// needs and how the game ends are options; a preset is a set of them.
public struct Farkle: Game {
  /// The rules of every game of Farkle; those of one game are its options.
  public init() {}

  /// The first turn of the first player.
  public func start(_ setup: GameConfiguration) throws(GameError) -> FarkleState {
    var taken: Set<String> = []
    for (index, name) in setup.names.enumerated() where !taken.insert(name).inserted {
      throw FarkleRefusal.nameTaken(name, index).refusal()
    }
    return FarkleState(FarkleMatch(setup))
  }

  /// The players and the rules, and whose turn it is.
  public func opening(of state: FarkleState) -> [FarkleEvent] {
    let rounds = state.rules.rounds
    return [.opened(state.match)] + (rounds > 0 ? [.round(state.round, of: rounds)] : [])
      + [.turn(player: state.playerName, round: state.round)]
  }

  /// A move, or the answer to `score`.
  ///
  /// A hold that the rules forbid is refused here already, with the place of the die at fault.
  public func command(
    _ call: Call, in state: FarkleState, at time: GameTime
  ) throws(GameError) -> Intent<FarkleMove, FarkleEvent> {
    guard let move = FarkleMove(call) else {
      let dice = Dice(call.integers) ?? Dice()
      return .answer([
        call.form == 0
          ? .scoreboard(Scoreboard(state)) : .score(ScoreQuery(dice, state.rules.scoring))
      ])
    }
    if case .hold(let dice) = move {
      do throws(FarkleRefusal) {
        try state.checkHold(of: dice)
      } catch {
        throw error.refusal(of: call)
      }
    }
    return .move(move)
  }

  /// Checks a move and rolls its dice.
  public func resolve(
    _ move: FarkleMove, in state: FarkleState, chance: inout Chance
  ) throws(GameError) -> Resolution<FarkleMove> {
    do throws(FarkleRefusal) {
      return .play(try state.resolve(move, chance: &chance))
    } catch {
      throw error.refusal()
    }
  }

  /// Makes a move; the clock does not matter.
  public func apply(
    _ move: FarkleMove, to state: inout FarkleState, at time: GameTime,
    emit: (FarkleEvent) -> Void
  ) {
    state.apply(move, emit: emit)
  }

  /// Writes a move as it is typed, its dice in the order in which they fell or in ascending order.
  public func write(_ move: FarkleMove, to line: inout TextWriter) { move.write(to: &line) }

  /// What a hold scores, how many dice a roll has, what a bank makes of the score.
  public func describe(_ move: FarkleMove, in state: FarkleState) -> String {
    state.description(of: move)
  }

  /// Every move is a step of `undo`; a roll draws.
  public func traits(of move: FarkleMove) -> MoveTraits {
    if case .roll = move { [.step, .draws] } else { .step }
  }

  /// The player whose turn it is leaves and loses the points at stake.
  public func resignation(in state: FarkleState) throws(GameError) -> FarkleMove {
    guard !state.isOver else { throw FarkleRefusal.over.refusal() }
    return .resign
  }

  /// Roll, each hold with the best first, bank.
  public func legalMoves(in state: FarkleState) -> LegalMoves<FarkleMove> { state.legalMoves }

  /// One of the moves that are listed, or what could come of dice on a real table.
  public func sampleMove(in state: FarkleState, chance: inout Chance) -> FarkleMove? {
    state.sampleMove(chance: &chance)
  }

  /// The threshold player, `bank=POINTS`.
  public var bots: [Bot<Farkle>] { [BankBot.bot] }

  /// Rounds, turns, the winning score and the highest turn.
  public func measures(of state: FarkleState) -> [Metric] { state.measures }

  /// Whose turn it is, or who won.
  public func status(of state: FarkleState) -> GameStatus {
    guard let outcome = state.outcome else { return .playing(turn: state.player) }
    return .over(winners: Array(outcome.winners.seats))
  }

  /// Everything: nothing is hidden.
  public func view(of state: FarkleState, at time: GameTime) -> FarkleView { FarkleView(state) }

  /// Mixes in the players, the rules and the game so far.
  public func digest(_ state: FarkleState, into digest: inout Digest) {
    state.combine(into: &digest)
  }
}
