import LineSyntax
import ParlorKit

// Commands that ask a game's adviser.

extension HostCommand {
  static let hint: HostCommand = HostCommand(
    in: .play, requires: .advice, traits: .yieldsToGames,
    CommandDeclaration(
      "hint",
      forms: [
        CommandDeclaration.Form([.literal("why")], "the same with reasons"),
        CommandDeclaration.Form(
          [Parameter("N", .integer(1...10_000), count: 0...1)], "the best N moves"),
        CommandDeclaration.Form(
          [Parameter("MOVE", .word, count: 1...Int.max)],
          "what this move is worth, beside the best one"),
      ],
      summary: "show the best moves with their values, 3 by default",
      details: [
        "A value is a chance to win, expected points, or expected guesses or turns until the end;"
          + " the last line of the reply says which, and whether it is exact. `loses` is the"
          + " difference from the best move.",
        "A game counts as assisted if you take a hint before its end, or let a bot such as `best`"
          + " play for you and give the seat back: `stats` leaves it out of winning rates and best"
          + " times.",
        "The first hint of a game can take a while; Ctrl-C stops it.",
        "`set advice off` refuses hints. The counter and remote games have no adviser; a plugin's"
          + " game may have one.",
      ],
      examples: ["hint", "hint 10", "hint why", "hint hold 1 5"])
  ) { interpreter, line throws(CommandError) in
    let session = interpreter.session
    guard line.tokens.count > 1 else { return try session.hint() }
    let first = line.tokens[1]
    if line.tokens.count == 2 {
      if line.isLiteral(first, "why") { return try session.hint(givingReasons: true) }
      if let count = line.integer(first) {
        guard 1...10_000 ~= count else {
          throw CommandError(
            .badArgument(
              line.written(first), range: first.range,
              [Parameter("N", .integer(1...10_000))], HostCommand.hint.declaration, hint: nil))
        }
        return try session.hint(count)
      }
    }
    let written = try WrittenMove(line, from: 1, in: try session.requireAdvisedGame())
    do throws(CommandError) {
      return try session.hint(1, about: written.move)
    } catch {
      throw written.placed(error, orAt: first.range)
    }
  }

  /// How many moves `hint` shows.
  fileprivate static let usualHints = 3

  static let odds = HostCommand(
    in: .play, requires: .advice, traits: .yieldsToGames,
    Command(
      "odds", "show the risk of each choice",
      details: [
        "Farkle: for each number of dice the chance of a farkle, the value of rolling, and the"
          + " points from which to bank; `odds 3` shows one row. Minesweeper: the board with the"
          + " chance of a mine in percent; `odds R C` shows one cell. Mastermind: the remaining"
          + " codes, and how the best guess splits them; `odds C…` shows another guess.",
        "It counts as a hint.",
      ],
      examples: ["odds", "odds 3"],
      Form(.integers("N", 1...1000, count: 0...10)) { interpreter, numbers throws(CommandError) in
        try interpreter.session.odds(numbers)
      }))

  static let review = HostCommand(
    in: .play, traits: .yieldsToGames, suggest: savedGames,
    Command(
      "review",
      "judge the moves of a game: best moves, losses, luck",
      details: [
        "Errors come first, the worst at the top; then a summary for each player; then all moves."
          + " `loss` is the difference from the best move; `luck` is how much better than expected"
          + " the draw was.",
        "A review of an unfinished game counts as a hint. While players have secrets from each"
          + " other, it judges only the moves of the player whose turn it is.",
      ],
      examples: [
        "review", "review finished=2", "review ann-bob.parlor", "review plot=chances.svg",
      ],
      Form(
        .optional(.file("FILE")), .finished,
        .plot(
          "also draw the chance to win over the moves, as FILE.svg, or FILE.json for Vega-Lite"),
        .overwrite
      ) { interpreter, path, finished, plotPath, overwrites throws(CommandError) in
        let session = interpreter.session
        let plotFile = try session.plotFile(plotPath, overwrites: overwrites)
        return try session.review(
          path, finished: finished, plotFile: plotFile, overwrites: overwrites)
      }))
}

