package import ParlorKit

/// A bot with the value after its name: who plays a seat.
package struct Contestant<Rules: Game>: Sendable {
  /// The bot as it is typed, its value written out: `random`, `bank=300`.
  package let name: String
  /// The bot; nothing for `random`, which every game has.
  private let bot: Bot<Rules>?
  private let value: OptionValue

  /// The name of the bot that every game has.
  package static var randomName: String { "random" }

  /// The bot that makes legal moves at random.
  package static var random: Contestant { Contestant(name: randomName, bot: nil) }

  /// A bot of the game.
  ///
  /// - Parameter value: a value that the bot's parameter takes; its default if none is given.
  package init(_ bot: Bot<Rules>, value: OptionValue? = nil) {
    guard let parameter = bot.parameter else {
      self.init(name: bot.name, bot: bot)
      return
    }
    let value = value ?? parameter.fallback
    self.init(name: "\(bot.name)=\(parameter.text(of: value))", bot: bot, value: value)
  }

  private init(name: String, bot: Bot<Rules>?, value: OptionValue = .flag(false)) {
    self.name = name
    self.bot = bot
    self.value = value
  }

  /// The move that it wants to make. Only `random` sees the state, as the game samples its moves.
  ///
  /// - Returns: nothing if `random` finds no legal move.
  @inline(__always)
  func move(in state: Rules.State, of game: Rules, chance: inout Chance) -> Rules.Move? {
    guard let bot else { return game.sampleMove(in: state, chance: &chance) }
    return bot.choose(game.view(of: state, at: .zero), value, &chance)
  }
}
