import ParlorKit

extension HostCommand {
  private static let steps = Parameter("N", .integer(1...1_000_000_000), count: 0...1)

  static let undo = HostCommand(
    CommandDeclaration(
      "undo", [steps], summary: "take back the last move, or the last N",
      details: ["`set undo same|fresh|forbid` says whether the same dice come again."],
      examples: ["undo", "undo 3"]), .play
  ) { interpreter, call throws(CommandError) in
    let game = try interpreter.requireLoggedGame()
    let undone = try game.undo(call.integer(0) ?? 1, policy: interpreter.undoPolicy)
    return CommandResult(events: [HostEvent.undone(undone)], showsSituation: true)
  }

  static let redo = HostCommand(
    CommandDeclaration(
      "redo", [steps], summary: "make the last undone move again, or the last N",
      details: ["A new move ends what can be redone."], examples: ["redo", "redo 3"]), .play
  ) { interpreter, call throws(CommandError) in
    let game = try interpreter.requireLoggedGame()
    let redone = try game.redo(call.integer(0) ?? 1)
    return CommandResult(events: [HostEvent.redone(redone)], showsSituation: true)
  }

  static let go = HostCommand(
    CommandDeclaration(
      "goto", [Parameter("MOVE", .integer(0...1_000_000_000))],
      summary: "go to the place after a move of the game's log",
      details: [
        "Moves are counted from 1, without `new` and `clock`; 0 is the beginning.",
        "The moves after it can be taken again by `redo`, until another move is made.",
      ],
      examples: ["goto 12", "goto 0"]), .play
  ) { interpreter, call throws(CommandError) in
    let game = try interpreter.requireLoggedGame()
    try game.go(to: call.integer(0) ?? 0, policy: interpreter.undoPolicy)
    return CommandResult(
      events: [HostEvent.wentTo(move: game.moveCount, of: game.loggedCount)],
      showsSituation: true)
  }

  static let resign = HostCommand(
    CommandDeclaration(
      "resign", summary: "take the current player out of the game",
      details: ["The last one left wins."], examples: ["resign"]), .play
  ) { interpreter, _ throws(CommandError) in
    let game = try interpreter.requireGame()
    let report: MoveReport
    do throws(GameError) {
      report = try game.resign()
    } catch {
      throw .refused(error, range: nil, legal: nil)
    }
    return CommandResult(
      events: report.events + game.playBots(isInterrupted: interpreter.isInterrupted),
      showsSituation: true)
  }
}
