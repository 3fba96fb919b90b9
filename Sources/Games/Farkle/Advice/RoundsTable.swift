import ParlorKit

/// The chance to win a game of two over rounds, by the number of turns left and the difference of
/// the scores, if both play best.
///
/// Turns are counted from the last one, the second seat's. Every farkle leads to a turn that is
/// already known, so each is computed once. Level scores are two situations if the first to reach
/// the score wins.
///
/// With an opening, all situations come twice: once if both players are on the board, and once if
/// not. Who is not on the board has no points: the player to move without a lead, and the opponent
/// without one of their own.
struct RoundsTable: Sendable {
  private let rules: DuelRules
  private let table: RollTable
  private let lastTurns: LastTurns
  /// The maximum difference in units. A larger one counts as this one before the next turn: see
  /// ``error(left:)``.
  private let most: Int
  /// The chance of the player to move, by whether both are on the board, the turns left, 1 or more, and
  /// the difference.
  private(set) var chances: [Double]

  /// The differences, and one more for level scores that the opponent reached first.
  private var width: Int { 2 * most + 2 }
  private var turns: Int { 2 * rules.rounds }
  private var hasOpening: Bool { rules.opening > rules.least }

  /// The table of known chances.
  ///
  /// - Returns: `nil` if their count does not fit the rules.
  init?(_ table: RollTable, _ rules: DuelRules, _ lastTurns: LastTurns, chances: [Double]) {
    self.init(table, rules, lastTurns)
    guard chances.count == self.chances.count else { return nil }
    self.chances = chances
  }

  private init(_ table: RollTable, _ rules: DuelRules, _ lastTurns: LastTurns) {
    self.table = table
    self.rules = rules
    self.lastTurns = lastTurns
    most = (8000 + Int(5000 * Double(rules.rounds).squareRoot())) / table.unit
    chances = []
    chances = [Double](repeating: 0, count: (hasOpening ? 2 : 1) * turns * width)
  }

  /// Solves all situations.
  ///
  /// - Parameter progress: takes the share that is done; throws to stop.
  init(
    _ table: RollTable, _ rules: DuelRules, _ lastTurns: LastTurns,
    progress: (Double) throws(GameError) -> Void
  ) throws(GameError) {
    self.init(table, rules, lastTurns)
    let sweep = TurnSweep(table, mustRollHot: rules.mustRollHot)
    for left in 1...turns {
      for areOnBoard in hasOpening ? [true, false] : [true] {
        for place in 0..<width {
          try progress(Double(2 * left - (areOnBoard ? 2 : 1)) / Double(2 * turns))
          let farkle = farkle(left, place, areOnBoard)
          // The best roll wins unless it is a farkle.
          let enough = rules.mustRollHot ? 1 : 1 - table.leastRisk * (1 - farkle)
          let least = areOnBoard || lead(place) > 0 ? rules.least : rules.opening
          let (banked, last) = banked(left, lead(place), areOnBoard, least: least, enough)
          chances[start(left, areOnBoard) + place] = sweep.firstRoll(
            banked, last: last, least: least, farkle: farkle)
        }
      }
    }
  }

  /// The chance of the first seat before the first turn.
  var firstWins: Double {
    chance(left: turns, difference: 0, isFirst: true, areOnBoard: !hasOpening)
  }

  /// The chance of the player to move.
  func chance(left: Int, difference: Int, isFirst: Bool, areOnBoard: Bool = true) -> Double {
    chances[start(left, areOnBoard) + place(difference, isFirst)]
  }

  /// Where the chances of a turn begin.
  private func start(_ left: Int, _ areOnBoard: Bool) -> Int {
    ((areOnBoard || !hasOpening ? 0 : turns) + left - 1) * width
  }

  private func place(_ difference: Int, _ isFirst: Bool) -> Int {
    if difference == 0, !isFirst { return width - 1 }
    return min(max(difference, -most), most) + most
  }

  /// The lead of the player to move.
  private func lead(_ place: Int) -> Int { place == width - 1 ? 0 : place - most }

  /// The values of a difference to the player of the next turn, by index.
  private func following(_ left: Int, _ areOnBoard: Bool) -> [Double] {
    if left > 1 {
      let start = start(left - 1, areOnBoard)
      return Array(chances[start..<(start + width)])
    }
    let level = lastTurns.level(seat: 0, isOnBoard: areOnBoard)
    return (0..<width).map { place in
      if place == width - 1 { return rules.tie == .first ? 0 : level }
      if place == most { return rules.tie == .first ? 1 : level }
      return place > most ? 1 : 0
    }
  }

  /// The value of a farkle.
  private func farkle(_ left: Int, _ place: Int, _ areOnBoard: Bool) -> Double {
    let mirrored = place == most ? width - 1 : place == width - 1 ? most : 2 * most - place
    if left > 1 { return 1 - chances[start(left - 1, areOnBoard) + mirrored] }
    return 1 - following(1, areOnBoard)[mirrored]
  }

  /// The values of banks, and the units from which they are better than any roll can be.
  private func banked(
    _ left: Int, _ difference: Int, _ areOnBoard: Bool, least: Int, _ enough: Double
  ) -> (values: [Double], last: Int) {
    var banked: [Double] = [0]
    // An opponent who leads is on the board.
    let following = following(left, areOnBoard || difference < 0)
    var last: Int?
    var units = 1
    // Holds beyond the last units have the value of a bank of these units.
    while units <= (last.map { $0 + table.most } ?? Int.max) {
      // A player who draws level is the second to reach the score.
      banked.append(1 - following[min(max(0, most - difference - units), 2 * most)])
      if last == nil, units > least, banked[units] >= enough || difference + units >= most {
        last = units
      }
      units += 1
    }
    return (banked, last ?? units - 1)
  }

  /// The possible error of the values of a turn, since a maximum difference stands for all beyond. The last
  /// turn is exact.
  func error(left: Int) -> Double {
    (1..<left).reduce(0) { error, left in
      [true, false].reduce(error) { error, areOnBoard in
        let start = start(left, areOnBoard)
        return max(error, chances[start], 1 - chances[start + 2 * most])
      }
    }
  }

  /// The values of a turn.
  ///
  /// - Parameters:
  ///   - left: the turns left, including this one.
  ///   - difference: the player's lead in units.
  ///   - isFirst: whether, of equals, the player reached the score first.
  ///   - areOnBoard: whether both players are on the board.
  ///   - least: the fewest units of a bank.
  ///   - units: units that must be among the values.
  ///   - penalty: the penalty for a farkle, in units.
  func turn(
    left: Int, difference: Int, isFirst: Bool, areOnBoard: Bool, least: Int,
    atLeast units: Int, penalty: Int
  ) -> TurnTable {
    let (banked, last) = banked(left, difference, areOnBoard, least: least, 2)
    return TurnTable(
      table, least: least, mustRollHot: rules.mustRollHot, banked: banked,
      last: max(last, units, least), slope: 0,
      farkle: farkle(left, self.place(difference - penalty, isFirst), areOnBoard))
  }
}
