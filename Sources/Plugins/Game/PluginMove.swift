import Language
import ParlorKit

/// A move of a plugin's game: its line and, once it is resolved, what the plugin says comes of it.
package struct PluginMove: Sendable, Equatable {
  /// The line, canonical once the move is resolved.
  let line: String
  /// The line as the players may see it before the end, where that differs.
  var masked: String?
  /// What it would bring, in a few words.
  var detail = ""
  /// What the host must know of it.
  var traits: MoveTraits = .step
  /// The time at which it is made, if that is known before it is resolved.
  var time: GameTime?
  /// Why there is no such move, where a bot could not choose one.
  var failure: GameError?
  /// What comes of it.
  var outcome: PluginOutcome?

  init(_ line: String) { self.line = line }

  package static func == (one: PluginMove, other: PluginMove) -> Bool { one.line == other.line }

  /// Whether a text can be a line of a game: words as the language reads them, in one spelling.
  static func isLine(_ text: String) -> Bool {
    var line = Line()
    let bytes = Array(text.utf8)
    guard (try? line.read(bytes[...])) != nil, let first = line.tokens.first else { return false }
    return first.range.lowerBound == 0 && line.bytes.count == bytes.count && first.name == nil
  }
}

/// What a plugin says comes of a move in a state.
final class PluginOutcome: Sendable {
  /// Where the move was made.
  let origin: PluginPosition
  /// When it was made.
  let time: GameTime
  let events: [PluginEvent]
  let snapshot: PluginSnapshot

  init(
    from origin: PluginPosition, at time: GameTime, _ events: [PluginEvent],
    _ snapshot: PluginSnapshot
  ) {
    self.origin = origin
    self.time = time
    self.events = events
    self.snapshot = snapshot
  }
}
