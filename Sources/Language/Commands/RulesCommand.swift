import ParlorKit

extension HostCommand {
  static let rules = HostCommand(
    CommandDeclaration(
      "rules",
      forms: [
        .init([], "the rules in force in the current game, option by option"),
        .init([.literal("list")], "the names of rules"),
        .init([Parameter("NAME", .word)], "the rules of a name, option by option"),
      ],
      summary: "show the rules of the game, option by option",
      details: ["A name is taken by `new` as `rules=NAME`."],
      examples: ["rules", "rules list", "rules farkle-ten"]), .games, suggest: ruleNames
  ) { interpreter, call throws(Fault) in
    switch call.form {
    case 1:
      try interpreter.requireRules()
      return CommandResult(events: [HostEvent.ruleNames(interpreter.ruleNames)])
    case 2:
      try interpreter.requireRules()
      return CommandResult(events: [try interpreter.rules(named: call.word(0) ?? "")])
    default: return CommandResult(events: [try interpreter.rulesInForce()])
    }
  }
}

extension Interpreter {
  /// The kinds of games whose rules can be named: the current one, or else all that have any.
  private var kindsWithRules: [GameKind] {
    (shelf.current.map { [$0.kind] } ?? kinds).filter { !$0.sheet.presets.isEmpty }
  }

  fileprivate func requireRules() throws(Fault) {
    if let game = shelf.current, kindsWithRules.isEmpty { throw .noRules(game.kind.sheet.title) }
  }

  var ruleNames: [HostEvent.RuleName] {
    kindsWithRules.flatMap { kind in
      kind.sheet.presets.map {
        HostEvent.RuleName(game: kind.sheet.name, name: $0.name, summary: $0.summary)
      }
    }
  }

  fileprivate func rules(named name: String) throws(Fault) -> HostEvent {
    for kind in kindsWithRules {
      guard let preset = kind.preset(name) else { continue }
      return rules(kind, preset, OptionValues(for: kind.sheet, preset: preset))
    }
    throw .unknownRules(name, known: ruleNames.map(\.name))
  }

  fileprivate func rulesInForce() throws(Fault) -> HostEvent {
    let game = try requireGame()
    guard !game.kind.sheet.options.isEmpty else { throw .noRules(game.kind.sheet.title) }
    return rules(game.kind, game.origin.preset, game.origin.setup.options)
  }

  private func rules(_ kind: GameKind, _ preset: Preset?, _ values: OptionValues) -> HostEvent {
    let base = OptionValues(for: kind.sheet, preset: preset)
    return .rules(
      game: kind.sheet.title, name: preset?.name,
      kind.sheet.options.filter { !$0.isSecret }.map { option in
        HostEvent.RuleLine(
          option: option.name, value: option.text(of: values[option.name]),
          summary: option.summary, differs: values[option.name] != base[option.name])
      })
  }
}
