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
      examples: ["save ann-bob.parlor"]), .files, needs: .files
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
      examples: ["load ann-bob.parlor"]), .files, needs: .files
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
  /// The game that a file tells of, every line of it checked against its digest.
  fileprivate func replay(_ bytes: [UInt8], path: String) throws(Fault) -> any OpenGame {
    let contents = try SavedGame.read(bytes, path: path)
    var line = Line()
    var game: (any OpenGame)?
    for entry in contents.entries {
      if isInterrupted() { throw .interrupted }
      do throws(Fault) {
        try line.read(entry.command)
        if let game { try repeatMove(line, in: game) } else { game = try opened(by: line) }
      } catch {
        throw .badSave(path: path, line: entry.number, reason: error.diagnostic.message)
      }
      guard let digest = game?.digest, digest == entry.digest else {
        let command = String(decoding: entry.command, as: UTF8.self)
        throw .badSave(
          path: path, line: entry.number,
          reason: "the state after `\(command)` is not the one that was saved")
      }
    }
    guard let game else { throw .badSave(path: path, line: 1, reason: "no game is in the file") }
    game.epoch = contents.epoch
    return game
  }

  private func opened(by line: Line) throws(Fault) -> any OpenGame {
    guard let verb = line.tokens.first, line.isLiteral(verb, "new"), line.tokens.count > 1,
      let kind = kinds.first(where: { line.isLiteral(line.tokens[1], $0.sheet.name) })
    else { throw .notALog }
    var reader = CallReader(line, as: kind.opening)
    return try start(origin(of: try reader.read(), kind: kind))
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
