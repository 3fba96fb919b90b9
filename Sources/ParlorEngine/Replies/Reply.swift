public import ParlorKit

/// The result of a line: events, or one problem. It is a value, which later lines do not change.
public struct Reply {
  /// The number before the verb, if there was one.
  public let id: Int?
  /// The verb, whatever alias was typed; empty if it could not be read.
  public let command: String
  /// What happened.
  public private(set) var events: [any Event]
  /// Why the line was refused; nothing happened then.
  public let problem: Diagnostic?
  /// Whether the session is over.
  public let endsSession: Bool
  /// Whether this happened without a line.
  public private(set) var isNews = false
  /// Whether text says what can be done now.
  private let showsSituation: Bool
  /// Whether text repeats the table first.
  private let showsRecap: Bool
  /// What a player sees of the game after the line, if text shows it.
  private let view: (any GameView)?
  /// The data of JSON besides the events; `nil` for text.
  private let data: ReplyData?
  /// Further keys, whose values are JSON already.
  private let written: [WrittenValue]

  /// The reply to a line that was accepted.
  ///
  /// - Parameters:
  ///   - game: the game that it is about.
  ///   - data: the data of JSON besides the events; `nil` for text.
  init(
    id: Int? = nil, command: String, _ result: CommandResult, in game: (any SessionGame)?,
    data: ReplyData?
  ) {
    self.id = id
    self.command = command
    self.data = data
    events = result.events
    written = result.written
    problem = nil
    endsSession = result.endsSession
    showsSituation = result.showsSituation
    showsRecap = result.isReturn
    view = result.showsSituation ? game?.view : nil
  }

  /// What happened without a line.
  init(news events: [any Event], in game: (any SessionGame)?, data: ReplyData?) {
    self.init(command: "news", CommandResult(events: events), in: game, data: data)
    isNews = true
  }

  /// The reply to a line that was refused.
  init(id: Int?, command: String, problem: Diagnostic, data: ReplyData?) {
    self.id = id
    self.command = command
    self.problem = problem
    self.data = data
    events = []
    written = []
    endsSession = false
    showsSituation = false
    showsRecap = false
    view = nil
  }

  /// The format that was in force after the line.
  package var format: ReplyFormat { data == nil ? .text : .json }

  /// The reply without the notices that need a profile.
  func withoutNotices() -> Reply {
    var reply = self
    reply.events.removeAll { ($0 as? HostEvent)?.isNotice ?? false }
    return reply
  }

  /// A text that a front end says by itself.
  package static func said(
    _ text: String, id: Int?, command: String, in interpreter: Interpreter
  ) -> Reply {
    interpreter.reply(
      id: id, command: command, CommandResult(events: [HostEvent.said(text)]))
  }

  /// An error that a front end reports by itself.
  package static func refused(_ error: GameError, in interpreter: Interpreter) -> Reply {
    interpreter.reply(
      id: nil, command: "",
      problem: Diagnostic(code: error.code, message: error.message, help: error.help))
  }
}

/// The formats of replies.
public enum ReplyFormat: String, Sendable, CaseIterable {
  /// Text for people.
  case text
  /// One JSON object a reply.
  case json
}

extension Reply {
  /// Writes the reply in its format, ended by a line break unless it is empty.
  ///
  /// - Returns: the offset in the bytes of the writer of the text that says what can be done now;
  ///   `nil` if there is none.
  @discardableResult
  public func write(to text: inout TextWriter) -> Int? {
    guard let data else { return writeText(to: &text) }
    writeJSON(data, to: &text)
    return nil
  }

  /// The reply in its format, as ``write(to:)`` writes it without styles.
  public var output: String {
    var text = TextWriter()
    write(to: &text)
    return text.string
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
    for value in written {
      text.bytes += value.json
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
  private func writeJSON(_ data: ReplyData, to text: inout TextWriter) {
    // The JSON continues the text, without a copy of it.
    var json = JSONWriter()
    swap(&json.text, &text)
    json.writeObject { json in
      if let id {
        json.write(key: "id")
        json.write(id)
      }
      if isNews {
        json.write(key: "event")
        json.write(true)
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
        for value in written { json.write(key: value.key, written: value.json) }
      }
      json.write(fields: data.fields)
      if data.hasText {
        var text = TextWriter()
        _ = writeText(to: &text)
        json.write(key: "text")
        json.write(text.string)
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
