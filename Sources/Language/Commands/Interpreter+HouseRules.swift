import ParlorKit
import Platform

extension Interpreter {
  /// The house rules of a game; none where none are kept.
  ///
  /// - Parameter mayBeWrong: whether such are among them that the game does not take.
  func houseRules(for kind: GameKind, mayBeWrong: Bool = false) throws(CommandError) -> [NamedRules]
  {
    try keptRules().rules.filter { named in
      named.game == kind.definition.name && (mayBeWrong || fault(in: named, kind) == nil)
    }
  }

  /// What is passed over of the house rules that are kept, in the order of the lines.
  func skippedRules() throws(CommandError) -> [SkippedRules] {
    let kept = try keptRules()
    let plugins = Set(findableNames)
    let wrong = kept.rules.compactMap { named -> SkippedRules? in
      // What the rules of a plugin may say is known once it runs.
      guard !plugins.contains(named.game) else { return nil }
      let kind = kinds.first { $0.definition.name == named.game }
      let reason =
        kind.map { fault(in: named, $0)?.diagnostic.message } ?? "there is no game `\(named.game)`"
      return reason.map { SkippedRules(line: named.line, reason: $0) }
    }
    return (kept.skipped + wrong).sorted { $0.line < $1.line }
  }

  private func keptRules() throws(CommandError) -> KeptRules {
    guard let houseRules else { return KeptRules([]) }
    do throws(FileError) { return try houseRules.read() } catch { throw .io(error) }
  }

  /// Why rules of a name cannot be played by, if so.
  private func fault(in named: NamedRules, _ kind: GameKind) -> CommandError? {
    do throws(CommandError) {
      try checkRulesName(named.name)
      _ = try values(of: named, kind)
      return nil
    } catch {
      return error
    }
  }

  /// A name is a word of lower-case letters, digits and `-` that means nothing else.
  func checkRulesName(_ name: String) throws(CommandError) {
    guard Identifier.isName(name) else {
      throw .badRulesName(
        name, reason: "a name is 1 to 32 lower-case letters, digits and `-`, a letter first")
    }
    if ["list", "save", "delete"].contains(name) {
      throw .badRulesName(name, reason: "it is a word of the command itself")
    }
    if kinds.contains(where: { $0.preset(name) != nil }) {
      throw .badRulesName(name, reason: "built-in rules have it")
    }
  }

  /// How a line of `new` is read: as every game of the kind, and with the names of house rules if
  /// it names rules that are not built in.
  func opening(of kind: GameKind, for line: Line) throws(CommandError) -> DeclaredCommand {
    let named = line.tokens.first { token in
      guard let name = token.name, line.name(name) == "rules" else { return false }
      return kind.preset(line.text(token)) == nil
    }
    guard let wanted = named.map(line.text) else { return kind.opening }
    // Rules that the game does not take are refused by what is wrong with them.
    let names = try houseRules(for: kind, mayBeWrong: true).filter { named in
      named.name == wanted || fault(in: named, kind) == nil
    }.map(\.name)
    return names.isEmpty ? kind.opening : kind.opening(naming: names)
  }

  /// Puts the options that house rules stand for in the place of their name.
  func expandHouseRules(in call: inout Call, _ kind: GameKind) throws(CommandError) {
    guard case .text(let name)? = call.options["rules"], kind.preset(name) == nil else { return }
    call.options["rules"] = nil
    guard
      let named = try houseRules(for: kind, mayBeWrong: true).first(where: { $0.name == name })
    else { return }
    let rules = try values(of: named, kind)
    if let preset = rules.preset { call.options["rules"] = .text(preset.name) }
    call.options.merge(rules.given) { explicit, _ in explicit }
  }

  /// What house rules stand for.
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
}

extension GameKind {
  /// The command `new NAME …` with the names of house rules besides those of built-in ones.
  func opening(naming names: [String]) -> DeclaredCommand {
    let known = definition.presets.map(\.name)
    let rules = OptionDeclaration.choice(
      "rules", known + names, default: known.first ?? names.first ?? "",
      "the rules from which the other options depart")
    var declaration = opening.declaration
    declaration.options = [rules] + declaration.options.filter { $0.name != "rules" }
    return DeclaredCommand(declaration)
  }
}