extension Session {
  fileprivate func hint(
    _ count: Int = HostCommand.usualHints, about asked: AmendingMove? = nil,
    givingReasons: Bool = false
  ) throws(CommandError) -> CommandResult {
    let game = try requireAdvisedGame()
    let isUsual = asked == nil && count <= AdviceContext.usualMoves
    let (advice, line) =
      if isUsual {
        (try advice(about: game), String?.none)
      } else {
        try advice(about: game, valuing: asked, count)
      }
    let report = AdviceReport(
      advice: advice, count: count, asked: line, givesReasons: givingReasons)
    let bot = game.players.first { game.table.seats[$0].map { !$0.isAdvised } ?? false }
    return CommandResult(
      events: [HostEvent.hint(report)]
        + noteAssistance(of: game, against: advice.unit == .chance ? bot : nil))
  }

  /// Reports the chance of every player to win.
  func chances() throws(CommandError) -> CommandResult {
    let game = try requireAdvisedGame()
    let advice = try advice(about: game)
    guard !advice.chances.isEmpty else {
      throw .refused(.notNow("the chances to win are not known in this position"))
    }
    let event = HostEvent.chances(
      game.players.count == 1 ? ["you"] : game.players, advice)
    return CommandResult(events: [event] + noteAssistance(of: game))
  }

  /// Advice about the position of a game, computed once.
  private func advice(about game: any LoggedGame) throws(CommandError) -> Advice<String> {
    if let advised, advised.isPosition(of: game) { return advised.advice }
    let advice = try advice(about: game, valuing: nil, AdviceContext.usualMoves).advice
    advised = AdvisedPosition(game, advice)
    return advice
  }

  /// Advice about the position of a game.
  ///
  /// - Parameters:
  ///   - asked: a move to value in any case.
  ///   - count: the number of moves to value, at least.
  private func advice(
    about game: any LoggedGame, valuing asked: AmendingMove?, _ count: Int
  ) throws(CommandError) -> (advice: Advice<String>, asked: String?) {
    try advice { () throws(GameError) in
      var context = AdviceContext.current
      context.wantedMoves = max(count, AdviceContext.usualMoves)
      return try context.during { () throws(GameError) in
        try game.adviser?.advise(about: asked, isInterrupted: isStopped)
      }
    }
  }

  fileprivate func odds(_ words: [Int]) throws(CommandError) -> CommandResult {
    let game = try requireAdvisedGame()
    let events = try advice { () throws(GameError) in
      try game.adviser?.odds(words, isInterrupted: isStopped)
    }
    return CommandResult(events: events + noteAssistance(of: game))
  }

  fileprivate func review(
    _ path: String?, finished: Int?, plotFile: String?, overwrites: Bool
  ) throws(CommandError) -> CommandResult {
    let game: any LoggedGame
    var events: [any Event] = []
    if path == nil, finished == nil {
      game = try advised(try requireGame())
    } else {
      guard path == nil || capabilities.contains(.files) else {
        throw .notGranted("review FILE", needs: .files, in: capabilities)
      }
      if path != nil, finished != nil { throw .noSingleGameToReview }
      let (saved, _, result) = try savedGame(path, finished: finished)
      game = try advised(saved)
      exclude(likeFileOf: game, result, isOpened: false)
    }
    if game.status.isOver { openings.noteReviewed(game) } else { try checkAdvice() }
    let review = try advice { () throws(GameError) in
      try game.adviser?.review(isInterrupted: isStopped)
    }
    if !game.status.isOver, !review.isEmpty {
      if path == nil, finished == nil {
        events = noteAssistance(of: game)
      } else {
        events = assisted(noteAssistance(ofGamesLike: game))
        // The file says nothing of bots.
        if let player = game.shownHand { noteHandSeen(of: player, in: game) }
      }
    }
    let report = ReviewReport(review: review, game: game.kind.definition.title)
    if let plotFile {
      events.insert(try draw(review, to: plotFile, replaces: overwrites), at: 0)
    }
    return CommandResult(events: [HostEvent.review(report)] + events)
  }

