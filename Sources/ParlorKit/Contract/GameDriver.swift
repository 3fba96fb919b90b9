/// Plays one game by its rules: checks each move, draws its outcome, applies it, and counts the
/// draws.
///
/// Sessions, simulations, plugins and tests all play through a driver, so the same seed and the
/// same moves give the same game everywhere. A driver is a value: a copy is a checkpoint.
///
/// ```swift
/// var driver = try GameDriver(Nim(), GameConfiguration(arguments: [.word("Ann"), .word("Bob")]))
/// try driver.play(.take(2))
/// ```
public struct GameDriver<Rules: Game>: Sendable {
  /// The kind of game.
  public let rules: Rules
  /// The configuration of the game, with the draws at its start written into the options.
  public let configuration: GameConfiguration<Rules.Options>

  @usableFromInline var current: Rules.State
  @usableFromInline var moves = 0
  @usableFromInline var draws: Int
  @usableFromInline var lastTime = GameTime.zero

  /// Opens a game: makes the draws at its start, and starts it.
  ///
  /// - Throws: an error if no game can start like this.
  @inlinable
  public init(
    _ rules: Rules, _ configuration: GameConfiguration<Rules.Options>
  ) throws(GameError) {
    var chance = configuration.chance(draw: 0)
    try self.init(rules, prepared: try rules.drawSetup(configuration, chance: &chance))
  }

  /// Starts a game whose draws at the start are already made.
  @inlinable
  public init(
    _ rules: Rules, prepared configuration: GameConfiguration<Rules.Options>
  ) throws(GameError) {
    self.rules = rules
    self.configuration = configuration
    current = try rules.start(configuration)
    draws = rules.traits.contains(.drawsAtStart) ? 1 : 0
  }

  /// The state after the moves made so far.
  @inlinable public var state: Rules.State { _read { yield current } }

  /// The number of moves made.
  @inlinable public var moveCount: Int { moves }

  /// The number of draws made: moves with an outcome of chance, and the game's draws at its start.
  @inlinable public var drawCount: Int { draws }

  /// The game's own time at the last move.
  @inlinable public var time: GameTime { lastTime }

  /// Whose turn it is, or how the game ended.
  @inlinable public var status: GameStatus { current.status }

  /// The draws of the next move.
  ///
  /// - Parameter epoch: how often an undo has asked for fresh draws.
  @inlinable
  public func chance(epoch: UInt32 = 0) -> Chance {
    configuration.chance(draw: draws, epoch: epoch)
  }

  /// The draws of a move that is made next.
  @inlinable
  package func chance(of move: Rules.Move, epoch: UInt32) -> Chance {
    var chance = configuration.chance(draw: draws, epoch: epoch)
    if chance.fair != nil { chance.bind(current.line(of: move)) }
    return chance
  }

  /// Runs a call of one of the game's commands: makes a move, or answers a question.
  ///
  /// - Parameters:
  ///   - log: the moves made so far; the move is appended.
  ///   - time: the game's own time.
  ///   - epoch: how often an undo has asked for fresh draws.
  ///   - report: takes the events, in order.
  /// - Throws: an error if the call makes no sense in this state, or if the move is illegal.
  @inlinable
  package mutating func run(
    _ call: Call, log: inout MoveRecord<Rules.Move>, at time: GameTime, epoch: UInt32,
    report: inout Reporter
  ) throws(GameError) -> CallOutcome {
    switch try intent(of: call, at: time) {
    case .move(let move):
      return try make(move, log: &log, at: time, epoch: epoch, report: &report)
    case .answer(let answer):
      try answer(current, time, &report)
      return .answered
    case .newGame(let words, let options): return .newGame(words, keeping: options)
    case .inState: throw GameError(.internal, "`\(call.verb)` has no meaning")
    }
  }

  /// Checks a move, draws its outcome and makes it.
  ///
  /// - Parameters: as for ``run(_:log:at:epoch:report:)``.
  /// - Throws: an error if the move is illegal.
  @inlinable
  package mutating func make(
    _ move: Rules.Move, log: inout MoveRecord<Rules.Move>, at time: GameTime, epoch: UInt32,
    report: inout Reporter
  ) throws(GameError) -> CallOutcome {
    var chance = chance(of: move, epoch: epoch)
    let pause = time.milliseconds - lastTime.milliseconds
    switch try play(move, chance: &chance, at: time, report: &report) {
    case .play(let resolved):
      log.append(resolved, at: moves - 1, after: pause)
      let isGiven = !chance.hasDrawn && current.traits(of: resolved).contains(.draws)
      return .moved(hasDrawn: chance.hasDrawn, isGiven: isGiven, status: current.status)
    case .ignore(let reason): return .ignored(reason)
    }
  }

  /// The meaning of a call in this state.
  ///
  /// - Throws: an error if the call names something that this state does not have.
  @inlinable
  public func intent(
    of call: Call, at time: GameTime = .zero
  ) throws(GameError) -> Intent<Rules.State> {
    let intent = rules.commands[call.command].actions[call.form](call)
    guard case .inState(let resolve) = intent else { return intent }
    return try resolve(current, time)
  }

  /// The move of a call.
  ///
  /// - Throws: an error if the call is a question, or names no move of this state.
  public func move(_ call: Call) throws(GameError) -> Rules.Move {
    guard case .move(let move) = try intent(of: call) else {
      throw .illegal("`\(call.verb)` is not a move")
    }
    return move
  }

  /// Checks a move and draws its outcome, without changing the state.
  ///
  /// - Throws: an error if the move is illegal.
  @inlinable
  public func resolve(
    _ move: Rules.Move, chance: inout Chance
  ) throws(GameError) -> Resolution<Rules.Move> {
    try current.resolve(move, chance: &chance)
  }

