import ParlorEngine
import ParlorKit

/// The contract of advice in any position.
struct AdviceContract {
  private let games: [any Game]
  private let clock: Patience

  init(_ games: [any Game], _ clock: Patience) {
    self.games = games
    self.clock = clock
  }

  /// The tolerance for sums of chances.
  private static let slack = 1e-9

  /// A fault in a list of moves by itself; `nil` if there is none.
  static func fault(in advice: Advice<String>) -> String? {
    guard let best = advice.moves.first else { return "there is no move" }
    if Set(advice.moves.map(\.move)).count < advice.moves.count { return "a move is listed twice" }
    for move in advice.moves {
      let (line, value) = (move.move, move.value)
      if !value.isFinite || !range(of: advice.unit).contains(value) {
        return "`\(line)` has the value \(value)"
      }
      let loss = advice.loss(of: move)
      if !loss.isFinite || loss < 0 { return "`\(line)` loses \(loss)" }
      // The order of steps also depends on what they tell. But nothing precedes a certainty.
      if advice.isOfStep, value < 1 || best.value == 1 { continue }
      if advice.unit.prefersLess ? value < best.value : value > best.value {
        return "`\(line)` has the value \(value), better than `\(best.move)`, which comes first"
      }
    }
    guard !advice.isOfStep else { return nil }
    for (one, other) in zip(advice.moves, advice.moves.dropFirst())
    where advice.unit.prefersLess ? other.value < one.value : other.value > one.value {
      return "`\(other.move)` comes after `\(one.move)`, which is worse"
    }
    return nil
  }

  private static func range(of unit: AdviceUnit) -> ClosedRange<Double> {
    switch unit {
    case .chance: 0...1
    // With penalties the value of a turn may be negative.
    case .points: -1e6...Double.greatestFiniteMagnitude
    case .guesses: 1 - slack...1e6
    case .turns: 0...1e6
    }
  }

  /// A fault in the advice for a game, tested on copies of it; `nil` if there is none.
  func fault(
    in advice: Advice<String>, of game: any LoggedGame, _ chance: inout Chance
  ) -> String? {
    guard let twin = copy(of: game)?.currentGame?.logged else { return "the log has no game" }
    let again: Advice<String>?
    do throws(GameError) {
      again = try clock.during { () throws(GameError) in
        try twin.adviser?.advise(isInterrupted: { clock.isOver })
      }
    } catch {
      return "there is no advice any more: \(error.message)"
    }
    if again.map(Self.text) != Self.text(advice) { return "the same position has other advice" }
    for move in [advice.moves[0], chance.pick(advice.moves), chance.pick(advice.moves)] {
      guard let copy = copy(of: game) else { return "the log has no game" }
      let reply = copy.transcribe(Array(move.move.utf8)[...])
      if reply.code != nil { return "`\(move.move)` is listed, but not legal" }
      guard advice.estimate == nil, let played = copy.currentGame else { continue }
      if let fault = fault(of: move, in: advice, status: played.status, view: played.view) {
        return fault
      }
    }
    return nil
  }

  /// A fault in a certainty, by its outcome.
  private func fault(
    of move: ValuedMove<String>, in advice: Advice<String>, status: GameStatus,
    view: any GameView
  ) -> String? {
    let isLost = status.isOver && view.fields["status"]?.string == "lost"
    switch advice.unit {
    case .chance where move.value == 1 && isLost:
      return "`\(move.move)` cannot fail, but loses"
    case .chance where advice.isOfStep && move.value == 0 && !isLost && move.note == "a mine":
      return "`\(move.move)` is certain to lose, but does not"
    case .guesses where move.value == 1 && !status.isOver:
      return "`\(move.move)` is certain to be the last, but is not"
    default: return nil
    }
  }

  private func copy(of game: any LoggedGame) -> Interpreter? {
    let copy = Interpreter(Settings(games: games))
    do throws(CommandError) {
      try copy.session.open(logOf: game)
    } catch {
      return nil
    }
    return copy
  }

  /// The whole advice as text.
  private static func text(_ advice: Advice<String>) -> String {
    let moves = advice.moves.map { "\($0.move) \($0.value) \($0.note)" }
    return (moves + advice.reasons + [advice.meaning, advice.estimate ?? "exact"])
      .joined(separator: "\n")
  }
}

/// The contract of the review of a finished game.
enum ReviewContract {
  /// The tolerance for numbers with six decimals.
  private static let slack = 2e-6

  /// A judged move.
  private struct Move {
    let number: Int
    let unit: AdviceUnit
    let played: Double
    let best: Double
    let loss: Double
    /// Nil where it cannot be said.
    let luck: Double?

    /// - Returns: nil if a part is missing.
    init?(_ move: Value) {
      guard let number = move["number"]?.integer, let played = move["value"]?.number,
        let best = move["bestValue"]?.number, let loss = move["loss"]?.number,
        let unit = move["unit"]?.string.flatMap(AdviceUnit.init), let luck = move["luck"],
        luck == .null || luck.number != nil
      else { return nil }
      (self.number, self.unit, self.luck) = (number, unit, luck.number)
      (self.played, self.best, self.loss) = (played, best, loss)
    }

    /// What is wrong with it.
    var fault: String? {
      if loss < 0 { return "move \(number) loses \(loss)" }
      if unit == .chance, !(0...1).contains(played) || !(0...1).contains(best) {
        return "move \(number) has the value \(played), the best one \(best)"
      }
      let worse = unit.prefersLess ? played - best : best - played
      return abs(max(0, worse) - loss) > slack ? "move \(number) loses \(loss), not \(worse)" : nil
    }
  }

  /// A fault in a reply to `review` in JSON; `nil` if there is none.
  static func fault(in reply: [UInt8]) -> String? {
    guard let value = try? JSONReader.read(reply),
      let review = value["events"]?.array?.first(where: { $0["type"]?.string == "review" }),
      let values = review["moves"]?.array,
      let meanings = review["meanings"]?.array?.map(\.string), !meanings.contains(nil)
    else { return "the review cannot be read" }
    let moves = values.compactMap(Move.init)
    guard moves.count == values.count else { return "a move of the review cannot be read" }
    return moves.lazy.compactMap(\.fault).first
      ?? sumFault(moves, areExact: meanings.allSatisfy { $0?.hasPrefix("estimate") == false })
  }

  /// If all values are exact expected guesses: luck less loss is the difference between expected
  /// and actual guesses.
  private static func sumFault(_ moves: [Move], areExact: Bool) -> String? {
    let lucks = moves.compactMap(\.luck)
    guard let first = moves.first, areExact, lucks.count == moves.count,
      moves.allSatisfy({ $0.unit == .guesses }), moves.map(\.number) == Array(1...moves.count)
    else { return nil }
    let luck = lucks.reduce(0, +)
    let loss = moves.map(\.loss).reduce(0, +)
    let gained = first.best - Double(moves.count)
    return abs(luck - loss - gained) < slack * Double(2 * moves.count + 1)
      ? nil : "luck less loss is \(luck - loss), but \(gained) guesses were gained"
  }
}