  /// Whether the user or the program has asked an adviser to stop.
  package func isStopped() -> Bool { host.isInterrupted() || AdviceContext.current.isStopped() }

  /// The advice of an adviser, with its errors as those of a command.
  func advice<Result>(
    _ body: () throws(GameError) -> Result?
  ) throws(CommandError) -> Result {
    do throws(GameError) {
      guard let result = try thinking(body) else {
        throw .notNow("the game has no adviser for this")
      }
      return result
    } catch {
      throw .refused(error)
    }
  }

  /// Checks whether advice may be given before the end of a game.
  func checkAdvice() throws(CommandError) {
    if !host.allowsAdvice { throw .adviceIsForbidden }
    if !preferences.advises { throw .adviceIsOff }
  }

  /// Notes that the player was helped before the end of a game. One whose end is recorded is assisted when a move is
  /// made, as after a review.
  ///
  /// - Returns: the news for the player, in a game that could have counted.
  func noteAssistance(of game: any LoggedGame, against bot: String? = nil) -> [any Event] {
    var news = noteAssistance(ofGamesLike: game)
    if game.hasRecordedEnd, game.journal?.isPlayedOn != true {
      if !openings.isReviewed(game) { game.journal?.note(.assisted) }
      openings.noteReviewed(game)
    } else if !game.table.isAssisted {
      game.table.isAssisted = true
      game.journal?.note(.assisted)
      if let journal = game.journal, journal.exclusion == nil { news.insert(game.number, at: 0) }
    }
    return assisted(news, against: bot)
  }

  /// The news that games count as assisted, if any do. Nothing counts in a session without a profile.
  private func assisted(_ numbers: [Int], against bot: String? = nil) -> [any Event] {
    guard !numbers.isEmpty, host.store != nil else { return [] }
    return [HostEvent.assisted(numbers, current: games.current?.number, against: bot)]
  }

  /// A game with a log and an adviser.
  private func advised(_ game: any SessionGame) throws(CommandError) -> any LoggedGame {
    guard let logged = game.logged, logged.adviser != nil else {
      throw .noAdviser(game.kind.definition.title, isRemote: game.logged == nil)
    }
    return logged
  }

  /// The current game, for commands that ask its adviser before the end.
  fileprivate func requireAdvisedGame() throws(CommandError) -> any LoggedGame {
    try checkAdvice()
    if drill != nil { throw .drillRuns }
    let game = try advised(try requireGame())
    try checkPosition(of: game)
    return game
  }

  /// Checks that the player to move may get advice.
  func checkPosition(of game: any LoggedGame) throws(CommandError) {
    if game.status.isOver { throw .nothingToAdvise }
    if let player = game.hiddenBot { throw .adviceToBot(player) }
  }

  /// Whether `hint` has an answer now.
  package var canAdvise: Bool { (try? requireAdvisedGame()) != nil }

  /// The best move of the last advice, if it was about the position of the current game.
  package var hintedMove: String? {
    guard let advised, advised.isPosition(of: games.current) else { return nil }
    return advised.advice.moves.first?.move
  }
}

// MARK: - Coach

/// A position of a game with advice about it.
struct AdvisedPosition {
  let game: any LoggedGame
  let moveCount: Int
  /// The player to move.
  private let turn: Int?
  private let digest: UInt32
  let advice: Advice<String>

  init(_ game: any LoggedGame, _ advice: Advice<String>) {
    (self.game, moveCount, digest) = (game, game.moveCount, game.digest)
    turn = game.status.turn
    self.advice = advice
  }

  func isPosition(of other: (any SessionGame)?) -> Bool {
    game === other && game.moveCount == moveCount && game.digest == digest
  }

  /// The value of a move as people read it.
  func value(of line: String) -> String? {
    advice.moves.first { $0.move == line }.map { advice.unit.text(of: $0.value) }
  }

