import ParlorEngine
package import ParlorKit

/// A finding as a scenario that fails until the bug is fixed.
package struct FuzzScenario {
  /// The content of the file.
  package private(set) var bytes: [UInt8] = []

  /// - Parameters:
  ///   - origin: the command that found it.
  ///   - plugin: the plugin that has the game, if it is one.
  package init(
    of finding: FuzzFinding, games: [any Game], origin: String, requires plugin: String? = nil
  ) {
    let title = finding.violation.message
    add("# \(title.prefix(1).uppercased() + title.dropFirst())\n\n")
    add("Found by `\(origin)`.\n\n")
    if let plugin { add("> requires plugin \(plugin)\n") }
    if finding.seed != 0 { add("> seed \(finding.seed)\n") }
    var settings = Settings(games: games)
    settings.seed = finding.seed
    settings.advice = .bounded
    let interpreter = Interpreter(settings)
    for line in finding.lines.dropLast() {
      add(line, Self.passing(interpreter.transcribe(line[...])))
    }
    let last = finding.lines.last ?? unreachable("a finding has a line", [])
    switch finding.violation {
    case .blankLine: add(last, "...\n! ^$ (re)\n")
    case .trailingBlank: add(last, "...\n! [ \\t]$ (re)\n")
    case .promptLike: add(last, "...\n! ^>\\x20 (re)\n")
    case .notPlainText: add(last, "...\n! [\\x00-\\x1F\\x7F-\\x9F\u{FFFD}] (re)\n")
    case .silentError:
      let code = interpreter.transcribe(last[...]).code ?? .internal
      add(last, "error[\(code.rawValue)]\n")
    case .falseAlarm: add(last, "...\n! ^error\\[ (re)\n")
    case .changedByError:
      let views = FuzzSession.views.map { command in
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
    case .advice:
      // No pattern can describe the fault: somebody has to look at it.
      add(last, Self.passing(interpreter.transcribe(last[...])))
      add("> hint\n...\n")
    case .legalMoveRejected(let move):
      add(last, Self.passing(interpreter.transcribe(last[...])))
      // The move is listed as legal and rejected. The scenario assumes that rejecting it is right.
      add("> \(move)\nerror[illegal-move]\n> legal\n...\n! \(Self.pattern(for: move)) (re)\n")
    }
  }

  /// The lines of one of two games, the last reply to which reveals a secret: it has a line that
  /// differs in the other one.
  package init(of finding: TwinFinding, origin: String, requires plugin: String? = nil) {
    add("# A reply reveals a secret\n\n")
    add("Found by `\(origin)`. With seed \(finding.seeds.1) and this log instead, the last reply")
    add(" differs:\n\n")
    for line in finding.logs.1 { add("    \(line)\n") }
    add("\n")
    if finding.isGuarded {
      add("As on the server, outcomes cannot be entered in this session.\n\n")
    }
    if let plugin { add("> requires plugin \(plugin)\n") }
    add("> seed \(finding.seeds.0)\n")
    let lines = finding.logs.0.map { Array($0.utf8) } + finding.lines
    for line in lines.dropLast() { add(line, "...\n") }
    let others = Set(finding.replies.1.split(separator: "\n"))
    let told = finding.replies.0.split(separator: "\n").first { !others.contains($0) } ?? ""
    add(lines.last ?? [], "...\n! \(Self.pattern(for: String(told))) (re)\n")
  }

  private mutating func add(_ text: String) { bytes += text.utf8 }

  private mutating func add(_ line: [UInt8], _ reply: String) {
    bytes += Transcript.command(line[...])
    add(reply)
  }

  /// An expected reply that matches any reply of the same kind.
  private static func passing(_ reply: Transcription) -> String {
    if let code = reply.code { return "error[\(code.rawValue)]\n" }
    return reply.text.isEmpty ? "" : "...\n"
  }

  private static func literally(_ text: [UInt8]) -> String {
    var bytes: [UInt8] = []
    Transcript.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A regular expression that finds a move in a list of moves.
  private static func pattern(for move: String) -> String {
    let escaped = move.unicodeScalars.map { scalar in
      let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == " "
      return (isPlain ? "" : "\\") + String(scalar)
    }
    return "(^|\\W)\(escaped.joined())($|\\W)"
  }
}
