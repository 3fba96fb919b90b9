package import ParlorKit

extension Interpreter {
  /// The commands that can be typed now: the host's, then those of the current game.
  package var commandDeclarations: [CommandDeclaration] {
    grantedCommands.map(\.declared.declaration) + (shelf.current?.kind.definition.commands ?? [])
  }

  /// The commands of the host that the session is granted and the current game does not have.
  var grantedCommands: [HostCommand] {
    let own = shelf.current?.kind.definition.commands ?? []
    return hostCommands.filter { command in
      let verb = command.declared.declaration.verb
      return capabilities.isSuperset(of: command.needs)
        && !(command.yieldsToGames && own.contains { $0.answers(to: verb) })
    }
  }

  /// Why a word is no command now.
  func unknownCommand(_ line: Line, _ token: Token) -> CommandError {
    let word = token.name == nil ? line.text(token) : line.name(token.range)
    if let missing = missingCapability(of: word) { return missing }
    let owners = kinds.filter { kind in kind.definition.commands.contains { $0.answers(to: word) } }
    if shelf.current == nil, !owners.isEmpty {
      return .noGame(examples: owners.map(\.opening.declaration.usages).flatMap { $0 })
    }
    // Without a game, what the games know may have been meant.
    let declarations =
      commandDeclarations + (shelf.current == nil ? kinds.flatMap(\.definition.commands) : [])
    let verbs = declarations.flatMap { [$0.verb] + $0.aliases }.filter { $0 != "?" }
    return .unknownCommand(
      word, range: token.range, near: SpellingSuggestion.nearest(to: word, among: verbs),
      games: owners.map(\.definition.title))
  }

  /// Why the session does not have a command of the host; `nil` if no such command exists.
  func missingCapability(of word: String) -> CommandError? {
    guard
      let command = hostCommands.first(where: { $0.declared.declaration.answers(to: word) })
    else { return nil }
    let verb = command.declared.declaration.verb
    let missing = command.needs.subtracting(capabilities)
    return missing == .profile ? .needsProfile(verb) : .notGranted(verb)
  }
}

extension CommandDeclaration {
  /// Whether a word is the verb or an alias.
  func answers(to word: String) -> Bool { verb == word || aliases.contains(word) }
}

extension CommandError {
  /// The fault with the place in the line that it, or its refusal, names.
  func placed(in line: Line, _ call: Call) -> CommandError {
    let places = CallReader.places(in: line)
    // Literal words such as the name of the game in `new` are no arguments.
    let words = places.arguments.suffix(call.arguments.count)
    if let index = faultyArgument, words.count > index {
      return .located(self, range: words[words.startIndex + index])
    }
    guard case .refused(let refusal, nil, let legal) = self else { return self }
    let range: Range<Int> =
      switch refusal.place {
      case .line: places.verb
      case .argument(let index) where 0..<words.count ~= index: words[words.startIndex + index]
      case .argument: places.verb
      case .option(let name): places.options[name] ?? places.verb
      }
    return .refused(refusal, range: range, legal: legal)
  }

  /// The argument of a host's command that is at fault.
  private var faultyArgument: Int? {
    switch self {
    case .unknownGameNumber, .unknownFinishedGame, .unknownTopic, .unknownSetting, .unknownPath,
      .unknownRules,
      .badRulesName, .io, .noSuchMove:
      0
    case .badSetting: 1
    default: nil
    }
  }
}
