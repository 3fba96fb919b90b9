public import ParlorKit

/// How a game ended, for its players.
public struct FarkleResult: Sendable, Equatable {
  /// Who won; nobody in a game for one.
  public let winners: [String]
  /// What decided it.
  let reason: Outcome.Reason
  /// The names of all players, in the order of play.
  let names: [String]
  /// Their scores.
  let scores: [Int]
  /// The score of the winners, or of the player alone.
  let score: Int
  /// The highest turn of the winner.
  let highestTurn: Int
  /// The number of turns played.
  let turns: Int

  init(_ state: FarkleState, _ outcome: Outcome) {
    let first = outcome.winners.seats.min() ?? 0
    names = state.match.names
    scores = state.seats.map(\.score)
    winners = outcome.winners.seats.map { state.match.names[$0] }
    reason = outcome.reason
    score = state.seats[first].score
    highestTurn = state.seats[first].highestTurn
    turns = state.turns
  }

  /// The result as data.
  var fields: Fields {
    [
      "winners": .strings(winners), "reason": .string(reason.rawValue),
      "scores": .array(
        zip(names, scores).map { .object(["name": .string($0), "score": .integer($1)]) }),
    ]
  }
}

extension FarkleResult: TextWritable {
  /// Writes who won and by what: `Ann wins with 10,200.`
  public func write(to text: inout TextWriter) {
    if winners.isEmpty {
      text.write("The game is over.")
      if reason == .solo { text.write(" ", Names(names), " has ", Grouped(score), ".") }
      return
    }
    text.write(Styled(.good, Names(winners)), winners.count == 1 ? " wins" : " win")
    if reason == .lastLeft { return text.write(": everybody else has left.") }
    text.write(" with ", Grouped(score))
    switch reason {
    case .reachedFirst: text.write(", reached first")
    case .highestTurn: text.write(" and the highest turn, ", Grouped(highestTurn))
    default: if winners.count > 1 { text.write(" each") }
    }
    text.write(".")
  }
}
