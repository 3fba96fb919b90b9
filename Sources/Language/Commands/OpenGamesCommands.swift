import ParlorKit

extension HostCommand {
  private static let number = Parameter("N", .integer(1...Int.max))

  static let games = HostCommand(
    CommandDeclaration(
      "games", summary: "list the open games",
      details: ["`*` marks the current one."], examples: ["games"]), .games
  ) { interpreter, _ throws(CommandError) in
    let current = interpreter.shelf.current?.number
    return CommandResult(
      events: [HostEvent.games(interpreter.shelf.all.map(GameLine.init), current: current)])
  }

  static let use = HostCommand(
    CommandDeclaration(
      "use", aliases: ["switch"], [number], summary: "make an open game the current one",
      examples: ["use 1"]), .games, suggest: gameNumbers
  ) { interpreter, call throws(CommandError) in
    let game = try interpreter.shelf.use(call.integer(0) ?? 0)
    return CommandResult(events: [HostEvent.using(GameLine(game))], showsSituation: true)
  }

  static let close = HostCommand(
    CommandDeclaration(
      "close", [Parameter("N", .integer(1...Int.max), count: 0...1)],
      summary: "close an open game, the current one unless a number is given",
      details: ["A game that is not saved is gone."], examples: ["close", "close 2"]), .games,
    suggest: gameNumbers
  ) { interpreter, call throws(CommandError) in
    let current = try interpreter.requireGame()
    let closed = try interpreter.shelf.close(call.integer(0) ?? current.number)
    var events: [any Event] = [HostEvent.closed(GameLine(closed))]
    guard closed === current, let next = interpreter.shelf.current else {
      return CommandResult(events: events)
    }
    events.append(HostEvent.using(GameLine(next)))
    return CommandResult(events: events, showsSituation: true)
  }
}

extension Interpreter {
  /// The current game.
  func requireGame() throws(CommandError) -> any OpenGame {
    guard let game = shelf.current else {
      throw .noGame(examples: kinds.flatMap(\.opening.declaration.usages))
    }
    return game
  }
}
