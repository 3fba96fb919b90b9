import LineSyntax
package import ParlorKit

/// The table at which a game is played: who decides for whom, who was helped, and whether the game is that of a day.
package struct GameTable {
  /// The bots that decide for players, by the players' names.
  package var seats: [String: Seat] = [:]
  /// Whether a hint was taken before the end.
  package var isAssisted = false
  /// Whether the game is that of a day: it can be opened only once, so it stays open without a move.
  package var isDaily = false
  /// The players for whom a bot has moved that plays as advised.
  var advisedPlayers: Set<String> = []

  /// Gives a player another name.
  mutating func rename(_ player: String, to name: String) {
    if let seat = seats.removeValue(forKey: player) { seats[name] = seat }
    if advisedPlayers.remove(player) != nil { advisedPlayers.insert(name) }
  }

  /// Whether people decide for two of the players or more.
  func hasSeveralPeople(among players: [String]) -> Bool {
    players.count { seats[$0] == nil } > 1
  }

  /// Whether a person decides for one of the players.
  func hasPeople(among players: [String]) -> Bool { players.contains { seats[$0] == nil } }
}

/// Who decides for a player: a bot of the game, or a program.
package struct Seat: Sendable {
  /// The name of the bot.
  var bot: String
  /// The value after the bot's name.
  var value: OptionValue = .flag(false)
  /// The bot as it was typed: `bank=300`.
  var caption: String
  /// Whether the bot plays what the adviser says.
  private(set) var isAdvised = false
  /// The program that decides, if it is one.
  var program: (any SeatedProgram)?

  /// The name of the bot that every game has.
  static let random = "random"
  /// The most moves that bots make in a row.
  static let moveLimit = 10_000

  /// A seat for a bot of a game.
  ///
  /// - Parameters:
  ///   - name: the name of the bot.
  ///   - text: the value after the name, if there is one.
  init<Rules: Game>(bot name: String, value text: String?, in rules: Rules) throws(GameError) {
    self.init(bot: name, caption: text.map { "\(name)=\($0)" } ?? name)
    if name == Self.random, text == nil { return }
    guard let bot = rules.bots.first(where: { $0.name == name }) else {
      let names =
        rules.bots.map { $0.name + ($0.parameter == nil ? "" : "=") } + [Self.random]
      throw GameError(
        .badArgument, "there is no bot `\(name)`", help: ["bots: " + names.joined(separator: ", ")])
    }
    isAdvised = bot.isAdvised
    guard let parameter = bot.parameter else {
      if text != nil { throw GameError(.badArgument, "`\(name)` takes no value") }
      return
    }
    guard let value = text.map(parameter.value(of:)) ?? parameter.fallback else {
      throw GameError(.badArgument, "`\(name)` takes \(parameter.range)", at: .option(name))
    }
    self.value = value
  }

  /// A seat for a program.
  init(program: (any SeatedProgram)?, path: String) {
    self.init(bot: Self.exec, caption: "exec \(Word.written(path))", program: program)
  }

  private init(bot: String, caption: String, program: (any SeatedProgram)? = nil) {
    self.bot = bot
    self.caption = caption
    self.program = program
  }

  /// What the bot is called where a program decides.
  package static let exec = "exec"
}

/// A program that decides for a player.
package protocol SeatedProgram: AnyObject, Sendable {
  /// Chooses a move.
  ///
  /// - Parameters:
  ///   - game: the name of the game.
  ///   - player: the player it decides for.
  ///   - view: what the player sees.
  ///   - legal: what is legal.
  ///   - chance: the program's own draws.
  /// - Returns: a line of the game.
  func choose(
    game: String, player: String, view: Fields, legal: LegalLines, chance: Chance
  ) throws(GameError) -> String
}
