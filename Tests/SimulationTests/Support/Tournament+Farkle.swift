import FarkleGame
import ParlorKit
import Simulation

extension Tournament where Rules == Farkle {
  /// A tournament of Farkle: `Tournament("bank=300 random", ["target": .integer(1000)], seed: 7)`.
  init(
    _ bots: String, _ options: [String: OptionValue] = [:], seed: UInt64 = 0, limit: Int? = nil
  ) throws {
    let game = Farkle()
    let players = try bots.split(separator: " ").map { try TournamentPlayer(String($0), in: game) }
    self.init(game, players, options, seed: seed, limit: limit)
  }

  /// A tournament of Farkle among bots of our own.
  init(
    _ game: Farkle, _ players: [TournamentPlayer<Farkle>], _ options: [String: OptionValue] = [:],
    seed: UInt64 = 0, limit: Int? = nil
  ) {
    let configuration = GameConfiguration(
      arguments: TournamentPlayer.playerNames(for: players).map { .word($0) },
      options: game.options(from: OptionValues(for: game.definition, given: options)),
      preset: "standard", seed: seed)
    self.init(game, configuration, players, limit: limit)
  }
}
