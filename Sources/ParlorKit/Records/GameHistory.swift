/// A game from its beginning to its current position, from which a record is made.
///
/// The log holds moves only; replaying them gives their effects.
public struct GameHistory<Rules: Game>: Sendable {
  /// A move of the log.
  public struct Step: Sendable {
    /// The move, its outcome written out.
    public var move: Rules.Move
    /// The time of the game's own clock at the move; zero if the game reads none.
    public var time: GameTime

    /// A move of the log.
    public init(_ move: Rules.Move, at time: GameTime = .zero) {
      self.move = move
      self.time = time
    }
  }

  /// The effect of a move.
  public struct Moment {
    /// The move.
    public let move: Rules.Move
    /// The time at which it was made.
    public let time: GameTime
    /// The state before it.
    public let before: Rules.State
    /// The state after it.
    public let state: Rules.State
  }

  /// The rules.
  public let rules: Rules
  /// How the game began, its first draws written out.
  public let configuration: GameConfiguration<Rules.Options>
  /// The state before the first move.
  public let start: Rules.State
  /// The moves in force, in order.
  public let steps: [Step]

  /// The history of a game.
  ///
  /// - Parameters:
  ///   - configuration: the result of `drawSetup` for the game.
  ///   - steps: the moves in force, as `resolve` returned them.
  /// - Throws: an error if no game starts with these values.
  public init(
    _ rules: Rules, _ configuration: GameConfiguration<Rules.Options>, steps: [Step]
  ) throws(GameError) {
    self.init(rules, configuration, start: try rules.start(configuration), steps: steps)
  }

  /// The same with the state that `start` returned for the game.
  package init(
    _ rules: Rules, _ configuration: GameConfiguration<Rules.Options>, start: Rules.State,
    steps: [Step]
  ) {
    self.rules = rules
    self.configuration = configuration
    self.start = start
    self.steps = steps
  }

  /// Replays the moves.
  ///
  /// - Parameter body: is called after every move.
  /// - Returns: the state after the last one.
  @discardableResult
  public func replay(_ body: (Moment) -> Void = { _ in }) -> Rules.State {
    var state = start
    var nobody = Reporter.none
    for step in steps {
      let before = state
      state.apply(step.move, at: step.time, report: &nobody)
      body(Moment(move: step.move, time: step.time, before: before, state: state))
    }
    return state
  }

  /// The players of a state by number, each with a distinct name; `1` in a game without names.
  public func players(in state: Rules.State) -> [String] {
    if let players = state.players { return players }
    return rules.seats.contains { $0.kind == .name } ? configuration.names : ["1"]
  }
}
