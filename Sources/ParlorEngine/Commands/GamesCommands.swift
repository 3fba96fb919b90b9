import LineSyntax
import ParlorKit

// Commands that open, choose and close games.

extension HostCommand {
  static let new = HostCommand(
    in: .games, suggest: gameNames,
    CommandDeclaration(
      "new",
      forms: [
        .init(),
        .init([Parameter("GAME", .word), Parameter("WORD", .word, count: 0...Int.max)]),
      ],
      summary: "open a game and make it the current one",
      details: [
        "`help GAME` shows the arguments and options of a game.",
        "If the current game is finished or has no moves yet, it is closed. Otherwise it stays open:"
          + " `games` lists it, `use` returns to it.",
        "`fair` after the players lets anybody check the draws: see `help fair`.",
        "`new` alone opens the same game again, with the same players and options and a new seed.",
        "A bot in place of a name plays for that player: `computer`, `easy`, `medium`, `hard`, or a"
          + " bot that `help GAME` lists; alone it plays against `Player`. `Bob=hard` gives it a name."
          + " Quotes make such a word a name.",
      ],
      examples: [
        "new farkle Ann Bob", "new farkle Ann computer",
        "new farkle Ann Bob rules=patch target=5000 seed=7", "new",
      ])
  ) { interpreter, typed throws(CommandError) in
    let session = interpreter.session
    guard let name = typed.tokens.dropFirst().first(where: { $0.name == nil }) else {
      return try session.openAgain(typed)
    }
    let kind = try session.kind(named: name, in: typed)
    let isTyped = session.firstSourced == nil
    let fair = FairOpening(isTyped ? kind.turningOnWords(of: typed) : typed, isTyped: isTyped)
    let line = fair.line
    let opening = try session.rules.opening(of: kind, for: line, with: fair.options)
    // The words of a saved game are the names of its players.
    let opponents = isTyped ? Opponents(line, kind, opening) : nil
    let understood = opponents.flatMap { try? opening.call($0.line, isTyped: true) }
    var call = if let understood { understood } else { try opening.call(line, isTyped: true) }
    do throws(CommandError) {
      try session.rules.expand(&call.options, kind)
      return try session.open(
        session.origin(of: kind, call, recorder: interpreter.recorder),
        seating: understood == nil ? [] : opponents?.bots ?? [])
    } catch {
      throw error.placed(in: line, call, of: opening)
    }
  }

  static let games = HostCommand(
    in: .games,
    Command(
      "games", "list the open games", details: ["`*` marks the current one."], examples: ["games"],
      Form { interpreter throws(CommandError) in
        let games = interpreter.session.games
        return CommandResult(
          events: [HostEvent.games(games.all.map { GameLine($0) }, current: games.current?.number)])
      }))

  static let use = HostCommand(
    in: .games, requires: .otherGames, traits: .suggestsAll, suggest: gameNumbers,
    Command(
      "use", "make an open game the current one", aliases: ["switch"], examples: ["use 1"],
      Form(.integer("N", 1...Int.max)) { interpreter, number throws(CommandError) in
        let game = try interpreter.session.games.use(number)
        return .position(after: [HostEvent.using(GameLine(game, turn: game.logged?.turnToSay))])
      }))

  static let copy = HostCommand(
    in: .games, requires: .log,
    Command(
      "copy", "open a copy of the current game, for trying moves",
      details: [
        "Both games stay open, and the copy becomes the current one. The copy does not count."
          + " Neither does the original once the copy has shown its secrets or its draws.",
        "The copy has its own draws from now on; with `draws=same` it has those of the original.",
      ], examples: ["copy", "copy draws=same"],
      Form(
        .text(
          of: OptionDeclaration(
            "draws", .choice(["fresh", "same"]), "the draws of the copy",
            default: .text("fresh")))
      ) { interpreter, draws throws(CommandError) in
        let session = interpreter.session
        let game = try session.requireLoggedGame()
        if game.keepsSecret { throw .fairSecret("copy") }
        let copy = try session.copy(game, drawsAfresh: draws != "same")
        return .position(
          after: [HostEvent.copied(game: game.number, GameLine(copy, turn: copy.turnToSay))])
      }))

