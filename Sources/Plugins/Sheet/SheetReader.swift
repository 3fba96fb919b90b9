import Language
import ParlorKit
import Platform

/// Reads the sheet of a plugin's game and checks all that the host relies on.
struct SheetReader {
  /// The verbs of the host, which no game may have.
  let reserved: Set<String>

  /// The most entries of a list.
  static let limit = 200

  /// Reads a sheet.
  ///
  /// - Throws: the first thing in it that cannot be.
  func read(
    _ value: Value?
  ) throws(PluginDefect) -> (GameDefinition, [PluginIdentity.PluginBot]) {
    guard let value, value.fields != nil else { throw PluginDefect("`sheet` is missing") }
    let name = try Self.word(value["name"], "the name")
    guard Identifier.isName(name) else {
      throw PluginDefect(
        "the name `\(PluginText.line(name))` is not lower-case letters, digits and `-`")
    }
    var definition = GameDefinition(
      name: name, title: Self.text(value["title"], or: name), summary: Self.text(value["summary"]),
      commands: [])
    definition.setup = try Self.list(value["setup"], "`setup`", Self.parameter)
    definition.options = try Self.list(value["options"], "`options`", Self.option)
    try Self.checkNames(definition.options.map(\.name), taken: ["rules", "seed"], "option")
    definition.presets = try presets(value["presets"], of: definition)
    definition.commands = try Self.list(value["commands"], "`commands`", Self.command)
    guard !definition.commands.isEmpty else { throw PluginDefect("there are no commands") }
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
  ) throws(PluginDefect) -> [PresetDeclaration] {
    let presets = try Self.list(value, "`presets`") { value throws(PluginDefect) in
      var preset = PresetDeclaration(try Self.word(value["name"], "a preset"), Self.text(value["summary"]))
      for member in value["values"]?.fields ?? [:] {
        guard let option = definition.options.first(where: { $0.name == member.name }),
          let value = option.value(member.value)
        else { throw PluginDefect("the preset `\(preset.name)` has a value that fits no option") }
        preset.values[member.name] = value
      }
      return preset
    }
    try Self.checkNames(presets.map(\.name), taken: [], "preset")
    return presets
  }

  private func shortcuts(
    _ value: Value?, of definition: GameDefinition
  ) throws(PluginDefect) -> [String: String] {
    var shortcuts: [String: String] = [:]
    let verbs = Set(definition.commands.map(\.verb))
    for member in value?.fields ?? [:] {
      let word = member.name
      guard let line = member.value.string, Self.isPlainWord(word), word.utf8.count <= 16,
        PluginMove.isLine(line), verbs.contains(String(line.prefix { $0 != " " })),
        !verbs.contains(word), !reserved.contains(word)
      else {
        throw PluginDefect("the shortcut `\(PluginText.line(word))` stands for no line of the game")
      }
      shortcuts[word] = line
    }
    return shortcuts
  }

  private func traits(_ value: Value?) throws(PluginDefect) -> GameTraits {
    var traits: GameTraits = []
    for name in value?.array ?? [] {
      switch name.string {
      case "reads-clock": traits.insert(.readsClock)
      case "hides-draws": traits.insert(.hidesDraws)
      case "endless": traits.insert(.endless)
      case "draws-at-start": traits.insert(.drawsAtStart)
      default: throw PluginDefect("a trait is unknown")
      }
    }
    return traits
  }
}

// MARK: - Declarations

