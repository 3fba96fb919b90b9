import LineSyntax
import ParlorKit
import Platform

extension HostCommand {
  static let drill = HostCommand(
    in: .play, traits: .yieldsToGames, suggest: gameNames,
    Command(
      "drill", "practise decisions: positions, your answer, its worth",
      details: [
        "Answer with a move. It is judged, not made: the reply says what it is worth and why, and asks the"
          + " next position. There are \(Drill.usualCount) if you give no N. `drill stop` ends it, and the"
          + " game before is current again.",
        "The positions are errors in your finished games and positions with a close decision, under"
          + " the rules of your last game of this kind. A wrong answer brings a position back after two"
          + " others, a right one after 1, 2, 4, 8 and 16 days (the boxes of Leitner). They are kept in"
          + " the profile.",
        "With `seed=N` the positions are the same everywhere, under the rules of the current game or"
          + " the usual ones, and the profile is left alone. A drill counts in no statistics. Meanwhile"
          + " `undo`, `save`, hints and other games have to wait.",
      ],
      examples: ["drill", "drill farkle 5", "drill minesweeper seed=7", "drill stop"],
      Form("stop", help: "end the drill") { interpreter throws(CommandError) in
        try interpreter.session.stopDrill()
      },
      Form(
        .optional(.integer("N", Drill.counts)), .integer(of: Drill.seedOption),
        help: "drill the current game, or the game that was opened last"
      ) { interpreter, count, seed throws(CommandError) in
        try interpreter.beginDrill(nil, count: count, seed: seed)
      },
      Form(
        .word("GAME"), .optional(.integer("N", Drill.counts)), .integer(of: Drill.seedOption),
        help: "drill a game"
      ) { interpreter, game, count, seed throws(CommandError) in
        try interpreter.beginDrill(game, count: count, seed: seed)
      }))

  /// The commands that can be used during a drill, which neither move nor advise.
  fileprivate static let drillVerbs: Set = [
    "drill", "show", "legal", "state", "rules", "set", "clock", "echo", "history", "help", "quit",
  ]
}

extension Drill {
  fileprivate static let counts = 1...1_000
  fileprivate static let usualCount = 10
  fileprivate static let seedOption = OptionDeclaration.integer(
    "seed", 0...Seed.max, default: 0, "the seed of the positions")
}

extension Interpreter {
  fileprivate func beginDrill(
    _ game: String?, count: Int?, seed: Int?
  ) throws(CommandError) -> CommandResult {
    if session.drill != nil { throw .drillRuns }
    // A scenario has no profile.
    if let recorder, seed == nil {
      recorder.skip()
      throw .drillOfRecording
    }
    return try session.beginDrill(game, count: count ?? Drill.usualCount, seed: seed)
  }
}

extension Session {
  /// Refuses a command that has to wait until the drill is over.
  func checkDrill(_ command: HostCommand) throws(CommandError) {
    if drill != nil, !HostCommand.drillVerbs.contains(command.verb) { throw .drillRuns }
  }

  fileprivate func beginDrill(
    _ name: String?, count: Int, seed: Int?
  ) throws(CommandError) -> CommandResult {
    try checkAdvice()
    let usesProfile = seed == nil
    var drill = Drill(
      try drillOrigin(name, remembers: usesProfile), count: count,
      seed: seed ?? (drawsSeeds ? Seed.random : 0),
      store: usesProfile ? host.drills : nil, before: currentGame)
    try drill.changeDeck { _ in }
    try deal(&drill)
    return show(drill, after: [])
  }

  /// How the games of a drill are opened: by the rules of the current game, or of the last one of this
  /// kind, or by the usual ones.
  ///
  /// - Parameter remembers: whether games that are not open count.
  private func drillOrigin(
    _ name: String?, remembers: Bool
  ) throws(CommandError) -> GameOrigin {
    let current = currentGame
    let last = current?.kind.definition.name ?? openings.lastName
    guard let name = name ?? last else { throw .noGame(examples: ["drill farkle"]) }
    guard let kind = try library.kind(named: name) else {
      throw .notDrilled(name, known: library.kinds.map(\.definition.name))
    }
    var found = current.flatMap { $0.kind === kind ? $0.origin : nil }
    if found == nil, remembers {
      do throws(FileError) {
        found = try openings.last(kind, [], or: host.archive)
      } catch {
        throw .io(error)
      }
    }
    guard var origin = found else { return kind.drillOrigin }
    // What a player has laid out, such as a board, may be hidden in an open game.
    for option in kind.definition.options where option.isSecret { origin.given[option.name] = nil }
    return origin
  }

  fileprivate func stopDrill() throws(CommandError) -> CommandResult {
    guard let drill else { throw .noDrill }
    return end(drill, after: [])
  }

  /// Values a move as the answer to the position of the drill, and asks the next one.
  func answer(
    _ call: Call, _ drill: Drill, _ question: Drill.Question
  ) throws(CommandError) -> CommandResult {
    var drill = drill
    let game = question.game
    let (advice, line) = try advice { () throws(GameError) in
      try game.adviser?.advise(about: .call(call), isInterrupted: isStopped)
    }
    guard let best = advice.moves.first,
      let played = advice.moves.first(where: { $0.move == line })
    else { throw .refused(.notNow("the adviser does not value this move")) }
    let answer = GameReview.Move(
      number: drill.answers.moves.count + 1, player: "1", line: played.move, unit: advice.unit,
      value: played.value, best: best.move, bestValue: best.value, loss: advice.loss(of: played),
      tolerance: advice.tolerance, isDecision: true, isOfStep: advice.isOfStep,
      isNeedlessRisk: false, luck: nil)
    let day = self.day
    try drill.changeDeck { $0.note(question.card, isRight: !answer.isError, on: day) }
    drill.answers.add(answer, advice.meaning)
    let event = HostEvent.drillAnswer(answer, advice)
    if drill.answers.moves.count >= drill.count { return end(drill, after: [event]) }
    do throws(CommandError) {
      try deal(&drill)
    } catch {
      // The answer is valued and noted.
      return end(drill, after: [event], because: error.message)
    }
    return show(drill, after: [event])
  }

