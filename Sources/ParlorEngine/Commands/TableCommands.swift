import ParlorKit
import Platform

// Commands about the current game that every game has.

extension HostCommand {
  static let show = HostCommand(
    in: .play, requires: .game,
    Command(
      "show", "show the table of the current game", examples: ["show", "show chances"],
      Form { interpreter throws(CommandError) in
        let game = try interpreter.session.requireGame()
        return CommandResult(events: [HostEvent.table(game.view)], showsSituation: true)
      },
      Form("chances", help: "every player's chance to win, where it is known; it counts as a hint")
      {
        interpreter throws(CommandError) in try interpreter.session.chances()
      }))

  static let legal = HostCommand(
    in: .play, requires: .game,
    Command(
      "legal", "list the legal moves, at most N of them", examples: ["legal", "legal 5"],
      Form(.optional(.integer("N", 1...Int.max))) { interpreter, count throws(CommandError) in
        let game = try interpreter.session.requireGame()
        let legal = game.legalMoves()
        if legal.moves.isEmpty, legal.forms.isEmpty {
          do throws(GameError) { try game.logged?.refuseHand() } catch { throw .refused(error) }
        }
        let shown = legal.moves.prefix(count ?? Int.max).map(\.line)
        return CommandResult(
          events: [HostEvent.legal(moves: shown, of: legal.moves.count, forms: legal.forms)])
      }))

  static let actions = HostCommand(
    in: .programs, requires: .actions,
    Command(
      "actions", "list all moves that can ever be legal in this game",
      details: [
        "For programs that learn: the index of a move in the list, counted from 0, is the same in"
          + " every state of the game."
      ], examples: ["actions"],
      Form { interpreter throws(CommandError) in
        let game = try interpreter.session.requireLoggedGame()
        let lines = game.log.actions()
        guard !lines.isEmpty else { throw .noActions(game.kind.definition.title) }
        return CommandResult(events: [HostEvent.actions(lines)])
      }))

  static let state = HostCommand(
    in: .programs, requires: .game, suggest: statePaths,
    Command(
      "state", "show the state of the current game as JSON, without secrets",
      details: ["PATH selects a part of it: names, and indices from 0, separated by dots."],
      examples: ["state", "state players.0.score"],
      Form(.optional(.word("PATH"))) { interpreter, path throws(CommandError) in
        let game = try interpreter.session.requireGame()
        let state = Value.object(game.view.fields)
        guard let path else { return CommandResult(events: [HostEvent.state(state)]) }
        guard let part = state.part(at: path) else { throw .unknownPath(path) }
        return CommandResult(events: [HostEvent.state(part)])
      }))

  static let log = HostCommand(
    in: .play, requires: .log,
    Command(
      "log", "list the moves of the current game as lines that replay it",
      details: ["The lines contain every outcome of a draw."], examples: ["log"],
      Form { interpreter throws(CommandError) in
        CommandResult(events: [HostEvent.log(try interpreter.session.requireLoggedGame().lines)])
      }))

  static let play = HostCommand(
    in: .play, requires: .keys, traits: .yieldsToGames,
    Command(
      "play", "play the current game with keys",
      details: [
        "The table opens on the whole screen. The arrow keys or the mouse choose, Enter makes the move,"
          + " `?` lists the keys and Esc returns to the line. F2 on an empty line opens the table, too.",
        "Each key makes an ordinary line, such as `reveal 3 4`. A game that declares no keys is"
          + " played from the list of its legal moves.",
        "It needs a terminal that can move the cursor. `set board ascii` draws plain characters, and"
          + " `set mouse off` leaves the mouse to the terminal.",
      ], examples: ["play"],
      Form { interpreter throws(CommandError) in
        let session = interpreter.session
        let game = try session.requireGame()
        interpreter.recorder?.skip()
        guard let play = session.host.playWithKeys, session.preferences.format == .text else {
          let reason =
            session.host.playWithKeys == nil
            ? "`play` needs a terminal that can move the cursor; type lines instead"
            : "`play` needs `set format text`"
          throw .refused(GameError(.notNow, reason), legal: session.legalSummary(of: game))
        }
        play()
        return .silent
      }))

  static let resign = HostCommand(
    in: .play, requires: .resignation,
    Command(
      "resign", "give up for the player whose turn it is",
      details: [
        "The last player left wins. A game for one player ends, and shows its secrets."
      ], examples: ["resign", "resign Bob"],
      Form(help: "give up for the player whose turn it is") { interpreter throws(CommandError) in
        let session = interpreter.session
        let open = try session.requireGame()
        do throws(GameError) {
          guard let game = open.logged else {
            throw GameError(.notNow, "cannot resign from a remote game")
          }
          let report = try game.make(.resignation)
          return CommandResult(
            events: session.playBots(in: game, after: report.events), showsSituation: true)
        } catch {
          throw .refused(error)
        }
      },
      Form(.player, help: "the same as `player leave PLAYER`") {
        interpreter, player throws(CommandError) in
        try interpreter.session.change(.leave(player))
      }))
}

extension Value {
  /// The part at a path of names and indices from 0, separated by dots.
  func part(at path: String) -> Value? {
    var part = self
    for step in path.split(separator: ".", omittingEmptySubsequences: false) {
      switch part {
      case .object(let fields):
        guard let value = fields[String(step)] else { return nil }
        part = value
      case .array(let values):
        guard let index = Int(step), values.indices.contains(index) else { return nil }
        part = values[index]
      default: return nil
      }
    }
    return part
  }
}

// MARK: - Events

extension HostEvent {
  static func table(_ view: any GameView) -> Self {
    Self("table", ["table": .object(view.fields)]) { view.writeTable(to: &$0) }
  }

  static func legal(moves: [String], of count: Int, forms: [String]) -> Self {
    Self(
      "legal",
      ["moves": .strings(moves), "count": .integer(count), "forms": .strings(forms)]
    ) { text in
      if moves.isEmpty && forms.isEmpty { text.write("There are no legal moves.") }
      let more = moves.count < count ? ["and \(count - moves.count) more"] : []
      text.write(moves + more + forms, separator: "\n")
    }
  }

  static func actions(_ lines: [String]) -> Self {
    Self("actions", ["moves": .strings(lines), "count": .integer(lines.count)]) {
      $0.write(lines, separator: "\n")
    }
  }

  static func state(_ value: Value) -> Self {
    Self("state", ["value": value]) { $0.write(value.json) }
  }

  static func log(_ lines: [String]) -> Self {
    Self("log", ["lines": .strings(lines)]) { $0.write(lines, separator: "\n") }
  }
}
