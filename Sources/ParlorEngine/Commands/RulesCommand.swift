import LineSyntax
import ParlorKit
import Platform

extension HostCommand {
  static let rules: HostCommand = HostCommand(
    in: .games, suggest: ruleNames,
    declare: { session, line throws(CommandError) in
      // `rules save` takes the options of the game.
      let isSave = line.tokens.count > 1 && line.isLiteral(line.tokens[1], "save")
      return isSave ? try RulesActions(session).saving(line) : rules.declared
    },
    Command(
      "rules", "show the rules of the game, or save house rules",
      details: [
        "`new GAME rules=NAME` starts a game with these rules.",
        "`rules save NAME OPTION=VALUE…` saves the rules of the current game, or the rules"
          + " `rules=OTHER`, with these options changed. House rules are saved in the profile.",
      ],
      examples: [
        "rules", "rules list", "rules farkle-ten", "rules save sunday target=5000 tie=shared",
        "rules delete sunday",
      ],
      Form(help: "show the options of the current game") { interpreter throws(CommandError) in
        try RulesActions(interpreter.session).inForce()
      },
      Form("list", help: "list all rules, including house rules") {
        interpreter throws(CommandError) in
        try RulesActions(interpreter.session).list()
      },
      Form("save", .word("NAME"), .options, help: "save rules under a name") {
        interpreter, name, options throws(CommandError) in
        try RulesActions(interpreter.session).save(name, options)
      },
      Form("delete", .word("NAME"), help: "delete house rules") {
        interpreter, name throws(CommandError) in
        try RulesActions(interpreter.session).delete(name)
      },
      Form(.word("NAME"), help: "show the options of these rules") {
        interpreter, name throws(CommandError) in
        try RulesActions(interpreter.session).show(name)
      }))
}

/// What the forms of `rules` do.
struct RulesActions {
  private let session: Session
  private let book: RuleBook

  init(_ session: Session) {
    self.session = session
    book = session.rules
  }

  /// The kinds of games whose rules can be named: the current one, or else every one that has
  /// options.
  private var kinds: [GameKind] {
    if let kind = session.games.current?.kind, kind.takesRules { return [kind] }
    return session.library.kinds.filter(\.takesRules)
  }

  /// The names of rules: for each game the built-in ones, then the house's.
  func names() throws(CommandError) -> [HostEvent.RuleName] {
    var names: [HostEvent.RuleName] = []
    for kind in kinds {
      let game = kind.definition.name
      names += kind.definition.presets.map {
        .init(game: game, name: $0.name, summary: $0.summary)
      }
      names += try book.rules(for: kind).map {
        .init(game: game, name: $0.name, summary: $0.options.joined(separator: " "))
      }
    }
    return names
  }

  fileprivate func list() throws(CommandError) -> CommandResult {
    let event = HostEvent.ruleNames(
      try names(), notes: SkippedRules.sentences(try book.skipped()))
    return CommandResult(events: [event])
  }

  fileprivate func inForce() throws(CommandError) -> CommandResult {
    let game = try session.requireGame()
    guard !game.kind.definition.options.isEmpty else {
      throw .noRules(game.kind.definition.title)
    }
    let origin = game.origin
    var result = show(
      game.kind, origin.preset, game.logged?.log.options ?? origin.values,
      name: origin.houseRules ?? origin.preset?.name)
    // A prompt does not print a seed that nobody gave before the game is over.
    if session.host.typedLines != nil, !origin.isSeedGiven, game.status.isOver,
      origin.fair == nil
    {
      result.events.append(HostEvent.said("Seed \(origin.seed).", isNotice: true))
    }
    return result
  }

  fileprivate func show(_ name: String) throws(CommandError) -> CommandResult {
    for kind in kinds {
      if let preset = kind.preset(name) {
        return show(
          kind, preset, OptionValues(for: kind.definition, preset: preset), name: name)
      }
      guard let named = try book.rules(named: name, for: kind) else { continue }
      let (preset, given) = try book.values(of: named, kind)
      let values = OptionValues(for: kind.definition, preset: preset, given: given)
      return show(kind, preset, values, name: name)
    }
    throw .unknownRules(name, known: try names().map(\.name))
  }

  private func show(
    _ kind: GameKind, _ preset: PresetDeclaration?, _ values: OptionValues, name: String?
  ) -> CommandResult {
    let base = OptionValues(for: kind.definition, preset: preset)
    let guide = kind.guide(values)
    let lines = kind.definition.options.filter { !$0.isSecret }.map { option in
      HostEvent.RuleLine(
        option: option.name, value: option.text(in: values),
        summary: option.summary, differs: values[option.name] != base[option.name],
        idle: guide.idle[option.name])
    }
    return CommandResult(events: [
      HostEvent.rules(
        game: kind.definition.title, name: name, base: preset?.name, lines, chart: guide.chart)
    ])
  }

  // MARK: - House rules

  /// How `rules save` is read: with the options of the game.
  fileprivate func saving(_ line: Line) throws(CommandError) -> DeclaredCommand {
    _ = try book.requiredStore(for: "rules save")
    let opening = try book.opening(of: try savedKind(), for: line).declaration
    var declaration = HostCommand.rules.declaration
    declaration.options = opening.options.filter { option in
      !option.isSecret && option.name != GameKind.seedOption.name
    }
    return DeclaredCommand(declaration)
  }

  /// The kind of game whose rules are saved: that of the current game, or the only one with named
  /// rules.
  private func savedKind() throws(CommandError) -> GameKind {
    if let kind = session.games.current?.kind {
      // The current game has no options to save, and the line names no other.
      guard kind.takesRules else { throw .noRules(kind.definition.title) }
      return kind
    }
    guard let kind = session.library.kinds.first(where: { !$0.definition.presets.isEmpty }) else {
      throw .noGame(examples: [])
    }
    return kind
  }

