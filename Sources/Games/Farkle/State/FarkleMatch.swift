import ParlorKit

/// What stays the same throughout a game: who plays, by which rules, with which seed.
public final class FarkleMatch: Sendable {
  /// The names of the players in the order of play; no two are the same.
  public let names: [String]
  /// The rules.
  public let rules: FarkleRules
  /// The seed of the dice, kept to be shown.
  public let seed: UInt64
  /// The name of the preset from which the rules depart.
  let preset: String
  /// The options that the rules were made of.
  let options: OptionValues
  /// A digest of names and rules.
  let digest: Int

  init(_ setup: GameConfiguration) {
    names = setup.names
    rules = FarkleRules(setup.options)
    seed = setup.seed
    options = setup.options
    preset = setup.preset ?? "standard"
    var digest = Digest()
    digest.combine(setup.names.count)
    for name in setup.names { digest.combine(name) }
    for option in Farkle.options { digest.combine(option.text(of: setup.options[option.name])) }
    self.digest = Int(truncatingIfNeeded: digest.full)
  }

  /// Whether one player plays alone, whom nobody can beat.
  public var isSolo: Bool { names.count == 1 }
}
