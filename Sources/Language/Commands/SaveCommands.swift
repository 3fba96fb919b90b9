import ParlorKit

extension HostCommand {
  private static let file = Parameter("FILE", .file)

  static let save = HostCommand(
    CommandDeclaration(
      "save", [file], summary: "save the current game in a file",
      details: [
        "The file is a script of every move with its outcome; each line carries a digest of the",
        "state after it. `load` opens it again; run as a script it plays the same game.",
      ],
      examples: ["save ann-bob.parlor"]), .files, needs: .files, suggest: files
  ) { interpreter, call throws(CommandError) in
    let game = try interpreter.requireLoggedGame()
    let path = call.word(0) ?? ""
    try interpreter.files.write(SavedGame.bytes(of: game), to: path)
    return CommandResult(events: [HostEvent.saved(path: path, GameLine(game))])
  }

  static let load = HostCommand(
    CommandDeclaration(
      "load", [Parameter("FILE", .file, count: 0...1)],
      options: [
        .integer(
          "finished", 1...100_000, default: 1,
          "a finished game in place of a file, as `finished`"
            + " numbers it")
      ],
      summary: "open a saved game by replaying it exactly",
      details: ["The first line that leads to another state than the saved one is named."],
      examples: ["load ann-bob.parlor", "load finished=1"]), .files, needs: .files, suggest: files
  ) { interpreter, call throws(CommandError) in
    let (game, path) = try interpreter.savedGame(call)
    let kept = try interpreter.shelf.open(game)
    interpreter.beginJournal(of: game, exclusion: .loaded)
    var events: [any Event] = []
    if let kept { events.append(HostEvent.keptOpen(GameLine(kept))) }
    events.append(HostEvent.loaded(path: path, GameLine(game)))
    return CommandResult(events: events, showsSituation: true)
  }
}

extension Interpreter {
  /// Opens a game that is open in another session, by replaying its log as `load` does.
  package func open(logOf game: any OpenGame) throws(CommandError) {
    _ = try shelf.open(try replay(SavedGame.bytes(of: game), path: "log").game)
  }

  /// The game that a call of `load` names.
  fileprivate func savedGame(_ call: Call) throws(CommandError) -> (any OpenGame, path: String) {
    switch (call.word(0), call.options["finished"]) {
    case (let path?, nil):
      return (try replay(try files.read(path), path: path).game, path)
    case (nil, .integer(let number)?): return try finishedGame(number)
    default: throw .noFile
    }
  }
}
