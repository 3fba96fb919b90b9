import ParlorEngine
package import ParlorKit
package import PluginRunner

// Language has a game of this name, too.
package import protocol PluginRunner.RemoteGame

/// Types lines to a remote game and reads what it says.
package struct RemotePlayer<Remote: RemoteGame> {
  /// The game.
  package let game: Remote
  private let kind: GameKind

  /// A player of a game that was not yet opened.
  package init(_ game: Remote, definition: GameDefinition) {
    self.game = game
    kind = GameKind(definition: definition) { _, _, _ throws(GameError) in
      throw GameError(.internal, "the game is played elsewhere")
    }
  }

  /// What a line brings, as data.
  package func events(_ line: String) throws(GameError) -> [any Event] {
    try game.run(kind.call(of: Array(line.utf8)[...]))
  }

  /// What a line brings, as text: events and the situation, or `code: message` of a refusal.
  package func type(_ line: String) -> String {
    do throws(GameError) {
      let texts = try events(line).map(text(of:))
      return texts.filter { !$0.isEmpty }.joined(separator: "\n")
    } catch {
      return ([error.code.rawValue + ": " + error.message] + error.help).joined(separator: "\n")
    }
  }

  /// What can be done now.
  package var situation: String {
    var text = TextWriter()
    game.view.writeSituation(to: &text)
    return text.string
  }

  /// What `show` shows.
  package var table: String {
    var text = TextWriter()
    game.view.writeTable(to: &text)
    return text.string
  }
}

/// An event as text.
package func text(of event: any Event) -> String {
  var text = TextWriter()
  event.write(to: &text)
  return text.string
}
