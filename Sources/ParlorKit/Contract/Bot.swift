/// A player that chooses moves by itself. It sees what a player sees, and nothing else.
public struct Bot<Rules: Game>: Sendable {
  /// The name that `seat` and `simulate` take: lower-case letters and `-`.
  public var name: String
  /// How it plays, in a few words.
  public var summary: String
  /// What may follow the name after `=`, such as the points of `bank=300`; its own name is not
  /// written.
  public var parameter: OptionDeclaration?
  /// Chooses a move that is legal.
  ///
  /// - Parameters:
  ///   - view: what the player sees.
  ///   - value: the value after `=`, or the parameter's default; `flag(false)` without a parameter.
  ///   - chance: draws of the bot's own, which the game's are not disturbed by.
  public var choose:
    @Sendable (_ view: Rules.View, _ value: OptionValue, _ chance: inout Chance) -> Rules.Move

  /// A bot.
  public init(
    _ name: String, _ summary: String, parameter: OptionDeclaration? = nil,
    choose:
      @escaping @Sendable (_ view: Rules.View, _ value: OptionValue, _ chance: inout Chance) ->
      Rules.Move
  ) {
    self.name = name
    self.summary = summary
    self.parameter = parameter
    self.choose = choose
  }
}
