import Language
import ParlorKit
import Platform

extension PluginCheck {
  /// Without these the others say nothing.
  static let handshake = [
    PluginCheck(title: "it starts, and answers `hello`") { trial throws(PluginDefect) in
      try trial.start()
      _ = try trial.ask("hello", rest: "\(PluginProcess.protocolNumber)")
    },
    PluginCheck(title: "it speaks the protocol and declares a game") {
      trial throws(PluginDefect) in try trial.hello()
    },
  ]

  /// For games that are played here.
  static let local = [
    PluginCheck(title: "`open` tells the state") { trial throws(PluginDefect) in
      trial.opened = try trial.open()
    },
    PluginCheck(title: "what it lists as legal can be played") { trial throws(PluginDefect) in
      try playRandomGame(&trial)
    },
    PluginCheck(title: "a move is resolved to a line that it has declared") {
      trial throws(PluginDefect) in try checkLines(trial)
    },
    PluginCheck(title: "a resolved move draws nothing and comes out the same, in a new process") {
      trial throws(PluginDefect) in try replay(&trial)
    },
    PluginCheck(title: "the same draws give the same moves") { trial throws(PluginDefect) in
      try playAgain(&trial)
    },
    PluginCheck(title: "a refused move changes nothing") { trial throws(PluginDefect) in
      try refuse(&trial)
    },
    PluginCheck(title: "`open` opens another game in place of the one before") {
      trial throws(PluginDefect) in
      let again = try trial.open()
      guard again["state"] == trial.opened["state"] else {
        throw PluginDefect("the state differs from the one of the first `open`")
      }
    },
  ]

  /// For every plugin.
  static let every = [
    PluginCheck(title: "an unknown request is refused") { trial throws(PluginDefect) in
      do throws(PluginError) {
        _ = try trial.answer("no-such-request")
      } catch {
        guard case .refused(let refusal) = error else { throw PluginDefect("it \(error.clause)") }
        guard refusal.code == .unknownCommand else {
          throw PluginDefect("the code is `\(refusal.code.rawValue)`, not `unknown-command`")
        }
        return
      }
      throw PluginDefect("it is accepted")
    },
    PluginCheck(title: "every command has a summary and an example that is a call of it") {
      trial throws(PluginDefect) in try checkExamples(trial.definition)
    },
    PluginCheck(title: "it writes nothing that is no answer") { trial throws(PluginDefect) in
      if let line = trial.firstStray { throw PluginDefect("`\(line)`") }
    },
    PluginCheck(title: "it ends when its input ends") { trial throws(PluginDefect) in
      guard trial.endsByItself() else { throw PluginDefect("it had to be killed") }
    },
  ]
}

extension PluginCheck {
  /// Plays moves that are listed, whose numbers follow from those of the moves before.
  private static func playRandomGame(_ trial: inout PluginTrial) throws(PluginDefect) {
    trial.played = []
    var snapshot = try PluginSnapshot(trial.opened["state"])
    var draw = trial.definition.traits.contains(.drawsAtStart) ? 1 : 0
    while trial.played.count < PluginTrial.moves, !snapshot.status.isOver {
      guard !snapshot.legal.isEmpty else {
        guard snapshot.forms.isEmpty else { return }
        throw PluginDefect("the game goes on, and nothing is legal")
      }
      var picker = Chance(seed: 1, draw: trial.played.count)
      let index = Int(picker.below(UInt32(truncatingIfNeeded: snapshot.legal.count)))
      let chosen = snapshot.legal[index].line
      let answer = try trial.play(chosen, draw: draw)
      guard answer["ignored"] == nil else {
        throw PluginDefect("`\(chosen)` is listed and has no effect")
      }
      snapshot = try PluginSnapshot(answer["state"])
      trial.played.append(
        .init(
          chosen: chosen, line: answer["line"]?.string ?? "", draw: draw,
          state: answer["state"] ?? .null))
      if answer["draws"]?.bool ?? false { draw += 1 }
    }
  }

  private static func checkLines(_ trial: PluginTrial) throws(PluginDefect) {
    for move in trial.played {
      let verb = move.line.prefix { $0 != " " }
      guard PluginMove.isLine(move.line),
        verb == "resign"
          || trial.definition.commands.contains(where: { $0.verb == verb && !$0.isQuestion })
      else {
        throw PluginDefect("`\(move.chosen)` became `\(PluginText.line(move.line))`")
      }
    }
  }

  private static func replay(_ trial: inout PluginTrial) throws(PluginDefect) {
    try trial.start()
    try trial.hello()
    guard try trial.open()["state"] == trial.opened["state"] else {
      throw PluginDefect("`open` tells another state")
    }
    for move in trial.played {
      let answer = try trial.ask("play", trial.time, rest: move.line)
      guard answer["line"]?.string == move.line else {
        throw PluginDefect("`\(move.line)` became another line")
      }
      guard answer["used"]?.integer ?? 0 == 0 else { throw PluginDefect("`\(move.line)` draws") }
      guard answer["state"] == move.state else {
        throw PluginDefect("after `\(move.line)` the state is another one")
      }
    }
  }

  private static func playAgain(_ trial: inout PluginTrial) throws(PluginDefect) {
    _ = try trial.open()
    for move in trial.played {
      let answer = try trial.play(move.chosen, draw: move.draw)
      guard answer["line"]?.string == move.line, answer["state"] == move.state else {
        throw PluginDefect("`\(move.chosen)` came out differently")
      }
    }
  }

  /// Tries a line that no game can accept, then goes on with the game.
  private static func refuse(_ trial: inout PluginTrial) throws(PluginDefect) {
    _ = try trial.open()
    for move in trial.played.prefix(5) {
      do throws(PluginError) {
        _ = try trial.answer("play", trial.time, rest: "no-such-move 1 2 3")
        throw PluginError.garbled("a line that is no move is accepted", during: "play")
      } catch {
        guard case .refused = error else { throw PluginDefect("it \(error.clause)") }
      }
      guard try trial.play(move.chosen, draw: move.draw)["state"] == move.state else {
        throw PluginDefect("`\(move.chosen)` came out differently after a refused line")
      }
    }
  }

  private static func checkExamples(_ definition: GameDefinition) throws(PluginDefect) {
    guard !definition.summary.isEmpty else { throw PluginDefect("the game has no summary") }
    for command in definition.commands {
      guard !command.summary.isEmpty, command.summary != command.verb else {
        throw PluginDefect("`\(command.verb)` has no summary")
      }
      guard !command.examples.isEmpty else {
        throw PluginDefect("`\(command.verb)` has no example")
      }
      for example in command.examples where !command.accepts(example) {
        throw PluginDefect("`\(example)` is no call of `\(command.verb)`")
      }
    }
  }
}

extension CommandDeclaration {
  /// Whether a line is read as a call of the command.
  fileprivate func accepts(_ text: String) -> Bool {
    var line = Line()
    guard (try? line.read(Array(text.utf8)[...])) != nil, let first = line.tokens.first,
      ([verb] + aliases).contains(line.text(first))
    else { return false }
    var reader = CallReader(line, as: DeclaredCommand(self))
    return (try? reader.read()) != nil
  }
}
