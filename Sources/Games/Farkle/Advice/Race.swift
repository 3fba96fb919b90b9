/// Several players who race to a target, a turn each in their order: an approximation of their chances to
/// win.
///
/// What the others do changes nothing of a player's scores until somebody reaches the target, but for the
/// risks that the player takes. So each player has a ``Course`` of its own. A chance to win is a sum over
/// who ends the game in which turn, and who then passes the leader in the last turns.
struct Race {
  private let pace: TurnPace
  /// The units that the players have to go, the player to move first.
  private let togo: [Int]
  /// Whether they have points.
  private let areOnBoard: [Bool]
  private let courses: [Course]
  /// The turns of each player that are looked at.
  private let turns: Int

  /// - Parameters:
  ///   - togo: the units that the players have to go, the player to move first.
  ///   - areOnBoard: whether they have points.
  ///   - firsts: the totals of their next turns: see ``TurnPace/totals(togo:isOnBoard:)``; by default those
  ///     of the pace.
  init(_ pace: TurnPace, togo: [Int], areOnBoard: [Bool], firsts: [[Double]]? = nil) {
    (self.pace, self.togo, self.areOnBoard) = (pace, togo, areOnBoard)
    let courses = togo.indices.map { player in
      firsts.map {
        Course(pace, togo: togo[player], isOnBoard: areOnBoard[player], first: $0[player])
      } ?? pace.course(togo: togo[player], isOnBoard: areOnBoard[player])
    }
    self.courses = courses
    let most = courses.reduce(Int.max) { min($0, $1.ends.count) }
    turns =
      (1...most).first { turn in courses.reduce(1) { $0 * $1.open[turn] } <= Course.none } ?? most
  }

  /// A player's chance to win after its next turn, by the units of the turn, 0 for a farkle.
  func banks(of player: Int) -> [Double] {
    let togo = togo[player]
    var next = [Double](repeating: 1 / Double(courses.count), count: togo)
    for turn in (1..<turns).reversed() {
      let values = after(turn, of: player, next: next)
      for units in 0..<togo {
        next[units] = Self.mean(
          of: values, from: units,
          pace.totals(togo: togo - units, isOnBoard: areOnBoard[player] || units > 0))
      }
    }
    return after(0, of: player, next: next)
  }

  /// The chance of a player who does not move first, if its chance before its next turn is known.
  func chance(of player: Int, beforeItsTurn chance: Double) -> Double {
    after(-1, of: player, next: [Double](repeating: chance, count: togo[player]))[0]
  }

  /// A player's chance to win after a turn of its own, by the units that it has scored from now on.
  ///
  /// - Parameters:
  ///   - turn: the number of the turn; -1 for now.
  ///   - next: the chances before its next turn, if nobody has reached the target.
  private func after(_ turn: Int, of player: Int, next: [Double]) -> [Double] {
    let others = (1..<courses.count).map { (player + $0) % courses.count }
    // The turns that each has had.
    let had = others.map { $0 > player ? max(0, turn) : turn + 1 }
    let ended = (0..<pace.width).map { over in
      zip(others, had).reduce(1) { $0 * (1 - courses[$1.0].passes[$1.1][over]) }
    }
    // Who ends the game leads, or one who has passed that leader.
    var leads = [Double](repeating: 0, count: pace.width + pace.raise)
    var open = 1.0
    for (place, other) in others.enumerated() where turn >= 0 || other < player {
      let course = courses[other]
      let isOpen = course.open[had[place]]
      guard had[place] < turns, isOpen > 0 else { continue }
      for (over, end) in course.ends[had[place]].enumerated() where end > 1e-9 {
        var (unpassed, last) = (1.0, 1.0)
        for rival in others.indices where rival != place {
          let passes = courses[others[rival]].passes
          if rival > place {
            unpassed *= 1 - passes[had[rival]][over]
          } else {
            let turns = had[rival] + (turn >= 0 || others[rival] < player ? 1 : 0)
            last *= 1 - passes[turns][over + pace.raise]
          }
        }
        let chance = open * end / isOpen * last
        leads[over] += chance * unpassed
        leads[over + pace.raise] += chance * (1 - unpassed)
      }
      open *= course.open[had[place] + 1] / isOpen
    }
    // A score is behind a lead by the units to the target and those beyond it.
    let togo = togo[player]
    let lost = sums(leads, pace.passes[...], togo + 1)
    return (0..<togo).map { lost[togo - $0] + open * next[$0] } + ended
  }

  /// The mean of values from a place on. What is beyond the end counts as the end.
  private static func mean(
    of values: [Double], from start: Int, _ chances: [Double]
  ) -> Double {
    chances.withUnsafeBufferPointer { chances in
      values.withUnsafeBufferPointer { values in
        let last = values.count &- 1
        var (sum, units) = (0.0, 0)
        while units < chances.count {
          let place = start &+ units
          sum += chances[units] * values[place < last ? place : last]
          units &+= 1
        }
        return sum
      }
    }
  }
}
