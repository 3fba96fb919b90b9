import ParlorEngine
import ParlorKit

/// Reads the definition of a plugin's game and checks everything that the host relies on.
struct DefinitionReader {
  /// The verbs of the host, which no game may have.
  let reserved: Set<String>

  private static let maxEntries = 200

  /// Reads a definition.
  ///
  /// - Throws: the first error in it.
  func read(
    _ value: Value?
  ) throws(PluginProtocolError) -> (GameDefinition, [PluginIdentity.PluginBot]) {
    guard let value, value.fields != nil else {
      throw PluginProtocolError("`definition` is missing")
    }
    let name = try Self.word(value["name"], "the name")
    guard Identifier.isName(name) else {
      throw PluginProtocolError(
        "the name `\(PluginText.line(name))` is not lower-case letters, digits and `-`")
    }
    var definition = GameDefinition(
      name: name, title: Self.text(value["title"], or: name), summary: Self.text(value["summary"]),
      commands: [])
    definition.rules = Self.texts(value["rules"])
    definition.setup = try Self.list(value["setup"], "`setup`", Self.parameter)
    definition.options = try Self.list(value["options"], "`options`", Self.option)
    try Self.checkNames(definition.options.map(\.name), taken: ["rules", "seed"], "option")
    definition.presets = try presets(value["presets"], of: definition)
    definition.commands = try Self.list(value["commands"], "`commands`", Self.command)
    guard !definition.commands.isEmpty else {
      throw PluginProtocolError("there are no commands")
    }
    try Self.checkNames(
      definition.commands.flatMap { [$0.verb] + $0.aliases }, taken: reserved, "command")
    definition.shortcuts = try shortcuts(value["shortcuts"], of: definition)
    definition.traits = try traits(value["traits"])
    let bots = try Self.list(value["bots"], "`bots`", Self.bot)
    try Self.checkNames(bots.map(\.name), taken: ["random", "human", "exec"], "bot")
    return (definition, bots)
  }

  private func presets(
    _ value: Value?, of definition: GameDefinition
  ) throws(PluginProtocolError) -> [PresetDeclaration] {
    let presets = try Self.list(value, "`presets`") { value throws(PluginProtocolError) in
      var preset = PresetDeclaration(
        try Self.word(value["name"], "a preset"), Self.text(value["summary"]))
      for member in value["values"]?.fields ?? [:] {
        guard let option = definition.options.first(where: { $0.name == member.name }),
          let value = option.value(member.value)
        else {
          throw PluginProtocolError("the preset `\(preset.name)` has a value that fits no option")
        }
        preset.values[member.name] = value
      }
      return preset
    }
    try Self.checkNames(presets.map(\.name), taken: [], "preset")
    return presets
  }

  private func shortcuts(
    _ value: Value?, of definition: GameDefinition
  ) throws(PluginProtocolError) -> [String: String] {
    var shortcuts: [String: String] = [:]
    let verbs = Set(definition.commands.map(\.verb))
    for member in value?.fields ?? [:] {
      let word = member.name
      guard let line = member.value.string, Self.isPlainWord(word), word.utf8.count <= 16,
        PluginMove.isLine(line), verbs.contains(String(line.prefix { $0 != " " })),
        !verbs.contains(word), !reserved.contains(word)
      else {
        throw PluginProtocolError(
          "the shortcut `\(PluginText.line(word))` does not mean a line of the game")
      }
      shortcuts[word] = line
    }
    return shortcuts
  }

  private func traits(_ value: Value?) throws(PluginProtocolError) -> GameTraits {
    var traits: GameTraits = []
    for name in value?.array ?? [] {
      switch name.string {
      case "reads-clock": traits.insert(.readsClock)
      case "hides-draws": traits.insert(.hidesDraws)
      case "endless": traits.insert(.endless)
      case "draws-at-start": traits.insert(.drawsAtStart)
      default: throw PluginProtocolError("a trait is unknown")
      }
    }
    return traits
  }
}

// MARK: - Declarations

extension DefinitionReader {
  static func command(_ value: Value) throws(PluginProtocolError) -> CommandDeclaration {
    let verb = try word(value["verb"], "a verb")
    let aliases = try list(value["aliases"], "aliases") { value throws(PluginProtocolError) in
      try word(value, "an alias")
    }
    for name in [verb] + aliases where !isVerb(name) {
      throw PluginProtocolError(
        "`\(PluginText.line(name))` is not a verb: use lower-case letters and `-`, at most 16")
    }
    var forms = try list(value["forms"], "`forms`") { value throws(PluginProtocolError) in
      CommandDeclaration.Form(
        try list(value["parameters"], "`parameters`", parameter), text(value["summary"]))
    }
    if forms.isEmpty {
      forms = [.init(try list(value["parameters"], "`parameters`", parameter))]
    }
    let options = try list(value["options"], "`options`", option)
    try checkNames(options.map(\.name), taken: [], "option")
    return CommandDeclaration(
      verb, aliases: aliases, forms: forms, options: options,
      isQuestion: value["question"]?.bool ?? false, summary: text(value["summary"], or: verb),
      details: texts(value["details"]), examples: texts(value["examples"]))
  }

