extension Chance {
  /// The complete position of a ``Chance``, so that another process can continue with the same
  /// words.
  public struct Key: Sendable, Equatable {
    /// The seed.
    public var seed: UInt64
    /// The number of the drawing move.
    public var draw: Int
    /// The undo epoch.
    public var epoch: UInt32
    /// The number of words drawn.
    public var used: UInt32

    /// A key.
    public init(seed: UInt64, draw: Int, epoch: UInt32, used: UInt32) {
      self.seed = seed
      self.draw = draw
      self.epoch = epoch
      self.used = used
    }
  }

  /// Where the draws stand.
  public var key: Key {
    let (low, high) = generator.key
    return Key(
      seed: UInt64(low) | UInt64(high) << 32, draw: Int(truncatingIfNeeded: draw), epoch: epoch,
      used: next)
  }

  /// Draws that continue from a position.
  public init(_ key: Key) {
    self.init(seed: key.seed, draw: key.draw, epoch: key.epoch)
    next = key.used
    guard next & 3 != 0 else { return }
    block = generator.block(
      (next >> 2, UInt32(truncatingIfNeeded: draw), UInt32(truncatingIfNeeded: draw >> 32), epoch))
  }
}
