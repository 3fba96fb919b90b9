package import ParlorKit

/// A bot with the value after its name: who plays a seat.
package struct Contestant<Rules: Game>: Sendable {
  /// The bot as it is typed, its value written out: `random`, `bank=300`.
  package let name: String
  /// How the bot chooses; nothing for `random`, which every game has. Only this much of the bot
  /// is kept, as it is copied for every move.
  private let choose:
    (@Sendable (_ view: Rules.View, _ value: OptionValue, _ chance: inout Chance) -> Rules.Move)?
  private let value: OptionValue

  /// The name of the bot that every game has.
  package static var randomName: String { "random" }

  /// The bot that makes legal moves at random.
  package static var random: Contestant { Contestant() }

  /// A bot of the game.
  ///
  /// - Parameter value: a value that the bot's parameter takes; its default if none is given.
  package init(_ bot: Bot<Rules>, value: OptionValue? = nil) {
    name = Self.name(of: bot, value)
    choose = bot.choose
    self.value = value ?? bot.parameter?.fallback ?? .flag(false)
  }

  /// The bot `random`.
  private init() {
    name = Self.randomName
    choose = nil
    value = .flag(false)
  }

  private static func name(of bot: Bot<Rules>, _ value: OptionValue?) -> String {
    guard let parameter = bot.parameter else { return bot.name }
    return "\(bot.name)=\(parameter.text(of: value ?? parameter.fallback))"
  }

  /// The move that it wants to make. Only `random` sees the state, as the game samples its moves.
  ///
  /// - Returns: nothing if `random` finds no legal move.
  @inline(__always)
  func move(in state: Rules.State, chance: inout Chance) -> Rules.Move? {
    guard let choose else { return state.sampleMove(chance: &chance) }
    return choose(state.view(for: state.status.turn, at: .zero), value, &chance)
  }
}