  fileprivate func save(
    _ name: String, _ options: [String: OptionValue]
  ) throws(CommandError) -> CommandResult {
    let store = try book.requiredStore(for: "rules save")
    let kind = try savedKind()
    try book.checkName(name)
    var options = options
    let startsAfresh = options["rules"] != nil
    try book.expand(&options, kind)
    var preset = kind.definition.presets.first
    var given: [String: OptionValue] = [:]
    if !startsAfresh, let origin = session.games.current?.origin {
      preset = origin.preset
      given = origin.given
    }
    if case .text(let other)? = options.removeValue(forKey: "rules") {
      preset = kind.preset(other)
    }
    given.merge(options) { _, new in new }
    let values = OptionValues(for: kind.definition, preset: preset, given: given)
    let base = OptionValues(for: kind.definition, preset: preset)
    let changed = kind.definition.options.filter { option in
      !option.isSecret && values[option.name] != base[option.name]
    }
    let named = NamedRules(
      game: kind.definition.name, name: name,
      options: (preset.map { ["rules=\($0.name)"] } ?? [])
        + changed.map { "\($0.name)=\($0.text(in: values))" })
    do throws(FileError) { try store.save(named) } catch { throw .io(error) }
    return CommandResult(events: [
      HostEvent.rulesSaved(named, isLasting: store.isLasting)
    ])
  }

  fileprivate func delete(_ name: String) throws(CommandError) -> CommandResult {
    let store = try book.requiredStore(for: "rules delete")
    let kinds = kinds
    for kind in kinds where try book.rules(named: name, for: kind) != nil {
      let game = kind.definition.name
      do throws(FileError) { try store.delete(game: game, name: name) } catch {
        throw .io(error)
      }
      return CommandResult(events: [HostEvent.rulesDeleted(game: game, name: name)])
    }
    if kinds.contains(where: { $0.preset(name) != nil }) {
      throw .builtInRules(name)
    }
    var known: [String] = []
    for kind in kinds { known += try book.rules(for: kind).map(\.name) }
    throw .unknownRules(name, known: known)
  }
}

// MARK: - Events

extension HostEvent {
  /// A named set of rules.
  struct RuleName: Sendable {
    var game: String
    var name: String
    var summary: String

    fileprivate var fields: Fields {
      ["game": .string(game), "name": .string(name), "summary": .string(summary)]
    }
  }

  /// An option of rules and its value.
  struct RuleLine: Sendable {
    var option: String
    var value: String
    var summary: String
    var differs: Bool
    /// Why it has no effect beside other options; `nil` if it has one.
    var idle: String?

    fileprivate var fields: Fields {
      [
        "option": .string(option), "value": .string(value), "summary": .string(summary),
        "differs": .bool(differs), "withoutEffect": idle.map(Value.string) ?? .null,
      ]
    }
  }

  /// The types of events that depend on the house rules of the profile.
  static let typesOfRuleNames: Set<String> = ["rule-names", "rules-saved", "rules-deleted"]

  static func ruleNames(_ names: [RuleName], notes: [String]) -> Self {
    Self(
      "rule-names",
      ["names": .array(names.map { .object($0.fields) }), "notes": .strings(notes)]
    ) { text in
      let hasGames = names.contains { $0.game != names[0].game }
      let rows = names.map { (hasGames ? [$0.game] : []) + [$0.name, $0.summary] }
      text.write(Columns(rows, wraps: true))
      for note in notes {
        text.breakLine()
        text.write(Styled(.faint, note))
      }
    }
  }

  /// - Parameter base: for house rules, the built-in rules that they are based on.
  static func rules(
    game: String, name: String?, base: String?, _ lines: [RuleLine], chart: [[String]]
  ) -> Self {
    @Sendable func fields() -> Fields {
      var fields: Fields = ["game": .string(game), "name": name.map(Value.string) ?? .null]
      if let base, base != name { fields["base"] = .string(base) }
      fields["options"] = .array(lines.map { .object($0.fields) })
      fields["chart"] = .array(chart.map { .strings($0) })
      return fields
    }
    return Self("rules", fields()) { text in
      text.write(Styled(.strong, "\(game) rules\(name.map { ": \($0)" } ?? "")"), "\n")
      let rows = lines.map {
        [$0.option, $0.differs ? "\($0.value) *" : $0.value, $0.idle ?? $0.summary]
      }
      text.write(Columns(rows, wraps: true))
      if !chart.isEmpty {
        text.write(
          "\n", Styled(.notice, "What scores"), "\n", Columns(chart, indent: 2, wraps: true))
      }
      if lines.contains(where: \.differs) { text.write("\n* differs from ", base ?? "the default") }
    }
  }

  fileprivate static func rulesSaved(_ rules: NamedRules, isLasting: Bool) -> Self {
    Self(
      "rules-saved",
      [
        "game": .string(rules.game), "name": .string(rules.name),
        "options": .strings(rules.options),
      ]
    ) {
      $0.write("Rules ", rules.name, " of ", rules.game)
      $0.write(isLasting ? " saved: " : " saved for this session: ")
      $0.write(rules.options.isEmpty ? "the default" : rules.words.joined(separator: " "), ".")
    }
  }

  static func rulesDeleted(game: String, name: String) -> Self {
    Self("rules-deleted", ["game": .string(game), "name": .string(name)]) {
      $0.write("Rules ", name, " of ", game, " deleted.")
    }
  }
}
