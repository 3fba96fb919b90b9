public import ParlorKit

/// The result of a line: events, or one problem. It is a value, which later lines do not change.
public struct Reply {
  /// The number before the verb, if there was one.
  public let id: Int?
  /// The verb, whatever alias was typed; empty if it could not be read.
  public let command: String
  /// What happened. An event of a game has its text, or in JSON and CSV its fields.
  public private(set) var events: [any Event]
  /// Why the line was refused; nothing happened then, unless its code is `internal`.
  public let problem: Diagnostic?
  /// Whether the session is over.
  public let endsSession: Bool
  /// Whether this happened without a line.
  package private(set) var isNews = false
  /// Whether the text shows the table again before it says what can be done now.
  let showsRecap: Bool
  /// What the player sees after the line; `nil` if the text does not say what can be done now.
  let view: (any GameView)?
  /// The format, and what it says besides the events.
  let data: ReplyData
  /// Further keys, whose values are JSON already.
  let written: [WrittenValue]

  /// The reply to a line that was accepted.
  ///
  /// - Parameters:
  ///   - game: the game that it is about.
  ///   - data: the format, and what it says besides the events.
  init(
    id: Int? = nil, command: String, _ result: CommandResult, in game: (any SessionGame)?,
    data: ReplyData
  ) {
    self.id = id
    self.command = command
    self.data = data
    events = result.events
    written = result.written
    problem = nil
    endsSession = result.endsSession
    showsRecap = result.isReturn
    view = result.showsSituation ? game?.view : nil
  }

  /// What happened without a line.
  init(news events: [any Event], in game: (any SessionGame)?, data: ReplyData) {
    self.init(command: "news", CommandResult(events: events), in: game, data: data)
    isNews = true
  }

  /// The reply to a line that was refused.
  init(id: Int?, command: String, problem: Diagnostic, data: ReplyData) {
    self.id = id
    self.command = command
    self.problem = problem
    self.data = data
    events = []
    written = []
    endsSession = false
    showsRecap = false
    view = nil
  }

  /// The format that was in force after the line.
  package var format: ReplyFormat { data.format }

  /// Whether its output is a JSON object that says everything, errors included.
  public var isMessage: Bool { format.isMessage }

  /// The events of the game alone, without what commands of the session report.
  public var gameEvents: [any Event] { events.filter { !($0 is HostEvent) } }

  /// The reply without what only a prompt or a session with a profile reports.
  func withoutNotices() -> Reply {
    var reply = self
    reply.events.removeAll { ($0 as? HostEvent)?.isNotice ?? false }
    return reply
  }

  /// The reply with another event.
  func adding(_ event: HostEvent) -> Reply {
    var reply = self
    reply.events.append(event)
    return reply
  }

  /// A text that a front end says by itself.
  package static func said(
    _ text: String, id: Int?, command: String, in interpreter: Interpreter
  ) -> Reply {
    interpreter.reply(
      id: id, command: command, CommandResult(events: [HostEvent.said(text)]))
  }

  /// A reply, in the format of the session, with an error that the host has found by itself.
  public static func refused(_ error: GameError, in interpreter: Interpreter) -> Reply {
    interpreter.reply(
      id: nil, command: "",
      problem: Diagnostic(code: error.code, message: error.message, help: error.help))
  }
}

extension Reply {
  /// Writes the reply in its format, ended by a line break unless it is empty.
  ///
  /// - Returns: where in the bytes of the writer the last part begins, which says what can be done
  ///   now; `nil` if the reply has no such part.
  @discardableResult
  public func write(to text: inout TextWriter) -> Int? {
    data.format.encoder.write(self, to: &text)
  }

  /// The reply in its format, as ``write(to:)`` writes it without styles.
  public var output: String {
    var text = TextWriter()
    write(to: &text)
    return text.string
  }
}
