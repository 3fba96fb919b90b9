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
  ) { interpreter, call throws(Fault) in
    let game = try interpreter.requireGame()
    let path = call.word(0) ?? ""
    try interpreter.files.write(SavedGame.bytes(of: game), to: path)
    return CommandResult(events: [HostEvent.saved(path: path, GameLine(game))])
  }

  static let load = HostCommand(
    CommandDeclaration(
      "load", [file], summary: "open a saved game by replaying it exactly",
      details: ["The first line that leads to another state than the saved one is named."],
      examples: ["load ann-bob.parlor"]), .files, needs: .files, suggest: files
  ) { interpreter, call throws(Fault) in
    let path = call.word(0) ?? ""
    let game = try interpreter.replay(try interpreter.files.read(path), path: path).game
    let kept = try interpreter.shelf.open(game)
    interpreter.beginJournal(of: game, exclusion: .loaded)
    var events: [any Event] = []
    if let kept { events.append(HostEvent.keptOpen(GameLine(kept))) }
    events.append(HostEvent.loaded(path: path, GameLine(game)))
    return CommandResult(events: events, showsSituation: true)
  }
}
