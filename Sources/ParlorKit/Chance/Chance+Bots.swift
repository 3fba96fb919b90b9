extension Chance {
  /// What the seed of a game is mixed with to key the draws of its bots: the first 64 bits of the
  /// fraction of pi.
  ///
  /// The seeds of games are below 2^53, so no game has a key of bots.
  private static let botKey: UInt64 = 0x243F_6A88_85A3_08D3

  /// The draws of a bot for its next move, which those of the game do not depend on.
  ///
  /// - Parameters:
  ///   - seed: the seed of the game.
  ///   - moves: how many moves were made before in the game, by whomever.
  ///   - epoch: how often the game was undone to get fresh draws.
  public static func forBot(seed: UInt64, moves: Int, epoch: UInt32 = 0) -> Chance {
    Chance(seed: seed ^ botKey, draw: moves, epoch: epoch)
  }
}
