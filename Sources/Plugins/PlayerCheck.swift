import LineSyntax
import ParlorEngine
import ParlorKit

// The checks of programs that decide for players.

extension PluginCheck {
  /// The checks after the first, which play some games.
  static func ofPlayer(_ games: [GameKind]) -> [PluginCheck] {
    // A game without an end would be played for ever.
    let games = games.filter { !$0.definition.traits.contains(.endless) }
    return [
      PluginCheck(title: "it speaks the protocol and decides for players") {
        trial throws(PluginProtocolError) in
        let number = trial.greeting["protocol"]?.integer ?? 0
        guard PluginProcess.protocols.contains(number) else {
          throw PluginProtocolError("it \(PluginError.otherProtocol(number).clause)")
        }
      },
      PluginCheck(title: "it plays legal moves in every game that it does not refuse") {
        trial throws(PluginProtocolError) in
        let logs = try logs(of: games, playedBy: trial)
        guard !logs.isEmpty else {
          let names = games.map(\.definition.name).joined(separator: ", ")
          throw PluginProtocolError("it refuses to play \(names)")
        }
        trial.logs = logs
      },
      PluginCheck(title: "the same questions get the same answers") {
        trial throws(PluginProtocolError) in
        let logs = try logs(of: games, playedBy: trial)
        guard logs == trial.logs else {
          throw PluginProtocolError(
            "a second game with the same"
              + " seed differed")
        }
      },
      refusal,
    ] + endings
  }

  private static func logs(
    of games: [GameKind], playedBy trial: PluginTrial
  ) throws(PluginProtocolError) -> [[String]] {
    var logs: [[String]] = []
    for game in games {
      if let log = try log(of: game, playedBy: trial) { logs.append(log) }
    }
    return logs
  }

  /// Lets the program play at every seat.
  ///
  /// - Returns: the log; `nil` if the program refuses the game at its first question.
  private static func log(
    of kind: GameKind, playedBy trial: PluginTrial
  ) throws(PluginProtocolError) -> [String]? {
    var settings = Settings(kinds: [kind])
    settings.capabilities = .local
    settings.finder = PluginHost([], limits: trial.limits)
    let interpreter = Interpreter(settings)
    let words = kind.definition.setup.words(of: kind.definition.sampleSetup.arguments)
    let opening = (["new", kind.definition.name] + words).joined(separator: " ")
    _ = interpreter.execute(Array("\(opening) seed=\(PluginTrial.seed)".utf8)[...])
    guard let game = interpreter.currentGame?.logged else {
      throw PluginProtocolError("\(kind.definition.name) cannot be opened")
    }
    guard try knows(game, trial) else { return nil }
    let path = Word.written(trial.program.path)
    for player in game.players {
      let line = "seat \(Word.written(player)) exec \(path)"
      for event in interpreter.execute(Array(line.utf8)[...]).flatMap(\.events) {
        guard event is HostEvent, event.type == "bot-failed",
          let reason = event.fields["reason"]?.string
        else {
          continue
        }
        throw PluginProtocolError("in \(kind.definition.name), \(reason)")
      }
    }
    return game.lines
  }

  /// Whether the program answers the first question of a game.
  private static func knows(
    _ game: any LoggedGame, _ trial: PluginTrial
  ) throws(PluginProtocolError) -> Bool {
    let question = PluginPlayer.question(
      game: game.kind.definition.name, player: game.players.first ?? "", view: game.view.fields,
      legal: game.legalMoves())
    let settings = PluginGame.settings(
      Chance(seed: PluginTrial.seed, draw: 0), words: PluginGame.words)
    do throws(PluginError) {
      _ = try trial.answer("choose", settings, rest: question.json)
      return true
    } catch {
      guard case .refused = error else { throw PluginProtocolError("it \(error.clause)") }
      return false
    }
  }
}
