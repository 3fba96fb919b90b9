package import ParlorKit

/// One game that bots play, as the host would play it: the game's chance is keyed by its seed and
/// the number of the drawing move, and its clock stands still.
package struct Match<Rules: Game>: Sendable {
  /// The rules.
  package let game: Rules
  /// The seed of the game.
  package let seed: UInt64
  /// The state after the moves made so far.
  package private(set) var state: Rules.State
  /// How many moves were made.
  package private(set) var moves = 0
  /// How many of them had an outcome of chance, the game's own draws at its start included.
  private var draws: Int

  /// A game before its first move.
  ///
  /// - Throws: the refusal of the game to be set up like this, or with this seed.
  package init(_ game: Rules, _ setup: GameConfiguration) throws(GameError) {
    self.game = game
    seed = setup.seed
    var chance = Chance(seed: setup.seed, draw: 0)
    state = try game.start(try game.prepare(setup, chance: &chance))
    draws = game.definition.traits.contains(.drawsAtStart) ? 1 : 0
  }

  /// Whose turn it is, or how the game ended.
  package var status: GameStatus { game.status(of: state) }

  /// Plays on until the game is over or has so many moves.
  ///
  /// - Parameters:
  ///   - contestants: who plays the seats, one or more. Seats beyond their number are shared
  ///     among them in turn.
  ///   - limit: the most moves of the game.
  ///   - record: takes each move as it was chosen and as it was resolved.
  package mutating func play(
    _ contestants: [Contestant<Rules>], limit: Int,
    record: (_ chosen: Rules.Move, _ resolved: Rules.Move) -> Void = { _, _ in }
  ) throws(MatchError) {
    while moves < limit, case .playing(let turn) = status {
      let seat = turn % contestants.count
      var chance = Chance.forBot(seed: seed, moves: moves)
      guard let move = contestants[seat].move(in: state, of: game, chance: &chance) else {
        throw MatchError(seat: seat, moves: moves, reason: .stuck)
      }
      record(move, try make(move, seat: seat))
    }
  }

  /// Resolves and applies a move.
  @inline(__always)
  private mutating func make(_ move: Rules.Move, seat: Int) throws(MatchError) -> Rules.Move {
    var chance = Chance(seed: seed, draw: draws)
    do throws(GameError) {
      switch try game.resolve(move, in: state, chance: &chance) {
      case .play(let resolved):
        game.apply(resolved, to: &state, at: .zero) { _ in }
        moves += 1
        if game.traits(of: resolved).contains(.draws) { draws += 1 }
        return resolved
      case .ignore(let why):
        // The same bot would choose the same move for ever.
        throw GameError(.illegalMove, "it has no effect: \(why)")
      }
    } catch {
      throw MatchError(seat: seat, moves: moves, reason: .refused(line(of: move), error.message))
    }
  }

  private func line(of move: Rules.Move) -> String {
    var text = TextWriter()
    game.write(move, to: &text)
    return text.string
  }
}