  static func parameter(_ value: Value) throws(PluginProtocolError) -> Parameter {
    let name = try word(value["name"], "a parameter")
    var count = 1...1
    if let bounds = value["count"] {
      guard let parts = bounds.array, parts.count == 2, let least = parts[0].integer,
        0...1000 ~= least, parts[1] == .null || parts[1].integer ?? -1 >= max(1, least)
      else { throw PluginProtocolError("the count of `\(name)` is not two numbers in order") }
      count = least...(parts[1].integer ?? .max)
    }
    return Parameter(name, try kind(value, of: name), count: count)
  }

  private static func kind(
    _ value: Value, of name: String
  ) throws(PluginProtocolError) -> Parameter.Kind {
    switch value["kind"]?.string {
    case "literal":
      guard value["count"] == nil else { throw PluginProtocolError("`\(name)` cannot be left out") }
      return .literal(name)
    case "integer": return .integer(try range(value, of: name))
    case "die":
      guard let sides = value["sides"]?.integer, 1...1_000_000 ~= sides else {
        throw PluginProtocolError("`\(name)` is a die without sides")
      }
      return .die(sides: sides)
    case "choice": return .choice(try choices(value, of: name))
    case "name": return .name
    case "file": return .file
    case "word": return .word
    case "duration": return .duration
    case "secret": return .secret
    default: throw PluginProtocolError("the kind of `\(name)` is unknown")
    }
  }

  static func option(_ value: Value) throws(PluginProtocolError) -> OptionDeclaration {
    let name = try word(value["name"], "an option")
    guard Identifier.isWord(name) else {
      throw PluginProtocolError(
        "`\(PluginText.line(name))` is not a name of an option: use lower-case letters and `-`")
    }
    var option = OptionDeclaration.flag(name, default: false, text(value["summary"]))
    option.isSecret = value["secret"]?.bool ?? false
    switch value["kind"]?.string {
    case "integer": option.kind = .integer(try range(value, of: name))
    case "points": option.kind = .points(try range(value, of: name))
    case "integers":
      let values = (value["values"]?.array ?? []).compactMap(\.integer)
      guard !values.isEmpty else { throw PluginProtocolError("`\(name)` has no values") }
      option.kind = .integers(values)
    case "choice": option.kind = .choice(try choices(value, of: name))
    case "flag": option.kind = .flag
    case "text": option.kind = .text(limit: min(4000, max(0, value["limit"]?.integer ?? 0)))
    default: throw PluginProtocolError("the kind of `\(name)` is unknown")
    }
    guard let fallback = option.value(value["default"] ?? .null) else {
      throw PluginProtocolError("the default of `\(name)` is not among its values")
    }
    option.fallback = fallback
    return option
  }

  private static func bot(_ value: Value) throws(PluginProtocolError)
    -> PluginIdentity.PluginBot
  {
    let name = try word(value["name"], "a bot")
    guard Identifier.isWord(name) else {
      throw PluginProtocolError(
        "`\(PluginText.line(name))` is not a name of a bot: use lower-case letters and `-`")
    }
    var bot = PluginIdentity.PluginBot(name: name, summary: text(value["summary"]))
    if let parameter = value["parameter"], parameter != .null {
      bot.parameter = try option(parameter)
    }
    return bot
  }
}

// MARK: - Statistics

extension DefinitionReader {
  /// The value of the key `statistics`.
  static func statistics(
    _ value: Value?
  ) throws(PluginProtocolError) -> StatisticsDefinition {
    guard let value, value != .null else { return StatisticsDefinition() }
    var statistics = StatisticsDefinition()
    statistics.modes = try list(value["modes"], "`modes`") { value throws(PluginProtocolError) in
      try word(value, "a mode")
    }
    if let form = value["otherModes"], form != .null {
      statistics.otherModes = ModePattern(try word(form, "`otherModes`"), matches: isPlainWord)
    }
    statistics.statistics = try list(value["statistics"], "`statistics`", statistic)
    try checkNames(statistics.statistics.map(\.key), taken: [], "statistic")
    if let ranking = value["ranking"], ranking != .null {
      let columns = try list(ranking["columns"], "`columns`", column)
      guard !columns.isEmpty else { throw PluginProtocolError("the ranking has no columns") }
      statistics.ranking = Ranking(text(ranking["definition"]), columns)
    }
    return statistics
  }

