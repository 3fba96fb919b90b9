import Language
package import ParlorKit

/// A failure as a scenario: it differs as long as the fault is there, and passes without it.
package struct FuzzScenario {
  /// The file.
  package private(set) var bytes: [UInt8] = []

  /// The scenario of a failure.
  ///
  /// - Parameter origin: the command that has found it.
  package init(of failure: FuzzFailure, games: [any Game], origin: String) {
    add("# \(failure.fault.message.prefix(1).uppercased() + failure.fault.message.dropFirst())\n\n")
    add("Found by `\(origin)`.\n\n")
    if failure.seed != 0 { add("> seed \(failure.seed)\n") }
    var settings = Settings(games: games)
    settings.seed = failure.seed
    let interpreter = Interpreter(settings)
    for line in failure.lines.dropLast() {
      add(line, Self.passing(interpreter.transcribe(line[...])))
    }
    let last = failure.lines.last ?? []
    switch failure.fault {
    case .blankLine: add(last, "...\n! ^$ (re)\n")
    case .trailingBlank: add(last, "...\n! [ \\t]$ (re)\n")
    case .promptLike: add(last, "...\n! ^>\\x20 (re)\n")
    case .notPlainText: add(last, "...\n! [\\x00-\\x1F\\x7F-\\x9F\u{FFFD}] (re)\n")
    case .silentRefusal:
      let code = interpreter.transcribe(last[...]).code ?? .internal
      add(last, "error[\(code.rawValue)]\n")
    case .falseAlarm: add(last, "...\n! ^error\\[ (re)\n")
    case .changedByRefusal:
      let views = ["log", "state"].map { command in
        (command, Self.literally(interpreter.transcribe(Array(command.utf8)[...]).text))
      }
      for (command, text) in views { add(Array(command.utf8), text) }
      add(last, Self.passing(interpreter.transcribe(last[...])))
      for (command, text) in views { add(Array(command.utf8), text) }
    case .replayDiffers:
      add(last, Self.passing(interpreter.transcribe(last[...])))
      add("> save fuzz.parlor\n...\n> load fuzz.parlor\n...\n")
    case .redoDiffers:
      add(last, Self.passing(interpreter.transcribe(last[...])))
      let state = Self.literally(interpreter.transcribe(Array("state".utf8)[...]).text)
      add("> state\n\(state)> undo\n...\n> redo\n...\n> state\n\(state)")
    case .legalRefused(let move):
      add(last, Self.passing(interpreter.transcribe(last[...])))
      // It is either said to be legal or refused; that it is refused is taken for right.
      add("> \(move)\nerror[illegal-move]\n> legal\n...\n! \(Self.pattern(for: move)) (re)\n")
    }
  }

  private mutating func add(_ text: String) { bytes += text.utf8 }

  private mutating func add(_ line: [UInt8], _ reply: String) {
    bytes += Transcript.command(line[...])
    add(reply)
  }

  /// What any reply of its kind meets.
  private static func passing(_ reply: Transcription) -> String {
    if let code = reply.code { return "error[\(code.rawValue)]\n" }
    return reply.text.isEmpty ? "" : "...\n"
  }

  private static func literally(_ text: [UInt8]) -> String {
    var bytes: [UInt8] = []
    Transcript.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A move as a regular expression that finds it among others.
  private static func pattern(for move: String) -> String {
    let escaped = move.unicodeScalars.map { scalar in
      let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == " "
      return (isPlain ? "" : "\\") + String(scalar)
    }
    return "(^|\\W)\(escaped.joined())($|\\W)"
  }
}
