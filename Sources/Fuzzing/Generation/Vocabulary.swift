package import ParlorKit

/// What lines can be made of: the games, and the commands that can be given now.
package struct Vocabulary {
  /// The games that `new` can open.
  package let games: [GameDefinition]
  /// Commands of the current game, if one is open.
  package private(set) var gameCommands: [CommandDeclaration] = []
  /// Commands of the host that leave the session as it is, more or less.
  package private(set) var hostCommands: [CommandDeclaration] = []
  /// Commands of the host that end a game or the session; given now and then only, else no
  /// session would get far.
  package private(set) var endings: [CommandDeclaration] = []

  /// The moves that are legal when it is asked.
  let legalMoves: () -> [String]

  private static let endingVerbs: Set<String> = ["quit", "exit", "close", "new", "resign", "use"]

  /// The vocabulary of a session with these games and commands.
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

  /// A command that can be given now, one of the current game more often than not.
  func command(_ chance: inout Chance) -> CommandDeclaration? {
    let isEnding = chance.isOne(in: 40)
    let isHost = chance.isOne(in: 5)
    let preferred = isEnding ? endings : isHost ? hostCommands : gameCommands
    let commands = preferred.isEmpty ? hostCommands + endings : preferred
    return commands.isEmpty ? nil : chance.pick(commands)
  }
}
