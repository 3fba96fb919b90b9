import ParlorKit

extension Farkle {
  /// The house rules; the defaults are the preset `standard`.
  static let options: [OptionDeclaration] = [
    .integer("target", 500...1_000_000, default: 10_000, "the score that starts the final round"),
    .choice(
      "kinds", ScoringOptions.Kinds.allCases.map(\.rawValue), default: "double",
      "four, five, six of a kind: ×2 ×4 ×8, ×2 ×3 ×4, 1000 2000 3000, or nothing"),
    .integers("triple-ones", [300, 1000], default: 1000, "points of three ones"),
    .integer("multiplier", 50...200, default: 100, "points per pip of three of a kind"),
    .points("straight", 50...10_000, default: 1500, "points of 1 2 3 4 5 6"),
    .points("pairs", 50...10_000, default: 1500, "points of three different pairs"),
    .points("four-two", 50...10_000, default: 0, "points of four of a kind and a pair"),
    .points("triplets", 50...10_000, default: 0, "points of two triplets or six of a kind"),
    .flag("singles", default: true, "single ones and fives score"),
    .integer("opening", 0...5000, default: 0, "least points to get on the board"),
    .integer("minimum", 0...5000, default: 0, "least points of any bank"),
    .choice(
      "hot-dice", ["may-bank", "must-roll"], default: "may-bank",
      "what may be done when all six dice have scored"),
    .integers("three-farkles", [0, 500, 1000], default: 0, "penalty for three farkles in a row"),
    .flag("final-round", default: true, "the others have a turn each once the target is reached"),
    .flag("defend", default: false, "a leader overtaken in the final round has another turn"),
    .choice(
      "tie", FarkleRules.Tie.allCases.map(\.rawValue), default: "first",
      "equals at the end: the first to get there, more turns, or all win"),
    .integer(
      "rounds", 0...50, default: 0, "play so many rounds, the highest total wins; 0 for no limit"),
    .choice(
      "dice", ["virtual", "physical"], default: "virtual", "who rolls: Parlor, or you at the table"),
  ]

  /// The built-in rules, never changed.
  static let presets: [Preset] = [
    Preset("standard", "kinds double, straight and three pairs 1500, first to 10,000"),
    Preset(
      "farkle-ten", "ten rounds; kinds linear, two triplets 2500, the highest total wins",
      values: [
        "kinds": .text("linear"), "straight": .integer(1000), "pairs": .integer(750),
        "four-two": .integer(750), "triplets": .integer(2500), "rounds": .integer(10),
        "tie": .text("overtime"),
      ]),
    Preset(
      "patch", "three ones 300; kinds 1000 to 3000, two triplets 2500, four and two 1500",
      values: [
        "triple-ones": .integer(300), "kinds": .text("flat"), "four-two": .integer(1500),
        "triplets": .integer(2500),
      ]),
    Preset(
      "flat", "kinds 1000 to 3000, two triplets 2500, four and two 1500",
      values: [
        "kinds": .text("flat"), "four-two": .integer(1500), "triplets": .integer(2500),
      ]),
    Preset(
      "minimal", "only ones, fives and three of a kind",
      values: [
        "kinds": .text("none"), "straight": .integer(0), "pairs": .integer(0),
      ]),
  ]
}
