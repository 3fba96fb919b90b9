import ParlorKit

/// What a player did in a game, counted while its log is played again.
struct SeatNotes {
  /// The turns that ended.
  var turns = 0
  /// The turns that ended in a bank of dice, rather than of a total kept on paper.
  var bankedTurns = 0
  /// The dice set aside in these turns.
  var diceSetAside = 0
  /// The farkles.
  var farkles = 0
  /// The farkles of dice that lost ``greed`` points or more.
  var greedyFarkles = 0
  /// The most hot dice in one turn.
  var hotDice = 0
  /// The most points behind the leader when a turn of anybody ended.
  var furthestBehind = 0
  /// The points banked in the final round.
  var finalPoints = 0
  /// How often each face was rolled, that of the ones first.
  var rolled = [Int](repeating: 0, count: 6)

  /// The points at stake from which a farkle is a greedy one.
  static let greed = 300

  /// The measures of ``rolled``.
  static let faces = (1...6).map { "rolled\($0)" }

  /// The numbers by their names.
  func measures(of seat: Seat) -> Metrics {
    var measures: Metrics = [
      "points": seat.score, "highestTurn": seat.highestTurn, "turns": turns,
      "bankedTurns": bankedTurns, "diceSetAside": diceSetAside, "farkles": farkles,
      "greedyFarkles": greedyFarkles, "hotDice": hotDice, "furthestBehind": furthestBehind,
      "finalPoints": finalPoints,
    ]
    for (face, count) in zip(Self.faces, rolled) { measures[face] = count }
    return measures
  }
}
