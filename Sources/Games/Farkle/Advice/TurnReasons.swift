import ParlorKit

/// Why the best move of a turn is the best: the points in hand, the risk, and what the opponents
/// reach in their next turn.
struct TurnReasons {
  private let state: FarkleState
  private let table: RollTable
  private let turn: TurnTable
  /// The points in hand after the best move, if it is a hold.
  private let points: Int
  /// The dice to roll with them.
  private let dice: Int

  /// The points of a turn whose chances are shown.
  static let shown = [300, 500, 1_000, 2_000]

  /// - Parameters:
  ///   - turn: the values by which the player chooses.
  ///   - points: the points in hand after the best move.
  ///   - dice: the dice to roll with them.
  init(_ state: FarkleState, _ turn: TurnTable, points: Int, dice: Int) {
    (self.state, self.turn, self.points, self.dice) = (state, turn, points, dice)
    table = TurnValues.of(state.rules.scoring).everyHold
  }

  /// An opponent who has a turn left.
  private struct Opponent {
    var name: String
    /// The points that pass the player's score; 0 or less if the opponent is ahead.
    var needed: Int
    /// The chance of a turn that brings them, if it is played for them.
    var chance: Double
  }

  /// The player's score with the points in hand.
  private var score: Int { state.seats[state.player].score + points }

  private var opponents: [Opponent] {
    let rules = state.rules
    let isLastRound = state.phase != .playing || rules.hasRounds && state.round == rules.rounds
    let seats =
      isLastRound ? state.queue.seats : state.active.seats.filter { $0 != state.player }
    return seats.map { seat in
      let needed = score - state.seats[seat].score + 1
      let units = max(0, table.units(needed))
      let reaching = TurnTable(
        reaching: units * table.unit, table, least: least(seat), mustRollHot: rules.mustRollHot)
      return Opponent(
        name: state.match.names[seat], needed: units * table.unit,
        chance: needed > 0 ? reaching.rolling(6, units: 0) : 1)
    }
  }

  /// The fewest units that a player can bank.
  private func least(_ seat: Int) -> Int {
    table.units(state.leastBank(of: seat))
  }

  /// The results of a turn that is played for the most points.
  private var usual: TurnResults {
    let least = least(state.player)
    let mustRollHot = state.rules.mustRollHot
    return TurnResults(
      table, TurnTable(points: table, least: least * table.unit, mustRollHot: mustRollHot),
      dice: 6, units: 0)
  }

  /// The reasons in whole sentences, and the same figures as data.
  var explained: (sentences: [String], figures: Fields) {
    let risk = table.rolls[dice].farkle
    let farkles = TurnResults(table, turn, dice: dice, units: points / table.unit).farkle
    let (usual, opponents) = (usual, opponents)
    let player = state.playerName
    var sentences = [
      "A roll of \(Plural(dice, "die", "dice")) is a farkle with a chance of "
        + AdviceUnit.chance.text(of: risk)
        + (points > 0 ? ", which loses \(points.grouped) points." : ".")
    ]
    let bankFrom = turn.bankAt(dice).map { $0 * table.unit }
    if let bankFrom {
      let left = dice == 6 ? "all dice to roll" : "\(Plural(dice, "die", "dice")) left"
      sentences.append("With \(left), banking is best from \(bankFrom.grouped) points up.")
    }
    sentences.append(
      "If \(player) rolls on, the turn ends in a farkle with a chance of "
        + "\(AdviceUnit.chance.text(of: farkles)).")
    let bank = points > 0 ? "After a bank of \(points.grouped), " : ""
    for opponent in opponents {
      sentences.append(
        bank
          + (opponent.needed > 0
            ? "\(opponent.name) passes \(player) with \(opponent.needed.grouped) points: a chance of "
              + "\(AdviceUnit.chance.text(of: opponent.chance)) in one turn."
            : "\(opponent.name) is ahead of \(player)."))
    }
    let chances = Self.shown.map { (points: $0, chance: usual.chance(of: $0, unit: table.unit)) }
    sentences.append(
      "A turn for the most points brings none in \(AdviceUnit.chance.text(of: usual.farkle)), "
        + chances.map { "\($0.points.grouped) or more in \(AdviceUnit.chance.text(of: $0.chance))" }
        .joined(separator: ", ") + ".")
    return (
      sentences,
      [
        "points": .integer(points), "dice": .integer(dice),
        "farkle": .number(risk.rounded(toPlaces: 9)),
        "bankFrom": .optional(bankFrom), "turnFarkle": .number(farkles.rounded(toPlaces: 9)),
        "opponents": .array(
          opponents.map {
            [
              "player": .string($0.name), "needs": .integer($0.needed),
              "chance": .number($0.chance.rounded(toPlaces: 9)),
            ]
          }),
        "usualFarkle": .number(usual.farkle.rounded(toPlaces: 9)),
        "usual": .array(
          chances.map {
            ["points": .integer($0.points), "chance": .number($0.chance.rounded(toPlaces: 9))]
          }),
      ]
    )
  }
}

/// How a turn ends that is played by the values of a table: the chance of a farkle, and of each
/// number of units that is banked.
struct TurnResults {
  /// The chance of a farkle, 0 to 1.
  private(set) var farkle = 0.0
  /// The chance of a bank of so many units.
  private(set) var banked: [Double]

  /// How many holds beyond the last units of a table are followed, as with hot dice that must be
  /// rolled.
  private static let mostBeyond = 8

  /// - Parameters:
  ///   - turn: the values by which the player chooses; between equals a bank.
  ///   - dice: the number of dice that are rolled next.
  ///   - units: the units in hand.
  init(_ table: RollTable, _ turn: TurnTable, dice: Int, units: Int) {
    let end = max(turn.last, units) + Self.mostBeyond * table.most
    banked = [Double](repeating: 0, count: end + table.most + 1)
    // The chance to roll these dice with these units.
    var rolls = [Double](repeating: 0, count: (end + table.most + 1) * 7)
    rolls[units * 7 + dice] = 1
    for units in units...end {
      for dice in 1...6 where rolls[units * 7 + dice] > 0 {
        let chance = rolls[units * 7 + dice]
        let results = table.rolls[dice]
        farkle += chance * results.farkle
        for (kind, share) in results.chances.enumerated() {
          let holds = results.holds[results.starts[kind]..<results.starts[kind + 1]]
          guard let next = Self.choice(of: holds, units, turn) else { continue }
          let place = units + next.points
          if next.banks {
            banked[place] += chance * share
          } else {
            rolls[place * 7 + next.dice] += chance * share
          }
        }
      }
    }
  }

  private static func choice(
    of holds: ArraySlice<RollTable.Held>, _ units: Int, _ turn: TurnTable
  ) -> (points: Int, dice: Int, banks: Bool)? {
    var best: (points: Int, dice: Int, banks: Bool)?
    var most = -Double.infinity
    for hold in holds {
      let total = units + hold.points
      let rolling = turn.rolling(hold.dice, units: total)
      let bank = turn.canBank(total, dice: hold.dice) ? turn.banked(total) : -.infinity
      guard max(bank, rolling) > most else { continue }
      most = max(bank, rolling)
      best = (hold.points, hold.dice, bank >= rolling)
    }
    return best
  }

  /// The chance of a bank of at least so many points.
  func chance(of points: Int, unit: Int) -> Double {
    banked.dropFirst((points + unit - 1) / unit).reduce(0, +)
  }
}
