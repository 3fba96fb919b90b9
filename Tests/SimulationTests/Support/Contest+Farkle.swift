import FarkleGame
import ParlorKit
import Simulation

extension Contest where Rules == Farkle {
  /// A contest of Farkle: `Contest("bank=300 random", ["target": .integer(1000)], seed: 7)`.
  init(
    _ bots: String, _ options: [String: OptionValue] = [:], seed: UInt64 = 0, limit: Int? = nil
  ) throws {
    let game = Farkle()
    let contestants = try bots.split(separator: " ").map { try Contestant(String($0), in: game) }
    self.init(game, contestants, options, seed: seed, limit: limit)
  }

  /// A contest of Farkle among bots of our own.
  init(
    _ game: Farkle, _ contestants: [Contestant<Farkle>], _ options: [String: OptionValue] = [:],
    seed: UInt64 = 0, limit: Int? = nil
  ) {
    let setup = GameConfiguration(
      arguments: Contestant.playerNames(for: contestants).map { .word($0) },
      options: OptionValues(for: game.definition, given: options), preset: "standard", seed: seed)
    self.init(game, setup, contestants, limit: limit)
  }
}
