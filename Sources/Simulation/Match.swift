package import ParlorKit

/// One game between bots, played as the host would play it: each draw is keyed by the seed and the
/// number of draws before it. The clock stays at zero.
package struct Match<Rules: Game>: Sendable {
  package let game: Rules
  package let seed: UInt64
  package private(set) var state: Rules.State
  /// The number of moves made.
  package private(set) var moves = 0
  /// The number of draws so far, including those at the start of the game.
  private var draws: Int

  /// Starts a game.
  ///
  /// - Throws: the reason why the game does not accept the setup.
  package init(_ game: Rules, _ setup: GameConfiguration) throws(GameError) {
    self.game = game
    seed = setup.seed
    var chance = Chance(seed: setup.seed, draw: 0)
    state = try game.start(try game.prepare(setup, chance: &chance))
    draws = game.definition.traits.contains(.drawsAtStart) ? 1 : 0
  }

  package var status: GameStatus { game.status(of: state) }

  /// Plays until the game is over or has `limit` moves.
  ///
  /// - Parameters:
  ///   - players: one or more bots. They take the remaining seats in turn.
  ///   - limit: the maximum number of moves.
  ///   - record: receives each move as chosen and as resolved.
  package mutating func play(
    _ players: [Player<Rules>], limit: Int,
    record: (_ chosen: Rules.Move, _ resolved: Rules.Move) -> Void = { _, _ in }
  ) throws(MatchError) {
    while moves < limit, case .playing(let turn) = status {
      let seat = turn % players.count
      var chance = Chance.forBot(seed: seed, moves: moves)
      guard let move = players[seat].move(in: state, of: game, chance: &chance) else {
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
        // The bot would choose the same move again and again.
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

/// A bot that made an illegal move or none.
package struct MatchError: Error, Sendable, Equatable {
  /// The seat of the bot, counted from 0.
  package var seat: Int
  /// The number of moves before.
  package var moves: Int
  package var reason: Reason

  package enum Reason: Sendable, Equatable {
    /// The game rejected this line with this message.
    case refused(String, String)
    /// `random` found no legal move in an unfinished game.
    case stuck
  }
}

/// The result of a game.
package struct MatchResult: Sendable {
  /// The number of the game in its tournament, counted from 0.
  package var index: Int
  /// The winners, or whose turn it was at the limit of moves.
  package var status: GameStatus
  package var moves: Int
  package var measures: [Metric]
  /// The digest of the last state.
  package var digest: UInt64

  package init(index: Int, status: GameStatus, moves: Int, measures: [Metric], digest: UInt64) {
    self.index = index
    self.status = status
    self.moves = moves
    self.measures = measures
    self.digest = digest
  }
}

extension Match {
  /// The result of the game as it is now.
  package func result(index: Int) -> MatchResult {
    var digest = Digest()
    game.digest(state, into: &digest)
    return MatchResult(
      index: index, status: status, moves: moves, measures: game.measures(of: state),
      digest: digest.full)
  }
}
