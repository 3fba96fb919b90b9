import ParlorKit
import Platform

extension HostCommand {
  static let seed = HostCommand(
    CommandDeclaration(
      "seed", [Parameter("N", .integer(0...Seed.most), count: 0...1)],
      summary: "set the seed of the next game, or show it",
      details: ["Games that follow take the numbers that follow."], examples: ["seed 7", "seed"]),
    .session
  ) { interpreter, call throws(CommandError) in
    guard let seed = call.integer(0) else {
      // The next seed tells the one before, which a game may have to hide.
      let hides = interpreter.shelf.all.contains { $0.origin.hidesSeed && !$0.status.isOver }
      if hides { throw .hiddenSeed }
      return CommandResult(events: [HostEvent.seed(interpreter.nextSeed)])
    }
    interpreter.nextSeed = seed
    return .silent
  }

  static let clock = HostCommand(
    CommandDeclaration(
      "clock", [Parameter("+TIME", .duration, count: 0...1)],
      summary: "show the time, or move the virtual clock forward",
      details: ["Scripts have a virtual clock, which starts at 2000-01-01T00:00:00Z."],
      examples: ["clock", "clock +10s"]), .session
  ) { interpreter, call throws(CommandError) in
    guard let span = call.integer(0) else {
      let clock = interpreter.clock
      return CommandResult(
        events: [HostEvent.time(clock.now.iso8601, isReal: clock.kind == .real)])
    }
    try interpreter.clock.advance(milliseconds: span)
    for journal in interpreter.journals { journal.noteTime() }
    return CommandResult(events: interpreter.advanceLiveGames())
  }

  static let echo = HostCommand(
    CommandDeclaration(
      "echo", [Parameter("TEXT", .word, count: 0...Int.max)], summary: "show a text",
      examples: ["echo hello"]), group: .session,
    body: .line { _, line throws(CommandError) in
      let words = line.tokens.dropFirst()
      guard let first = words.first else { return .silent }
      var text = TextWriter()
      text.write(words.lazy.map { line.written($0) }, separator: " ")
      guard !text.bytes.allSatisfy(Line.isBlank) else { return .silent }
      guard ["> ", "error["].allSatisfy({ !text.bytes.starts(with: $0.utf8) }) else {
        throw .badEcho(range: first.range)
      }
      text.bytes.removeSubrange(Line.trimmed(text.bytes[...]).endIndex...)
      return CommandResult(events: [HostEvent.said(text.string)])
    })

  static let quit = HostCommand(
    CommandDeclaration(
      "quit", aliases: ["exit"], summary: "end the session", examples: ["quit"]), .session
  ) { _, _ throws(CommandError) in CommandResult(endsSession: true) }
}

extension Line {
  /// A word as it was written, without its quotes.
  fileprivate func written(_ token: Token) -> String {
    guard let name = token.name else { return text(token) }
    return "\(self.name(name))=\(text(token))"
  }
}
