public import LineSyntax
package import ParlorKit
import Platform

/// Takes the replies to a line, in order, as they come.
package typealias ReplySink = (Reply) -> Void

/// Runs lines in a session.
///
/// It holds the open games and runs the commands of lines. A line that is refused changes nothing,
/// unless its code is `internal`.
public final class Interpreter {
  package let session: Session
  /// Finds the commands of lines.
  package let router: CommandRouter
  /// Helps while a line is typed.
  package let assistant: Assistant
  /// Writes the session into a file after `record`.
  var recorder: Recorder?
  /// The real time that a transcript of the session has reached, if its lines and replies are printed as one.
  private var transcriptTime: Int64?
  /// Whether the lines run again on another day.
  var runsAgain: Bool { recorder != nil || transcriptTime != nil }
  /// Why a recording has stopped before its end.
  package private(set) var lostRecording: String?
  /// What the next reply has to say of it.
  private var untold: HostEvent?
  private let waitForBot: ((_ player: String) -> Void)?
  private var replyData = ReplyDataMaker()
  /// A line that is reused, so that reading one allocates nothing.
  private var spareLine: Line? = Line()

  /// A session with the settings of a host.
  public init(_ settings: Settings) {
    InternalFault.tellThreads { Thread.current }
    session = Session(settings)
    router = CommandRouter(session, settings)
    assistant = Assistant(session, router)
    session.library.loader?.reserve(settings.commands)
    waitForBot = settings.waitForBot
  }

  /// The open games in the order of their numbers.
  public var openGames: [any OpenGame] { session.games.all }

  /// The open game that gets the moves.
  public var openGame: (any OpenGame)? { session.currentGame }

  /// The current game, with what only commands need of it.
  package var currentGame: (any SessionGame)? { session.currentGame }

  /// Runs a line and hands over its replies as they come. Most lines have one reply. A blank line or a
  /// comment has none; `source`, and news of a remote game before the line, add more.
  public func execute(_ bytes: ArraySlice<UInt8>, into sink: (Reply) -> Void) {
    guard let waitForBot else { return executeLine(bytes, into: sink) }
    withoutActuallyEscaping(sink) { sink in
      session.botObserver = BotObserver(thinks: waitForBot) { [unowned self] events in
        deliver(part: events, of: "", into: sink)
      }
      defer { session.botObserver = nil }
      executeLine(bytes, into: sink)
    }
  }

  private func executeLine(_ bytes: ArraySlice<UInt8>, into sink: ReplySink) {
    session.revision &+= 1
    if recorder != nil || transcriptTime != nil {
      session.clock.hold()
      recorder?.begin(router.canonical(bytes))
    }
    var line = spareLine.take() ?? Line()
    var verb = ""
    do throws(CommandError) {
      if let reply = try run(bytes, &line, &verb, into: sink) { deliver(reply, into: sink) }
    } catch {
      deliver(reply(id: line.id, command: verb, problem: error.diagnostic), into: sink)
    }
    spareLine = line
    session.clock.release()
  }

  /// The first lines of a transcript, which goes on from here.
  package func beginTranscript() -> [UInt8] {
    session.clock.hold()
    transcriptTime = session.clock.milliseconds
    return Transcript.preamble(of: self)
  }

  /// The line of a transcript that lets as much time pass as has passed, if a game reads the real clock. The clock
  /// stands still until the next line has run.
  package func passedTime() -> [UInt8] {
    guard session.clock.kind == .real, let before = transcriptTime else { return [] }
    session.clock.hold()
    let passed = session.clock.milliseconds - before
    transcriptTime = before + passed
    guard passed > 0, session.games.all.contains(where: \.kind.readsClock) else { return [] }
    return Transcript.clock(passed, isMessage: session.preferences.format.isMessage)
  }

  /// Runs a line and returns its replies.
  @discardableResult
  package func execute(_ bytes: ArraySlice<UInt8>) -> [Reply] {
    var replies: [Reply] = []
    execute(bytes) { replies.append($0) }
    return replies
  }

  /// Runs a line and returns its replies.
  @discardableResult
  public func execute(_ line: String) -> [Reply] { execute(Array(line.utf8)[...]) }

