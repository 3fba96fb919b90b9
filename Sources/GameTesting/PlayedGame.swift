import ParlorEngine
public import ParlorKit

/// A game under test, played as the host plays it: by lines or by moves, with a log, draws, a clock
/// and undo.
///
/// A test target names its game once: `typealias Match = PlayedGame<Farkle>`.
public struct PlayedGame<Rules: Game> {
  private var driver: GameDriver<Rules>
  /// The time of the game's own clock in milliseconds.
  public var milliseconds: Int64 = 0
  /// The moves in force.
  public private(set) var log: [GameHistory<Rules>.Step] = []
  /// The moves in force as lines.
  public var lines: [String] { log.map { state.line(of: $0.move) } }

  private let kind: GameKind

  /// Opens a game.
  ///
  /// - Parameter words: what follows the name of the game in a `new` line.
  public init(
    _ game: Rules, _ words: String = "", seed: UInt64 = 7, showsSeed: Bool = true
  ) throws {
    kind = GameKind(game)
    driver = try GameDriver(game, game.configuration(words, seed: seed, showsSeed: showsSeed))
  }

  /// What becomes of a line.
  public enum Outcome {
    /// A move was made, or a question answered.
    case events([GameEvent])
    /// The move has no effect, for this reason.
    case ignored(String)
    /// Another game would be opened with these words.
    case newGame([Argument])
  }

  /// Plays a line.
  @discardableResult
  public mutating func run(_ line: String) throws -> Outcome {
    if line == "resign" { return try make(state.resignation) }
    switch try intent(of: line) {
    case .move(let move): return try make(move)
    case .newGame(let words, _): return .newGame(words)
    case .answer(let answer):
      var report = Reporter([.text, .data])
      try answer(state, now, &report)
      return .events(report.events)
    case .inState: throw GameError(.internal, "`\(line)` has no meaning")
    }
  }

  /// Plays lines with `;` between them and returns the last reply: events, then the situation.
  @discardableResult
  public mutating func play(_ lines: String) throws -> String {
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
  public mutating func events(of line: String) throws -> [GameEvent] {
    if case .events(let events) = try run(line) { events } else { [] }
  }

  /// Makes a move and returns what happens.
  public mutating func events(of move: Rules.Move) throws -> [GameEvent] {
    if case .events(let events) = try make(move) { events } else { [] }
  }

  /// Resolves and applies a move.
  @discardableResult
  public mutating func make(_ move: Rules.Move) throws -> Outcome {
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
  public mutating func undo() throws {
    while let last = log.popLast(), !state.traits(of: last.move).contains(.undoStop) {}
    driver = try GameDriver(driver.rules, prepared: configuration)
    for step in log { driver.apply(step.move, at: step.time) }
    milliseconds = driver.time.milliseconds
  }

  /// The error that the game gives for a line; `nil` if the line is accepted. It points at the
  /// argument at fault.
  ///
  /// - Throws: ``UnexpectedChange`` if the game has changed nevertheless; the error of a line that
  ///   cannot be read.
  public mutating func error(of line: String) throws -> GameError? {
    let call = line == "resign" ? nil : try call(of: line)
    let before = digest
    do {
      _ = try run(line)
      return nil
    } catch let error as GameError {
      guard digest == before else { throw UnexpectedChange(line: line) }
      return call.map(error.located) ?? error
    }
  }

  /// A line was refused, and changed the game.
  public struct UnexpectedChange: Error, Equatable {
    /// The line.
    public let line: String
  }

  /// What a line means in this state.
  public func intent(of line: String) throws -> Intent<Rules.State> {
    try driver.intent(of: call(of: line), at: now)
  }

  /// The move that a line means.
  public func move(of line: String) throws -> Rules.Move { try driver.move(call(of: line)) }

  /// The call that a line is; a shortcut is the call of its line.
  private func call(of line: String) throws(GameError) -> Call {
    let bytes = Array(line.utf8)
    return try kind.call(of: (kind.shortcut(bytes[...]) ?? bytes)[...])
  }
}

/// What can be read off a game.
extension PlayedGame {
  /// The kind of game.
  public var game: Rules { driver.rules }

  /// How the game began, its first draws written out.
  public var configuration: GameConfiguration<Rules.Options> { driver.configuration }

  /// The state after the moves in force.
  public var state: Rules.State { driver.state }

  /// How many draws were made: moves that draw, and the start if it draws.
  public var draws: Int { driver.drawCount }

  /// The time of the game's own clock.
  public var now: GameTime { GameTime(milliseconds: milliseconds) }

  /// The whole reply that opens the game.
  public var opening: String { reply(to: openingEvents) }

  /// What is reported of the game when it is opened.
  public var openingEvents: [GameEvent] {
    var report = Reporter([.text, .data])
    state.reportOpening(to: &report)
    return report.events
  }

  /// The digest of the state.
  public var digest: UInt64 { driver.digest.full }

  /// The digest that the file of a saved game has behind the last line: that of the state, and
  /// behind the `new` line of the seed as well.
  public var fileDigest: UInt32 {
    var digest = Digest()
    if log.isEmpty { digest.combine(Int(truncatingIfNeeded: configuration.seed)) }
    state.combine(into: &digest)
    return digest.folded
  }

  /// What the player whose turn it is sees; at the end, what everybody sees.
  public var view: Rules.View { state.view(for: state.status.turn, at: now) }

  /// The legal moves as lines.
  public var legal: [String] { state.legalMoves.moves.map { state.line(of: $0) } }

  /// The game so far.
  public var history: GameHistory<Rules> {
    get throws { try GameHistory(game, configuration, steps: log) }
  }

  /// What would be remembered of the game.
  public var record: GameRecord {
    get throws { try game.record(of: history) }
  }

  /// The line of a move as the players see it.
  public func maskedLine(of move: Rules.Move) -> String {
    written { state.writeMasked(move, to: &$0) }
  }

  /// The reply that reports events: their texts, then the situation.
  public func reply(to events: [GameEvent]) -> String {
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
  public func table(styled: Bool = false) -> String {
    written(styled: styled) { view.writeTable(to: &$0) }
  }

  /// What follows the report of every move.
  public func situation(styled: Bool = false) -> String {
    written(styled: styled) { view.writeSituation(to: &$0) }
  }

  /// The whole text of the command `show`.
  public func show(styled: Bool = false) -> String {
    written(styled: styled) { text in
      view.writeTable(to: &text)
      text.breakLine()
      view.writeSituation(to: &text)
    }
  }
}

extension Game {
  /// The configuration that the words of a `new` line after the name of the game mean, before any
  /// draws.
  ///
  /// - Throws: an error if no game can be opened with these words.
  public func configuration(
    _ words: String, seed: UInt64 = 7, showsSeed: Bool = true
  ) throws(GameError) -> GameConfiguration<Options> {
    let line = "new \(name) \(words)"
    var configuration = try GameKind(self).origin(of: Array(line.utf8)[...]).configuration(of: self)
    configuration.seed = seed
    configuration.showsSeed = showsSeed
    return configuration
  }
}

/// What a closure writes.
public func written(styled: Bool = false, _ write: (inout TextWriter) -> Void) -> String {
  var text = TextWriter(styled: styled)
  write(&text)
  return text.string
}

/// Data as JSON, as replies write it.
public func json(_ value: Value) -> String { value.json }

/// Fields as a JSON object.
public func json(_ fields: Fields) -> String { Value.object(fields).json }

/// An event as a JSON object: its type, then its fields.
public func json(_ event: some Event) -> String {
  json(Fields([Fields.Field("type", .string(event.type))] + event.fields.all))
}