extension SheetReader {
  static func command(_ value: Value) throws(PluginDefect) -> CommandDeclaration {
    let verb = try word(value["verb"], "a verb")
    let aliases = try list(value["aliases"], "aliases") { value throws(PluginDefect) in
      try word(value, "an alias")
    }
    for name in [verb] + aliases where !isVerb(name) {
      throw PluginDefect(
        "`\(PluginText.line(name))` is no verb: lower-case letters and `-`, at most 16")
    }
    var forms = try list(value["forms"], "`forms`") { value throws(PluginDefect) in
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

  static func parameter(_ value: Value) throws(PluginDefect) -> Parameter {
    let name = try word(value["name"], "a parameter")
    var count = 1...1
    if let bounds = value["count"] {
      guard let parts = bounds.array, parts.count == 2, let least = parts[0].integer,
        0...1000 ~= least, parts[1] == .null || parts[1].integer ?? -1 >= max(1, least)
      else { throw PluginDefect("the count of `\(name)` is not two numbers in order") }
      count = least...(parts[1].integer ?? .max)
    }
    return Parameter(name, try kind(value, of: name), count: count)
  }

  private static func kind(
    _ value: Value, of name: String
  ) throws(PluginDefect) -> Parameter.Kind {
    switch value["kind"]?.string {
    case "literal":
      guard value["count"] == nil else { throw PluginDefect("`\(name)` cannot be left out") }
      return .literal(name)
    case "integer": return .integer(try range(value, of: name))
    case "die":
      guard let sides = value["sides"]?.integer, 1...1_000_000 ~= sides else {
        throw PluginDefect("`\(name)` is a die without sides")
      }
      return .die(sides: sides)
    case "choice": return .choice(try choices(value, of: name))
    case "name": return .name
    case "file": return .file
    case "word": return .word
    case "duration": return .duration
    case "secret": return .secret
    default: throw PluginDefect("the kind of `\(name)` is unknown")
    }
  }

  static func option(_ value: Value) throws(PluginDefect) -> OptionDeclaration {
    let name = try word(value["name"], "an option")
    guard Identifier.isWord(name) else {
      throw PluginDefect(
        "`\(PluginText.line(name))` is no name of an option: lower-case letters and `-`")
    }
    var option = OptionDeclaration.flag(name, default: false, text(value["summary"]))
    option.isSecret = value["secret"]?.bool ?? false
    switch value["kind"]?.string {
    case "integer": option.kind = .integer(try range(value, of: name))
    case "points": option.kind = .points(try range(value, of: name))
    case "integers":
      let values = (value["values"]?.array ?? []).compactMap(\.integer)
      guard !values.isEmpty else { throw PluginDefect("`\(name)` has no values") }
      option.kind = .integers(values)
    case "choice": option.kind = .choice(try choices(value, of: name))
    case "flag": option.kind = .flag
    case "text": option.kind = .text(limit: min(4000, max(0, value["limit"]?.integer ?? 0)))
    default: throw PluginDefect("the kind of `\(name)` is unknown")
    }
    guard let fallback = option.value(value["default"] ?? .null) else {
      throw PluginDefect("the default of `\(name)` is not among its values")
    }
    option.fallback = fallback
    return option
  }

  private static func bot(_ value: Value) throws(PluginDefect) -> PluginIdentity.PluginBot {
    let name = try word(value["name"], "a bot")
    guard Identifier.isWord(name) else {
      throw PluginDefect(
        "`\(PluginText.line(name))` is no name of a bot: lower-case letters and `-`")
    }
    var bot = PluginIdentity.PluginBot(name: name, summary: text(value["summary"]))
    if let parameter = value["parameter"], parameter != .null {
      bot.parameter = try option(parameter)
    }
    return bot
  }
}

// MARK: - Parts

extension SheetReader {
  private static func list<Entry>(
    _ value: Value?, _ what: String,
    _ read: (Value) throws(PluginDefect) -> Entry
  ) throws(PluginDefect) -> [Entry] {
    guard let value, value != .null else { return [] }
    guard let values = value.array, values.count <= limit else {
      throw PluginDefect("\(what) is no list of at most \(limit)")
    }
    var entries: [Entry] = []
    for value in values { entries.append(try read(value)) }
    return entries
  }

  private static func range(
    _ value: Value, of name: String
  ) throws(PluginDefect) -> ClosedRange<Int> {
    guard let from = value["from"]?.integer, let to = value["to"]?.integer, from <= to else {
      throw PluginDefect("`\(name)` has no range from a number to another")
    }
    return from...to
  }

  private static func choices(
    _ value: Value, of name: String
  ) throws(PluginDefect) -> [String] {
    let words = (value["values"]?.array ?? []).compactMap(\.string)
    guard 1...limit ~= words.count, words.allSatisfy(isPlainWord) else {
      throw PluginDefect("`\(name)` has no plain words to choose from")
    }
    return words
  }

  private static func word(_ value: Value?, _ what: String) throws(PluginDefect) -> String {
    guard let word = value?.string, isPlainWord(word) else {
      throw PluginDefect("\(what) has no name that is a plain word")
    }
    return word
  }

  private static func text(_ value: Value?, or other: String = "") -> String {
    let text = PluginText.line(value?.string ?? "")
    return text.isEmpty ? other : String(text.prefix(1000))
  }

  private static func texts(_ value: Value?) -> [String] {
    (value?.array ?? []).prefix(limit).map { text($0) }.filter { !$0.isEmpty }
  }

  private static func checkNames(
    _ names: [String], taken: Set<String>, _ what: String
  ) throws(PluginDefect) {
    var seen: Set<String> = []
    for name in names {
      if taken.contains(name) { throw PluginDefect("the \(what) `\(name)` is Parlor's own") }
      guard seen.insert(name).inserted else {
        throw PluginDefect("the \(what) `\(name)` is declared twice")
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
  /// The value that data stands for, if it is in range.
  func value(_ data: Value) -> OptionValue? {
    switch data {
    case .integer(let number): value(of: String(number))
    case .bool(let flag): value(of: flag ? "on" : "off")
    case .string(let text): value(of: text)
    default: nil
    }
  }
}