  /// What could be typed at the end of an unfinished line: commands, arguments and legal moves.
  ///
  /// - Parameter line: the line up to the cursor.
  public func completion(of line: ArraySlice<UInt8>) -> Completion {
    assistant.completion(of: line)
  }

  /// Whether a line is one for the current game: a command of it, `resign`, or none that can be
  /// read.
  package func asksGame(_ bytes: ArraySlice<UInt8>) -> Bool { router.asksGame(bytes) }

  /// Runs a line of a file that another line runs; its replies go to the same place.
  ///
  /// - Returns: whether the line ends the session.
  func executeWithin(_ bytes: ArraySlice<UInt8>, into sink: ReplySink) throws(CommandError) -> Bool
  {
    // A recording contains the lines of the file, and so does not need the file.
    recorder?.begin(router.canonical(bytes))
    var line = Line()
    var verb = ""
    do throws(CommandError) {
      guard let reply = try run(bytes, &line, &verb, into: sink) else { return false }
      deliver(reply, into: sink)
      return reply.endsSession
    } catch {
      record(reply(id: line.id, command: verb, problem: error.diagnostic))
      recorder?.skip()
      throw error
    }
  }

  /// The reply to a line; `nil` for a line without a command.
  private func run(
    _ bytes: ArraySlice<UInt8>, _ line: inout Line, _ verb: inout String, into sink: ReplySink
  ) throws(CommandError) -> Reply? {
    let faults = InternalFault.count
    do throws(CommandError) {
      do throws(LineError) { try line.read(bytes) } catch { throw CommandError(error) }
      if line.tokens.isEmpty { return nil }
      // Deliver pending news before running the line. News that arrives while it runs waits,
      // because the reply cannot take it into account, unless it comes with the answer to the line.
      deliverNews(into: sink)
      let isBehind = session.host.retryStore?() ?? false
      var result = try perform(line, verb: &verb, into: sink)
      result.events += session.keepChanges(isBehind: isBehind)
      deliverNews(listening: false, into: sink)
      let reply = reply(id: line.id, command: verb, result)
      try checkFaults(since: faults)
      return reply
    } catch {
      deliverNews(listening: false, into: sink)
      // A refusal that met a fault may be wrong.
      try checkFaults(since: faults)
      throw error
    }
  }

  /// Throws the internal fault that this thread has met since there were so many, if any.
  private func checkFaults(since count: Int) throws(CommandError) {
    if InternalFault.count != count, let fault = InternalFault.take() {
      throw .internalFault(fault)
    }
  }

  /// - Parameter verb: is set to the verb of the command that was found.
  private func perform(
    _ line: Line, verb: inout String, into sink: ReplySink
  ) throws(CommandError) -> CommandResult {
    switch try router.find(line) {
    case nil: throw router.unknownCommand(line)
    case .nothing: return .silent
    case .host(let command):
      verb = command.verb
      do throws(CommandError) {
        try session.checkDrill(command)
        return try command.run(line, in: self, into: sink)
      } catch {
        throw router.withoutSecrets(error, of: line, command)
      }
    case .game(let command, let game):
      verb = command.declaration.verb
      let call: Call
      do throws(CommandError) {
        call = try router.call(line, command)
      } catch {
        throw router.withoutSecrets(error, of: line, command.declaration)
      }
      do throws(CommandError) {
        if let drill = session.drill, let question = drill.question, !command.declaration.isQuestion
        {
          return try session.answer(call, drill, question)
        }
        return try session.play(call, isQuestion: command.declaration.isQuestion, in: game)
      } catch {
        throw error.placed(in: line, call, of: command)
      }
    case .shortcut(let whole):
      return try perform(Line(command: whole[...]), verb: &verb, into: sink)
    }
  }

  /// Delivers a part of what a line reports before its reply.
  func deliver(
    part events: [any Event], of command: String, showsSituation: Bool = false,
    into sink: ReplySink
  ) {
    deliver(
      reply(command: command, CommandResult(events: events, showsSituation: showsSituation)),
      into: sink)
  }

