import ParlorKit

extension FarkleRules {
  /// Rules from the values of the options in ``Farkle/options``.
  init(_ values: OptionValues) {
    self.init(
      scoring: .rules(for: ScoringOptions(values)),
      target: values.integer("target"), rounds: values.integer("rounds"),
      opening: values.integer("opening"), minimum: values.integer("minimum"),
      mustRollHotDice: values.text("hot-dice") == "must-roll",
      farklePenalty: values.integer("three-farkles"),
      hasFinalRound: values.flag("final-round"), defend: values.flag("defend"),
      tie: Tie(rawValue: values.text("tie")) ?? .first,
      isPhysical: values.text("dice") == "physical")
  }
}

extension ScoringOptions {
  /// What dice are worth under the values of the options in ``Farkle/options``.
  init(_ values: OptionValues) {
    singles = values.flag("singles")
    tripleOnes = values.integer("triple-ones")
    multiplier = values.integer("multiplier")
    kinds = Kinds(rawValue: values.text("kinds")) ?? .double
    straight = values.integer("straight")
    pairs = values.integer("pairs")
    fourTwo = values.integer("four-two")
    triplets = values.integer("triplets")
  }
}