  /// What the next move of the log gave away, if it is worth a word and tells nobody else what its
  /// player knows.
  fileprivate var loss: HostEvent? {
    guard game.moveCount > moveCount, let turn, let adviser = game.adviser,
      !adviser.conceals(turn)
    else { return nil }
    let line = game.lines[moveCount + 1]
    guard
      // A roll is in the log with its dice.
      let played = advice.moves.first(where: { line == $0.move })
        ?? advice.moves.first(where: { line.prefix { $0 != " " } == $0.move }),
      let best = advice.moves.first
    else { return nil }
    let loss = advice.loss(of: played)
    guard loss >= max(advice.unit.leastError, advice.tolerance) else { return nil }
    let text = advice.unit.text(of: loss) + (advice.unit == .chance ? "" : " \(advice.unit)")
    return HostEvent.coached(played: played.move, best: best.move, loss: text)
  }
}

extension Interpreter {
  /// While `set coach on` is in force at a prompt: says what the last move gave away, and looks up
  /// what the next ones are worth.
  package func coach(into sink: ReplySink) {
    guard session.preferences.coaches, session.host.typedLines != nil else { return }
    let events = session.coach()
    if !events.isEmpty { sink(reply(command: "coach", CommandResult(events: events))) }
  }
}

extension Session {
  fileprivate func coach() -> [any Event] {
    if let advised, advised.isPosition(of: currentGame) { return [] }
    var events: [any Event] = []
    if let advised, advised.game === currentGame, let loss = advised.loss { events.append(loss) }
    advised = nil
    guard let game = try? requireAdvisedGame(), game.moveCount > 0 || game.status.turn != nil,
      (try? advice(about: game)) != nil
    else { return events }
    return events + (noteAssistance(of: game).isEmpty ? [] : [HostEvent.assistedByCoach])
  }
}

// MARK: - Events

extension HostEvent {
  static func hint(_ report: AdviceReport) -> Self {
    Self("hint", report.fields) { report.write(to: &$0) }
  }

  static func review(_ report: ReviewReport) -> Self {
    Self("review", report.fields) { report.write(to: &$0) }
  }

  fileprivate static func chances(
    _ players: [String], _ advice: Advice<String>
  ) -> Self {
    let rows = Array(zip(players, advice.chances))
    return Self(
      "chances",
      [
        "exact": .bool(advice.estimate == nil), "meaning": .string(advice.meaning),
        "players": .array(
          rows.map { player, chance in
            .object(["player": .string(player), "chance": AdviceReport.number(chance)])
          }),
      ]
    ) { text in
      text.write(
        Columns(
          rows.map { [$0, AdviceUnit.chance.text(of: $1)] }, [.left, .right]))
      text.write("\n", Styled(.faint, AdviceReport.summary(of: advice)))
    }
  }

  fileprivate static func coached(played: String, best: String, loss: String) -> Self {
    Self(
      "coached", ["played": .string(played), "best": .string(best), "loss": .string(loss)]
    ) {
      $0.write(Styled(.faint, "`\(best)` was better than `\(played)` by \(loss)."))
    }
  }

  /// - Parameters:
  ///   - games: the numbers of the games. They are not data if there is only the current one.
  ///   - current: the number of the current game, which the notice does not name.
  fileprivate static func assisted(_ games: [Int], current: Int?, against bot: String?) -> Self {
    let fields: Fields = games == [current] ? [:] : ["games": .integers(games)]
    return Self("assisted", fields, isNotice: true) {
      let names = games.map { $0 == current ? "this game" : "game \($0)" }
      $0.write("From now on, ")
      $0.write(names, separator: names.count == 2 ? " and " : ", ")
      $0.write(names.count == 1 ? " counts" : " count", " as assisted; see `help hint`.")
      guard let bot else { return }
      $0.write("\nThe values are for best play by all; `rollout` plays against \(bot) as it is.")
    }
  }

  /// A coach who says nothing tells that the move was good, and Tab tells it before.
  fileprivate static var assistedByCoach: Self {
    Self("assisted", isNotice: true) {
      $0.write("This game counts as assisted, because coach is on (`set coach off`).")
    }
  }
}
