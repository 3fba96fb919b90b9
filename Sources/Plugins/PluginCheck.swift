import LineSyntax
package import ParlorEngine
package import ParlorKit

/// A check of `plugin check`.
package struct PluginCheck: Sendable {
  /// The behaviour of a correct plugin.
  let title: String
  /// Runs the check; throws a description of the failure.
  let body: @Sendable (inout PluginTrial) throws(PluginProtocolError) -> Void

  package struct Result: Sendable {
    /// The number, counted from 1.
    package var number: Int
    package var title: String
    /// What is wrong; nil if the check passed.
    package var reason: String?

    /// Writes a line of the Test Anything Protocol: `ok 1 - title`.
    package func write(to text: inout TextWriter) {
      if let reason {
        text.write(Styled(.bad, "not ok"), " ", number, " - ", title, ": ", reason)
      } else {
        text.write(Styled(.good, "ok"), " ", number, " - ", title)
      }
    }
  }
}

extension PluginHost {
  /// Runs all checks that apply to a program. If the handshake fails, the others are skipped.
  ///
  /// - Parameter games: the games for a program that decides for players.
  package func check(_ program: PluginProgram, games: [GameKind]) -> [PluginCheck.Result] {
    var trial = PluginTrial(program, limits: limits, reserved: reserved)
    var results: [PluginCheck.Result] = []
    var checks = [PluginCheck.start]
    while !checks.isEmpty {
      let check = checks.removeFirst()
      var result = PluginCheck.Result(number: results.count + 1, title: check.title)
      do throws(PluginProtocolError) {
        try check.body(&trial)
      } catch {
        result.reason = error.reason
      }
      results.append(result)
      if results.count <= 2, result.reason != nil { break }
      switch results.count {
      case 1: checks = trial.isPlayer ? PluginCheck.ofPlayer(games) : [PluginCheck.declaration]
      case 2 where !trial.isPlayer:
        checks = PluginCheck.all(for: trial.identity?.capabilities ?? [])
      default: break
      }
    }
    trial.end()
    return results
  }
}

// MARK: - The checks

extension PluginCheck {
  /// The checks after the handshake, for a plugin with some capabilities.
  fileprivate static func all(for capabilities: PluginIdentity.Capabilities) -> [PluginCheck] {
    if capabilities.contains(.remote) { return every }
    let optional: [(PluginIdentity.Capabilities, PluginCheck)] = [
      (.views, views), (.record, record), (.playout, playout), (.advise, advise),
    ]
    return local + optional.filter { capabilities.contains($0.0) }.map(\.1) + every
  }

  /// The first check.
  fileprivate static let start = PluginCheck(title: "it starts, and answers `hello`") {
    trial throws(PluginProtocolError) in
    try trial.start()
    trial.greeting = try trial.ask("hello", rest: "\(PluginProcess.protocolNumber)")
  }

  /// The second check of a program that is a game.
  fileprivate static let declaration = PluginCheck(
    title: "it speaks the protocol and declares a game"
  ) { trial throws(PluginProtocolError) in try trial.hello() }

  /// The checks of games that are played here.
  static let local = [
    PluginCheck(title: "`open` answers with the state") { trial throws(PluginProtocolError) in
      trial.opened = try trial.open()
    },
    PluginCheck(title: "the moves that it lists as legal can be played") {
      trial throws(PluginProtocolError) in
      try playRandomGame(&trial)
    },
    PluginCheck(title: "a move is resolved to a canonical line of a declared command") {
      trial throws(PluginProtocolError) in try checkLines(trial)
    },
    PluginCheck(title: "each legal move is listed once") { trial throws(PluginProtocolError) in
      try checkLegalMoves(trial)
    },
    PluginCheck(title: "random moves are declared, and hide their outcomes") {
      trial throws(PluginProtocolError) in
      try checkDraws(trial)
      try checkHiding(trial)
    },
    PluginCheck(title: "texts have no control characters or blank lines") {
      trial throws(PluginProtocolError) in try checkTexts(trial)
    },
    PluginCheck(title: "a resolved move draws nothing and gives the same state in a new process") {
      trial throws(PluginProtocolError) in
      try replay(&trial)
      try checkDigests(trial)
    },
    PluginCheck(title: "the same draws give the same moves") { trial throws(PluginProtocolError) in
      try playAgain(&trial)
      try checkSeeds(trial)
    },
    PluginCheck(title: "a refused move changes nothing") { trial throws(PluginProtocolError) in
      try refuse(&trial)
      try checkUnlisted(&trial)
    },
    PluginCheck(title: "`open` replaces the open game") {
      trial throws(PluginProtocolError) in
      let again = try trial.open()
      guard again["state"] == trial.opened["state"] else {
        throw PluginProtocolError("the state differs from that of the first `open`")
      }
    },
  ]

