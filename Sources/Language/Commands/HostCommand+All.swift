package import ParlorKit

extension HostCommand {
  /// The commands of the language, in the order of help.
  package static let all: [HostCommand] = [
    .new, .games, .use, .close, .rules, .replay,
    .show, .legal, .state, .log, .undo, .redo, .go, .seat, .resign,
    .save, .load, .source, .record, .requires,
    .set, .seed, .clock, .echo, .help, .quit,
  ]

  /// A command whose words are read as declared.
  package convenience init(
    _ declaration: CommandDeclaration, _ group: Group, needs: Capabilities = [],
    suggest: Suggest? = nil,
    run: @escaping @Sendable (Interpreter, Call) throws(CommandError) -> CommandResult
  ) {
    self.init(declaration, group: group, needs: needs, suggest: suggest, body: .call(run))
  }
}

extension HostCommand {
  /// The verbs and aliases of commands of the host that no game may have.
  package static func verbs(of commands: [HostCommand]) -> Set<String> {
    Set(
      commands.filter { !$0.yieldsToGames }.map(\.declared.declaration).flatMap {
        [$0.verb] + $0.aliases
      })
  }
}
