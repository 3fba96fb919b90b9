import ParlorKit

/// How rules are named for people: their preset and what differs from it.
struct RulesCaption: Sendable {
  /// The name of the preset.
  let preset: String
  /// The options that differ from it, as text, in the order of the sheet.
  let changes: [(option: String, value: String)]

  init(_ values: OptionValues, preset name: String) {
    let preset = Farkle.presets.first { $0.name == name }
    self.preset = name
    changes = Farkle.options.compactMap { option in
      let usual = preset?.values[option.name] ?? option.fallback
      let value = values[option.name]
      return value == usual ? nil : (option.name, option.text(of: value))
    }
  }

  /// The caption without what the first line of a game says anyway: `flat`, `standard, defend=on`;
  /// nothing for the standard rules.
  var text: String? {
    let changes = changes.filter { !["target", "rounds"].contains($0.option) }
    guard preset != "standard" || !changes.isEmpty else { return nil }
    return ([preset] + changes.map { "\($0.option)=\($0.value)" }).joined(separator: ", ")
  }
}
