import ParlorKit

/// Every change of a score, oldest first.
///
/// Turns lie in chunks of 256. All copies of the list share full chunks: the copies that a host
/// keeps for `undo` cost eight bytes per chunk.
public struct TurnList: Sendable {
  /// One change of a score, in eight bytes.
  public struct Turn: Sendable, Equatable {
    /// The number of the player.
    public let player: UInt16
    /// The points that the player got.
    public let points: Int32
  }

  private static let chunkSize = 256
  private var chunks: [ContiguousArray<Turn>] = []
  /// How many turns there are.
  public private(set) var count = 0
  /// A digest of all turns, updated with each one.
  private(set) var digest = 0

  /// Adds a turn.
  mutating func append(_ turn: Turn) {
    if count % Self.chunkSize == 0 { chunks.append([]) }
    chunks[chunks.count - 1].append(turn)
    count += 1
    var digest = Digest()
    digest.combine(self.digest)
    digest.combine(Int(turn.player) << 32 ^ Int(turn.points))
    self.digest = Int(truncatingIfNeeded: digest.full)
  }

  /// The turns in order.
  var all: some Sequence<Turn> { chunks.joined() }
}
