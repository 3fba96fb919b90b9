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
    var lines: [String] = []
    if interpreter.nextSeed != 0 { lines.append("seed \(interpreter.nextSeed)") }
    if interpreter.clock.kind == .virtual, interpreter.clock.milliseconds > 0 {
      lines.append("clock \(Span.written(milliseconds: interpreter.clock.milliseconds))")
    }
    let usual = Interpreter(Settings(kinds: []))
    for setting in Setting.all where setting.value(interpreter) != setting.value(usual) {
      lines.append("set \(setting.name) \(setting.value(interpreter))")
    }
    let session = Interpreter(Settings(kinds: []))
    var bytes = lines.flatMap { line in
      command(Array(line.utf8)[...]) + session.transcribe(Array(line.utf8)[...]).text
    }
    let games = interpreter.shelf.all
    for game in games {
      game.forEachLine { line, _ in bytes += Array("> \(line)\n...\n".utf8) }
    }
    if let index = games.firstIndex(where: { $0 === interpreter.currentGame }),
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
