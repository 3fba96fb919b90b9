public import ParlorKit

/// Farkle: hold what scores, then roll the rest for more or bank the points.
///
/// One to eight players in turn roll six dice, set scoring dice aside, and roll on or bank. A roll
/// without a scoring die is a farkle and loses the points of the turn. The scores, the minimum of a
/// bank and the end of the game are options; a preset is a set of them.
public struct Farkle: Game {
  public init() {}

  public let name = "farkle"
  public let summary = "A dice game of pushing your luck: hold what scores, then roll on or bank."
  public let rules = [
    "On your turn roll six dice. Set aside dice that score (`hold`). Then roll the remaining dice"
      + " for more points (`roll`), or add the points of the turn to your score (`bank`).",
    "A roll in which no die scores is a farkle: the points of the turn are lost, and the next"
      + " player rolls. When all six dice have scored, they are hot: roll all six again and keep"
      + " the points of the turn.",
    "A single 1 scores 100 and a single 5 scores 50. Three of a kind score 100 times the face,"
      + " three ones 1,000, and every further die of the kind doubles that. 1 2 3 4 5 6 and three"
      + " pairs score 1,500. Options change all of this; `score 1 5 5 2 3 6` shows the points of"
      + " dice in the current game.",
    "A score of 10,000 or more starts the final round: every other player has one more turn."
      + " Then the highest score wins.",
  ]
  public var options: [Option<FarkleRules>] { FarkleRules.options }
  public var presets: [Preset<FarkleRules>] { FarkleRules.presets }
  public var commands: [Command<FarkleState>] { Self.commands }
  /// A farkle at a real table.
  public let shortcuts = ["farkle": "points 0"]

  static let commands: [Command<FarkleState>] = [
    Command(
      "roll", "roll the dice that are not set aside", aliases: ["r"],
      details: [
        "A turn begins with six dice. At least one die of a roll must be held before the next.",
        "When all six dice are set aside, they are hot: roll six fresh ones and keep the points.",
        "A roll in which no die scores is a farkle: the points of the turn are lost and the turn"
          + " passes.",
        "With faces, give one for each die to roll.",
      ],
      examples: ["roll", "roll 1 5 5 2 3 6"],
      Form(help: "roll the dice that are not set aside") { .roll(nil) },
      Form(.dice(1...6), help: "the same with the faces given") { .roll(Dice(typed: $0)) }),
    Command(
      "hold", "set dice of the roll aside for points", aliases: ["h"],
      details: [
        "Every die held must be part of a combination that scores.",
        "Several holds on one roll count as one: after `hold 2 2 2` a fourth 2 makes four of a"
          + " kind.",
      ],
      examples: ["hold 1 5 5", "hold best", "hold all"],
      Form("all", help: "hold every die of the roll") { .holdAll },
      Form("best", help: "hold the dice that score most, as few as possible") { .holdBest },
      Form(.dice(1...6), help: "hold these dice") { .hold(Dice(typed: $0).counts) }),
    Command(
      "bank", "add the points of the turn to the score and end the turn", aliases: ["b"],
      details: [
        "At least one die of the roll must be held. The options `opening` and `minimum` set how"
          + " many points a bank takes."
      ],
      examples: ["bank"],
      Form { .bank }),
    Command(
      "score", "show the scoreboard, or the points of dice", aliases: ["s", "scores"],
      isQuestion: true,
      details: ["Changes nothing. The points are those of this game's rules."],
      examples: ["score", "score 1 5 5 2 3 6"],
      Form(
        help: "the scoreboard",
        intent: {
          .answer { state, _, report in
            let board = Scoreboard(state)
            report("scoreboard", ["players": board]) { board.write(to: &$0) }
          }
        }),
      Form(
        .dice(1...6), help: "show the points of dice",
        intent: { faces in
          .answer { state, _, report in
            ScoreQuery(Dice(typed: faces), state.match.scoring).report(to: &report)
          }
        })),
    Command(
      "sheet", "show the points of every turn, round by round", isQuestion: true,
      details: [
        "Beside the points of each turn is the score after it. Farkles are marked, with the"
          + " penalty for three in a row."
      ],
      examples: ["sheet"],
      Form(intent: { .answer { state, _, report in Sheet(state).report(to: &report) } })),
    Command(
      "points", "end the turn with its total, at a real table",
      details: [
        "Only with `dice=physical`. The total is that of the whole turn, even if you entered some"
          + " of its dice; it must be one that dice can make. 0 is a farkle, and so is `farkle`"
          + " alone."
      ],
      examples: ["points 450", "points 0"],
      Form(.integer("N", 0...1_000_000)) { .points(Int32(clamping: $0)) }),
  ]

  /// The first turn of the first player.
  public func start(
    _ configuration: GameConfiguration<FarkleRules>
  ) throws(GameError) -> FarkleState {
    FarkleState(try FarkleMatch.of(configuration))
  }

  /// The threshold player, `bank=POINTS`, and the players that follow the advice.
  public var bots: [Bot<Farkle>] { [BankBot.bot, FarkleAdviser.bestBot, FarkleAdviser.maxBot] }

  /// The chance to win, the expected turns or the expected points.
  public var adviser: Adviser<Farkle>? { FarkleAdviser.adviser }

  /// The scores of dice under these options.
  public func scoringChart(_ options: FarkleRules) -> [[String]] {
    ScoringChart(options.scoring).rows
  }

  /// With rounds there is no target.
  public func idleOptions(_ options: FarkleRules) -> [String: String] { options.idle }

  public func revision(_ options: FarkleRules) -> Int { options.revision }

  /// Real dice are entered, and count.
  public func countsGivenOutcomes(_ configuration: GameConfiguration<FarkleRules>) -> Bool {
    configuration.options.isPhysical
  }

  public func isDuplicate(_ configuration: GameConfiguration<FarkleRules>) -> Bool {
    configuration.options.duplicate && !configuration.options.isPhysical
  }
}
