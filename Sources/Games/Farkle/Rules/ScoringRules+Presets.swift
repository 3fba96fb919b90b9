import ParlorKit

extension ScoringRules {
  /// The preset `standard`, worked out when first used and then kept.
  public static let standard = ScoringRules(ScoringOptions())

  /// The other presets, worked out when a game first differs from the standard and then kept.
  private static let others = Farkle.presets.dropFirst().map { preset in
    ScoringRules(ScoringOptions(OptionValues(for: Farkle.facts, preset: preset)))
  }

  /// The rules of a preset by its name.
  package static func preset(_ name: String) -> ScoringRules? {
    Farkle.presets.first { $0.name == name }.map {
      rules(for: ScoringOptions(OptionValues(for: Farkle.facts, preset: $0)))
    }
  }

  /// The rules for some options.
  static func rules(for options: ScoringOptions) -> ScoringRules {
    if options == standard.options { return standard }
    return others.first { $0.options == options } ?? ScoringRules(options)
  }
}
