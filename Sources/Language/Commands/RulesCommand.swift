import ParlorKit
import Platform

extension HostCommand {
  static let rules = HostCommand(
    CommandDeclaration(
      "rules",
      forms: [
        .init([], "the rules in force in the current game, option by option"),
        .init([.literal("list")], "the names of rules, the house's own among them"),
        .init([.literal("save"), Parameter("NAME", .word)], "keep rules under a name"),
        .init([.literal("delete"), Parameter("NAME", .word)], "forget the rules of a name"),
        .init([Parameter("NAME", .word)], "the rules of a name, option by option"),
      ],
      summary: "show the rules of the game, or keep house rules under a name",
      details: [
        "A name is taken by `new` as `rules=NAME`.",
        "`rules save NAME OPTION=VALUE…` keeps the rules in force with these options changed;"
          + " with `rules=OTHER` it starts from those. House rules are kept in the profile.",
      ],
      examples: [
        "rules", "rules list", "rules farkle-ten", "rules save sunday target=5000 tie=shared",
        "rules delete sunday",
      ]), group: .games, suggest: ruleNames,
    body: .line { interpreter, line throws(CommandError) in try interpreter.rules(line) })
}

extension Interpreter {
  /// The kinds of games whose rules can be named: the current one, or else all that have any.
  private var kindsWithRules: [GameKind] {
    if let kind = shelf.current?.kind, kind.takesRules { return [kind] }
    return kinds.filter(\.takesRules)
  }

  fileprivate func rules(_ line: Line) throws(CommandError) -> CommandResult {
    let isSave = line.tokens.count > 1 && line.isLiteral(line.tokens[1], "save")
    var reader = CallReader(
      line, as: isSave ? try saving(line) : HostCommand.rules.declared)
    let call = try reader.read()
    do throws(CommandError) {
      return CommandResult(events: [try rules(call, line)])
    } catch {
      throw error.placed(in: line, call)
    }
  }

  private func rules(_ call: Call, _ line: Line) throws(CommandError) -> HostEvent {
    switch call.form {
    case 1:
      return .ruleNames(
        try ruleNames(), notes: SkippedRules.sentences(try skippedRules()))
    case 2: return try saveRules(call)
    case 3: return try deleteRules(call.word(0) ?? "")
    case 4: return try rules(named: call.word(0) ?? "")
    default: return try rulesInForce()
    }
  }

  /// The names of rules: for each game the built-in ones, then the house's.
  func ruleNames() throws(CommandError) -> [HostEvent.RuleName] {
    var names: [HostEvent.RuleName] = []
    for kind in kindsWithRules {
      let game = kind.definition.name
      names += kind.definition.presets.map { .init(game: game, name: $0.name, summary: $0.summary) }
      names += try houseRules(for: kind).map {
        .init(game: game, name: $0.name, summary: $0.options.joined(separator: " "))
      }
    }
    return names
  }

  private func rules(named name: String) throws(CommandError) -> HostEvent {
    for kind in kindsWithRules {
      if let preset = kind.preset(name) {
        return rules(kind, preset, OptionValues(for: kind.definition, preset: preset), name: name)
      }
      guard
        let named = try houseRules(for: kind, mayBeWrong: true).first(where: { $0.name == name })
      else { continue }
      let (preset, given) = try values(of: named, kind)
      let values = OptionValues(for: kind.definition, preset: preset, given: given)
      return rules(kind, preset, values, name: name)
    }
    throw .unknownRules(name, known: try ruleNames().map(\.name))
  }

  private func rulesInForce() throws(CommandError) -> HostEvent {
    let game = try requireGame()
    guard !game.kind.definition.options.isEmpty else { throw .noRules(game.kind.definition.title) }
    let preset = game.origin.preset
    return rules(game.kind, preset, game.origin.setup.options, name: preset?.name)
  }

