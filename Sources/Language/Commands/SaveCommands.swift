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
    let game = try interpreter.replay(try interpreter.files.read(path), path: path)
    let kept = try interpreter.shelf.open(game)
    var events: [any Event] = []
    if let kept { events.append(HostEvent.keptOpen(GameLine(kept))) }
    events.append(HostEvent.loaded(path: path, GameLine(game)))
    return CommandResult(events: events, showsSituation: true)
  }
}

extension Interpreter {
  /// Opens a game that is open in another session, by replaying its log as `load` does.
  package func open(logOf game: any OpenGame) throws(Fault) {
    _ = try shelf.open(try replay(SavedGame.bytes(of: game), path: "log"))
  }

  /// The game that a file tells of, every line of it checked against its digest.
  fileprivate func replay(_ bytes: [UInt8], path: String) throws(Fault) -> any OpenGame {
    let contents = try SavedGame.read(bytes, path: path)
    guard let first = contents.entries.first else {
      throw .badSave(path: path, line: 1, reason: "no game is in the file")
    }
    let game = try located(first, path) { line throws(Fault) in
      try opened(by: line, isSeedGiven: contents.isSeedGiven)
    }
    try check(game, game.openingDigest, after: first, path)
    try game.replay { () throws(Fault) in
      for entry in contents.entries.dropFirst() {
        if isInterrupted() { throw .interrupted }
        try located(entry, path) { line throws(Fault) in try repeatMove(line, in: game) }
        try check(game, game.digest, after: entry, path)
      }
    }
    game.epoch = contents.epoch
    return game
  }

  /// Runs an entry; what it is refused for is said of its line in the file.
  private func located<Result>(
    _ entry: SavedGame.Entry, _ path: String, _ body: (Line) throws(Fault) -> Result
  ) throws(Fault) -> Result {
    do throws(Fault) {
      var line = Line()
      try line.read(entry.command)
      return try body(line)
    } catch {
      throw .badSave(path: path, line: entry.number, reason: error.diagnostic.message)
    }
  }

  private func check(
    _ game: any OpenGame, _ digest: UInt32, after entry: SavedGame.Entry, _ path: String
  ) throws(Fault) {
    guard digest != entry.digest else { return }
    // The line itself may tell what the game hides.
    let isHidden = game.kind.sheet.traits.contains(.hidesDraws)
    let line = isHidden ? "this line" : "`\(String(decoding: entry.command, as: UTF8.self))`"
    throw .badSave(
      path: path, line: entry.number,
      reason: "the state after \(line) is not the one that was saved")
  }

  private func opened(by line: Line, isSeedGiven: Bool) throws(Fault) -> any OpenGame {
    guard let verb = line.tokens.first, line.isLiteral(verb, "new"), line.tokens.count > 1,
      let kind = kinds.first(where: { line.isLiteral(line.tokens[1], $0.sheet.name) })
    else { throw .notALog }
    var reader = CallReader(line, as: kind.opening)
    var origin = origin(of: try reader.read(), kind: kind)
    // Every saved game has its seed in it; that does not mean that the player asked for it.
    origin.isSeedGiven = isSeedGiven
    return try start(origin)
  }

  /// Makes a move as a log has it.
  private func repeatMove(_ line: Line, in game: any OpenGame) throws(Fault) {
    guard let verb = line.tokens.first else { return }
    if line.isLiteral(verb, "clock"), game.kind.readsClock {
      var reader = CallReader(line, as: HostCommand.clock.declared)
      return game.advanceClock(milliseconds: Int64(try reader.read().integer(0) ?? 0))
    }
    do throws(Refusal) {
      if line.isLiteral(verb, "resign") {
        _ = try game.resign()
      } else if let command = game.kind.commands.find(line.bytes[verb.range]) {
        var reader = CallReader(line, as: command)
        let call: Call
        do throws(Fault) {
          call = try reader.read()
        } catch {
          throw Refusal(.badArgument, error.diagnostic.message)
        }
        let report = try game.run(call)
        if !report.isMove || report.hasDrawn {
          throw Refusal(.illegalMove, "a log holds moves with their outcomes only")
        }
      } else {
        throw Refusal(.unknownCommand, "`\(line.text(verb))` is no move of the game")
      }
    } catch {
      throw .refused(error, range: nil, legal: nil)
    }
  }
}
