import LineSyntax
package import ParlorKit
package import Platform

/// Where house rules are saved.
package protocol HouseRules {
  /// Whether they outlast the session.
  var isLasting: Bool { get }
  func read() throws(FileError) -> SavedRules
  /// Saves rules. They replace those of the same game and name.
  func save(_ rules: NamedRules) throws(FileError)
  func delete(game: String, name: String) throws(FileError)
}

extension SkippedRules {
  /// The first skipped lines and the number of the others, in whole sentences.
  static func sentences(_ skipped: [SkippedRules]) -> [String] {
    let more = skipped.count - shownLimit
    return skipped.prefix(shownLimit).map { "rules:\($0.line) is skipped: \($0.reason)." }
      + (more > 0 ? ["\(more.grouped) more lines of rules are skipped."] : [])
  }

  private static let shownLimit = 10
}

/// The house rules of a session, checked against the options of the games.
struct RuleBook {
  private let library: GameLibrary
  /// The store of the rules; `nil` if there is none.
  private let store: (any HouseRules)?

  init(_ library: GameLibrary, store: (any HouseRules)?) {
    self.library = library
    self.store = store
  }

  /// Whether there are rules of earlier sessions.
  var isLasting: Bool { store?.isLasting ?? false }

  /// The store of the rules.
  ///
  /// - Throws: an error if there is none.
  func requiredStore(for command: String) throws(CommandError) -> any HouseRules {
    guard let store else { throw .needsProfile(command) }
    return store
  }

  /// The house rules of a game that the game accepts.
  func rules(for kind: GameKind) throws(CommandError) -> [NamedRules] {
    try allRules(for: kind).filter { fault(in: $0, kind) == nil }
  }

  /// The house rules of a game, whether the game accepts them or not.
  func allRules(for kind: GameKind) throws(CommandError) -> [NamedRules] {
    try kept().rules.filter { $0.game == kind.definition.name }
  }

  /// The names of all house rules; none if they cannot be read, since then no reply names them.
  func names() -> [String] { (try? kept())?.rules.map(\.name) ?? [] }

  /// The rules with a name, whether the game accepts them or not.
  func rules(named name: String, for kind: GameKind) throws(CommandError) -> NamedRules? {
    try allRules(for: kind).first { $0.name == name }
  }

  /// The name of house rules that are equal to the options of a game, if there are any.
  func name(of origin: GameOrigin) -> String? {
    guard store != nil, !origin.given.isEmpty, let all = try? rules(for: origin.kind) else {
      return nil
    }
    let values = origin.values
    return all.first { named in
      guard let (preset, given) = try? self.values(of: named, origin.kind) else { return false }
      return preset?.name == origin.preset?.name
        && OptionValues(for: origin.kind.definition, preset: preset, given: given) == values
    }?.name
  }

  /// The lines that are skipped, in their order.
  func skipped() throws(CommandError) -> [SkippedRules] {
    let kept = try kept()
    let plugins = Set(library.findableNames)
    let wrong = kept.rules.compactMap { named -> SkippedRules? in
      // The options of a plugin's game are known once it runs.
      guard !plugins.contains(named.game) else { return nil }
      let reason =
        library.known(named.game).map { fault(in: named, $0)?.message }
        ?? "there is no game `\(named.game)`"
      return reason.map { SkippedRules(line: named.line, reason: $0) }
    }
    return (kept.skipped + wrong).sorted { $0.line < $1.line }
  }

  private func kept() throws(CommandError) -> SavedRules {
    guard let store else { return SavedRules([]) }
    do throws(FileError) { return try store.read() } catch { throw .io(error) }
  }

  /// Why a game cannot be played by rules with a name; `nil` if it can.
  private func fault(in named: NamedRules, _ kind: GameKind) -> CommandError? {
    do throws(CommandError) {
      try checkName(named.name)
      _ = try values(of: named, kind)
      return nil
    } catch {
      return error
    }
  }

  /// Checks that a name is a word of letters, digits and `-` and is not reserved.
  func checkName(_ name: String) throws(CommandError) {
    guard Identifier.isName(String(decoding: name.utf8.map(Line.lowercased), as: UTF8.self)) else {
      throw .badRulesName(
        name, reason: "a name has 1 to 32 letters, digits and `-`, and starts with a letter")
    }
    if ["list", "save", "delete"].contains(name) {
      throw .badRulesName(name, reason: "it is part of the command `rules`")
    }
    if library.kinds.contains(where: { $0.preset(name) != nil }) {
      throw .badRulesName(name, reason: "built-in rules have this name")
    }
  }

  /// What rules with a name change: the preset that they are based on, and options.
  func values(
    of named: NamedRules, _ kind: GameKind
  ) throws(CommandError) -> (preset: PresetDeclaration?, given: [String: OptionValue]) {
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
  ///
  /// - Parameter more: options that the line can have besides those of the game.
  func opening(
    of kind: GameKind, for line: Line, with more: [OptionDeclaration] = []
  ) throws(CommandError) -> DeclaredCommand {
    let named = line.tokens.first { token in
      guard let name = token.name, line.name(name) == "rules" else { return false }
      return kind.preset(line.text(token)) == nil
    }
    let usual = kind.opening(with: more)
    guard let wanted = named.map(line.text) else { return usual }
    // Rules that the game does not accept are refused for what is wrong with them.
    let names = try allRules(for: kind).filter { named in
      named.name == wanted || fault(in: named, kind) == nil
    }.map(\.name)
    return names.isEmpty
      ? usual : GameKind.opening(of: kind.definition, naming: names, with: more)
  }

  /// Replaces the name of house rules by their options.
  func expand(_ options: inout [String: OptionValue], _ kind: GameKind) throws(CommandError) {
    guard case .text(let name)? = options["rules"], kind.preset(name) == nil else { return }
    options["rules"] = nil
    guard let named = try rules(named: name, for: kind) else { return }
    let (preset, given) = try values(of: named, kind)
    if let preset { options["rules"] = .text(preset.name) }
    options.merge(given) { explicit, _ in explicit }
  }
}