  private func rules(
    _ kind: GameKind, _ preset: Preset?, _ values: OptionValues, name: String?
  ) -> HostEvent {
    let base = OptionValues(for: kind.definition, preset: preset)
    return .rules(
      game: kind.definition.title, name: name, base: preset?.name,
      kind.definition.options.filter { !$0.isSecret }.map { option in
        HostEvent.RuleLine(
          option: option.name, value: option.text(of: values[option.name]),
          summary: option.summary, differs: values[option.name] != base[option.name])
      })
  }
}

// MARK: - House rules

extension Interpreter {
  /// The kind of game whose rules are saved: that of the current game, or the only one whose rules
  /// have names.
  private func savedKind() throws(CommandError) -> GameKind {
    if let kind = shelf.current?.kind {
      // There is nothing in force that could be kept, and no other game is meant.
      guard kind.takesRules else { throw .noRules(kind.definition.title) }
      return kind
    }
    guard let kind = kinds.first(where: { !$0.definition.presets.isEmpty }) else {
      throw .noGame(examples: [])
    }
    return kind
  }

  private func requireHouseRules() throws(CommandError) -> any HouseRules {
    guard let houseRules else { throw .needsProfile("rules save") }
    return houseRules
  }

  /// How `rules save` is read: with the options of the game.
  private func saving(_ line: Line) throws(CommandError) -> DeclaredCommand {
    _ = try requireHouseRules()
    let kind = try savedKind()
    let opening = try opening(of: kind, for: line).declaration
    var declaration = HostCommand.rules.declared.declaration
    declaration.options = opening.options.filter { option in
      !option.isSecret && option.name != GameKind.seedOption.name
    }
    return DeclaredCommand(declaration)
  }

  private func saveRules(_ call: Call) throws(CommandError) -> HostEvent {
    let house = try requireHouseRules()
    let kind = try savedKind()
    let name = call.word(0) ?? ""
    try checkRulesName(name)
    var call = call
    let startsAfresh = call.options["rules"] != nil
    try expandHouseRules(in: &call, kind)
    var preset = kind.definition.presets.first
    var given: [String: OptionValue] = [:]
    if !startsAfresh, let origin = shelf.current?.origin {
      preset = origin.preset
      given = origin.given
    }
    if case .text(let other)? = call.options.removeValue(forKey: "rules") {
      preset = kind.preset(other)
    }
    given.merge(call.options) { _, new in new }
    let values = OptionValues(for: kind.definition, preset: preset, given: given)
    let base = OptionValues(for: kind.definition, preset: preset)
    let changed = kind.definition.options.filter { option in
      !option.isSecret && values[option.name] != base[option.name]
    }
    let named = NamedRules(
      game: kind.definition.name, name: name,
      options: (preset.map { ["rules=\($0.name)"] } ?? [])
        + changed.map { "\($0.name)=\($0.text(of: values[$0.name]))" })
    do throws(FileError) { try house.save(named) } catch { throw .io(error) }
    return .rulesSaved(
      game: named.game, name: name, options: named.options, isLasting: house.isLasting)
  }

  private func deleteRules(_ name: String) throws(CommandError) -> HostEvent {
    let house = try requireHouseRules()
    for kind in kindsWithRules {
      let rules = try houseRules(for: kind, mayBeWrong: true)
      guard rules.contains(where: { $0.name == name }) else { continue }
      do throws(FileError) { try house.delete(game: kind.definition.name, name: name) } catch {
        throw .io(error)
      }
      return .rulesDeleted(game: kind.definition.name, name: name)
    }
    if kindsWithRules.contains(where: { $0.preset(name) != nil }) {
      throw .badRulesName(name, reason: "they are built in")
    }
    var known: [String] = []
    for kind in kindsWithRules { known += try houseRules(for: kind).map(\.name) }
    throw .unknownRules(name, known: known)
  }
}

extension GameKind {
  /// Whether there is anything to choose that is no secret.
  fileprivate var takesRules: Bool { definition.options.contains { !$0.isSecret } }
}
