package import ParlorKit

/// A game under test, played by lines as the host would play it.
package protocol PlayedGame {
  associatedtype Rules: Game
  /// The rules.
  var game: Rules { get }
  /// The state.
  var state: Rules.State { get }
  /// The time of the game's own clock.
  var now: GameTime { get }
  /// Plays a line and returns the whole reply: events, then the situation.
  mutating func play(_ line: String) throws -> String
}

extension PlayedGame {
  /// A game that reads no clock.
  package var now: GameTime { .zero }

  /// The text of the game's opening.
  package var opening: String { reply(to: game.opening(of: state)) }

  /// The digest of the state.
  package var digest: UInt64 {
    var digest = Digest()
    game.digest(state, into: &digest)
    return digest.full
  }

  /// What the players see.
  package var view: Rules.View { game.view(of: state, at: now) }

  /// The canonical line of a move.
  package func line(_ move: Rules.Move) -> String { written { game.write(move, to: &$0) } }

  /// The reply that reports events.
  package func reply(to events: [Rules.Happening]) -> String {
    written { text in
      for event in events {
        text.breakLine()
        event.write(to: &text)
      }
      text.breakLine()
      view.writeSituation(to: &text)
    }
  }

  /// The text of the command `show`.
  package func show(styled: Bool = false) -> String {
    written(styled: styled) { text in
      view.writeTable(to: &text)
      text.breakLine()
      view.writeSituation(to: &text)
    }
  }

  /// The refusal of a line, which must change nothing.
  package mutating func refusal(of line: String) throws -> GameError? {
    let before = digest
    defer { precondition(digest == before) }
    do {
      _ = try play(line)
      return nil
    } catch let refusal as GameError {
      return refusal
    }
  }
}

/// What a closure writes.
package func written(styled: Bool = false, _ write: (inout TextWriter) -> Void) -> String {
  var text = TextWriter(styled: styled)
  write(&text)
  return text.string
}
