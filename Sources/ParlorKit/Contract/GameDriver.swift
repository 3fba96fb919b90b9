/// Plays one game by its rules: checks each move, draws its outcome, applies it, and counts what
/// was drawn.
///
/// Sessions, simulations, plugins and tests all play through a driver, so the same seed and the same
/// moves give the same game everywhere. A driver is a value: a copy is a checkpoint.
///
/// ```swift
/// var driver = try GameDriver(Nim(), configuration)
/// try driver.play(.take(2)) { print($0) }
/// ```
public struct GameDriver<Rules: Game>: Sendable {
  /// The rules that decide.
  public let rules: Rules
  /// How the game began. What was drawn then is written into the options.
  public let configuration: GameConfiguration

  @usableFromInline var current: Rules.State
  @usableFromInline var moves = 0
  @usableFromInline var draws: Int
  @usableFromInline var lastTime = GameTime.zero

  /// Opens a game: makes the draws that it begins with, and starts it.
  ///
  /// - Throws: a refusal of the configuration.
  @inlinable
  public init(_ rules: Rules, _ configuration: GameConfiguration) throws(GameError) {
    var chance = Chance(seed: configuration.seed, draw: 0)
    try self.init(rules, prepared: try rules.prepare(configuration, chance: &chance))
  }

  /// Starts a game whose draws at the beginning are made already.
  @inlinable
  public init(_ rules: Rules, prepared configuration: GameConfiguration) throws(GameError) {
    self.rules = rules
    self.configuration = configuration
    current = try rules.start(configuration)
    draws = rules.definition.traits.contains(.drawsAtStart) ? 1 : 0
  }

  /// The state after the moves made so far.
  @inlinable public var state: Rules.State { current }

  /// The number of moves made.
  @inlinable public var moveCount: Int { moves }

  /// The number of draws made: moves with an outcome of chance, and the game's draws at its start.
  @inlinable public var drawCount: Int { draws }

  /// The game's own time at the last move.
  @inlinable public var time: GameTime { lastTime }

  /// Whose turn it is, or how the game ended.
  @inlinable public var status: GameStatus { rules.status(of: current) }

  /// What the next move draws from.
  ///
  /// - Parameter epoch: how often an undo has asked for other draws.
  @inlinable
  public func chance(epoch: UInt32 = 0) -> Chance {
    Chance(seed: configuration.seed, draw: draws, epoch: epoch)
  }

  /// Checks a move and draws its outcome; nothing changes yet.
  ///
  /// - Throws: a refusal if the move is not legal now.
  @inlinable
  public func resolve(
    _ move: Rules.Move, chance: inout Chance
  ) throws(GameError) -> Resolution<Rules.Move> {
    try rules.resolve(move, in: current, chance: &chance)
  }

  /// Makes a resolved move.
  ///
  /// - Parameters:
  ///   - move: what `resolve` returned in this state, or what it returned when the game was here
  ///     before.
  ///   - time: the game's own time.
  ///   - emit: takes what happens, in order.
  @inlinable
  public mutating func apply(
    _ move: Rules.Move, at time: GameTime = .zero, emit: (Rules.Happening) -> Void = { _ in }
  ) {
    rules.apply(move, to: &current, at: time, emit: emit)
    moves += 1
    if rules.traits(of: move).contains(.draws) { draws += 1 }
    lastTime = time
  }

  /// Checks a move, draws its outcome and makes it.
  ///
  /// - Returns: the move with its outcome, or why it has no effect.
  /// - Throws: a refusal if the move is not legal now.
  @inlinable
  @discardableResult
  public mutating func play(
    _ move: Rules.Move, at time: GameTime = .zero, emit: (Rules.Happening) -> Void = { _ in }
  ) throws(GameError) -> Resolution<Rules.Move> {
    var chance = chance()
    return try play(move, chance: &chance, at: time, emit: emit)
  }

  /// The same with given draws.
  @inlinable
  @discardableResult
  public mutating func play(
    _ move: Rules.Move, chance: inout Chance, at time: GameTime = .zero,
    emit: (Rules.Happening) -> Void = { _ in }
  ) throws(GameError) -> Resolution<Rules.Move> {
    let resolution = try resolve(move, chance: &chance)
    if case .play(let resolved) = resolution { apply(resolved, at: time, emit: emit) }
    return resolution
  }

  /// The digest of the state.
  @inlinable
  public var digest: Digest {
    var digest = Digest()
    rules.digest(current, into: &digest)
    return digest
  }

  /// The canonical line of a move.
  @inlinable
  public func line(of move: Rules.Move) -> String {
    var text = TextWriter()
    rules.write(move, to: &text)
    return text.string
  }
}
