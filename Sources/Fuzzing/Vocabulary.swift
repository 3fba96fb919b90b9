package import ParlorKit

/// The material for lines: the games, and the commands of the current state.
package struct Vocabulary {
  package let games: [GameDefinition]
  /// The commands of the current game, if one is open.
  package private(set) var gameCommands: [CommandDeclaration] = []
  /// The host commands that neither end the session nor change the current game.
  package private(set) var hostCommands: [CommandDeclaration] = []
  /// The host commands that end the session or change the current game. They are rare, so that
  /// sessions get far.
  package private(set) var endings: [CommandDeclaration] = []
  /// Returns the moves that are legal when it is called.
  let legalMoves: () -> [String]

  private static let endingVerbs: Set<String> = ["quit", "exit", "close", "new", "resign", "use"]

  package init(
    games: [GameDefinition], commands: [CommandDeclaration], legalMoves: @escaping () -> [String]
  ) {
    self.games = games
    self.legalMoves = legalMoves
    let verbs = Set(games.flatMap { $0.commands.map(\.verb) })
    for command in commands {
      if verbs.contains(command.verb) {
        gameCommands.append(command)
      } else if Self.endingVerbs.contains(command.verb) {
        endings.append(command)
      } else {
        hostCommands.append(command)
      }
    }
  }

  /// A random command, usually one of the current game.
  func command(_ chance: inout Chance) -> CommandDeclaration? {
    let isEnding = chance.isOne(in: 40)
    let isHost = chance.isOne(in: 5)
    let preferred = isEnding ? endings : isHost ? hostCommands : gameCommands
    let commands = preferred.isEmpty ? hostCommands + endings : preferred
    return commands.isEmpty ? nil : chance.pick(commands)
  }

  /// A line whose arguments fit the declaration of its command. The rules may still reject it.
  func validLine(_ chance: inout Chance) -> [UInt8] {
    guard let command = command(&chance) else { return Array("help".utf8) }
    if chance.isOne(in: 12), !command.examples.isEmpty {
      return Array(chance.pick(command.examples).utf8)
    }
    return line(of: command, &chance) { $0.fittingWord(&$1) }
  }

  /// A legal move, or a line that opens a game if there is none.
  func legalLine(_ chance: inout Chance) -> [UInt8] {
    let moves = legalMoves()
    return moves.isEmpty ? opening(&chance) : Array(chance.pick(moves).utf8)
  }

  /// A line with the number of words that its command takes, half of them arbitrary.
  func strayLine(_ chance: inout Chance) -> [UInt8] {
    guard let command = command(&chance) else { return Array("help".utf8) }
    return line(of: command, &chance) { kind, chance in
      chance.isOne(in: 2) ? Words.stray(&chance) : kind.fittingWord(&chance)
    }
  }

  /// A line that opens a game, with arguments that fit its declaration.
  func opening(_ chance: inout Chance) -> [UInt8] {
    guard !games.isEmpty else { return Array("new".utf8) }
    let definition = chance.pick(games)
    var words = ["new", definition.name]
    words += definition.setup.flatMap { $0.words(&chance) { $0.fittingWord(&$1) } }
    if !definition.presets.isEmpty && chance.isOne(in: 2) {
      words.append("rules=\(chance.pick(definition.presets).name)")
    }
    if chance.isOne(in: 2) { words.append("seed=\(chance.number(in: 0...0x1F_FFFF_FFFF_FFFF))") }
    let rate = chance.pick([2, 8, 100])
    words += definition.options.compactMap { option in
      chance.isOne(in: rate) ? "\(option.name)=\(option.word(&chance))" : nil
    }
    return Array(words.joined(separator: " ").utf8)
  }

  private func line(
    of command: CommandDeclaration, _ chance: inout Chance,
    word: (Parameter.Kind, inout Chance) -> String
  ) -> [UInt8] {
    var words = [chance.pick([command.verb, command.verb] + command.aliases)]
    if !command.forms.isEmpty {
      words += chance.pick(command.forms).parameters.flatMap { $0.words(&chance, word) }
    }
    words += command.options.compactMap { option in
      chance.isOne(in: 3) ? "\(option.name)=\(option.word(&chance))" : nil
    }
    if chance.isOne(in: 16) { words.insert(String(chance.below(1 << 31)), at: 0) }
    if chance.isOne(in: 32) { words.append("# a comment") }
    let separator = chance.isOne(in: 16) ? chance.pick(["  ", "\t", " \t "]) : " "
    return Array(words.joined(separator: separator).utf8)
  }
}
