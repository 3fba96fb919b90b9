import ParlorKit
import Platform

// Commands that ask a game's adviser.

extension HostCommand {
  static let hint = HostCommand(
    "hint", in: .play, summary: "show the best moves with their values, 3 by default",
    details: [
      "A value is a chance to win, expected points, or expected guesses or turns until the end; the"
        + " last line of the reply says which, and whether it is exact. `loses` is what a move is worse"
        + " than the best one.",
      "A game in which a hint was taken before its end counts as assisted: `stats` leaves it out of"
        + " winning rates and best times.",
      "`set advice off` refuses hints. The counter, remote games and plugins have no adviser.",
    ],
    examples: ["hint", "hint 10", "hint why"], yieldsToGames: true, requirement: .advice,
    forms: [
      Form([.literal("why")], "the same with reasons") { interpreter, _ throws(CommandError) in
        try interpreter.session.hint(givingReasons: true)
      },
      Form([Parameter("N", .integer(1...10_000), count: 0...1)], "the best N moves") {
        interpreter, call throws(CommandError) in
        try interpreter.session.hint(call.integer(0) ?? usualHints)
      },
    ])

  /// How many moves `hint` shows.
  private static let usualHints = 3
}

extension Session {
  fileprivate func hint(
    _ count: Int = 3, givingReasons: Bool = false
  ) throws(CommandError) -> CommandResult {
    let game = try requireAdvisedGame()
    let advice: Advice<String>
    do throws(GameError) {
      guard let found = try game.advise(isInterrupted: isInterrupted) else {
        throw .notNow("\(game.kind.definition.title) has no adviser")
      }
      advice = found
    } catch {
      throw .refused(error)
    }
    var events: [any Event] = [
      HostEvent.hint(AdviceReport(advice: advice, count: count, givesReasons: givingReasons))
    ]
    if !game.isAssisted {
      game.isAssisted = true
      if let journal = game.journal {
        journal.note(.assisted)
        events.append(HostEvent.assisted)
      }
    }
    return CommandResult(events: events)
  }

  /// The current game, for commands that ask its adviser before the end.
  private func requireAdvisedGame() throws(CommandError) -> any LoggedGame {
    guard preferences.advises else { throw .adviceIsOff }
    let open = try requireGame()
    guard let game = open.logged, game.hasAdviser else {
      throw .noAdviser(open.kind.definition.title, isRemote: open.logged == nil)
    }
    if game.status.isOver { throw .refused(.gameOver) }
    return game
  }
}
