import ParlorKit

/// The chance to win a game of two over rounds, by the number of turns left and the difference of
/// the scores, if both play best.
///
/// Turns are counted from the last one, the second seat's. Every farkle leads to a turn that is
/// already known, so each is computed once. Level scores are two situations if the first to reach
/// the score wins.
struct RoundsTable: Sendable {
  private let rules: DuelRules
  private let table: RollTable
  private let lastTurns: LastTurns
  /// The maximum difference in units; beyond it nothing changes.
  private let most: Int
  /// The chance of the player to move, by the turns left, 1 or more, and the difference.
  private(set) var chances: [Double]

  /// The differences, and one more for level scores that the opponent reached first.
  private var width: Int { 2 * most + 2 }
  private var turns: Int { 2 * rules.rounds }

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
    chances = [Double](repeating: 0, count: turns * width)
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
      let following = following(left)
      for place in 0..<width {
        try progress((Double(left - 1) + Double(place) / Double(width)) / Double(turns))
        let farkle = farkle(left, place)
        // The best roll wins unless it is a farkle.
        let enough = rules.mustRollHot ? 1 : 1 - table.leastRisk * (1 - farkle)
        let (banked, last) = banked(following, place, enough)
        chances[(left - 1) * width + place] = sweep.firstRoll(
          banked, last: last, least: rules.least, farkle: farkle)
      }
    }
  }

  /// The chance of the first seat before the first turn.
  var firstWins: Double { chance(left: turns, difference: 0, isFirst: true) }

  /// The chance of the player to move.
  func chance(left: Int, difference: Int, isFirst: Bool) -> Double {
    chances[(left - 1) * width + place(difference, isFirst)]
  }

  private func place(_ difference: Int, _ isFirst: Bool) -> Int {
    if difference == 0, !isFirst { return width - 1 }
    return min(max(difference, -most), most) + most
  }

  /// The values of a difference to the player of the next turn, by index.
  private func following(_ left: Int) -> [Double] {
    if left > 1 { return Array(chances[((left - 2) * width)..<((left - 1) * width)]) }
    return (0..<width).map { place in
      if place == width - 1 { return rules.tie == .first ? 0 : lastTurns.level(seat: 0) }
      if place == most { return rules.tie == .first ? 1 : lastTurns.level(seat: 0) }
      return place > most ? 1 : 0
    }
  }

  /// The value of a farkle.
  private func farkle(_ left: Int, _ place: Int) -> Double {
    let mirrored = place == most ? width - 1 : place == width - 1 ? most : 2 * most - place
    if left > 1 { return 1 - chances[(left - 2) * width + mirrored] }
    return 1 - following(1)[mirrored]
  }

  /// The values of banks, and the units from which they are better than any roll can be.
  private func banked(
    _ following: [Double], _ place: Int, _ enough: Double
  ) -> (values: [Double], last: Int) {
    var banked: [Double] = [0]
    let difference = place == width - 1 ? 0 : place - most
    var last: Int?
    var units = 1
    // Holds beyond the last units have the value of a bank of these units.
    while units <= (last.map { $0 + table.most } ?? Int.max) {
      // A player who draws level is the second to reach the score.
      banked.append(1 - following[max(0, most - difference - units)])
      if last == nil, units > rules.least, banked[units] >= enough || difference + units >= most {
        last = units
      }
      units += 1
    }
    return (banked, last ?? units - 1)
  }

  /// The values of a turn.
  ///
  /// - Parameters:
  ///   - left: the turns left, including this one.
  ///   - difference: the player's lead in units.
  ///   - isFirst: whether, of equals, the player reached the score first.
  ///   - least: units that must be among the values.
  func turn(
    left: Int, difference: Int, isFirst: Bool, least: Int, atLeast units: Int, penalty: Int
  ) -> TurnTable {
    let place = place(difference, isFirst)
    let (banked, last) = banked(following(left), place, 2)
    return TurnTable(
      table, least: least, mustRollHot: rules.mustRollHot, banked: banked,
      last: max(last, units, least), slope: 0,
      farkle: farkle(left, self.place(difference - penalty, isFirst)))
  }
}
