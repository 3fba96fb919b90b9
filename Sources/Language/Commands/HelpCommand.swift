import ParlorKit

extension HostCommand {
  static let help = HostCommand(
    CommandDeclaration(
      "help", aliases: ["?"],
      forms: [
        .init([], "the games and the commands"),
        .init([Parameter("COMMAND", .word)], "a command or a game"),
        .init([Parameter("GAME", .word), Parameter("COMMAND", .word)], "a command of a game"),
      ],
      summary: "explain the commands, or one of them, or a game",
      examples: ["help", "help roll", "help farkle", "help farkle roll"]), .session, suggest: topics
  ) { interpreter, call throws(CommandError) in
    let page =
      if call.form == 2 {
        try interpreter.help(call.word(1) ?? "", in: call.word(0) ?? "")
      } else {
        try interpreter.help(call.word(0))
      }
    return CommandResult(events: [HostEvent.help(page)])
  }
}

extension Interpreter {
  fileprivate func help(_ verb: String, in game: String) throws(CommandError) -> HelpPage {
    guard let kind = try kind(named: game) else {
      throw .unknownTopic(
        game, near: SpellingSuggestion.nearest(to: game, among: kinds.map(\.definition.name)))
    }
    guard let command = kind.definition.commands.first(where: { $0.answers(to: verb) }) else {
      let known = kind.definition.commands.map(\.verb)
      throw .unknownTopic(verb, near: SpellingSuggestion.nearest(to: verb, among: known))
    }
    return .command(command)
  }

  fileprivate func help(_ topic: String?) throws(CommandError) -> HelpPage {
    guard let topic else {
      return .overview(kinds: kinds, commands: grantedCommands, current: shelf.current?.kind)
    }
    if let kind = kinds.first(where: { $0.definition.name == topic }) { return .game(kind) }
    // The current game's commands come first, then those of the games that are not open.
    let commands = commandDeclarations + kinds.flatMap(\.definition.commands)
    if let command = commands.first(where: { $0.answers(to: topic) }) { return .command(command) }
    if let kind = try kind(named: topic) { return .game(kind) }
    if let missing = missingCapability(of: topic) { throw missing }
    let known = commands.map(\.verb) + kinds.map(\.definition.name)
    throw .unknownTopic(topic, near: SpellingSuggestion.nearest(to: topic, among: known))
  }
}