  private static let views = PluginCheck(
    title: "`view player=N` answers for every player"
  ) { trial throws(PluginProtocolError) in
    let state = try trial.open()["state"]
    let turn = try PluginSnapshot(state).status.turn
    for player in 0..<trial.playerCount {
      let settings = [("player", String(player))] + trial.time
      let answer = try trial.ask("view", settings)
      guard answer["view"]?.fields != nil else {
        throw PluginProtocolError("`view player=\(player)` has no `view`")
      }
      if player == turn, answer["view"] != state?["view"] {
        throw PluginProtocolError("`view player=\(player)` differs from the `view` of the state")
      }
    }
  }

  private static let record = PluginCheck(
    title: "`record` describes a game and its players"
  ) { trial throws(PluginProtocolError) in
    _ = try trial.open()
    for move in trial.played { _ = try trial.play(move.chosen, draw: move.draw) }
    let answer = try trial.ask("record", trial.time)
    for player in answer["players"]?.array ?? [] {
      guard let result = player["result"]?.string else { continue }
      guard PlayerResult(rawValue: result) != nil else {
        throw PluginProtocolError("the result `\(PluginText.line(result))` is unknown")
      }
    }
  }

  private static let playout = PluginCheck(
    title: "`playout` gives the same game for the same seed"
  ) { trial throws(PluginProtocolError) in
    let definition = trial.definition
    let setup = definition.sampleSetup
    let bots = Array(repeating: "random", count: max(1, setup.names.count)).joined(separator: ",")
    var answers: [Value] = []
    for _ in 0..<2 {
      let answer = try trial.ask(
        "playout", [("limit", "\(PluginTrial.moves)"), ("bots", bots)],
        rest: definition.line(of: setup))
      guard 0...PluginTrial.moves ~= answer["moves"]?.integer ?? -1 else {
        throw PluginProtocolError("`moves` is not a number up to the limit")
      }
      _ = try PluginSnapshot.status(winners: answer["winners"], turn: answer["turn"])
      answers.append(answer)
    }
    if answers[0] != answers[1] { throw PluginProtocolError("the second answer differs") }
    try checkPlayouts(trial)
  }

  private static let advise = PluginCheck(
    title: "`advise` values legal moves"
  ) { trial throws(PluginProtocolError) in
    var state = try trial.open()["state"]
    for move in trial.played.prefix(mostAdvised) {
      let snapshot = try PluginSnapshot(state, playerCount: trial.namedPlayerCount)
      do throws(PluginError) {
        let answer = try trial.answer("advise", trial.time)
        do throws(PluginProtocolError) {
          _ = try PluginGame.advice(answer, in: snapshot)
        } catch {
          throw PluginError.garbled(error.reason, during: "advise")
        }
      } catch {
        // A position without advice is no error.
        guard case .refused = error else { throw PluginProtocolError("it \(error.clause)") }
      }
      state = try trial.play(move.chosen, draw: move.draw)["state"]
    }
  }

  /// The number of positions to ask for advice.
  private static let mostAdvised = 4

  /// The checks of every game.
  private static let every =
    [
      refusal,
      PluginCheck(title: "every command has a summary and an example of its use") {
        trial throws(PluginProtocolError) in try checkExamples(trial.definition)
      },
    ] + endings

