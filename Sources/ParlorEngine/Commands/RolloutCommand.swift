import LineSyntax
import ParlorKit

extension HostCommand {
  static let rollout = HostCommand(
    in: .play, requires: .rollout, traits: .yieldsToGames,
    CommandDeclaration(
      "rollout",
      forms: [
        CommandDeclaration.Form(
          [Parameter("N", .integer(RolloutRequest.range), count: 0...1)],
          "compare the best moves of `hint`, by N games each at most"),
        CommandDeclaration.Form(
          [Parameter("MOVE or MOVE", .word, count: 1...Int.max)], "compare these moves"),
      ],
      options: [RolloutRequest.bot, RolloutRequest.seed],
      summary: "compare moves by playing the position on many times",
      details: [
        "A move is worth what its games brought: the chance to win, or in a game for one the guesses,"
          + " turns or points. Game by game the moves have the same draws, so that their differences"
          + " are known better than their values. By default there are"
          + " \(RolloutRequest.usual.grouped) games per move; it stops earlier once one move is clearly the best."
          + " Ctrl-C ends it and shows what is known so far.",
        "The bots at the seats play on, and for people the bot that plays best. The draws are not"
          + " those that the game will have, and what you do not see is drawn anew. A game that hides"
          + " something and offers no such draws has no rollout.",
        "It counts as a hint.",
      ],
      examples: ["rollout", "rollout 400", "rollout bank or roll", "rollout by=random"])
  ) { interpreter, line throws(CommandError) in
    let session = interpreter.session
    try session.checkAdvice()
    guard let game = try session.requireGame().logged else {
      throw .noAdviser("", isRemote: true)
    }
    try session.checkPosition(of: game)
    return try session.rollout(try RolloutRequest(line, in: game), of: game)
  }
}

extension RolloutRequest {
  fileprivate static let range = 2...1_000_000
  /// The number of games if none is given.
  fileprivate static let usual = 1_000
  fileprivate static let bot = OptionDeclaration.text(
    "by", limit: 64, "the bot that plays everybody's moves")
  fileprivate static let seed = OptionDeclaration.integer(
    "seed", 0...Seed.max, default: 0, "the seed of the draws, if not one made from the position")

  /// Reads a line: the number of games, then moves with `or` between them, and options.
  fileprivate init(_ line: Line, in game: any LoggedGame) throws(CommandError) {
    self.init(games: Self.usual)
    var start: Int?
    var awaitsMove = false
    for (index, token) in line.tokens.enumerated().dropFirst() {
      let name = token.name.map(line.name)
      let option = [Self.bot, Self.seed].first { $0.name == name }
      if index == 1, let number = line.integer(token) {
        guard Self.range.contains(number) else {
          throw CommandError(
            .badArgument(
              line.written(token), range: token.range, [Parameter("N", .integer(Self.range))],
              HostCommand.rollout.declaration, hint: nil))
        }
        games = number
      } else if let option {
        try take(line, start, index, in: game)
        start = nil
        try take(option, line.text(token), at: token.range)
      } else if line.isLiteral(token, "or") {
        guard start != nil else { throw Self.missingMove(at: token.range.lowerBound) }
        try take(line, start, index, in: game)
        start = nil
        awaitsMove = true
      } else if start == nil {
        start = index
        awaitsMove = false
      }
    }
    if awaitsMove { throw Self.missingMove(at: line.bytes.count) }
    try take(line, start, line.tokens.count, in: game)
  }

  private static func missingMove(at place: Int) -> CommandError {
    CommandError(
      .missingArgument([Parameter("MOVE", .word)], after: place, HostCommand.rollout.declaration))
  }

  /// Takes the move between two words.
  private mutating func take(
    _ line: Line, _ start: Int?, _ end: Int, in game: any LoggedGame
  ) throws(CommandError) {
    guard let start else { return }
    let options = [Self.bot.name, Self.seed.name]
    let written = try WrittenMove(line, from: start, to: end, in: game, options: options)
    if let move = written.move { moves.append(move) }
  }

  private mutating func take(
    _ option: OptionDeclaration, _ text: String, at range: Range<Int>
  ) throws(CommandError) {
    switch option.value(of: text) {
    case .text(let word)?: bot = word
    case .integer(let number)?: seed = number
    default:
      throw CommandError.refused(
        GameError(.badOption, "`\(option.name)` takes \(option.range)")
      ).located(at: range)
    }
  }
}

extension Session {
  fileprivate func rollout(
    _ request: RolloutRequest, of game: any LoggedGame
  ) throws(CommandError) -> CommandResult {
    let report = try advice { () throws(GameError) in
      try game.rollout(request, isInterrupted: isStopped)
    }
    return CommandResult(events: [HostEvent.rollout(report)] + noteAssistance(of: game))
  }
}

extension HostEvent {
  fileprivate static func rollout(_ report: RolloutReport) -> Self {
    Self("rollout", report.fields) { report.write(to: &$0) }
  }
}
