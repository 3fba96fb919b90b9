package import ParlorKit
import Platform

/// Plays a position on many times for each of several moves, and compares what comes of them.
///
/// Game number `i` of every move has the same draws, so that moves differ by less chance than their
/// values: in each game, the draws of a player's n-th turn from now on are the same. They come from
/// a seed of their own and say nothing about the draws of the game itself. The idea is that of
/// `rollout` in GNU Backgammon.
package struct Rollout<Rules: Game>: Sendable {
  /// The position, with what is hidden from the player to move drawn anew.
  package var position: @Sendable (_ chance: inout Chance) -> Rules.State
  /// The moves to compare, at least one.
  package var moves: [Rules.Move]
  /// What decides for each player after the move.
  package var choices: [GameDriver<Rules>.Choice]
  /// What is counted at the end.
  package var measure: RolloutMeasure
  /// The player to move.
  package var player: Int
  /// The seed of the draws.
  package var seed: UInt64
  /// The time of the game's own clock.
  package var time: GameTime

  package init(
    _ moves: [Rules.Move], of player: Int, measure: RolloutMeasure,
    choices: [GameDriver<Rules>.Choice], seed: UInt64, at time: GameTime,
    in position: @escaping @Sendable (_ chance: inout Chance) -> Rules.State
  ) {
    (self.moves, self.player, self.measure, self.choices) = (moves, player, measure, choices)
    (self.seed, self.time, self.position) = (seed, time, position)
  }

  /// The maximum number of moves of a game, as for bots at seats.
  private static var mostMoves: Int { 10_000 }

  /// Plays games until they separate the moves, or there are enough.
  ///
  /// - Parameters:
  ///   - games: the maximum number of games for each move, 1 or more.
  ///   - jobs: the number of threads.
  ///   - isStopped: whether the user has seen enough.
  /// - Throws: ``GameError/stopped`` if no games are finished, or why a game cannot be played.
  package func play(
    games: Int, jobs: Int, isStopped: () -> Bool
  ) throws(GameError) -> RolloutFigures {
    let context = AdviceContext.current
    var beside = context
    beside.showProgress = { _ in }
    var figures = RolloutFigures(moves: moves.count, measure, of: games)
    while let next = figures.next {
      let (first, inner) = (figures.games, beside)
      let found = parallelMap(count: next - first, jobs: jobs, isStopped: isStopped) { place in
        AdviceContext.$current.withValue(inner) {
          Result { () throws(GameError) in try values(in: first + place) }
        }
      }
      // Bots that are stopped play other moves.
      if isStopped() {
        if figures.games == 0 { throw .stopped }
        break
      }
      for values in found { figures.add(try values.get()) }
      context.showProgress(Double(figures.games) / Double(games))
    }
    return figures
  }

  /// What comes of each move in the game with a number.
  private func values(in game: Int) throws(GameError) -> [Double] {
    let seed = (seed &+ UInt64(game).mixed).mixed
    var chance = Chance(seed: seed, draw: 0, epoch: .max)
    let start = position(&chance)
    var values: [Double] = []
    for move in moves { values.append(try value(of: move, in: start, seed)) }
    return values
  }

  private func value(
    of move: Rules.Move, in start: Rules.State, _ seed: UInt64
  ) throws(GameError) -> Double {
    var state = start
    var draws = Draws(seed: seed, players: choices.count, turn: player % choices.count)
    try play(move, in: &state, &draws)
    for _ in 0..<Self.mostMoves {
      guard case .playing(let turn) = state.status else {
        return measure.value(for: player, from: start, to: state)
      }
      let seat = turn % choices.count
      draws.note(turn: seat)
      var own = draws.ofBot
      let chosen: Rules.Move? =
        switch choices[seat] {
        case .random: state.sampleMove(chance: &own)
        case .bot(let choose, let value): choose(state.view(for: turn, at: time), value, &own)
        case .openBot(let choose, let value): choose(state, value, &own)
        case .program: nil
        }
      guard let chosen else { throw .notNow("a bot finds no legal move") }
      try play(chosen, in: &state, &draws)
    }
    throw .notNow("the game does not end within \(Self.mostMoves.grouped) moves")
  }

  private func play(
    _ move: Rules.Move, in state: inout Rules.State, _ draws: inout Draws
  ) throws(GameError) {
    var nobody = Reporter.none
    var chance = draws.ofMove
    switch try state.resolve(move, chance: &chance) {
    case .play(let resolved): state.apply(resolved, at: time, report: &nobody)
    // The same move would be chosen for ever.
    case .ignore(let reason): throw .illegal(reason)
    }
    draws.moves += 1
  }

  /// The draws of a game: a function of the player, the number of the player's turn, and the number
  /// of the move in the turn.
  private struct Draws {
    let seed: UInt64
    var moves = 0
    private var turns: [Int]
    private var seat: Int

    init(seed: UInt64, players: Int, turn seat: Int) {
      self.seed = seed
      self.seat = seat
      turns = Array(repeating: 0, count: players)
    }

    private var place: Int { turns[seat] << 20 | moves }
    private var epoch: UInt32 { UInt32(truncatingIfNeeded: seat) }

    var ofMove: Chance { Chance(seed: seed, draw: place, epoch: epoch) }
    var ofBot: Chance { .forBot(seed: seed, moves: place, epoch: epoch) }

    /// Notes whose turn it is.
    mutating func note(turn seat: Int) {
      guard seat != self.seat else { return }
      self.seat = seat
      turns[seat] += 1
      moves = 0
    }
  }
}
