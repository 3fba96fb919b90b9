import ParlorKit
import Platform

// Commands that move along the log of a game.

extension HostCommand {
  private static let steps = Parameter("N", .integer(1...1_000_000_000), count: 0...1)

  static let undo = HostCommand(
    "undo", [steps], in: .play, summary: "take back the last move, or the last N",
    details: ["`set undo same|fresh|forbid` sets what happens to dice that were rolled."],
    examples: ["undo", "undo 3"], requirement: .moves
  ) { interpreter, call throws(CommandError) in
    let session = interpreter.session
    let undone = try session.requireLoggedGame().undo(
      call.integer(0) ?? 1, policy: session.preferences.undoPolicy)
    return CommandResult(events: [HostEvent.undone(undone)], showsSituation: true)
  }

  static let redo = HostCommand(
    "redo", [steps], in: .play, summary: "repeat the last undone move, or the last N",
    details: ["A new move discards the undone moves."], examples: ["redo", "redo 3"],
    requirement: .undoneMoves
  ) { interpreter, call throws(CommandError) in
    let redone = try interpreter.session.requireLoggedGame().redo(call.integer(0) ?? 1)
    return CommandResult(events: [HostEvent.redone(redone)], showsSituation: true)
  }

  static let go = HostCommand(
    "goto", [Parameter("MOVE", .integer(0...1_000_000_000))], in: .play,
    summary: "go to the position after a move of the log",
    details: [
      "Moves are counted from 1, without `new` and `clock`; 0 is the start of the game.",
      "`redo` repeats the moves after it, until you make another move.",
    ],
    examples: ["goto 12", "goto 0"], suggest: moveNumbers, requirement: .log
  ) { interpreter, call throws(CommandError) in
    let session = interpreter.session
    let game = try session.requireLoggedGame()
    try game.go(to: call.integer(0) ?? 0, policy: session.preferences.undoPolicy)
    return CommandResult(
      events: [HostEvent.wentTo(move: game.moveCount, of: game.loggedCount)],
      showsSituation: true)
  }

  static let replay = HostCommand(
    "replay", in: .games, needs: .profile,
    summary: "replay a finished game, move by move",
    details: [
      "`finished` lists the games; number 1 ended last.",
      "In a game with a clock each move takes its original time, at most five seconds.",
      "Ctrl-C stops the replay. `undo`, `redo` and `goto` change the position; a new move continues"
        + " from there, as a game that does not count.",
    ],
    examples: ["replay 1", "replay 3 speed=10"],
    options: [
      .integer(
        "speed", 1...1000, default: 1, "speed at the prompt; 1 is one move per second")
    ],
    suggest: finishedGames,
    forms: [
      Form([Parameter("N", .integer(1...100_000))]) {
        interpreter, call, sink throws(CommandError) in
        var speed = 1
        if case .integer(let number)? = call.options["speed"] { speed = number }
        return try interpreter.replay(call.integer(0) ?? 1, speed: speed, into: sink)
      }
    ])
}

extension Interpreter {
  /// The longest pause between two moves, in milliseconds.
  private static var longestPause: Int64 { 5_000 }
  /// The pause in a game that keeps no time.
  private static var usualPause: Int64 { 1_000 }

  fileprivate func replay(
    _ number: Int, speed: Int, into sink: ReplySink
  ) throws(CommandError) -> CommandResult {
    let (game, _) = try session.finishedGame(number)
    var events: [any Event] = []
    if let kept = try session.games.open(game) { events.append(HostEvent.keptOpen(GameLine(kept))) }
    // The journal has the whole log, and then where in it the game is.
    session.beginJournal(of: game, exclusion: .loaded)
    try game.go(to: 0, policy: .same)
    deliver(part: events + game.opening, of: "replay", into: sink)
    while let pause = game.pauseBeforeNextMove(or: Self.usualPause) {
      session.pause(min(pause, Self.longestPause) / Int64(speed))
      if session.isInterrupted() { break }
      guard let step = game.stepForward() else { break }
      let heading = HostEvent.replayed(
        move: game.moveCount, of: game.loggedCount, line: step.line)
      // The reply that ends the replay shows the last position.
      deliver(
        part: [heading] + step.events, of: "replay",
        showsSituation: game.moveCount < game.loggedCount, into: sink)
    }
    game.notePosition()
    return CommandResult(
      events: [HostEvent.wentTo(move: game.moveCount, of: game.loggedCount)],
      showsSituation: true)
  }
}