  private static func statistic(_ value: Value) throws(PluginProtocolError) -> Statistic {
    let key = try word(value["key"], "a statistic")
    return Statistic(
      key, text(value["title"], or: key), try aggregation(value["aggregation"], of: key),
      unit: try unit(value["unit"], of: key), text(value["definition"]))
  }

  /// An array of what is done and the metrics that it is done with: `["ratio","points","turns"]`.
  private static func aggregation(
    _ value: Value?, of key: String
  ) throws(PluginProtocolError) -> Statistic.Aggregation {
    let parts = value?.array ?? []
    let names = parts.dropFirst().compactMap(\.string)
    switch (parts.first?.string, names.count) {
    case ("sum", 1): return .sum(names[0])
    case ("highest", 1): return .highest(names[0])
    case ("lowest", 1): return .lowest(names[0])
    case ("average", 1): return .average(names[0])
    case ("games", 1): return .games(with: names[0])
    case ("ratio", 2): return .ratio(names[0], to: names[1])
    case ("largest", 1...): return .largest(names)
    case ("wins", 1):
      guard let least = parts.last?.integer else { break }
      return .wins(with: names[0], atLeast: least)
    default: break
    }
    throw PluginProtocolError("the aggregation of `\(key)` is unknown")
  }

  private static func column(_ value: Value) throws(PluginProtocolError) -> Ranking.Column {
    let key = try word(value["key"], "a column")
    return Ranking.Column(
      key, text(value["title"], or: key), unit: try unit(value["unit"], of: key),
      prefersMore: value["prefersMore"]?.bool ?? false)
  }

  private static func unit(
    _ value: Value?, of key: String
  ) throws(PluginProtocolError) -> Statistic.Unit {
    guard let value, value != .null else { return .count }
    guard let unit = value.string.flatMap(Statistic.Unit.init(rawValue:)) else {
      throw PluginProtocolError("the unit of `\(key)` is unknown")
    }
    return unit
  }
}

// MARK: - Parts

extension DefinitionReader {
  private static func list<Entry>(
    _ value: Value?, _ what: String,
    _ read: (Value) throws(PluginProtocolError) -> Entry
  ) throws(PluginProtocolError) -> [Entry] {
    guard let value, value != .null else { return [] }
    guard let values = value.array, values.count <= maxEntries else {
      throw PluginProtocolError("\(what) is not a list of at most \(maxEntries)")
    }
    var entries: [Entry] = []
    for value in values { entries.append(try read(value)) }
    return entries
  }

  private static func range(
    _ value: Value, of name: String
  ) throws(PluginProtocolError) -> ClosedRange<Int> {
    guard let from = value["from"]?.integer, let to = value["to"]?.integer, from <= to else {
      throw PluginProtocolError("`\(name)` has no range from a number to another")
    }
    return from...to
  }

  private static func choices(
    _ value: Value, of name: String
  ) throws(PluginProtocolError) -> [String] {
    let words = (value["values"]?.array ?? []).compactMap(\.string)
    guard 1...maxEntries ~= words.count, words.allSatisfy(isPlainWord) else {
      throw PluginProtocolError("`\(name)` has no plain words to choose from")
    }
    return words
  }

  private static func word(_ value: Value?, _ what: String) throws(PluginProtocolError)
    -> String
  {
    guard let word = value?.string, isPlainWord(word) else {
      throw PluginProtocolError("\(what) is not a plain word")
    }
    return word
  }

  private static func text(_ value: Value?, or other: String = "") -> String {
    let text = PluginText.line(value?.string ?? "")
    return text.isEmpty ? other : String(text.prefix(1000))
  }

  private static func texts(_ value: Value?) -> [String] {
    (value?.array ?? []).prefix(maxEntries).map { text($0) }.filter { !$0.isEmpty }
  }

  private static func checkNames(
    _ names: [String], taken: Set<String>, _ what: String
  ) throws(PluginProtocolError) {
    var seen: Set<String> = []
    for name in names {
      if taken.contains(name) {
        throw PluginProtocolError("the \(what) `\(name)` is one of Parlor's own")
      }
      guard seen.insert(name).inserted else {
        throw PluginProtocolError("the \(what) `\(name)` is declared twice")
      }
    }
  }

  /// Whether a text is read as one word and is shown as it is.
  static func isPlainWord(_ word: String) -> Bool {
    1...64 ~= word.utf8.count && PluginText.line(word) == word && Word.written(word) == word
  }

  private static func isVerb(_ word: String) -> Bool {
    word.utf8.count <= 16 && Identifier.isWord(word)
  }
}

extension OptionDeclaration {
  /// The value that the data means, if it is in range.
  func value(_ data: Value) -> OptionValue? {
    switch data {
    case .integer(let number): value(of: String(number))
    case .bool(let flag): value(of: flag ? "on" : "off")
    case .string(let text): value(of: text)
    default: nil
    }
  }
}
