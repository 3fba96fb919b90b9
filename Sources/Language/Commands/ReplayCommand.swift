import ParlorKit
import Platform

extension HostCommand {
  static let replay = HostCommand(
    CommandDeclaration(
      "replay", [Parameter("N", .integer(1...100_000))],
      options: [
        .integer(
          "speed", 1...1000, default: 1, "how much faster than one move a second at the prompt")
      ],
      summary: "play a finished game again, move by move",
      details: [
        "`finished` lists the games: 1 is the one that ended last.",
        "In a game with a clock the moves take the time they took, at most five seconds each.",
        "Ctrl-C stops it. `undo`, `redo` and `goto` move about; another move plays on from there,",
        "as a game that does not count.",
      ],
      examples: ["replay 1", "replay 3 speed=10"]), .games, needs: .profile
  ) { interpreter, call throws(CommandError) in
    var speed = 1
    if case .integer(let number)? = call.options["speed"] { speed = number }
    return try interpreter.replay(call.integer(0) ?? 1, speed: speed)
  }
}

extension Interpreter {
  /// The longest pause between two moves, in milliseconds.
  private static var longestPause: Int64 { 5_000 }
  /// The pause in a game that keeps no time.
  private static var usualPause: Int64 { 1_000 }

  /// The log of a finished game, by its number from the last one on.
  func finishedGame(_ number: Int) throws(CommandError) -> (any OpenGame, path: String) {
    let entry: GameArchive.Entry?
    do throws(FileError) {
      entry = try archive?.find(number)
    } catch {
      throw .io(error)
    }
    guard let entry else { throw .unknownFinishedGame(number) }
    return (try replay(entry.bytes, path: entry.path).game, entry.path)
  }

  fileprivate func replay(_ number: Int, speed: Int) throws(CommandError) -> CommandResult {
    let (game, _) = try finishedGame(number)
    var events: [any Event] = []
    if let kept = try shelf.open(game) { events.append(HostEvent.keptOpen(GameLine(kept))) }
    // The journal has the whole log, and then where in it the game is.
    beginJournal(of: game, exclusion: .loaded)
    try game.go(to: 0, policy: .same)
    deliverPart(events + game.opening, of: game)
    while let span = game.nextSpan {
      pause(min(span ?? Self.usualPause, Self.longestPause) / Int64(speed))
      if isInterrupted() { break }
      guard let step = game.stepForward() else { break }
      let heading = HostEvent.replayed(
        move: game.moveCount, of: game.loggedCount, line: step.line)
      deliverPart([heading] + step.events, of: game)
    }
    game.noteWhereabouts()
    return CommandResult(
      events: [HostEvent.wentTo(move: game.moveCount, of: game.loggedCount)],
      showsSituation: true)
  }

  /// Shows a part of what a line reports.
  private func deliverPart(_ events: [any Event], of game: any OpenGame) {
    deliver(
      Reply(
        id: nil, command: "replay", events: events, game: game, showsSituation: false,
        endsSession: false, format: format))
  }
}
