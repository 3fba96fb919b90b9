import ParlorEngine
import Scenarios

/// A session that has run the commands before some line of a document, for help at that line.
///
/// The next line that needs help is usually the same or a later one: then the session continues.
final class SessionWalk {
  private let host: ServerHost
  private let limit = TimeLimit()
  private var interpreter: Interpreter?
  private var folder = ""
  private var attachments: [[UInt8]] = []
  private var commands: [[UInt8]] = []
  /// Commands whose last one took too long: they are not tried again.
  private(set) var tooLong: [[UInt8]]?

  init(_ host: ServerHost) { self.host = host }

  /// The session before a line of a document.
  ///
  /// - Parameters:
  ///   - line: from 1.
  ///   - observe: receives each command that runs, with its reply.
  /// - Returns: `nil` if the session ends before the line or takes too long.
  func session(
    before line: Int, of document: TextDocument, _ texts: [String: [UInt8]], isFresh: Bool = false,
    observe: ((_ command: Int, _ line: [UInt8], Transcription, Interpreter) -> Void)? = nil
  ) -> Interpreter? {
    let point = ResumePoint(before: line, of: document.path, texts)
    let files = point.attachments.map { Array($0.name.utf8) + [0] + $0.bytes }
    let hasMoved = folder != point.folder || attachments != files
    if let tooLong, !hasMoved, point.commands.starts(with: tooLong) { return nil }
    limit.restart(milliseconds: host.patience)
    let goesOn =
      !isFresh && interpreter != nil && !hasMoved && point.commands.starts(with: commands)
    if !goesOn {
      let settings = host.settings(point.folder) { [limit] in limit.isOver }
      let fresh = Interpreter(settings)
      let session = ScenarioSession(fresh)
      for file in point.attachments { _ = session.attach(file.name, file.bytes) }
      interpreter = fresh
      (folder, attachments, commands) = (point.folder, files, [])
    }
    guard let interpreter else { return nil }
    for command in point.commands.dropFirst(commands.count) {
      let reply = interpreter.transcribe(command[...])
      if reply.isOver || limit.isOver {
        if limit.isOver { tooLong = commands + [command] }
        self.interpreter = nil
        return nil
      }
      observe?(commands.count, command, reply, interpreter)
      commands.append(command)
    }
    return interpreter
  }

  /// Discards the session after a command of the caller.
  func forget() { interpreter = nil }
}

extension Interpreter {
  /// The reply to a question as text, in any format of the session.
  func answer(_ question: String) -> String? {
    let format = session.preferences.format
    func set(_ format: ReplyFormat) {
      _ = transcribe(Array("set format \(format.rawValue)".utf8)[...])
    }
    if format != .text { set(.text) }
    defer { if format != .text { set(format) } }
    let reply = transcribe(Array(question.utf8)[...])
    guard reply.code == nil, !reply.text.isEmpty else { return nil }
    return String(decoding: reply.text, as: UTF8.self)
  }
}
