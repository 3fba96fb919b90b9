import ParlorKit

extension HostCommand {
  static let help = HostCommand(
    CommandDeclaration(
      "help", aliases: ["?"],
      forms: [
        .init([], "the games and the commands"),
        .init([Parameter("COMMAND", .word)], "a command or a game"),
      ],
      summary: "explain the commands, or one of them, or a game",
      examples: ["help", "help roll", "help farkle"]), .session, suggest: topics
  ) { interpreter, call throws(Fault) in
    CommandResult(events: [HostEvent.help(try interpreter.help(call.word(0)))])
  }
}

extension Interpreter {
  fileprivate func help(_ topic: String?) throws(Fault) -> HelpPage {
    guard let topic else {
      return .overview(kinds: kinds, commands: grantedCommands, current: shelf.current?.kind)
    }
    if let kind = kinds.first(where: { $0.sheet.name == topic }) { return .game(kind) }
    // The current game's commands come first, then those of the games that are not open.
    let commands = commandDeclarations + kinds.flatMap(\.sheet.commands)
    if let command = commands.first(where: { $0.answers(to: topic) }) { return .command(command) }
    let known = commands.map(\.verb) + kinds.map(\.sheet.name)
    throw .unknownTopic(topic, near: Suggestion.nearest(to: topic, among: known))
  }
}
