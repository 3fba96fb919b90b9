import FarkleGame
import ParlorKit

/// A game of Farkle played through the typed interface, with the dice that a session would roll.
struct FarkleTable {
  /// The state after the moves so far.
  private(set) var state: FarkleState
  /// How many moves were made.
  private(set) var moves = 0
  private let seed: UInt64
  private var draws = 0
  private let game = Farkle()

  /// A game that begins with a state.
  init(_ start: FarkleState, seed: Int) {
    state = start
    self.seed = UInt64(seed)
  }

  /// The first state of a game for Ann and Bob by the standard rules.
  static func start() throws(BenchError) -> FarkleState {
    let setup = GameConfiguration(
      arguments: [.word("Ann"), .word("Bob")], options: OptionValues(for: Farkle().definition))
    do throws(GameError) {
      return try Farkle().start(setup)
    } catch { throw .refused(error.message) }
  }

  /// Makes the move of a policy.
  ///
  /// - Returns: the move as the policy gave it.
  @discardableResult
  mutating func play(_ policy: FarklePolicy) throws(BenchError) -> FarkleMove {
    let move = policy.move(in: state)
    var chance = Chance(seed: seed, draw: draws)
    let resolution: Resolution<FarkleMove>
    do throws(GameError) {
      resolution = try game.resolve(move, in: state, chance: &chance)
    } catch { throw .refused(error.message) }
    guard case .play(let resolved) = resolution else { return move }
    game.apply(resolved, to: &state, at: .zero) { _ in }
    if game.traits(of: resolved).contains(.draws) { draws += 1 }
    moves += 1
    return move
  }
}
