package import ParlorKit

/// What a line brought about: events, or one problem.
package struct Reply {
  /// The number before the verb, if there was one.
  package var id: Int?
  /// The verb, whatever alias was typed; empty if it could not be read.
  package var command: String
  /// What happened.
  package var events: [any Event] = []
  /// Why the line was refused; nothing happened then.
  package var problem: Diagnostic?
  /// The current game after the line.
  package var game: (any OpenGame)?
  /// Whether text says what can be done now.
  package var showsSituation = false
  /// Whether the session is over.
  package var endsSession = false
  /// The format that was in force after the line.
  package var format: ReplyFormat
}

extension Reply {
  /// A text that a front end says by itself.
  package static func said(
    _ text: String, id: Int?, command: String, in interpreter: Interpreter
  ) -> Reply {
    Reply(
      id: id, command: command, events: [HostEvent.said(text)], game: interpreter.currentGame,
      format: interpreter.format)
  }
}

/// The formats of replies.
package enum ReplyFormat: String, Sendable, CaseIterable {
  /// Text for people.
  case text
  /// One JSON object a reply.
  case json
}
