import Language
import LibC
import ParlorKit
import Platform
import Scenarios

/// How scripts are run.
struct BatchOptions {
  /// Whether each line is printed before its reply, so that the output is a scenario.
  var echoes = false
  /// Whether the lines after a refused one are run.
  var keepsGoing = false
  /// The seed of the first game.
  var seed = 0
  /// Whether replies are framed as responses of the Go Text Protocol.
  var isFramed = false
  /// The format of replies.
  var format = ReplyFormat.text
  /// Which time the session has.
  var clock = SessionClock.Kind.virtual
  /// Where results and house rules are kept.
  var profile = Profile.ofOneSession

  /// The settings of a session that runs scripts.
  var settings: Settings {
    var settings = Settings.program()
    settings.seed = seed
    settings.format = format
    settings.clock = clock
    settings.use(profile)
    if !profile.isScratch { settings.keeper = SessionStore(profile, keepsLines: false) }
    return settings
  }
}

/// Runs scripts: replies to standard output, diagnostics to standard error.
final class Batch {
  private let options: BatchOptions
  private let interpreter: Interpreter
  private var output = TextWriter()
  private var status = ExitStatus.fine
  private var isOver = false
  /// Why output could not be written in the middle of a line.
  private var failure: FileError?
  /// The response to the line that is running, if responses are framed.
  private var frame: GTPFrame?
  /// The line that is running.
  private var source = SourceLine()

  /// Output is written when there is this much of it, and before the program waits for input.
  private static let outputSize = 1 << 16

  /// - Parameter point: the place in a scenario whose commands run first, unseen.
  init(_ options: BatchOptions, at point: ResumePoint? = nil) {
    self.options = options
    var settings = options.settings
    if let point {
      settings.files = .scratch(reading: point.folder)
      settings.use(.ofOneSession)
    }
    interpreter = Interpreter(settings)
    point?.lead(interpreter)
    interpreter.onReply = { [unowned self] reply in take(reply) }
    output.bytes.reserveCapacity(Self.outputSize * 2)
  }

  /// Runs standard input.
  func runStandardInput() -> ExitStatus {
    finish { () throws(FileError) in try run(descriptor: STDIN_FILENO, name: "stdin") }
  }

  /// Runs files one after the other in one session; `-` is standard input.
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

  /// Runs the commands of an argument, parted by `;` outside quotes.
  func run(commands: String) -> ExitStatus {
    finish { () throws(FileError) in
      for (index, line) in CommandString.lines(of: commands).enumerated() where !isOver {
        source = SourceLine(file: "-c", number: index + 1, bytes: line)
        try execute(line)
      }
    }
  }

  private func finish(_ body: () throws(FileError) -> Void) -> ExitStatus {
    do throws(FileError) {
      // With echo the output is a scenario, which must say what the options said.
      if options.echoes { output.bytes += Transcript.preamble(of: interpreter) }
      try body()
      try flush()
    } catch {
      let failure = ExitStatus(error)
      if error.action == .read { try? flush() }
      if failure == .io { complain("parlor: \(error.message)\n") }
      return failure
    }
    return status
  }

  private func run(descriptor: Int32, name: String) throws(FileError) {
    var reader = LineReader(descriptor: descriptor, name: name, limit: Line.limit)
    source = SourceLine(file: name)
    while !isOver {
      let line = try reader.next { () throws(FileError) in try flush() }
      guard var line else { return }
      source.number += 1
      if source.number == 1, line.starts(with: Line.byteOrderMark) {
        line = line.dropFirst(3)
      }
      source.bytes = line
      try execute(line)
    }
  }

  private func execute(_ line: ArraySlice<UInt8>) throws(FileError) {
    if options.isFramed { return try executeFramed(GTPLine.cleaned(line)[...]) }
    guard Line.isCommand(line) else { return }
    if options.echoes {
      output.bytes.append(contentsOf: Transcript.command(interpreter.masked(line)))
    }
    interpreter.execute(line)
    if let failure { throw failure }
    if output.bytes.count >= Self.outputSize { try flush() }
  }

  /// Runs a line as a command of the Go Text Protocol: whatever it does, there is one response.
  private func executeFramed(_ line: ArraySlice<UInt8>) throws(FileError) {
    guard Line.isCommand(line) else { return }
    frame = GTPFrame()
    var words = Line()
    try? words.read(line)
    if let verb = words.tokens.first, let command = GTPCommand(rawValue: words.text(verb)) {
      let answer = command.answer(words.tokens.dropFirst().first.map(words.text), in: interpreter)
      frame?.take(.said(answer, id: words.id, command: command.rawValue, in: interpreter))
    } else {
      interpreter.execute(line)
    }
    frame?.write(id: words.id, to: &output.bytes)
    frame = nil
    if let failure { throw failure }
    if output.bytes.count >= Self.outputSize { try flush() }
  }

  private func take(_ reply: Reply) {
    if let problem = reply.problem {
      status = status.combined(with: ExitStatus(problem.code))
      if !options.keepsGoing && !options.isFramed { isOver = true }
      if !options.echoes && frame == nil && reply.format == .text { return report(problem) }
    }
    if reply.endsSession { isOver = true }
    if frame != nil {
      frame?.take(reply)
      return
    }
    if options.echoes {
      Transcript.append(reply, to: &output.bytes)
    } else {
      reply.write(to: &output)
    }
    if output.bytes.count >= Self.outputSize { flushWithin() }
  }

  /// Writes the replies there are within a line; a failure ends the run after it.
  private func flushWithin() {
    do throws(FileError) { try flush() } catch { failure = failure ?? error }
  }

  /// Writes a problem to standard error, after the replies that came before it.
  private func report(_ problem: Diagnostic) {
    flushWithin()
    source.bytes = interpreter.masked(source.bytes)
    var text = TextWriter(styled: Terminal.isTerminal(STDERR_FILENO))
    source.write(problem, to: &text)
    complain(text.string)
  }

  private func complain(_ text: String) {
    try? FileSystem.write(Array(text.utf8), to: STDERR_FILENO, named: "standard error")
  }

  private func flush() throws(FileError) {
    guard !output.isEmpty else { return }
    defer { output.bytes.removeAll(keepingCapacity: true) }
    try FileSystem.write(output.bytes, to: STDOUT_FILENO, named: "standard output")
  }
}