  static let refusal = PluginCheck(title: "an unknown request is refused") {
    trial throws(PluginProtocolError) in
    do throws(PluginError) {
      _ = try trial.answer("no-such-request")
    } catch {
      guard case .refused(let gameError) = error else {
        throw PluginProtocolError("it \(error.clause)")
      }
      guard gameError.code == .unknownCommand else {
        throw PluginProtocolError(
          "the code is `\(gameError.code.rawValue)`, not `unknown-command`")
      }
      return
    }
    throw PluginProtocolError("it is accepted")
  }

  /// The checks that come last.
  static let endings = [
    PluginCheck(title: "it writes only answers") { trial throws(PluginProtocolError) in
      if let line = trial.firstStray { throw PluginProtocolError("`\(line)`") }
    },
    PluginCheck(title: "it stops when its input ends") { trial throws(PluginProtocolError) in
      guard trial.endsByItself() else { throw PluginProtocolError("it did not stop by itself") }
    },
  ]
}

extension PluginCheck {
  /// Plays legal moves, chosen by draws with a fixed seed.
  private static func playRandomGame(_ trial: inout PluginTrial) throws(PluginProtocolError) {
    trial.played = []
    var snapshot = try PluginSnapshot(
      trial.opened["state"], playerCount: trial.namedPlayerCount)
    var draw = trial.definition.traits.contains(.drawsAtStart) ? 1 : 0
    while trial.played.count < PluginTrial.moves, !snapshot.status.isOver {
      guard !snapshot.legal.isEmpty else {
        guard snapshot.forms.isEmpty else { return }
        throw PluginProtocolError("the game is not over, but no move is legal")
      }
      var picker = Chance(seed: 1, draw: trial.played.count)
      let index = Int(picker.below(UInt32(truncatingIfNeeded: snapshot.legal.count)))
      let chosen = snapshot.legal[index].line
      let answer = try trial.play(chosen, draw: draw)
      guard answer["ignored"] == nil else {
        throw PluginProtocolError("`\(chosen)` is listed as legal and has no effect")
      }
      snapshot = try PluginSnapshot(answer["state"], playerCount: trial.namedPlayerCount)
      trial.played.append(
        .init(chosen: chosen, line: answer["line"]?.string ?? "", draw: draw, answer: answer))
      if answer["draws"]?.bool ?? false { draw += 1 }
    }
  }

  private static func checkLines(_ trial: PluginTrial) throws(PluginProtocolError) {
    for move in trial.played where move.line != "resign" {
      let verb = move.line.prefix { $0 != " " }
      guard PluginMove.isLine(move.line),
        let command = trial.definition.commands.first(where: { $0.verb == verb && !$0.isQuestion })
      else {
        throw PluginProtocolError("`\(move.chosen)` became `\(PluginText.line(move.line))`")
      }
      guard let call = command.call(of: move.line) else {
        throw PluginProtocolError("`\(move.line)` is no call of `\(verb)`, so no log can be read")
      }
      let canonical = command.line(of: call)
      guard move.line == canonical else {
        throw PluginProtocolError("`\(move.line)` is not canonical; that is `\(canonical)`")
      }
    }
  }

  private static func checkLegalMoves(_ trial: PluginTrial) throws(PluginProtocolError) {
    for state in [trial.opened["state"]] + trial.played.map({ $0.state }) {
      var seen: Set<String> = []
      for move in try PluginSnapshot(state).legal where !seen.insert(move.line).inserted {
        throw PluginProtocolError("`\(move.line)` is listed twice")
      }
    }
  }

  private static func checkDraws(_ trial: PluginTrial) throws(PluginProtocolError) {
    var hasHidden = trial.definition.traits.contains(.drawsAtStart)
    for move in trial.played {
      let draws = move.answer["draws"]?.bool ?? false
      if let used = move.answer["used"]?.integer, used > 0, !draws {
        throw PluginProtocolError(
          "`\(move.chosen)` uses \(Plural(used, "word").text) of chance without `\"draws\":true`;"
            + " the next move would draw the same")
      }
      if draws, move.answer["masked"]?.string ?? move.line != move.line { hasHidden = true }
    }
    if trial.definition.traits.contains(.hidesDraws), !hasHidden,
      trial.played.contains(where: { $0.answer["draws"]?.bool ?? false })
    {
      throw PluginProtocolError("the game has the trait `hides-draws`, but no line is `masked`")
    }
  }