  /// Delivers what has happened without a line, in a reply for each game.
  ///
  /// - Parameter listening: whether to look for what has arrived since; otherwise only what came
  ///   with an answer is delivered.
  package func deliverNews(listening: Bool = true, into sink: ReplySink) {
    guard session.library.mayHaveNews else { return }
    for news in session.takeNews(listening: listening) {
      let data = replyData.data(about: news.game, isRefusal: false, session.preferences)
      deliver(Reply(news: news.events, in: news.game, data: data), into: sink)
    }
  }

  /// The reply to a line that was accepted.
  func reply(id: Int? = nil, command: String, _ result: CommandResult) -> Reply {
    let game = session.games.current
    return Reply(
      id: id, command: command, result, in: game,
      data: replyData.data(about: game, isRefusal: false, session.preferences))
  }

  /// The reply to a line that was refused.
  func reply(id: Int?, command: String, problem: Diagnostic) -> Reply {
    Reply(
      id: id, command: command, problem: problem,
      data: replyData.data(about: session.currentGame, isRefusal: true, session.preferences))
  }

  /// Delivers a reply, and records it if the session is recorded. If it cannot be recorded, that is told in this
  /// reply, or in the next one if this one is a refusal.
  private func deliver(_ reply: Reply, into sink: ReplySink) {
    record(reply)
    guard untold != nil, reply.problem == nil, let loss = untold.take() else {
      return sink(reply)
    }
    sink(reply.adding(loss))
  }

  private func record(_ reply: Reply) {
    guard let recorder else { return }
    do throws(FileError) {
      try recorder.note(reply)
    } catch {
      self.recorder = nil
      let loss = HostEvent.recordingStopped(path: recorder.path, reason: error.message)
      (lostRecording, untold) = (error.message, loss)
    }
  }

  /// The report on games that were resumed, after making one of them current.
  ///
  /// - Parameters:
  ///   - games: the games.
  ///   - notes: what else to report.
  ///   - current: the number of the game that was current.
  /// - Returns: `nil` if there is nothing to report.
  package func reportResumed(
    _ games: [GameJournal], _ notes: [any Event], current: Int?
  ) -> Reply? {
    if let current, session.games.all.contains(where: { $0.number == current }) {
      _ = try? session.games.use(current)
    }
    var events = notes
    if !games.isEmpty {
      let lines = games.map { journal in
        var turn = journal.game.turnToSay
        // The situation is that of the current game.
        if journal.game !== session.currentGame { turn?.isSaid = false }
        return GameLine(journal.game, turn: turn)
      }
      events.append(HostEvent.resumed(lines))
    }
    events += session.keepChanges()
    guard !events.isEmpty else { return nil }
    return reply(
      command: "resume",
      session.currentGame == nil ? CommandResult(events: events) : .position(after: events))
  }
}

/// The result of a line, as a transcript shows it.
package struct Transcription: Sendable {
  /// The lines of the reply, each ended by LF; empty for an empty reply.
  package var text: [UInt8] = []
  /// The code, if the line was refused.
  package var code: ErrorCode?
  /// What the line needs and the session is not granted.
  package var lacks = Capabilities.none
  /// Whether the session is over.
  package var isOver = false

  package init() {}
}

extension Interpreter {
  /// Runs one line as a transcript shows it: an error is part of the text.
  ///
  /// - Parameter observe: sees each reply.
  package func transcribe(
    _ line: ArraySlice<UInt8>, observe: ((Reply) -> Void)? = nil
  ) -> Transcription {
    var text = TextWriter()
    var result = Transcription()
    execute(line) { reply in
      observe?(reply)
      reply.write(to: &text)
      result.code = reply.problem?.code
      if let problem = reply.problem { result.lacks.formUnion(problem.lacks) }
      result.isOver = reply.endsSession
    }
    result.text = text.bytes
    return result
  }

  /// The transcript of a script: every command with its reply, to the end, whatever fails.
  package func echoTranscript(of script: [UInt8]) -> [UInt8] {
    Transcript.echo(script, shown: router.canonical) { transcribe($0) }
  }
}
