extension Chance {
  /// Mixed with the seed of a game to key the draws of its bots: the first 64 bits of the fraction
  /// of pi.
  ///
  /// The seeds of games are below 2^53, so no game shares a key with bots.
  @usableFromInline static var botKey: UInt64 { 0x243F_6A88_85A3_08D3 }

  /// The draws of a bot for its next move. They do not affect the draws of the game.
  ///
  /// - Parameters:
  ///   - seed: the seed of the game.
  ///   - moves: the number of moves made in the game so far.
  ///   - epoch: how often the game was undone to get fresh draws.
  @inlinable
  public static func forBot(seed: UInt64, moves: Int, epoch: UInt32 = 0) -> Chance {
    Chance(seed: seed ^ botKey, draw: moves, epoch: epoch)
  }

  /// The draws of a program at a seat. The program sees their key, which reveals neither the seed
  /// of the game nor its other draws.
  ///
  /// - Parameters:
  ///   - seed: the seed of the game, from which a one-way function computes the key; `nil` for a
  ///     random key.
  ///   - moves: the number of moves made in the game so far.
  ///   - epoch: how often the game was undone to get fresh draws.
  package static func forProgram(seed: UInt64?, moves: Int, epoch: UInt32 = 0) -> Chance {
    guard let seed else { return Chance(seed: .random(in: 0...UInt64.max), draw: 0) }
    let words = [UInt64(truncatingIfNeeded: moves), UInt64(epoch)]
    return Chance(seed: SipHash.hash(words: words, key: (seed, programKey)), draw: 0)
  }

  /// The second half of the hash key, which separates these draws from others.
  private static let programKey = UInt64(0x7365_6174_2D65_7865)
}
