import ParlorKit

extension Farkle {
  private static let dice = Parameter("D", .die(sides: 6), count: 1...6)

  /// The commands of the game.
  static let commands: [CommandDeclaration] = [
    CommandDeclaration(
      "roll",
      forms: [
        .init([], "roll the dice that are not set aside"),
        .init([dice], "the same with the faces given"),
      ],
      summary: "roll the dice that are not set aside",
      details: [
        "A turn begins with six dice. At least one die of a roll must be held before the next.",
        "When all six dice are set aside, the hot dice, six fresh ones are rolled and the points"
          + " stay.",
        "A roll none of whose dice scores is a farkle: the points of the turn are lost and the"
          + " turn passes.",
        "With faces given there must be as many as there are dice to roll.",
      ],
      examples: ["roll", "roll 1 5 5 2 3 6"]),
    CommandDeclaration(
      "hold",
      forms: [
        .init([.literal("all")], "hold every die of the roll"),
        .init([.literal("best")], "hold the dice worth most, and of these the fewest"),
        .init([dice], "hold these dice"),
      ],
      summary: "set dice of the roll aside for points",
      details: [
        "Every die held must be part of a combination that scores.",
        "Several holds on one roll count as one: after `hold 2 2 2` a fourth 2 makes four of a"
          + " kind.",
      ],
      examples: ["hold 1 5 5", "hold best", "hold all"]),
    CommandDeclaration(
      "bank", summary: "add the points of the turn to the score and end the turn",
      details: [
        "At least one die of the roll must be held. The options `opening` and `minimum` say how"
          + " many points it takes."
      ],
      examples: ["bank"]),
    CommandDeclaration(
      "score", aliases: ["scores"],
      forms: [
        .init([], "the scoreboard"),
        .init([dice], "what dice are worth"),
      ],
      isQuestion: true,
      summary: "show the scoreboard, or what dice are worth",
      details: ["Changes nothing. What dice are worth goes by the rules of this game."],
      examples: ["score", "score 1 5 5 2 3 6"]),
    CommandDeclaration(
      "points", [Parameter("N", .integer(0...1_000_000))],
      summary: "end the turn with a total, as kept at a real table",
      details: [
        "Only with `dice=physical`. The total is that of the whole turn, whatever dice of it were"
          + " typed; 0 is a farkle."
      ],
      examples: ["points 450", "points 0"]),
  ]
}
