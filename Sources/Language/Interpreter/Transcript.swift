import ParlorKit
import Platform

/// Sessions as text: commands after `> `, replies below them. What is written here passes as a
/// scenario.
package enum Transcript {
  /// A command as a line of a transcript.
  ///
  /// What is no text ends the line as U+FFFD, which is refused in the same words; a line over the
  /// limit is cut, and still over the limit.
  package static func command(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var text = Line.trimmed(line)
    if let fault = TextCheck.firstInvalidIndex(in: text) {
      text = text[..<min(fault, text.startIndex + Line.limit - 3)]
      while TextCheck.firstInvalidIndex(in: text) != nil { text = text.dropLast() }
      text += "\u{FFFD}".utf8
    }
    if line.count > Line.limit, text.count <= Line.limit {
      text += repeatElement(UInt8(ascii: "x"), count: Line.limit + 1 - text.count)
    }
    return Array("> ".utf8) + text + [UInt8(ascii: "\n")]
  }

  /// The lines that bring a new session of a script to the seed, the time and the settings of
  /// another, and to its open games.
  package static func preamble(of interpreter: Interpreter) -> [UInt8] {
    let session = interpreter.session
    var lines: [String] = []
    if session.nextSeed != 0 { lines.append("seed \(session.nextSeed)") }
    if session.clock.kind == .virtual, session.clock.milliseconds > 0 {
      lines.append("clock \(Span.written(milliseconds: session.clock.milliseconds))")
    }
    let fresh = Interpreter(Settings(kinds: []))
    for setting in Setting.all
    where !setting.isForScreen && setting.value(session) != setting.value(fresh.session) {
      lines.append("set \(setting.name) \(setting.value(session))")
    }
    var bytes = lines.flatMap { line in
      command(Array(line.utf8)[...]) + fresh.transcribe(Array(line.utf8)[...]).text
    }
    let games = session.games.all
    for game in games {
      func add(_ line: String) { bytes += Array("> \(line)\n...\n".utf8) }
      if let game = game.logged {
        game.forEachLine { line, _ in add(line) }
      } else {
        add(game.origin.line(masked: false))
      }
    }
    if let index = games.firstIndex(where: { $0 === session.currentGame }),
      index != games.count - 1
    {
      bytes += Array("> use \(index + 1)\n...\n".utf8)
    }
    return bytes
  }

  /// Appends a reply as a transcript shows it, unstyled, with the marks that keep its lines from
  /// being read as patterns.
  package static func append(_ reply: Reply, to bytes: inout [UInt8]) {
    var text = TextWriter()
    reply.write(to: &text)
    append(text.bytes, to: &bytes)
  }

  /// Appends the text of a reply with these marks.
  package static func append(_ text: [UInt8], to bytes: inout [UInt8]) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      TranscriptSyntax.escape(line, into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}

/// Writes a session into a file as a scenario, line by line.
final class Recorder {
  /// The file as the user named it.
  let path: String
  private let file: AppendFile
  private var pending: [UInt8]?
  private var count = 0
  private var isInCommand = false

  /// - Parameter preamble: the lines that bring a new session to where the recording begins.
  init(path: String, file: AppendFile, preamble: [UInt8]) throws(FileError) {
    self.path = path
    self.file = file
    if !preamble.isEmpty { try file.append(preamble) }
  }

  /// A command is about to run.
  func begin(_ line: ArraySlice<UInt8>) {
    isInCommand = Line.isCommand(line)
    pending = isInCommand ? Transcript.command(line) : nil
  }

  /// The command has replied.
  func note(_ reply: Reply) throws(FileError) {
    guard isInCommand else { return }
    var bytes = pending ?? []
    if pending != nil { count += 1 }
    pending = nil
    Transcript.append(reply, to: &bytes)
    try file.append(bytes)
  }

  /// What is reported when the recording ends.
  func end() -> HostEvent { .recorded(path: path, commands: count) }
}

extension Transcript {
  /// What `parlor --echo --keep-going` prints for a script.
  ///
  /// - Parameters:
  ///   - shown: a line as it is shown; asked before the line runs.
  ///   - transcribe: runs a line.
  package static func echo(
    _ script: [UInt8], shown: (ArraySlice<UInt8>) -> ArraySlice<UInt8>,
    transcribe: (ArraySlice<UInt8>) -> Transcription
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in Script(script, isScenario: false).lines {
      bytes += Transcript.command(shown(line.bytes))
      let reply = transcribe(line.bytes)
      append(reply.text, to: &bytes)
      if reply.isOver { break }
    }
    return bytes
  }
}
