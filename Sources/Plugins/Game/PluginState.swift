import ParlorKit

/// A state of a plugin's game: how it was opened, the moves since, and what the plugin tells of it.
package struct PluginState: Sendable {
  /// How the game was opened.
  let root: PluginRoot
  /// The moves, with their times and the hashes of all up to them.
  private(set) var steps: [Step] = []
  /// What the plugin tells.
  private(set) var snapshot: PluginSnapshot

  /// A move that was made.
  struct Step: Sendable {
    let line: String
    let time: GameTime
    let hash: UInt64
  }

  init(_ root: PluginRoot, _ snapshot: PluginSnapshot) {
    self.root = root
    self.snapshot = snapshot
  }

  /// The place along the moves.
  var position: PluginPosition { position(after: steps.count) }

  /// The place after so many of the moves.
  func position(after count: Int) -> PluginPosition {
    PluginPosition(moves: count, hash: count == 0 ? root.hash : steps[count - 1].hash)
  }

  /// The time of the last move.
  var time: GameTime { steps.last?.time ?? .zero }

  /// Goes on by a move.
  mutating func make(_ line: String, at time: GameTime, _ snapshot: PluginSnapshot) {
    steps.append(Step(line: line, time: time, hash: hash(after: line, at: time)))
    self.snapshot = snapshot
  }

  /// The hash of the moves and one more.
  func hash(after line: String, at time: GameTime) -> UInt64 {
    var digest = Digest()
    digest.combine(Int(truncatingIfNeeded: position.hash))
    digest.combine(line)
    digest.combine(Int(truncatingIfNeeded: time.milliseconds))
    return digest.full
  }
}

/// How a plugin's game was opened, and what was reported then.
final class PluginRoot: Sendable {
  /// The `new` line, every option written out.
  let line: String
  /// Whether the players must not see the seed.
  let hidesSeed: Bool
  /// The hash of all this.
  let hash: UInt64
  /// What happened at its beginning.
  let events: [PluginEvent]

  init(line: String, hidesSeed: Bool, events: [PluginEvent]) {
    self.line = line
    self.hidesSeed = hidesSeed
    self.events = events
    hash = Self.hash(of: line, hidesSeed)
  }

  static func hash(of line: String, _ hidesSeed: Bool) -> UInt64 {
    var digest = Digest()
    digest.combine(line)
    digest.combine(hidesSeed)
    return digest.full
  }
}