  static let close = HostCommand(
    in: .games, requires: .game, traits: .suggestsAll, suggest: gameNumbers,
    Command(
      "close", "close the current game, or open game N",
      details: [
        "At the prompt it asks first if the game is unfinished and not saved. Until the session"
          + " ends, `load closed=1` reopens the game that was closed last."
      ], examples: ["close", "close 2"],
      Form(.optional(.integer("N", 1...Int.max))) { interpreter, number throws(CommandError) in
        let session = interpreter.session
        let current = try session.requireGame()
        let game = try session.games.game(number ?? current.number)
        let line = GameLine(game)
        // Moves that were undone can be made again. A remote game loses none.
        let count = game.logged?.log.count ?? 0
        let isLost = count > 0 && !game.status.isOver
        let isKept = game.logged.map(session.isKept) ?? false
        game.logged?.journal?.isKept = isKept
        let moves = Plural(count, "move").text
        if isLost, !isKept,
          session.asks("Close game \(line.number) (\(line.name)) after \(moves)?") == false
        {
          interpreter.recorder?.skip()
          return CommandResult(events: [HostEvent.ignored("game \(line.number) stays open")])
        }
        let secret = game.logged?.reveal() ?? []
        let closed = try session.games.close(game.number)
        var events = secret + [HostEvent.closed(line, canBeOpened: isLost)]
        guard closed === current, let next = session.games.current else {
          return CommandResult(events: events)
        }
        events.append(HostEvent.using(GameLine(next, turn: next.logged?.turnToSay)))
        return .position(after: events)
      }))
}

extension Session {
  func kind(named name: Token, in line: Line) throws(CommandError) -> GameKind {
    let kind: GameKind?
    do throws(CommandError) {
      kind = try library.kind(named: name.isQuoted ? "" : line.text(name))
    } catch {
      throw error.located(at: name.range)
    }
    guard let kind else {
      throw .unknownGame(
        line.text(name), range: name.range, near: library.near(line.text(name)),
        known: library.names,
        isPlugin: library.loader?.companions.contains(line.text(name)) ?? false)
    }
    return kind
  }

  /// Opens a game like the current one, with the same bots.
  fileprivate func openAgain(_ line: Line) throws(CommandError) -> CommandResult {
    if let option = line.tokens.dropFirst().first, let name = option.name {
      throw CommandError(.unknownOption(line.name(name), range: name, known: []))
    }
    let game = try requireGame()
    var origin = game.renewed(seed: seed())
    makeFair(&origin, like: game.origin)
    let result = try open(origin)
    if let seats = game.logged?.table.seats { games.current?.logged?.table.seats = seats }
    return result
  }
}

// MARK: - Events

extension HostEvent {
  static func keptOpen(_ game: GameLine) -> Self {
    Self("kept-open", game.fields) {
      $0.write("Game ", game.number, " (", game.name, ") stays open; `use ", game.number)
      $0.write("` returns to it.")
    }
  }

  static func using(_ game: GameLine) -> Self {
    Self("using", game.fields(with: ["turn": game.turn.value])) {
      $0.write("Game ", game.number, ", ", game.name, ".", game.turn.sentence)
    }
  }

  static func closed(_ game: GameLine, canBeOpened: Bool) -> Self {
    Self("closed", game.fields(with: ["canBeOpened": .bool(canBeOpened)])) {
      $0.write("Closed game ", game.number, " (", game.name, ")")
      $0.write(canBeOpened ? "; `load closed=1` opens it again." : ".")
    }
  }

  static func copied(game original: Int, _ game: GameLine) -> Self {
    Self(
      "copied", game.fields(with: ["original": .integer(original), "turn": game.turn.value])
    ) {
      $0.write("Game ", game.number, " is a copy of game ", original, ".", game.turn.sentence)
    }
  }

  static func games(_ games: [GameLine], current: Int?) -> Self {
    Self(
      "games",
      [
        "games": .array(games.map { .object($0.fields) }),
        "current": current.map(Value.integer) ?? .null,
      ]
    ) { text in
      guard !games.isEmpty else { return text.write("No game is open.") }
      Columns(
        games.map { game in
          let mark = game.number == current ? "* " : "  "
          return ["\(mark)\(game.number)", game.name, game.count + (game.isOver ? ", over" : "")]
        }
      ).write(to: &text)
    }
  }
}