  /// Makes the position of a drill the one that is shown.
  private func show(_ drill: Drill, after events: [any Event]) -> CommandResult {
    guard let question = drill.question else { return CommandResult(events: events) }
    self.drill = drill
    games.show(question.game)
    return CommandResult(
      events: events + [HostEvent.drill(drill, question)], showsSituation: true)
  }

  private func end(
    _ drill: Drill, after events: [any Event], because reason: String? = nil
  ) -> CommandResult {
    self.drill = nil
    games.show(drill.before)
    let events = events + [HostEvent.drillEnded(drill, because: reason)]
    return drill.before == nil ? CommandResult(events: events) : .position(after: events)
  }
}

extension GameKind {
  /// How a game of this kind is opened if nothing is known of its players: two of them, if that is
  /// possible.
  fileprivate var drillOrigin: GameOrigin {
    let names = definition.setup.first { $0.kind == .name }.map { names in
      min(max(2, names.count.lowerBound), names.count.upperBound)
    }
    return GameOrigin(
      kind: self,
      arguments: (0..<(names ?? 0)).map {
        .word($0 == 0 ? "Ann" : $0 == 1 ? "Bob" : "Player\($0 + 1)")
      },
      preset: definition.presets.first)
  }
}

// MARK: - Events and errors

extension HostEvent {
  fileprivate static func drill(_ drill: Drill, _ question: Drill.Question) -> Self {
    let number = drill.answers.moves.count + 1
    let (count, source, box) = (drill.count, question.source, question.card.box)
    let (game, view) = (drill.origin.kind.definition.title, question.game.view)
    return Self(
      "drill",
      [
        "game": .string(game), "number": .integer(number), "of": .integer(count),
        "source": .string(source.rawValue), "box": .integer(box),
      ]
    ) { text in
      text.write(Styled(.strong, "\(game), position \(number) of \(count)"), ": ")
      switch source {
      case .close: text.write("a close decision.\n")
      case .error: text.write("a decision in one of your games.\n")
      case .again: text.write("from your deck, box \(box) of \(DrillCard.boxes.upperBound).\n")
      }
      view.writeTable(to: &text)
    }
  }

  fileprivate static func drillAnswer(_ answer: GameReview.Move, _ advice: Advice<String>) -> Self {
    Self(
      "drill-answer",
      [
        "line": .string(answer.line), "unit": .string(answer.unit.rawValue),
        "value": AdviceReport.number(answer.value), "best": .string(answer.best),
        "bestValue": AdviceReport.number(answer.bestValue),
        "loss": AdviceReport.number(answer.loss), "verdict": .string(answer.verdict),
        "exact": .bool(advice.estimate == nil), "meaning": .string(advice.meaning),
        "reasons": .strings(advice.reasons),
      ]
    ) { text in
      let unit = answer.unit
      let best = "`\(answer.best)` is best with \(unit.text(of: answer.bestValue))."
      let style: Style = answer.isError ? .bad : .good
      let verdict = answer.isBlunder ? "Blunder" : answer.isError ? "Error" : "Right"
      text.write(Styled(style, verdict), ": ")
      if answer.loss > 0 {
        text.write("`\(answer.line)` loses \(unit.text(of: answer.loss)); ", best)
      } else {
        text.write("`\(answer.line)` is best with \(unit.text(of: answer.value)).")
      }
      for reason in advice.reasons { text.write("\n", reason) }
      text.write("\n", Styled(.faint, AdviceReport.summary(of: advice)))
    }
  }

  fileprivate static func drillEnded(_ drill: Drill, because reason: String?) -> Self {
    let answers = drill.answers
    let right = answers.moves.count { !$0.isError }
    let count = answers.moves.count
    return Self(
      "drill-ended",
      [
        "answers": .integer(count), "right": .integer(right), "reason": .optional(reason),
        "players": .array(answers.summaries.map { .object($0.fields) }),
      ]
    ) { text in
      text.write("The drill is over", reason.map { ": \($0)" } ?? "", ".")
      if count > 0 { text.write(" \(right) of \(Plural(count, "answer")) right.") }
      for summary in answers.summaries {
        let loss = summary.unit.text(of: summary.loss)
        text.write("\n", Plural(summary.errors, "error"), " (")
        text.write(Plural(summary.blunders, "blunder"), "), \(loss) lost (\(summary.scale))")
        text.write(summary.rating == "-" ? "." : ": \(summary.rating).")
      }
    }
  }
}

extension CommandError {
  static let drillRuns = CommandError(
    .notNow, "a drill is running",
    help: ["answer with a move; `drill stop` ends the drill"])

  fileprivate static let noDrill = CommandError(
    .notNow, "no drill is running", help: ["`drill` begins one"])

  fileprivate static let drillOfRecording = CommandError(
    .notNow, "a recording needs the seed of a drill",
    help: ["`drill seed=1` asks the same positions everywhere"])

  fileprivate static func notDrilled(_ word: String, known: [String]) -> CommandError {
    CommandError(
      .badArgument, "there is no game `\(word)`", at: .argument(0), help: [list("games", known)])
  }

  static func noClosePosition(_ game: String) -> CommandError {
    CommandError(.notNow, "no close decision was found in \(game) under these rules")
  }
}
