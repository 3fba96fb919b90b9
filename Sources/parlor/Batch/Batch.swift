import LibC
import LineSyntax
import ParlorEngine
import ParlorKit
import Platform
import Scenarios

struct BatchOptions {
  /// Whether to print each line before its reply, which makes the output a scenario.
  var echoes = false
  /// Whether to continue after an error.
  var keepsGoing = false
  /// The seed of the first game; `nil` if each game draws its own.
  var seed: Int? = 0
  /// Whether to frame each reply as a response of the Go Text Protocol.
  var isFramed = false
  var format = ReplyFormat.text
  var clock = SessionClock.Kind.virtual
  var profile = Profile.ofOneSession

  fileprivate var settings: Settings {
    var settings = Settings.program()
    settings.seed = seed
    settings.format = format
    settings.clock = clock
    settings.use(profile)
    return settings
  }
}

/// Runs scripts. Replies go to standard output, errors to standard error.
final class Batch {
  private let options: BatchOptions
  private let interpreter: Interpreter
  /// Records the results; `nil` without a lasting profile.
  private let store: SessionStore?
  private var output = TextWriter()
  private var status = ExitStatus.fine
  private var isOver = false
  /// Why output failed while a line was running.
  private var failure: FileError?
  /// The response to the running line, if responses are framed.
  private var response: GTPResponse?
  private var source = ScriptLine()

  /// Output is flushed at this size, and before the program waits for input.
  private static let outputSize = 1 << 16

  /// - Parameters:
  ///   - point: a place in a scenario; the commands before it run first, without output.
  ///   - allowed: the permissions of such a session besides reading files.
  init(
    _ options: BatchOptions, at point: ResumePoint? = nil, allowing allowed: Capabilities = .none
  ) {
    var options = options
    if point != nil { options.profile = .ofOneSession }
    self.options = options
    var settings = options.settings
    if let point { settings.runAsData(below: point.folder, allowing: allowed) }
    store =
      options.profile.isScratch ? nil : SessionStore(options.profile, saving: .finished)
    settings.use(store: store)
    interpreter = Interpreter(settings)
    point?.lead(interpreter)
    output.bytes.reserveCapacity(Self.outputSize * 2)
  }

  func runStandardInput() -> ExitStatus {
    finish { () throws(FileError) in try run(descriptor: STDIN_FILENO, name: "stdin") }
  }

  /// Runs files in order in one session; `-` is standard input.
  func run(files: [String]) -> ExitStatus {
    finish { () throws(FileError) in
      for path in files where !isOver {
        if path == "-" {
          try run(descriptor: STDIN_FILENO, name: "stdin")
        } else {
          let file = try InputFile(path)
          try run(descriptor: file.descriptor, name: path)
        }
      }
    }
  }

  /// Runs the lines of each `-c`, in order.
  func run(commands: [String]) -> ExitStatus {
    finish { () throws(FileError) in
      let lines = commands.flatMap { CommandString.lines(of: Array($0.utf8)) }
      for (index, line) in lines.enumerated() where !isOver {
        source = ScriptLine(file: "-c", number: index + 1, bytes: line)
        try execute(line)
      }
    }
  }

  private func finish(_ body: () throws(FileError) -> Void) -> ExitStatus {
    do throws(FileError) {
      // The scenario that `--echo` writes begins with the effect of the options.
      if options.echoes { output.bytes += interpreter.beginTranscript() }
      try body()
      try flush()
      for loss in [store?.loss(), interpreter.lostRecording].compactMap(\.self) {
        StandardOutput.complain(loss)
        status = status.combined(with: .io)
      }
    } catch {
      let failure = ExitStatus(error)
      if error.action == .read { try? flush() }
      if failure == .io { StandardOutput.complain(error.message) }
      return failure
    }
    return status
  }

  private func run(descriptor: Int32, name: String) throws(FileError) {
    var reader = FileLineReader(descriptor: descriptor, name: name, limit: Line.limit)
    source = ScriptLine(file: name)
    while !isOver {
      let line = try reader.next { () throws(FileError) in
        try flush()
        // If it were kept, the reader would copy its block to read the next one.
        source.bytes = []
        try awaitInput(descriptor)
      }
      guard var line else { return }
      source.number += 1
      if source.number == 1, line.starts(with: ByteOrderMark.bytes) {
        line = line.dropFirst(3)
      }
      source.bytes = line
      try execute(line)
    }
  }

  /// Writes the news that arrive before the next line, if a game can have any.
  private func awaitInput(_ descriptor: Int32) throws(FileError) {
    guard options.clock == .real else { return }
    while !isOver, interpreter.session.hasRemoteGames,
      !FileSystem.isReadable(descriptor, within: Self.newsInterval)
    {
      interpreter.deliverNews(into: take)
      try flush()
    }
  }

  /// Milliseconds between two checks for news.
  private static let newsInterval: Int32 = 50

  private func execute(_ line: ArraySlice<UInt8>) throws(FileError) {
    if options.isFramed { return try executeFramed(GTPLine.cleaned(line)[...]) }
    guard Line.isCommand(line) else { return }
    if options.echoes {
      output.bytes += interpreter.passedTime()
      output.bytes.append(contentsOf: Transcript.command(interpreter.router.canonical(line)))
    }
    interpreter.execute(line) { take($0) }
    if let failure { throw failure }
    if output.bytes.count >= Self.outputSize { try flush() }
  }

  /// Runs a line as a command of the Go Text Protocol and writes exactly one response.
  private func executeFramed(_ line: ArraySlice<UInt8>) throws(FileError) {
    guard Line.isCommand(line) else { return }
    response = GTPResponse()
    var words = Line()
    try? words.read(line)
    if let verb = words.tokens.first, let command = GTPCommand(rawValue: words.text(verb)) {
      let answer = command.answer(words.tokens.dropFirst().first.map(words.text), in: interpreter)
      response?.take(.said(answer, id: words.id, command: command.rawValue, in: interpreter))
    } else {
      interpreter.execute(line) { take($0) }
    }
    response?.write(id: words.id, to: &output.bytes)
    response = nil
    if let failure { throw failure }
    if output.bytes.count >= Self.outputSize { try flush() }
  }

  private func take(_ reply: Reply) {
    if let problem = reply.problem {
      status = status.combined(with: ExitStatus(problem.code))
      if !options.keepsGoing && !options.isFramed { isOver = true }
      if !options.echoes && response == nil && !reply.format.isMessage { return report(problem) }
    }
    if reply.endsSession { isOver = true }
    if options.isFramed {
      if reply.isNews {
        GTPResponse.write(news: reply, to: &output.bytes)
      } else {
        response?.take(reply)
      }
      return
    }
    if options.echoes {
      Transcript.append(reply, to: &output.bytes)
    } else {
      reply.write(to: &output)
    }
    if output.bytes.count >= Self.outputSize { flushWithin() }
  }

  /// Flushes while a line is running. A failure ends the run after that line.
  private func flushWithin() {
    do throws(FileError) { try flush() } catch { failure = failure ?? error }
  }

  /// Prints an error to standard error, after the replies before it.
  private func report(_ problem: Diagnostic) {
    flushWithin()
    source.bytes = interpreter.router.masked(source.bytes)
    var text = TextWriter(styled: Terminal.isTerminal(STDERR_FILENO))
    source.write(problem, to: &text)
    StandardError.write(text.bytes)
  }

  private func flush() throws(FileError) {
    guard !output.isEmpty else { return }
    defer { output.bytes.removeAll(keepingCapacity: true) }
    try FileSystem.write(output.bytes, to: STDOUT_FILENO, named: "standard output")
  }
}
