package import ParlorKit
import Platform

/// What a line brought about: events, or one problem. A value, which a later line does not change.
package struct Reply {
  /// The number before the verb, if there was one.
  package let id: Int?
  /// The verb, whatever alias was typed; empty if it could not be read.
  package let command: String
  /// What happened.
  package private(set) var events: [any Event]
  /// Why the line was refused; nothing happened then.
  package let problem: Diagnostic?
  /// Whether the session is over.
  package let endsSession: Bool
  /// The format that was in force after the line.
  package let format: ReplyFormat
  /// Whether text says what can be done now.
  private let showsSituation: Bool
  /// Whether text says before that what lies on the table.
  private let showsRecap: Bool
  /// What a player sees of the current game after the line, if the format shows it.
  private let view: (any GameView)?

  /// The reply to a line that was accepted.
  init(
    id: Int? = nil, command: String, _ result: CommandResult, in game: (any OpenGame)?,
    format: ReplyFormat
  ) {
    self.id = id
    self.command = command
    self.format = format
    events = result.events
    problem = nil
    endsSession = result.endsSession
    showsSituation = result.showsSituation
    showsRecap = result.isReturn
    view = result.showsSituation || format == .json ? game?.view : nil
  }

  /// The reply to a line that was refused.
  init(id: Int?, command: String, problem: Diagnostic, format: ReplyFormat) {
    self.id = id
    self.command = command
    self.problem = problem
    self.format = format
    events = []
    endsSession = false
    showsSituation = false
    showsRecap = false
    view = nil
  }

  /// The reply without what only a session with a profile reports.
  func withoutNotices() -> Reply {
    var reply = self
    reply.events.removeAll { ($0 as? HostEvent)?.isNotice ?? false }
    return reply
  }

  /// A text that a front end says by itself.
  package static func said(
    _ text: String, id: Int?, command: String, in interpreter: Interpreter
  ) -> Reply {
    Reply(
      id: id, command: command, CommandResult(events: [HostEvent.said(text)]),
      in: interpreter.currentGame, format: interpreter.session.preferences.format)
  }

  /// An error that a front end reports by itself.
  package static func refused(_ error: GameError, in interpreter: Interpreter) -> Reply {
    Reply(
      id: nil, command: "",
      problem: Diagnostic(code: error.code, message: error.message, help: error.help),
      format: interpreter.session.preferences.format)
  }
}

/// The formats of replies.
package enum ReplyFormat: String, Sendable, CaseIterable {
  /// Text for people.
  case text
  /// One JSON object a reply.
  case json
}

extension Reply {
  /// Writes the reply in its format, ended by a line break unless it is empty.
  ///
  /// - Returns: where in the bytes of the writer the text begins that says what can be done now;
  ///   nothing if there is none.
  @discardableResult
  package func write(to text: inout TextWriter) -> Int? {
    switch format {
    case .text: return writeText(to: &text)
    case .json:
      writeJSON(to: &text)
      return nil
    }
  }

  private func writeText(to text: inout TextWriter) -> Int? {
    if let problem {
      problem.write(to: &text)
      return nil
    }
    for event in events {
      event.write(to: &text)
      text.breakLine()
    }
    guard showsSituation, let view else { return nil }
    if showsRecap {
      view.writeRecap(to: &text)
      text.breakLine()
    }
    let start = text.bytes.count
    view.writeSituation(to: &text)
    text.breakLine()
    return start
  }

  /// Writes the reply as one JSON object on a line, its keys in a fixed order.
  private func writeJSON(to text: inout TextWriter) {
    // The JSON continues the text, without a copy of it.
    var json = JSONWriter()
    swap(&json.text, &text)
    json.writeObject { json in
      if let id {
        json.write(key: "id")
        json.write(id)
      }
      json.write(key: "ok")
      json.write(problem == nil)
      if let problem {
        json.write(key: "error")
        problem.write(to: &json)
      } else {
        json.write(key: "command")
        json.write(command)
        json.write(key: "events")
        json.writeArray { json in
          for event in events { Self.write(event, to: &json) }
        }
        json.write(key: "state")
        json.write(view.map { .object($0.fields) } ?? .null)
      }
    }
    swap(&json.text, &text)
    text.breakLine()
  }

  private static func write(_ event: any Event, to json: inout JSONWriter) {
    json.writeObject { json in
      json.write(key: "type")
      json.write(event.type)
      json.write(fields: event.fields)
    }
  }
}
