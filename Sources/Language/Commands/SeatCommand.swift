import ParlorKit
import Platform

extension HostCommand {
  static let seat = HostCommand(
    CommandDeclaration(
      "seat",
      forms: [
        .init([], "who decides for whom"),
        .init([Parameter("NAME", .word), .literal("human")], "the player decides again"),
        .init([Parameter("NAME", .word), Parameter("BOT", .word)], "a bot decides"),
        .init(
          [Parameter("NAME", .word), .literal("exec"), Parameter("FILE", .file)],
          "a program decides"),
      ],
      summary: "let a bot play for somebody",
      details: [
        "A bot moves as soon as it is its turn. `random` plays any game; `help GAME` lists more.",
        "A game without names has one player, 1.",
        "What a program has to answer is explained with plugins.",
      ],
      examples: [
        "seat Bob random", "seat Bob bank=300", "seat Bob exec ./my-bot", "seat Bob human",
      ]),
    group: .play, suggest: seating,
    body: .line { interpreter, line throws(CommandError) in try interpreter.seat(line) })

  /// The players, then what can sit there.
  private static let seating: Suggest = { interpreter, given, _ in
    guard let game = interpreter.shelf.current else { return [] }
    switch given.count {
    case 0: return game.players.map { Suggestion(Word.written($0)) }
    case 1: return [Suggestion("human", "the player decides")] + game.botNames
    default: return []
    }
  }
}

extension Interpreter {
  fileprivate func seat(_ line: Line) throws(CommandError) -> CommandResult {
    let game = try requireGame()
    guard line.tokens.count > 1 else {
      return CommandResult(events: [HostEvent.seats(Self.seats(of: game))])
    }
    let (player, seat) = try seating(line, in: game, mayStart: true)
    game.seats[player] = seat
    let events: [any Event] = [HostEvent.seats(Self.seats(of: game).filter { $0.player == player })]
    return CommandResult(
      events: events + game.playBots(isInterrupted: isInterrupted), showsSituation: true)
  }

  /// The player that a line names, and the bot that is to decide.
  ///
  /// - Parameter mayStart: whether a program is started; a log of a game, which may be somebody
  ///   else's, starts none.
  func seating(
    _ line: Line, in game: any OpenGame, mayStart: Bool = false
  ) throws(CommandError) -> (String, Seat?) {
    let tokens = line.tokens.dropFirst()
    let declaration = HostCommand.seat.declared.declaration
    guard let first = tokens.first else { throw .missingArgument([], after: 0, declaration) }
    let name = first.name == nil ? line.text(first) : ""
    let player = try player(named: name, of: game, range: first.range)
    guard let second = tokens.dropFirst().first else {
      throw .missingArgument(
        [Parameter("BOT", .choice(["human"] + game.botNames.map(\.text)))],
        after: line.bytes.count, declaration)
    }
    if line.isLiteral(second, "exec") {
      return (player, try program(line, mayStart: mayStart))
    }
    if let third = tokens.dropFirst(2).first {
      throw .surplusArgument(line.text(third), range: third.range, declaration)
    }
    if line.isLiteral(second, "human") { return (player, nil) }
    do throws(GameError) {
      if let option = second.name {
        return (player, try game.makeSeat(bot: line.name(option), value: line.text(second)))
      }
      return (player, try game.makeSeat(bot: line.text(second), value: nil))
    } catch {
      throw .refused(error, range: second.range, legal: nil)
    }
  }

  /// The seat of a program: `seat NAME exec FILE`.
  private func program(_ line: Line, mayStart: Bool) throws(CommandError) -> Seat {
    let declaration = HostCommand.seat.declared.declaration
    let tokens = line.tokens.dropFirst(3)
    guard let file = tokens.first else {
      throw .missingArgument(
        [Parameter("FILE", .file)], after: line.bytes.count, declaration)
    }
    if let surplus = tokens.dropFirst().first {
      throw .surplusArgument(line.text(surplus), range: surplus.range, declaration)
    }
    let path = line.text(file)
    var seat = Seat(bot: "exec", value: .flag(false), caption: "exec \(Word.written(path))")
    guard mayStart else { return seat }
    guard capabilities.contains(.processes), let finder else { throw .notGranted("seat NAME exec") }
    do throws(GameError) {
      seat.program = try finder.player(files.readPath(path))
      return seat
    } catch {
      throw .refused(error, range: file.range, legal: nil)
    }
  }

  /// The player of a name, or of a number from 1.
  private func player(
    named name: String, of game: any OpenGame, range: Range<Int>
  ) throws(CommandError) -> String {
    let players = game.players
    if players.contains(name) { return name }
    if let number = Int(name), 1...max(1, players.count) ~= number, !players.isEmpty {
      return players[number - 1]
    }
    throw .unknownPlayer(name, range: range, known: players)
  }

  private static func seats(of game: any OpenGame) -> [HostEvent.SeatLine] {
    game.players.map { HostEvent.SeatLine(player: $0, bot: game.seats[$0]?.caption) }
  }
}
