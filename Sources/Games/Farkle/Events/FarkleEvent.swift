public import ParlorKit

/// What happens in a game of Farkle. Players go by their names, which are distinct.
public enum FarkleEvent: Event {
  /// A game was opened.
  case opened(FarkleMatch)
  /// It is a player's turn, in the round with this number; text leaves it to the situation.
  case turn(player: String, round: Int)
  /// A round began, of a game of so many.
  case round(Int, of: Int)
  /// A player rolled.
  case rolled(player: String, dice: Dice)
  /// A turn was lost, and the points at stake in it; `fromDice` unless the player said so.
  case farkled(player: String, lost: Int, fromDice: Bool)
  /// Three farkles in a row cost a player points.
  case penalized(player: String, penalty: Int, score: Int)
  /// A player held dice; `score` is what all dice held of the roll are worth.
  case held(player: String, dice: DiceCounts, all: DiceCounts, score: Int, atStake: Int)
  /// All six dice are set aside.
  case hotDice(player: String)
  /// A player banked; `fromDice` unless the points were given as a total.
  case banked(player: String, points: Int, score: Int, fromDice: Bool)
  /// A player reached the target, and the others have a turn each, in this order.
  case finalRound(leader: String, score: Int, left: [String])
  /// A player overtook the leader of the final round, who may get another turn.
  case tookLead(player: String, score: Int, overtaken: String, defends: Bool)
  /// Equals play on for this time, counted from 1, alone or with everybody.
  case overtime(Int, players: [String], score: Int, everybody: Bool)
  /// A player left, and lost the points at stake.
  case resigned(player: String, lost: Int)
  /// The game ended; text leaves it to the situation.
  case finished(FarkleResult)
  /// The answer to `score`.
  case scoreboard(Scoreboard)
  /// The answer to `score` with dice.
  case score(ScoreQuery)

  /// The stable name of the kind of event.
  public var type: String {
    switch self {
    case .opened: "opened"
    case .turn: "turn"
    case .round: "round"
    case .rolled: "rolled"
    case .farkled: "farkled"
    case .penalized: "penalized"
    case .held: "held"
    case .hotDice: "hot-dice"
    case .banked: "banked"
    case .finalRound: "final-round"
    case .tookLead: "lead"
    case .overtime: "overtime"
    case .resigned: "resigned"
    case .finished: "finished"
    case .scoreboard: "scoreboard"
    case .score: "score"
    }
  }
}
