import ParlorKit

extension Counter {
  private static let someone = Parameter("N|NAME", .word)

  /// The commands of the game.
  static let commands: [CommandDeclaration] = [
    CommandDeclaration(
      "add", [Parameter("POINTS", .integer(-1_000_000...1_000_000))],
      summary: "change the score of the player whose turn it is and pass the turn",
      details: ["+10 +5 +1 -1 -5 -10 alone are buttons: `+5` is `add 5`."],
      examples: ["add 25", "add -3"]),
    CommandDeclaration(
      "next", summary: "pass the turn to the next player", examples: ["next"]),
    CommandDeclaration(
      "prev", summary: "pass the turn back to the player before", examples: ["prev"]),
    CommandDeclaration(
      "roll",
      forms: [
        .init([], "roll a die"),
        .init([Parameter("D", .die(sides: 6))], "the same with the face given"),
      ],
      summary: "roll a die", details: ["The turn stays. `undo` does not stop at it."],
      examples: ["roll", "roll 4"]),
    CommandDeclaration(
      "timer", isQuestion: true, summary: "show the time since the turn changed",
      examples: ["timer"]),
    CommandDeclaration(
      "pause", summary: "stop the timer",
      details: ["A change of turn lets it run from 00:00. `undo` does not stop at it."],
      examples: ["pause"]),
    CommandDeclaration(
      "resume", summary: "let the timer run on",
      details: ["`undo` does not stop at it."], examples: ["resume"]),
    CommandDeclaration(
      "results", isQuestion: true,
      summary: "show the players by score, then every turn",
      details: ["Players with equal scores share a rank and stand in the order of their names."],
      examples: ["results"]),
    CommandDeclaration(
      "players", isQuestion: true,
      summary: "list the players with their numbers", examples: ["players"]),
    CommandDeclaration(
      "player",
      forms: [
        .init(
          [.literal("add"), Parameter("NAME", .name, count: 1...Roster.most)],
          "add players at the end"),
        .init([.literal("remove"), someone], "take a player out"),
        .init(
          [.literal("move"), someone, Parameter("POSITION", .integer(1...Roster.most))],
          "give a player another position in the order of play"),
      ],
      summary: "add, remove or move players",
      details: [
        "Names may repeat: each player has a number, given on joining and never again.",
        "Removing the player whose turn it is passes the turn; moving players does not.",
      ],
      examples: ["player add Ann \"Bob B\"", "player remove Ann", "player move 2 1"]),
    CommandDeclaration(
      "start", summary: "begin with the first player's turn",
      details: ["A game that was opened with names has begun."], examples: ["start"]),
  ]
}
