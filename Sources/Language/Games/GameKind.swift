package import ParlorKit

/// A kind of game with what the language derives from its sheet once.
package final class GameKind: Sendable {
  /// Opens a game of this kind.
  let open: Opener
  /// What a session must be granted to open it.
  let needs: Capabilities
  /// The facts.
  package let definition: GameDefinition
  /// Whether logs keep the time between moves.
  let readsClock: Bool
  /// The commands by their verbs and aliases.
  let commands: VerbTable<DeclaredCommand>
  /// Whether one of the commands takes a secret.
  let takesSecrets: Bool
  /// The lines that single words stand for, as bytes.
  let shortcuts: VerbTable<[UInt8]>
  /// The bots: how each is written, and how it plays.
  let bots: [[String]]
  /// The command `new NAME …` for this kind.
  package let opening: DeclaredCommand

  /// Opens a game: with its number, how it is set up, and the session it is opened in.
  package typealias Opener =
    @Sendable (Int, GameOrigin, SessionEnvironment) throws(GameError) -> any OpenGame

  /// A kind of game whose rules are known.
  package convenience init(_ game: any Game) { self.init(game, definition: game.definition) }

  /// A kind of game whose rules are known, with other facts than the game's own.
  package convenience init(_ game: any Game, definition: GameDefinition) {
    self.init(definition: definition, bots: game.botRows) {
      number, origin, place throws(GameError) in
      try game.open(number: number, origin: origin, clock: place.clock)
    }
  }

  /// A kind of game that is opened in a way of its own.
  ///
  /// - Parameters:
  ///   - bots: how each bot is written, and how it plays.
  ///   - needs: what a session must be granted to open it.
  package init(
    definition: GameDefinition, bots: [[String]] = [], needs: Capabilities = [],
    open: @escaping Opener
  ) {
    self.definition = definition
    self.needs = needs
    self.open = open
    readsClock = definition.traits.contains(.readsClock)
    var commands = VerbTable<DeclaredCommand>()
    for declaration in definition.commands {
      let command = DeclaredCommand(declaration)
      for verb in [declaration.verb] + declaration.aliases { commands.add(verb, command) }
    }
    self.commands = commands
    takesSecrets = definition.commands.contains { DeclaredCommand($0).takesSecrets }
    var shortcuts = VerbTable<[UInt8]>()
    for (word, line) in definition.shortcuts { shortcuts.add(word, Array(line.utf8)) }
    self.shortcuts = shortcuts
    self.bots = bots
    opening = Self.opening(of: definition)
  }

  /// The command of a verb or an alias.
  package func command(_ verb: ArraySlice<UInt8>) -> DeclaredCommand? { commands.find(verb) }

  /// The preset of a name.
  package func preset(_ name: String) -> Preset? { definition.presets.first { $0.name == name } }

  /// The option that names a preset, if there are any.
  static func presetOption(of definition: GameDefinition) -> OptionDeclaration? {
    guard let standard = definition.presets.first else { return nil }
    return .choice(
      "rules", definition.presets.map(\.name), default: standard.name,
      "the rules from which the other options depart")
  }

  /// An option of `new` that every game has.
  static let seedOption = OptionDeclaration.integer(
    "seed", 0...Seed.most, default: 0, "the key of the game's draws")

  /// The command that opens a game with these facts.
  package static func opening(of definition: GameDefinition) -> DeclaredCommand {
    DeclaredCommand(
      CommandDeclaration(
        "new", [.literal(definition.name)] + definition.setup,
        options: (presetOption(of: definition).map { [$0] } ?? []) + definition.options + [
          seedOption
        ],
        summary: "open a game of \(definition.title)"))
  }
}

extension Game {
  /// The bots of the game in a list, with the one that every game has.
  fileprivate var botRows: [[String]] {
    bots.map { bot in
      let value = bot.parameter.map { "=\($0.text(of: $0.fallback))" } ?? ""
      return [bot.name + value, bot.summary]
    } + [[Seat.random, "a legal move at random"]]
  }
}

/// The seeds of sessions and games.
package enum Seed {
  /// The largest: every reader of JSON keeps integers up to it exactly.
  package static let most = (1 << 53) - 1
}
