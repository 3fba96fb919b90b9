package import ParlorKit

/// Who plays a seat: a bot with the value of its parameter, or a program.
package struct TournamentPlayer<Rules: Game>: Sendable {
  /// The bot as a person types it, with its value: `random`, `bank=300`.
  package let name: String
  /// What decides for the seat.
  package let choice: GameDriver<Rules>.Choice

  /// The name of the bot that every game has.
  package static var randomName: String { "random" }

  /// The bot that makes random legal moves.
  package static var random: TournamentPlayer { TournamentPlayer() }

  /// A bot of the game.
  ///
  /// - Parameter value: a value of the bot's parameter; its default if nil.
  package init(_ bot: Bot<Rules>, value: OptionValue? = nil) {
    name = Self.name(of: bot, value)
    choice = bot.choice(value ?? bot.parameter?.fallback ?? .flag(false))
  }

  /// A program. One without `choose` is not started, and has no move.
  package init(
    program name: String,
    choose:
      @escaping @Sendable (
        _ game: GameDriver<Rules>, _ turn: Int
      ) throws(GameError) -> Rules.Move = { _, _ throws(GameError) in
        throw GameError(.notNow, "the program is not started")
      }
  ) {
    self.name = name
    choice = .program(choose)
  }

  private init() {
    name = Self.randomName
    choice = .random
  }

  var isProgram: Bool { if case .program = choice { true } else { false } }

  private static func name(of bot: Bot<Rules>, _ value: OptionValue?) -> String {
    guard let parameter = bot.parameter else { return bot.name }
    return "\(bot.name)=\(parameter.text(of: value ?? parameter.fallback))"
  }
}

/// The reason why a word is not a bot.
package enum PlayerError: Error, Sendable {
  /// No bot has this name.
  case unknown(String)
  /// The bot takes no value.
  case needsNoValue(String)
  /// The value is outside the range of the bot's parameter.
  case badValue(String, OptionDeclaration)
}

extension TournamentPlayer {
  /// The names of a game's bots; `random` is the last.
  package static func names(in game: Rules) -> [String] {
    game.bots.map(\.name) + [randomName]
  }

  /// How to type the bots of a game: `bank=POINTS`, `random`.
  package static func usages(in game: Rules) -> [String] {
    game.bots.map { bot in
      bot.parameter.map { "\(bot.name)=\($0.name.uppercased())" } ?? bot.name
    } + [randomName]
  }

  /// Reads a word such as `random`, `bank` or `bank=300`.
  package init(_ word: String, in game: Rules) throws(PlayerError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? unreachable("a word has a part", ""))
    let text = parts.count > 1 ? String(parts[1]) : nil
    guard let bot = game.bots.first(where: { $0.name == name }) else {
      guard name == Self.randomName else { throw .unknown(name) }
      guard text == nil else { throw .needsNoValue(name) }
      self = .random
      return
    }
    guard let text else {
      self.init(bot)
      return
    }
    guard let parameter = bot.parameter else { throw .needsNoValue(name) }
    guard let value = parameter.value(of: text) else { throw .badValue(name, parameter) }
    self.init(bot, value: value)
  }

  /// The names of the seats: those of the bots, at most 32 characters each. Equal names get
  /// numbers: `random#1`, `random#2`.
  package static func playerNames(for players: [TournamentPlayer]) -> [String] {
    let names = players.map(\.name)
    var numbers: [String: Int] = [:]
    return names.map { name in
      guard names.count(where: { $0 == name }) > 1 else { return String(name.prefix(32)) }
      numbers[name, default: 0] += 1
      let number = "#\(numbers[name, default: 0])"
      return name.prefix(32 - number.count) + number
    }
  }
}