  /// Looks for texts that the host changes before it shows them.
  private static func checkTexts(_ trial: PluginTrial) throws(PluginProtocolError) {
    for answer in [trial.opened] + trial.played.map(\.answer) {
      var texts: [(place: String, text: String)] = []
      for event in answer["events"]?.array ?? [] {
        texts.append(
          ("`text` of the event `\(event["type"]?.string ?? "")`", event["text"]?.string ?? ""))
      }
      for view in [answer["state"]?["view"]] + (answer["state"]?["views"]?.array ?? []) {
        for name in ["caption", "prompt", "table", "situation"] {
          texts.append(("`\(name)` of the view", view?[name]?.string ?? ""))
        }
      }
      for (place, text) in texts where !PluginText.isClean(text) {
        throw PluginProtocolError(
          "the \(place) has a control character, a blank line, or blanks at the end of a line")
      }
    }
  }

  private static func replay(_ trial: inout PluginTrial) throws(PluginProtocolError) {
    try trial.start()
    try trial.hello()
    guard try trial.open()["state"] == trial.opened["state"] else {
      throw PluginProtocolError("`open` answers with another state")
    }
    for move in trial.played {
      let answer = try trial.ask("play", trial.time, rest: move.line)
      guard answer["line"]?.string == move.line else {
        throw PluginProtocolError("`\(move.line)` became another line when it was repeated")
      }
      guard answer["used"]?.integer ?? 0 == 0 else {
        throw PluginProtocolError("`\(move.line)` draws")
      }
      guard answer["state"] == move.state else {
        throw PluginProtocolError("after `\(move.line)` the state differs")
      }
    }
  }

  private static func playAgain(_ trial: inout PluginTrial) throws(PluginProtocolError) {
    _ = try trial.open()
    for move in trial.played {
      let answer = try trial.play(move.chosen, draw: move.draw)
      guard answer["line"]?.string == move.line, answer["state"] == move.state else {
        throw PluginProtocolError("`\(move.chosen)` gave another result")
      }
    }
  }

  /// Sends a line that no game can accept, then continues the game.
  private static func refuse(_ trial: inout PluginTrial) throws(PluginProtocolError) {
    _ = try trial.open()
    for move in trial.played.prefix(5) {
      do throws(PluginError) {
        _ = try trial.answer("play", trial.time, rest: "no-such-move 1 2 3")
        throw PluginError.garbled("it accepts a line that is not a move", during: "play")
      } catch {
        guard case .refused = error else { throw PluginProtocolError("it \(error.clause)") }
      }
      guard try trial.play(move.chosen, draw: move.draw)["state"] == move.state else {
        throw PluginProtocolError("`\(move.chosen)` gave another result after a refused line")
      }
    }
  }

  private static func checkExamples(_ definition: GameDefinition) throws(PluginProtocolError) {
    guard !definition.summary.isEmpty else { throw PluginProtocolError("the game has no summary") }
    for command in definition.commands {
      guard !command.summary.isEmpty, command.summary != command.verb else {
        throw PluginProtocolError("`\(command.verb)` has no summary")
      }
      guard !command.examples.isEmpty else {
        throw PluginProtocolError("`\(command.verb)` has no example")
      }
      for example in command.examples where command.call(of: example) == nil {
        throw PluginProtocolError("`\(example)` is not a call of `\(command.verb)`")
      }
    }
  }
}

extension CommandDeclaration {
  /// The call of the command that a line is.
  func call(of text: String) -> Call? {
    var line = Line()
    guard (try? line.read(Array(text.utf8)[...])) != nil, let first = line.tokens.first,
      ([verb] + aliases).contains(line.text(first))
    else { return nil }
    var reader = CallReader(line, as: DeclaredCommand(self))
    return try? reader.read()
  }
}
