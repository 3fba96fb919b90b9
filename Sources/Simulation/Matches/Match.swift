package import ParlorKit

/// One game that bots play, as the host would play it: the game's chance is keyed by its seed and
/// the number of the drawing move, and its clock stands still.
package struct Match<Rules: Game>: Sendable {
  private var driver: GameDriver<Rules>

  /// A game before its first move.
  ///
  /// - Throws: an error if no game begins like this, or with this seed.
  package init(
    _ game: Rules, _ configuration: GameConfiguration<Rules.Options>
  ) throws(GameError) {
    driver = try GameDriver(game, configuration)
  }

  /// The rules.
  package var game: Rules { driver.rules }
  /// The seed of the game.
  package var seed: UInt64 { driver.configuration.seed }
  /// The state after the moves made so far.
  package var state: Rules.State { driver.state }
  /// How many moves were made.
  package var moves: Int { driver.moveCount }
  /// Whose turn it is, or how the game ended.
  package var status: GameStatus { driver.status }

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
      guard let move = contestants[seat].move(in: driver.state, chance: &chance) else {
        throw MatchError(seat: seat, moves: moves, reason: .stuck)
      }
      record(move, try make(move, seat: seat))
    }
  }

  /// Resolves and applies a move.
  @inline(__always)
  private mutating func make(_ move: Rules.Move, seat: Int) throws(MatchError) -> Rules.Move {
    do throws(GameError) {
      switch try driver.play(move) {
      case .play(let resolved): return resolved
      case .ignore(let why):
        // The bot would choose the same move again.
        throw .illegal("it has no effect: \(why)")
      }
    } catch {
      throw MatchError(
        seat: seat, moves: moves, reason: .refused(driver.line(of: move), error.message))
    }
  }
}
