import ParlorKit

/// The bot `bank=POINTS`: rolls until the points of the turn reach a number, then banks.
///
/// It holds the dice that score most. In the final round it banks exactly when it leads. The rules,
/// such as the minimum of a bank, come first.
enum BankBot {
  static let bot = Bot<Farkle>(
    "bank", "holds the highest-scoring dice and banks at 300 or more",
    parameter: .integer(
      "points", 50...100_000, default: 300, "the points of a turn at which it banks"),
    seeing: { $0.state }
  ) { state, value, chance in
    guard case .integer(let points) = value else { return .roll(nil) }
    return move(in: state, points: points, chance: &chance)
  }

  /// The points of the bot as it is typed; nil if it is another bot.
  static func points(of typed: String) -> Int? {
    let parts = typed.split(separator: "=", maxSplits: 1)
    return parts.count == 2 && parts[0] == bot.name ? Int(parts[1]) : nil
  }

  /// The move that it makes.
  static func move(in state: FarkleState, points: Int, chance: inout Chance) -> FarkleMove {
    let turn = state.turn
    if turn.mustHold || holdsTooLittle(state) { return .holdBest }
    if !turn.held.isEmpty, turn.points >= goal(points, of: state.player, state.seats, state.phase),
      (try? state.checkBank()) != nil
    {
      return .bank
    }
    return roll(in: state, chance: &chance)
  }

  /// The points of the turn at which it banks.
  static func goal(_ points: Int, of player: Int, _ seats: [FarklePlayer], _ phase: Phase) -> Int {
    guard phase == .finalRound else { return points }
    return seats.highestScore - seats[player].score + 1
  }

  /// Whether a previous holder of the seat held less of the roll than is possible.
  private static func holdsTooLittle(_ state: FarkleState) -> Bool {
    let turn = state.turn
    let scoring = state.match.scoring
    // Look up the best of the whole roll; search only for the best of the remaining dice.
    guard !turn.roll.isEmpty, let best = scoring.bestHold(of: turn.rolled),
      best.score > turn.heldScore,
      let more = scoring.bestHold(of: turn.loose, beside: turn.held)
    else { return false }
    return more.score > turn.heldScore
  }

  /// A roll; with real dice, with the faces of its own dice.
  static func roll(in state: FarkleState, chance: inout Chance) -> FarkleMove {
    guard state.rules.isPhysical else { return .roll(nil) }
    return .roll(Dice(throwing: state.turn.diceToRoll, &chance))
  }
}
