package import ParlorKit
package import Platform

/// Keeps named house rules.
package protocol HouseRules {
  /// Whether they are there after the session.
  var isLasting: Bool { get }
  /// All rules, in the order in which they were saved, and what could not be read.
  func read() throws(FileError) -> KeptRules
  /// Keeps rules, in place of those of the same game and name.
  func save(_ rules: NamedRules) throws(FileError)
  /// Forgets rules.
  func delete(game: String, name: String) throws(FileError)
}

/// House rules as they are kept, a line each.
package struct KeptRules: Sendable {
  /// The rules, each name once for a game. Whether the games take them is not known here.
  package var rules: [NamedRules]
  /// The lines that could not be read.
  package var skipped: [SkippedRules]

  package init(_ rules: [NamedRules], skipped: [SkippedRules] = []) {
    self.rules = rules
    self.skipped = skipped
  }
}

/// Rules of a name.
package struct NamedRules: Sendable, Equatable {
  /// The name of the game.
  package var game: String
  /// The name of the rules.
  package var name: String
  /// The options, each `OPTION=VALUE`.
  package var options: [String]
  /// The number of the line on which they are kept; 0 before they are saved.
  package var line: Int

  package init(game: String, name: String, options: [String], line: Int = 0) {
    self.game = game
    self.name = name
    self.options = options
    self.line = line
  }
}

/// A line of house rules that is skipped.
package struct SkippedRules: Sendable, Equatable {
  /// The number of the line.
  package var line: Int
  /// Why, as a clause.
  package var reason: String

  package init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// What was skipped, in whole sentences: the first lines, and how many more.
  static func sentences(_ skipped: [SkippedRules]) -> [String] {
    let more = skipped.count - shownLimit
    return skipped.prefix(shownLimit).map { "rules:\($0.line) is skipped: \($0.reason)." }
      + (more > 0 ? ["\(more.grouped) more lines of rules are skipped."] : [])
  }

  private static let shownLimit = 10
}

/// The house rules of a session, held against what the games take.
struct RuleBook {
  private let library: GameLibrary
  /// Where the rules are kept; nothing where they cannot be.
  private let store: (any HouseRules)?

  init(_ library: GameLibrary, store: (any HouseRules)?) {
    self.library = library
    self.store = store
  }

  /// What keeps the rules.
  ///
  /// - Throws: an error if nothing does.
  var requiredStore: any HouseRules {
    get throws(CommandError) {
      guard let store else { throw .needsProfile("rules save") }
      return store
    }
  }

  /// The rules of a game that it takes.
  func rules(for kind: GameKind) throws(CommandError) -> [NamedRules] {
    try allRules(for: kind).filter { fault(in: $0, kind) == nil }
  }

  /// The rules of a game, with those that it does not take.
  func allRules(for kind: GameKind) throws(CommandError) -> [NamedRules] {
    try kept().rules.filter { $0.game == kind.definition.name }
  }

  /// The rules of a name, whether the game takes them or not.
  func rules(named name: String, for kind: GameKind) throws(CommandError) -> NamedRules? {
    try allRules(for: kind).first { $0.name == name }
  }

  /// The lines that are skipped, in their order.
  func skipped() throws(CommandError) -> [SkippedRules] {
    let kept = try kept()
    let plugins = Set(library.findableNames)
    let wrong = kept.rules.compactMap { named -> SkippedRules? in
      // What the rules of a plugin may say is known once it runs.
      guard !plugins.contains(named.game) else { return nil }
      let reason =
        library.known(named.game).map { fault(in: named, $0)?.message }
        ?? "there is no game `\(named.game)`"
      return reason.map { SkippedRules(line: named.line, reason: $0) }
    }
    return (kept.skipped + wrong).sorted { $0.line < $1.line }
  }

  private func kept() throws(CommandError) -> KeptRules {
    guard let store else { return KeptRules([]) }
    do throws(FileError) { return try store.read() } catch { throw .io(error) }
  }

  /// Why a game cannot be played by rules of a name, if so.
  private func fault(in named: NamedRules, _ kind: GameKind) -> CommandError? {
    do throws(CommandError) {
      try checkName(named.name)
      _ = try values(of: named, kind)
      return nil
    } catch {
      return error
    }
  }

  /// Checks that a name is a word of lower-case letters, digits and `-` that means nothing else.
  func checkName(_ name: String) throws(CommandError) {
    guard Identifier.isName(name) else {
      throw .badRulesName(
        name, reason: "a name is 1 to 32 lower-case letters, digits and `-`, a letter first")
    }
    if ["list", "save", "delete"].contains(name) {
      throw .badRulesName(name, reason: "it is a word of the command itself")
    }
    if library.kinds.contains(where: { $0.preset(name) != nil }) {
      throw .badRulesName(name, reason: "built-in rules have it")
    }
  }

  /// What rules of a name change: the preset that they begin with, and options.
  func values(
    of named: NamedRules, _ kind: GameKind
  ) throws(CommandError) -> (preset: Preset?, given: [String: OptionValue]) {
    var preset = kind.definition.presets.first
    var given: [String: OptionValue] = [:]
    for word in named.options {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let text = parts.count == 2 ? String(parts[1]) : ""
      if parts[0] == "rules", let found = kind.preset(text) {
        preset = found
      } else if let option = kind.definition.options.first(where: { $0.name == parts[0] }),
        !option.isSecret, let value = option.value(of: text)
      {
        given[option.name] = value
      } else {
        throw .badHouseRules(named.name, option: word)
      }
    }
    return (preset, given)
  }

  // MARK: - In lines of `new`

  /// How a line of `new` is read: as every game of the kind, and with the names of house rules if
  /// it names rules that are not built in.
  func opening(of kind: GameKind, for line: Line) throws(CommandError) -> DeclaredCommand {
    let named = line.tokens.first { token in
      guard let name = token.name, line.name(name) == "rules" else { return false }
      return kind.preset(line.text(token)) == nil
    }
    guard let wanted = named.map(line.text) else { return kind.opening }
    // Rules that the game does not take are refused by what is wrong with them.
    let names = try allRules(for: kind).filter { named in
      named.name == wanted || fault(in: named, kind) == nil
    }.map(\.name)
    return names.isEmpty ? kind.opening : GameKind.opening(of: kind.definition, naming: names)
  }

  /// Replaces the name of house rules by their options.
  func expand(_ call: inout Call, _ kind: GameKind) throws(CommandError) {
    guard case .text(let name)? = call.options["rules"], kind.preset(name) == nil else { return }
    call.options["rules"] = nil
    guard let named = try rules(named: name, for: kind) else { return }
    let (preset, given) = try values(of: named, kind)
    if let preset { call.options["rules"] = .text(preset.name) }
    call.options.merge(given) { explicit, _ in explicit }
  }
}
