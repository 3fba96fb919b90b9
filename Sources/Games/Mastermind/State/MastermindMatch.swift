import ParlorKit

/// What stays the same throughout a game: the rules, the secret, the seed.
public final class MastermindMatch: Sendable {
  /// The rules.
  public let rules: MastermindRules
  /// The code to be found, which no view, event or line tells before the end.
  let secret: Code
  /// The seed of the secret.
  let seed: UInt64
  /// Whether the players may see the seed before the end.
  let showsSeed: Bool

  init(_ setup: GameConfiguration) throws(MastermindRefusal) {
    rules = try MastermindRules(setup.options)
    secret = try rules.secret(setup.options.text("secret"))
    seed = setup.seed
    showsSeed = setup.showsSeed
  }
}
