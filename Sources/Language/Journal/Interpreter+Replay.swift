import ParlorKit
import Platform

extension Interpreter {
  /// The game that a file tells of, every line of it checked against its digest.
  ///
  /// - Parameter fileTime: the time of the file, if the time since its last line is to pass for
  ///   the game.
  func replay(
    _ bytes: [UInt8], path: String, fileTime: Timestamp? = nil
  ) throws(CommandError) -> ReplayedLog {
    let items = try SavedGame.read(bytes, path: path)
    let entries = items.compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
    guard let first = entries.first else {
      throw .badSave(path: path, line: 1, reason: "no game is in the file")
    }
    let hidesSeed = items.contains { if case .mark(.hiddenSeed) = $0 { true } else { false } }
    let game = try located(first, path) { line throws(CommandError) in
      try opened(by: line, isSeedGiven: !hidesSeed)
    }
    try check(game, game.openingDigest, after: first, path)
    var log = ReplayedLog(game)
    try game.replay { () throws(CommandError) in
      for item in items {
        switch item {
        case .mark(let mark): log.take(mark)
        case .entry(let entry) where entry.number > first.number:
          if isInterrupted() { throw .interrupted }
          try located(entry, path) { line throws(CommandError) in try repeatLine(line, in: &log) }
          try check(game, game.digest, after: entry, path)
        case .entry: break
        }
      }
      if let fileTime { log.pass(until: fileTime) }
    }
    return log
  }

  /// Runs an entry; what it is refused for is said of its line in the file.
  private func located<Result>(
    _ entry: SavedGame.Entry, _ path: String, _ body: (Line) throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    do throws(CommandError) {
      var line = Line()
      try line.read(entry.command)
      return try body(line)
    } catch {
      let diagnostic = error.diagnostic
      throw diagnostic.code == .plugin
        ? .saveWithoutPlugin(path: path, line: entry.number, reason: diagnostic.message)
        : .badSave(path: path, line: entry.number, reason: diagnostic.message)
    }
  }

  private func check(
    _ game: any OpenGame, _ digest: UInt32, after entry: SavedGame.Entry, _ path: String
  ) throws(CommandError) {
    guard digest != entry.digest else { return }
    // The line itself may tell what the game hides.
    let isHidden = game.kind.definition.traits.contains(.hidesDraws)
    let line = isHidden ? "this line" : "`\(String(decoding: entry.command, as: UTF8.self))`"
    throw .badSave(
      path: path, line: entry.number,
      reason: "the state after \(line) is not the one that was saved")
  }

  private func opened(by line: Line, isSeedGiven: Bool) throws(CommandError) -> any OpenGame {
    guard let verb = line.tokens.first, line.isLiteral(verb, "new"), line.tokens.count > 1 else {
      throw .notALog
    }
    let name = line.text(line.tokens[1])
    guard let kind = try kind(named: name) else {
      throw finder == nil ? .notALog : .noPlugin(name)
    }
    var reader = CallReader(line, as: kind.opening)
    var origin = origin(of: try reader.read(), kind: kind)
    // Every saved game has its seed in it; that does not mean that the player asked for it.
    origin.isSeedGiven = isSeedGiven
    return try start(origin)
  }

  /// Runs a line as a log has it: a move with its outcome, or what the host did to the game.
  private func repeatLine(_ line: Line, in log: inout ReplayedLog) throws(CommandError) {
    guard let verb = line.tokens.first else { return }
    let game = log.game
    func number(_ command: HostCommand) throws(CommandError) -> Int? {
      var reader = CallReader(line, as: command.declared)
      return try reader.read().integer(0)
    }
    if line.isLiteral(verb, "clock"), game.kind.readsClock {
      game.advanceClock(milliseconds: Int64(try number(.clock) ?? 0))
    } else if line.isLiteral(verb, "undo") {
      _ = try game.undo(try number(.undo) ?? 1, policy: .same)
    } else if line.isLiteral(verb, "redo") {
      _ = try game.redo(try number(.redo) ?? 1)
    } else if line.isLiteral(verb, "goto") {
      _ = try game.go(to: try number(.go) ?? 0, policy: .same)
    } else if line.isLiteral(verb, "seat") {
      let (player, seat) = try seating(line, in: game)
      // A log starts no program: whoever takes the game up lets it sit down again.
      game.seats[player] = seat.flatMap { $0.bot == "exec" ? nil : $0 }
      if let seat { log.bots[player] = log.bots[player] ?? seat.caption }
    } else {
      try repeatMove(line, verb, in: game)
    }
  }

  private func repeatMove(_ line: Line, _ verb: Token, in game: any OpenGame) throws(CommandError) {
    do throws(GameError) {
      if line.isLiteral(verb, "resign") {
        _ = try game.resign()
      } else if let command = game.kind.commands.find(line.bytes[verb.range]) {
        var reader = CallReader(line, as: command)
        let call: Call
        do throws(CommandError) {
          call = try reader.read()
        } catch {
          throw GameError(.badArgument, error.diagnostic.message)
        }
        let report = try game.run(call)
        if !report.isMove || report.hasDrawn {
          throw GameError(.illegalMove, "a log holds moves with their outcomes only")
        }
      } else {
        throw GameError(.unknownCommand, "`\(line.text(verb))` is no move of the game")
      }
    } catch {
      throw .refused(error, range: nil, legal: nil)
    }
  }
}
