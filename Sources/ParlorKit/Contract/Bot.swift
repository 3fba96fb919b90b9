/// A player that chooses moves by itself. It sees only a player's view.
public struct Bot<Rules: Game>: Sendable {
  /// The name that `seat` and `simulate` take: lower-case letters and `-`.
  public var name: String
  /// How it plays, in a few words.
  public var summary: String
  /// The value that may follow the name after `=`, such as the points of `bank=300`. Its own name
  /// is not written.
  public var parameter: OptionDeclaration?
  /// Chooses a legal move.
  ///
  /// - Parameters:
  ///   - view: the player's view.
  ///   - value: the value after `=`, or the parameter's default; `flag(false)` without a parameter.
  ///   - chance: the bot's own draws, which do not affect those of the game.
  public var choose:
    @Sendable (_ view: Rules.View, _ value: OptionValue, _ chance: inout Chance) -> Rules.Move

  /// Whether it plays the adviser's moves. A player who lets it play for a while takes advice.
  public var isAdvised: Bool

  private let sight: Sight

  /// The input of the choice. Not an optional: a closure in one costs more at every call.
  private enum Sight: Sendable {
    case view
    case state(@Sendable (Rules.State, OptionValue, inout Chance) -> Rules.Move)
  }

  /// A bot.
  public init(
    _ name: String, _ summary: String, parameter: OptionDeclaration? = nil,
    isAdvised: Bool = false,
    choose:
      @escaping @Sendable (_ view: Rules.View, _ value: OptionValue, _ chance: inout Chance) ->
      Rules.Move
  ) {
    self.name = name
    self.summary = summary
    self.parameter = parameter
    self.isAdvised = isAdvised
    self.choose = choose
    sight = .view
  }

  /// A bot for a game that hides nothing. It gets the state itself, which saves simulations a view
  /// for each move.
  ///
  /// - Parameters:
  ///   - state: the state that a view shows in full.
  ///   - choose: as ``choose``, with a state in place of a view.
  public init(
    _ name: String, _ summary: String, parameter: OptionDeclaration? = nil,
    isAdvised: Bool = false,
    seeing state: @escaping @Sendable (_ view: Rules.View) -> Rules.State,
    choose:
      @escaping @Sendable (_ state: Rules.State, _ value: OptionValue, _ chance: inout Chance) ->
      Rules.Move
  ) {
    self.name = name
    self.summary = summary
    self.parameter = parameter
    self.isAdvised = isAdvised
    self.choose = { view, value, chance in choose(state(view), value, &chance) }
    sight = .state(choose)
  }

  /// The bot as a choice for a game that plays itself.
  ///
  /// - Parameter value: as for ``choose``.
  public func choice(_ value: OptionValue) -> GameDriver<Rules>.Choice {
    switch sight {
    case .view: .bot(choose, value)
    case .state(let choose): .openBot(choose, value)
    }
  }
}
