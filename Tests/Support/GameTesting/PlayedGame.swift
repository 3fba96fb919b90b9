package import ParlorKit

/// A game under test, played as the host plays it: by lines or by moves, with a log, draws, a clock
/// and undo.
///
/// A test target names its game once: `typealias Match = PlayedGame<Farkle>`.
package struct PlayedGame<Rules: Game> {
  private var driver: GameDriver<Rules>
  /// The time of the game's own clock in milliseconds.
  package var milliseconds: Int64 = 0
  /// The moves in force.
  package private(set) var log: [GameHistory<Rules>.Step] = []
  /// The moves in force as lines.
  package var lines: [String] { log.map { state.line(of: $0.move) } }

  private let reader: LineReader

  /// Opens a game.
  ///
  /// - Parameter words: what follows the name of the game in a `new` line.
  package init(
    _ game: Rules, _ words: String = "", seed: UInt64 = 7, showsSeed: Bool = true
  ) throws {
    reader = LineReader(game.definition)
    driver = try GameDriver(game, game.configuration(words, seed: seed, showsSeed: showsSeed))
  }

  /// What becomes of a line.
  package enum Outcome {
    /// A move was made, or a question answered.
    case events([GameEvent])
    /// The move has no effect, for this reason.
    case ignored(String)
    /// Another game would be opened with these words.
    case newGame([Argument])
  }

  /// Plays a line.
  @discardableResult
  package mutating func run(_ line: String) throws -> Outcome {
    if line == "resign" { return try make(state.resignation) }
    switch try intent(of: line) {
    case .move(let move): return try make(move)
    case .newGame(let words, _): return .newGame(words)
    case .answer(let answer):
      var report = Reporter([.text, .data])
      try answer(state, now, &report)
      return .events(report.events)
    case .inState: preconditionFailure("the driver resolves this")
    }
  }

  /// Plays lines with `;` between them and returns the last reply: events, then the situation.
  @discardableResult
  package mutating func play(_ lines: String) throws -> String {
    var last = ""
    for line in lines.split(separator: ";") {
      switch try run(String(line)) {
      case .events(let events): last = reply(to: events)
      case .ignored(let reason): last = "ignored: \(reason)"
      case .newGame(let words): last = "opens: \(words)"
      }
    }
    return last
  }

  /// Plays a line and returns what happens.
  @discardableResult
  package mutating func events(of line: String) throws -> [GameEvent] {
    if case .events(let events) = try run(line) { events } else { [] }
  }

  /// Makes a move and returns what happens.
  package mutating func events(of move: Rules.Move) throws -> [GameEvent] {
    if case .events(let events) = try make(move) { events } else { [] }
  }

  /// Resolves and applies a move.
  @discardableResult
  package mutating func make(_ move: Rules.Move) throws -> Outcome {
    var chance = driver.chance()
    var report = Reporter([.text, .data])
    switch try driver.play(move, chance: &chance, at: now, report: &report) {
    case .ignore(let reason): return .ignored(reason)
    case .play(let resolved):
      log.append(GameHistory<Rules>.Step(resolved, at: now))
      return .events(report.events)
    }
  }

  /// Takes moves back to the last stop of undo; the clock returns to the last move that is left.
  package mutating func undo() throws {
    while let last = log.popLast(), !state.traits(of: last.move).contains(.undoStop) {}
    driver = try GameDriver(driver.rules, prepared: configuration)
    for step in log { driver.apply(step.move, at: step.time) }
    milliseconds = driver.time.milliseconds
  }

  /// The error of a line, which must change nothing; it points at the argument at fault.
  package mutating func error(of line: String) throws -> GameError? {
    let before = digest
    defer { precondition(digest == before, "a line with an error changed the game") }
    do {
      _ = try run(line)
      return nil
    } catch let error as GameError {
      return (try? reader.call(of: line)).map(error.located) ?? error
    }
  }

  /// What a line means in this state.
  package func intent(of line: String) throws -> Intent<Rules.State> {
    try driver.intent(of: reader.call(of: line), at: now)
  }

  /// The move that a line means.
  package func move(of line: String) throws -> Rules.Move {
    try driver.move(reader.call(of: line))
  }
}

/// What can be read off a game.
extension PlayedGame {
  /// The kind of game.
  package var game: Rules { driver.rules }

  /// How the game began, its first draws written out.
  package var configuration: GameConfiguration<Rules.Options> { driver.configuration }

  package var state: Rules.State { driver.state }

  /// How many draws were made: moves that draw, and the start if it draws.
  package var draws: Int { driver.drawCount }

  /// The time of the game's own clock.
  package var now: GameTime { GameTime(milliseconds: milliseconds) }

  /// The whole reply that opens the game.
  package var opening: String { reply(to: openingEvents) }

  /// What is reported of the game when it is opened.
  package var openingEvents: [GameEvent] {
    var report = Reporter([.text, .data])
    state.reportOpening(to: &report)
    return report.events
  }

  /// The digest of the state.
  package var digest: UInt64 { driver.digest.full }

  /// The digest that the file of a saved game has behind the last line: that of the state, and
  /// behind the `new` line of the seed as well.
  package var fileDigest: UInt32 {
    var digest = Digest()
    if log.isEmpty { digest.combine(Int(truncatingIfNeeded: configuration.seed)) }
    state.combine(into: &digest)
    return digest.folded
  }

  /// What the player whose turn it is sees; at the end, what everybody sees.
  package var view: Rules.View { state.view(for: state.status.turn, at: now) }

  /// The legal moves as lines.
  package var legal: [String] { state.legalMoves.moves.map { state.line(of: $0) } }

  /// The game so far.
  package var history: GameHistory<Rules> {
    get throws { try GameHistory(game, configuration, steps: log) }
  }

  /// What would be remembered of the game.
  package var record: GameRecord {
    get throws { try game.record(of: history) }
  }

  /// The line of a move as the players see it.
  package func maskedLine(of move: Rules.Move) -> String {
    written { state.writeMasked(move, to: &$0) }
  }

  /// The reply that reports events: their texts, then the situation.
  package func reply(to events: [GameEvent]) -> String {
    written { text in
      for event in events {
        text.breakLine()
        event.write(to: &text)
      }
      text.breakLine()
      view.writeSituation(to: &text)
    }
  }

  /// The text of the command `show` without the situation.
  package func table(styled: Bool = false) -> String {
    written(styled: styled) { view.writeTable(to: &$0) }
  }

  /// What follows the report of every move.
  package func situation(styled: Bool = false) -> String {
    written(styled: styled) { view.writeSituation(to: &$0) }
  }

  /// The whole text of the command `show`.
  package func show(styled: Bool = false) -> String {
    written(styled: styled) { text in
      view.writeTable(to: &text)
      text.breakLine()
      view.writeSituation(to: &text)
    }
  }
}

/// What a closure writes.
package func written(styled: Bool = false, _ write: (inout TextWriter) -> Void) -> String {
  var text = TextWriter(styled: styled)
  write(&text)
  return text.string
}
