import ParlorKit
import Platform

extension Interpreter {
  /// The house rules of a game; none where none are kept.
  func houseRules(for kind: GameKind) throws(Fault) -> [NamedRules] {
    guard let houseRules else { return [] }
    do throws(IOFailure) {
      return try houseRules.read().filter { $0.game == kind.sheet.name }
    } catch {
      throw .io(error)
    }
  }

  /// How a line of `new` is read: as every game of the kind, and with the names of house rules if
  /// it names rules that are not built in.
  func opening(of kind: GameKind, for line: Line) throws(Fault) -> DeclaredCommand {
    let named = line.tokens.first { token in
      guard let name = token.name, line.name(name) == "rules" else { return false }
      return kind.preset(line.text(token)) == nil
    }
    guard named != nil else { return kind.opening }
    let names = try houseRules(for: kind).map(\.name)
    return names.isEmpty ? kind.opening : kind.opening(naming: names)
  }

  /// Puts the options that house rules stand for in the place of their name.
  func expandHouseRules(in call: inout Call, _ kind: GameKind) throws(Fault) {
    guard case .text(let name)? = call.options["rules"], kind.preset(name) == nil else { return }
    call.options["rules"] = nil
    guard let named = try houseRules(for: kind).first(where: { $0.name == name }) else { return }
    let rules = try values(of: named, kind)
    if let preset = rules.preset { call.options["rules"] = .text(preset.name) }
    call.options.merge(rules.given) { explicit, _ in explicit }
  }

  /// What house rules stand for.
  func values(
    of named: NamedRules, _ kind: GameKind
  ) throws(Fault) -> (preset: Preset?, given: [String: OptionValue]) {
    var preset = kind.sheet.presets.first
    var given: [String: OptionValue] = [:]
    for word in named.options {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let text = parts.count == 2 ? String(parts[1]) : ""
      if parts[0] == "rules", let found = kind.preset(text) {
        preset = found
      } else if let option = kind.sheet.options.first(where: { $0.name == parts[0] }),
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
    let known = sheet.presets.map(\.name)
    let rules = OptionDeclaration.choice(
      "rules", known + names, default: known.first ?? names.first ?? "",
      "the rules from which the other options depart")
    var declaration = opening.declaration
    declaration.options = [rules] + declaration.options.filter { $0.name != "rules" }
    return DeclaredCommand(declaration)
  }
}
