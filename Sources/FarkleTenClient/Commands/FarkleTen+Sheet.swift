import FarkleGame
package import ParlorKit
import RemoteTransport

extension FarkleTen {
  /// The facts of the game.
  package static let definition = GameDefinition(
    name: "farkle-ten", title: "Farkle Ten",
    summary: "Farkle in ten rounds against others, at a service on the network.",
    commands: access + lobbyCommands + tableCommands + people, traits: [.endless])

  private static let password = Parameter("PASSWORD", .secret)
  private static let dice = Parameter("D", .die(sides: 6), count: 1...6)

  private static let access: [CommandDeclaration] = [
    FarkleTenService.facts.connectCommand(
      summary: "choose the service to play at",
      examples: ["connect local", "connect cassette:evening.cassette"]),
    ServiceFacts.recordCommand,
    CommandDeclaration(
      "login", [Parameter("NAME", .word), password], summary: "log in to the service",
      details: [
        "NAME is a player or an e-mail address. The session is kept for the next time if there is a"
          + " profile, unless `set remember off`.",
        "Other sessions of the player in browsers go on.",
      ], examples: ["login Ann @password.txt"]),
    CommandDeclaration(
      "register", [Parameter("NAME", .word), Parameter("EMAIL", .word), password],
      summary: "make an account and log in",
      details: ["A name has 3 to 32 letters, digits, `-` or `_`."],
      examples: ["register Ann ann@example.com @password.txt"]),
    CommandDeclaration(
      "logout", summary: "end the session, also the one that was kept", examples: ["logout"]),
  ]

  private static let lobbyCommands: [CommandDeclaration] = [
    CommandDeclaration(
      "lobby", summary: "show the lobby: you, your games, your friends",
      details: [
        "Games that wait for you come first. Achievements and levels are told once.",
        "If the lobby is watched, the watch begins anew.",
      ], examples: ["lobby"]),
    CommandDeclaration(
      "watch",
      forms: [
        .init([], "show the lobby, then what changes in it as it comes"),
        .init([.literal("off")], "watch no longer"),
      ],
      summary: "watch the lobby",
      details: [
        "The service is asked 40 times in about ten minutes; then the watch is idle until `lobby`."
      ], examples: ["watch", "watch off"]),
    CommandDeclaration(
      "create",
      forms: [
        .init([.literal("solo")], "play alone"),
        .init(
          [.literal("random"), Parameter("PLAYERS", .choice(["2", "4"]), count: 0...1)],
          "play against whoever comes, 2 players unless told"),
        .init(
          [.literal("friends"), Parameter("NAME", .word, count: 1...31)], "challenge friends"),
      ],
      summary: "begin a game of ten rounds",
      examples: ["create solo", "create random", "create friends Bob"]),
    CommandDeclaration(
      "join", [Parameter("ID", .integer(1...Int(Int32.max)))],
      summary: "sit down at one of your games",
      details: ["The lobby shows the numbers. A finished game shows its result."],
      examples: ["join 3"]),
  ]

  private static let tableCommands: [CommandDeclaration] = [
    CommandDeclaration(
      "roll",
      forms: [
        .init([], "send what is held and roll the other dice"),
        .init([dice], "dictate the dice, in test mode and to a cassette"),
      ],
      summary: "roll the dice that are not set aside",
      details: ["At least one die of a roll must be held before the next."],
      examples: ["roll"]),
    CommandDeclaration(
      "hold",
      forms: [
        .init([.literal("all")], "hold every die of the roll"),
        .init([.literal("best")], "hold the dice worth most, and of these the fewest"),
        .init([dice], "hold these dice"),
      ],
      summary: "set dice of the roll aside for points",
      details: [
        "Every die held must be part of a combination that scores. Nothing is sent before the next"
          + " `roll` or `bank`."
      ], examples: ["hold 1 5 5", "hold best"]),
    CommandDeclaration(
      "bank", summary: "send what is held and end the round with its points",
      examples: ["bank"]),
    CommandDeclaration(
      "score", [dice], isQuestion: true, summary: "say what dice are worth",
      examples: ["score 1 5 5 2 3 6"]),
    CommandDeclaration(
      "quit-game", [Parameter("ID", .integer(1...Int(Int32.max)), count: 0...1)],
      summary: "leave a game, the one at the table unless told",
      details: ["After the first round a game that is left is lost."],
      examples: ["quit-game", "quit-game 3"]),
  ]

  private static let among = ["friends", "everyone"]

  private static let people: [CommandDeclaration] = [
    CommandDeclaration(
      "profile", [Parameter("NAME", .word, count: 0...1)], isQuestion: true,
      summary: "show the figures and the finished games of a player, your own unless told",
      details: ["NAME is a friend, or somebody at your table."],
      examples: ["profile", "profile Bob"]),
    CommandDeclaration(
      "friends",
      forms: [
        .init([], "list your friends"),
        .init([.literal("add"), Parameter("NAME", .word)], "by name or e-mail address"),
        .init([.literal("remove"), Parameter("NAME", .word)]),
      ],
      isQuestion: true, summary: "list, add or remove friends",
      examples: ["friends", "friends add Bob"]),
    CommandDeclaration(
      "leaderboard",
      forms: [
        .init([
          Parameter("TIME", .choice(Leaderboard.Tier.allCases.map(\.rawValue)), count: 0...1),
          Parameter("AMONG", .choice(among), count: 0...1),
        ]), .init([Parameter("AMONG", .choice(among))]),
      ],
      isQuestion: true, summary: "show the best players: daily, weekly or all-time",
      details: ["Of today and among everyone unless told."],
      examples: ["leaderboard", "leaderboard weekly friends"]),
    CommandDeclaration(
      "tournament",
      forms: [
        .init([], "show it"), .init([.literal("join")], "play in it"),
        .init([.literal("leave")], "leave it before it begins"),
      ],
      isQuestion: true, summary: "show, join or leave the tournament",
      examples: ["tournament", "tournament join"]),
    CommandDeclaration(
      "achievements", isQuestion: true, summary: "list the achievements",
      examples: ["achievements"]),
    CommandDeclaration(
      "instructions", isQuestion: true, summary: "explain the game", examples: ["instructions"]),
  ]
}
