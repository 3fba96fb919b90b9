import ParlorKit

/// The kinds of stored tables and their names: a digest of the options, except those listed here, and of
/// what dice score.
enum KeptTable: String, CaseIterable {
  case solo, duel, rounds, trio

  /// The format of stored tables. It changes when the same rules get other values.
  ///
  /// - Parameter unit: the points of a unit; final rounds with fine steps have other values since format 4,
  ///   and positions of three in which players mix turns since format 5.
  private func format(unit: Int) -> Int { self == .trio ? 5 : unit < 50 ? 4 : 3 }

  /// The options that the first stored tables knew. A later one is part of a name only if it is not at
  /// its default: so it loses no table that was computed before.
  private static let firstOptions: Set = [
    "target", "kinds", "triple-ones", "multiplier", "straight", "pairs", "four-two", "triplets",
    "singles", "opening", "minimum", "hot-dice", "three-farkles", "final-round", "defend", "tie",
    "rounds", "dice",
  ]

  /// The name of the table for some rules.
  ///
  /// - Parameters:
  ///   - rolls: the results of rolls under these rules.
  ///   - options: the options of the game; others only in a test.
  func name(
    for rules: FarkleRules, _ rolls: RollTable,
    options: [Option<FarkleRules>] = FarkleRules.options
  ) -> String {
    let ignored = ignored(by: rules)
    var digest = Digest()
    digest.combine(format(unit: rolls.unit))
    digest.combine(hash: rolls.digest)
    for option in options where ignored[option.name] == nil {
      let isDefault = option.value(in: rules) == option.declaration.fallback
      if isDefault, !Self.firstOptions.contains(option.name) { continue }
      digest.combine(option.name)
      digest.combine(option.declaration.text(of: option.value(in: rules)))
    }
    return "farkle-\(rawValue)-" + digest.full.padded(to: 16, radix: 16)
  }

  /// The options that do not affect the table, with the reasons.
  func ignored(by rules: FarkleRules) -> [String: String] {
    var ignored = rules.idle
    ignored["dice"] = "chances are the same whoever rolls"
    ignored["duplicate"] = "a table is about dice that nobody has seen"
    ignored["set"] = "it is a name"
    ignored["three-farkles"] = "a penalty counts for the turn at hand, which is not in the table"
    switch self {
    case .solo:
      ignored["target"] = "the table grows up to any target"
      ignored["opening"] = "the first turns are computed apart"
      for name in ["final-round", "defend", "tie"] { ignored[name] = "there is no other player" }
    case .duel, .rounds, .trio: break
    }
    return ignored
  }
}
