public import ParlorKit

/// The score counter: keeps the order of play, the scores and the time of a turn for any game at a
/// real table.
///
/// A game goes on until somebody ends it. Its clock measures the time of a turn.
public struct Counter: Game {
  public init() {}

  public let name = "counter"
  public let summary =
    "A score counter for any game: whose turn it is, how long it takes, who leads."
  public let rules = [
    "Play any game at your table and keep its scores here. `new counter Ann Bob` begins with Ann's"
      + " turn; `add 25`, or `+25` for short, adds points to her score and passes the turn.",
    "`add 5 Bob` gives Bob points out of turn. `next` and `prev` pass the turn without points,"
      + " `turn Bob` gives it to Bob. `roll` rolls a die, and a timer shows how long the turn takes."
      + " `results` ranks the players and lists every turn.",
    "Players may join and leave at any time. The game goes on until `finish`, which keeps the"
      + " ranking and the turns among the finished games.",
  ]
  public let seats = [Parameter("NAME", .name, count: 0...Roster.maxPlayers)]
  public let traits: GameTraits = [.readsClock, .endless]
  public var commands: [Command<CounterState>] { Self.commands }

  /// The die may be entered as well as rolled.
  public func countsGivenOutcomes(_ configuration: GameConfiguration<NoOptions>) -> Bool { true }

  /// Points with their sign: `+10` for `add 10`.
  public let shortcuts = ["±N": "add ±N"]

  private static let points: FormParameter<Int> = .integer(
    "POINTS", -Int(CounterMove.maxPoints)...Int(CounterMove.maxPoints))

  static let commands: [Command<CounterState>] = [
    Command(
      "add", "change the score of the player whose turn it is and pass the turn",
      details: [
        "A number with a sign is enough: `+5` is `add 5`, `-3` is `add -3`.",
        "With a player, by name or number, that player gets the points and the turn stays.",
      ],
      examples: ["add 25", "add -3", "add 5 Bob"],
      Form(points) { .add(Int32(clamping: $0)) },
      Form(
        points, .player, help: "change the score of a player; the turn stays",
        intent: { points, player in
          .inState { state, _ throws(GameError) in
            let number = try state.roster.number(meantBy: player, at: 1)
            return .move(.give(Int32(clamping: points), to: UInt16(clamping: number)))
          }
        })),
    Command(
      "turn", "give the turn to a player",
      details: ["The timer starts again from 00:00."], examples: ["turn Bob", "turn 2"],
      Form(
        .player,
        intent: { player in
          .inState { state, _ throws(GameError) in
            .move(.turn(UInt16(clamping: try state.roster.number(meantBy: player))))
          }
        })),
    Command(
      "next", "pass the turn to the next player", aliases: ["n"], examples: ["next"],
      Form { .next }),
    Command(
      "prev", "pass the turn back to the previous player", aliases: ["p"], examples: ["prev"],
      Form { .previous }),
    Command(
      "roll", "roll a die", details: ["The turn stays. `undo` does not stop at it."],
      examples: ["roll", "roll 4"],
      Form(help: "roll a die") { .roll(nil) },
      Form(.die("D"), help: "enter a die that you rolled") { .roll(UInt8(clamping: $0)) }),
    Command(
      "timer", "show the time since the turn changed", isQuestion: true, examples: ["timer"],
      Form(
        intent: {
          .inState { state, _ throws(GameError) in
            try state.checkStart()
            return .answer { state, time, report throws(GameError) in
              try state.reportTimer(at: time, &report)
            }
          }
        })),
    Command(
      "pause", "stop the timer",
      details: [
        "The next turn starts it again from 00:00, and a new start of Parlor goes on where it was. `undo` does not"
          + " stop at it."
      ],
      examples: ["pause"], Form { .pause }),
    Command(
      "resume", "restart the timer", details: ["`undo` does not stop at it."],
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
      "player", "add, remove, move or rename players",
      details: [
        "PLAYER is a name or a number. Names may repeat: each player has a number of their own.",
        "Removing the player whose turn it is passes the turn; moving and renaming players do not.",
      ],
      examples: [
        "player add Ann \"Bob B\"", "player remove Ann", "player move 2 1",
        "player rename Ann Anna",
      ],
      Form("add", .names("NAME", count: 1...Roster.maxPlayers), help: "add players at the end") {
        .join($0)
      },
      Form(
        "remove", .player, help: "take a player out",
        intent: { word in
          .inState { state, _ throws(GameError) in
            .move(.leave(UInt16(clamping: try state.roster.number(meantBy: word))))
          }
        }),
      Form(
        "move", .player, .integer("POSITION", 1...Roster.maxPlayers),
        help: "give a player another position in the order of play",
        intent: { word, position in
          .inState { state, _ throws(GameError) in
            .move(
              .place(
                UInt16(clamping: try state.roster.number(meantBy: word)),
                at: UInt16(clamping: position)))
          }
        }),
      Form(
        "rename", .player, .name("NAME"), help: "give a player another name",
        intent: { word, name in
          .inState { state, _ throws(GameError) in
            .move(.rename(UInt16(clamping: try state.roster.number(meantBy: word)), name))
          }
        })),
    Command(
      "start", "begin with the first player's turn",
      details: ["A game that was opened with names has already begun."], examples: ["start"],
      Form { .start }),
    Command(
      "finish", "end the game and keep its results",
      details: [
        "It shows the ranking and every turn, like `results`. `finished` lists the game; `load"
          + " finished=1` reopens it.",
        "`undo` takes it back.",
      ],
      examples: ["finish"], Form { .finish }),
  ]

  /// A game with these players begins at once; one without players waits for them.
  public func start(
    _ configuration: GameConfiguration<NoOptions>
  ) throws(GameError) -> CounterState {
    CounterState(configuration.names)
  }
}
