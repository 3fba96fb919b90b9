public import ParlorKit

/// The score counter: keeps the order of play, the scores and the time of a turn for any game at
/// a real table.
///
/// It goes on until somebody ends it. Its clock measures how long a turn takes.
public struct Counter: Game {
  public init() {}

  public let name = "counter"
  public let summary =
    "A score counter for any game: whose turn it is, how long it takes, who leads."
  public let rules = [
    "Play any game at your table and keep its scores here. `new counter Ann Bob` begins with Ann's"
      + " turn; `add 25`, or a button such as `+5`, adds points to her score and passes the turn.",
    "`next` and `prev` pass the turn without points, `roll` rolls a die, and a timer shows how"
      + " long the turn takes. `results` ranks the players and lists every turn.",
    "Players may join and leave at any time. The game goes on until `finish`, which keeps the"
      + " ranking and the turns among the finished games.",
  ]
  public let seats = [Parameter("NAME", .name, count: 0...Roster.maxPlayers)]
  public let traits: GameTraits = [.readsClock, .endless]
  public var commands: [Command<CounterState>] { Self.commands }

  /// The die of a table may be read off as well as rolled.
  public func countsGivenOutcomes(_ configuration: GameConfiguration<NoOptions>) -> Bool { true }

  /// The buttons: `+10` for `add 10`.
  public let shortcuts = Dictionary(
    uniqueKeysWithValues: CounterMove.buttons.map { points in
      ((points > 0 ? "+" : "") + String(points), "add \(points)")
    })

  private static let maxPoints = Int(CounterMove.maxPoints)

  static let commands: [Command<CounterState>] = [
    Command(
      "add", "change the score of the player whose turn it is and pass the turn",
      details: ["+10 +5 +1 -1 -5 -10 alone are buttons: `+5` is `add 5`."],
      examples: ["add 25", "add -3"],
      Form(.integer("POINTS", -maxPoints...maxPoints)) { .add(Int32(clamping: $0)) }),
    Command("next", "pass the turn to the next player", examples: ["next"], Form { .next }),
    Command(
      "prev", "pass the turn back to the player before", examples: ["prev"], Form { .previous }),
    Command(
      "roll", "roll a die", details: ["The turn stays. `undo` does not stop at it."],
      examples: ["roll", "roll 4"],
      Form(help: "roll a die") { .roll(nil) },
      Form(.die("D"), help: "the same with the face given") { .roll(UInt8(clamping: $0)) }),
    Command(
      "timer", "show the time since the turn changed", isQuestion: true, examples: ["timer"],
      Form(
        intent: {
          .answer { state, time, report throws(GameError) in
            try state.reportTimer(at: time, &report)
          }
        })),
    Command(
      "pause", "stop the timer",
      details: ["The next turn starts it again from 00:00. `undo` does not stop at it."],
      examples: ["pause"], Form { .pause }),
    Command(
      "resume", "start the timer again", details: ["`undo` does not stop at it."],
      examples: ["resume"], Form { .resume }),
    Command(
      "results", "show the players by score, then every turn", isQuestion: true,
      details: ["Players with equal scores share a rank and are listed by name."],
      examples: ["results"],
      Form(intent: { .answer { state, _, report in Results(state).report(to: &report) } })),
    Command(
      "players", "list the players with their numbers", isQuestion: true, examples: ["players"],
      Form(intent: { .answer { state, _, report in PlayerList(state).report(to: &report) } })),
    Command(
      "player", "add, remove or move players",
      details: [
        "Names may repeat: each player has a number, which no other player gets.",
        "Removing the player whose turn it is passes the turn; moving players does not.",
      ],
      examples: ["player add Ann \"Bob B\"", "player remove Ann", "player move 2 1"],
      Form("add", .names("NAME", count: 1...Roster.maxPlayers), help: "add players at the end") {
        .join($0)
      },
      Form(
        "remove", .word("N|NAME"), help: "take a player out",
        intent: { word in
          .inState { state, _ throws(GameError) in
            .move(.leave(UInt16(clamping: try state.roster.number(meantBy: word))))
          }
        }),
      Form(
        "move", .word("N|NAME"), .integer("POSITION", 1...Roster.maxPlayers),
        help: "give a player another position in the order of play",
        intent: { word, position in
          .inState { state, _ throws(GameError) in
            .move(
              .place(
                UInt16(clamping: try state.roster.number(meantBy: word)),
                at: UInt16(clamping: position)))
          }
        })),
    Command(
      "start", "begin with the first player's turn",
      details: ["A game that was opened with names has begun already."], examples: ["start"],
      Form { .start }),
    Command(
      "finish", "end the game and keep its results",
      details: [
        "It shows the ranking and every turn, as `results` does. `finished` lists the game,"
          + " `load finished=1` opens it again.",
        "`undo` takes it back.",
      ],
      examples: ["finish"], Form { .finish }),
  ]

  /// A game of the players named, who begin at once, or of nobody yet.
  public func start(
    _ configuration: GameConfiguration<NoOptions>
  ) throws(GameError) -> CounterState {
    CounterState(configuration.names)
  }
}
