/// A game from its beginning to where it stands, to be told what is worth remembering of it.
///
/// The log holds moves only; what they brought about comes again when they are replayed.
public struct GameHistory<Rules: Game>: Sendable {
  /// A move of the log.
  public struct Step: Sendable {
    /// The move, its outcome written out.
    public var move: Rules.Move
    /// The time of the game's own clock at which it was made; zero in a game that reads none.
    public var time: GameTime

    /// A move of the log.
    public init(_ move: Rules.Move, at time: GameTime = .zero) {
      self.move = move
      self.time = time
    }
  }

  /// What a move brought about.
  public struct Moment {
    /// The move.
    public let move: Rules.Move
    /// The time at which it was made.
    public let time: GameTime
    /// What happened.
    public let happenings: [Rules.Happening]
    /// The state after it.
    public let state: Rules.State
  }

  /// The rules.
  public let rules: Rules
  /// How the game began, its first draws written out.
  public let setup: GameConfiguration
  /// The state before the first move.
  public let start: Rules.State
  /// The moves in force, in order.
  public let steps: [Step]

  /// The history of a game.
  ///
  /// - Parameters:
  ///   - setup: what `prepare` returned for the game.
  ///   - steps: the moves in force, as `resolve` returned them.
  /// - Throws: a refusal if no game begins like that.
  public init(_ rules: Rules, _ setup: GameConfiguration, steps: [Step]) throws(GameError) {
    self.rules = rules
    self.setup = setup
    self.steps = steps
    start = try rules.start(setup)
  }

  /// Makes the moves again.
  ///
  /// - Parameter body: is told of every move.
  /// - Returns: the state after the last one.
  @discardableResult
  public func replay(_ body: (Moment) -> Void = { _ in }) -> Rules.State {
    var state = start
    for step in steps {
      var happenings: [Rules.Happening] = []
      rules.apply(step.move, to: &state, at: step.time) { happenings.append($0) }
      body(Moment(move: step.move, time: step.time, happenings: happenings, state: state))
    }
    return state
  }

  /// The players of a state by their indices, each by a name that no other has; `1` in a game for
  /// one without names.
  public func players(in state: Rules.State) -> [String] {
    if let players = rules.players(in: state) { return players }
    return rules.definition.setup.contains { $0.kind == .name } ? setup.names : ["1"]
  }
}