  /// Makes a resolved move.
  ///
  /// - Parameters:
  ///   - move: the result of `resolve` in this state, now or in an earlier run.
  ///   - time: the game's own time.
  ///   - report: takes the events, in order.
  @inlinable
  public mutating func apply(
    _ move: Rules.Move, at time: GameTime = .zero, report: inout Reporter
  ) {
    current.apply(move, at: time, report: &report)
    moves += 1
    if current.traits(of: move).contains(.draws) { draws += 1 }
    lastTime = time
  }

  /// Makes a resolved move without reporting it.
  @inlinable
  public mutating func apply(_ move: Rules.Move, at time: GameTime = .zero) {
    var nobody = Reporter.none
    apply(move, at: time, report: &nobody)
  }

  /// Replays the moves of a log, at their times, until `end` moves are made.
  @inlinable
  package mutating func replay(_ log: MoveRecord<Rules.Move>, to end: Int) {
    while moves < end {
      let time = lastTime.milliseconds + log.pause(before: moves)
      apply(log.moves[moves], at: GameTime(milliseconds: time))
    }
  }

  /// How a player's moves are chosen.
  public enum Choice: Sendable {
    /// Random legal moves, which the game itself samples.
    case random
    /// A bot of the game, with the value of its parameter.
    case bot(_ choose: @Sendable (Rules.View, OptionValue, inout Chance) -> Rules.Move, OptionValue)
    /// A bot that gets the state.
    case openBot(
      _ choose: @Sendable (Rules.State, OptionValue, inout Chance) -> Rules.Move, OptionValue)
    /// A program for a player.
    case program(@Sendable (_ game: GameDriver, _ turn: Int) throws(GameError) -> Rules.Move)
  }

  /// Checks a move, draws its outcome and makes it.
  ///
  /// - Returns: the move with its outcome, or why it has no effect.
  /// - Throws: an error if the move is illegal.
  @inlinable
  @discardableResult
  public mutating func play(
    _ move: Rules.Move, at time: GameTime = .zero
  ) throws(GameError) -> Resolution<Rules.Move> {
    var chance = chance()
    var nobody = Reporter.none
    return try play(move, chance: &chance, at: time, report: &nobody)
  }

  /// The same with given draws and a reporter.
  @inlinable
  @discardableResult
  public mutating func play(
    _ move: Rules.Move, chance: inout Chance, at time: GameTime = .zero, report: inout Reporter
  ) throws(GameError) -> Resolution<Rules.Move> {
    let resolution = try current.resolve(move, chance: &chance)
    if case .play(let resolved) = resolution { apply(resolved, at: time, report: &report) }
    return resolution
  }

  /// The position of another game, with the draws of another seed from now on.
  @inlinable
  init(_ other: GameDriver, seed: UInt64) {
    var configuration = other.configuration
    configuration.seed = seed
    configuration.fair = nil
    self.configuration = configuration
    (rules, current, moves) = (other.rules, other.current, other.moves)
    (draws, lastTime) = (other.draws, other.lastTime)
  }

  /// Plays a game until it is over or has `limit` moves.
  ///
  /// - Parameters:
  ///   - start: the position to start from, with the draws of the configuration's seed; `nil` for a
  ///     new game.
  ///   - choices: what decides for the player whose turn it is: one for each seat, or fewer, which
  ///     then share the seats in turn.
  @inlinable
  static func playout(
    _ rules: Rules, _ configuration: GameConfiguration<Rules.Options>, from start: GameDriver?,
    limit: Int, choices: [Choice]
  ) throws(PlayoutError) -> Playout {
    var driver: GameDriver
    do throws(GameError) {
      driver =
        if let start {
          GameDriver(start, seed: configuration.seed)
        } else {
          try GameDriver(rules, configuration)
        }
    } catch {
      throw PlayoutError(seat: 0, moves: 0, reason: .notStarted(error.message))
    }
    var nobody = Reporter.none
    while driver.moves < limit, case .playing(let turn) = driver.current.status {
      let seat = turn % choices.count
      var own = Chance.forBot(seed: driver.configuration.seed, moves: driver.moves)
      var chosen: Rules.Move?
      let reason: PlayoutError.Reason
      do throws(GameError) {
        switch choices[seat] {
        case .random: chosen = driver.current.sampleMove(chance: &own)
        case .bot(let choose, let value):
          chosen = choose(driver.current.view(for: turn, at: .zero), value, &own)
        case .openBot(let choose, let value): chosen = choose(driver.current, value, &own)
        case .program(let choose): chosen = try choose(driver, turn)
        }
        if let move = chosen {
          var chance = driver.chance()
          switch try driver.play(move, chance: &chance, at: .zero, report: &nobody) {
          case .play: continue
          // The same move would be chosen for ever.
          case .ignore(let reason): throw .illegal("it has no effect: \(reason)")
          }
        }
        reason = .stuck
      } catch {
        reason =
          chosen.map { .refused(driver.line(of: $0), error.message) } ?? .failed(error.message)
      }
      throw PlayoutError(seat: seat, moves: driver.moves, reason: reason)
    }
    var playout = Playout(
      status: driver.status, moves: driver.moves, metrics: driver.current.metrics,
      digest: driver.digest.full)
    if rules.isDuplicate(configuration) {
      playout.scores = configuration.players.indices.map { driver.current.score(of: $0) }
    }
    return playout
  }

  /// The digest of the state.
  @inlinable
  public var digest: Digest {
    var digest = Digest()
    current.combine(into: &digest)
    return digest
  }

  /// The canonical line of a move.
  public func line(of move: Rules.Move) -> String { current.line(of: move) }
}
