/// What a way to play a turn is worth to the player and to the next one.
struct TrioTurn {
  /// Their chances by banks.
  var own: Double
  var next: Double
  /// The chance to end with a farkle.
  var risk: Double

  /// The chances before the turn.
  ///
  /// - Parameter farkle: those after a farkle.
  func chances(farkle: TrioTable.Chances) -> TrioTable.Chances {
    TrioTable.Chances(own: own + risk * farkle.own, next: next + risk * farkle.next)
  }

  /// Another turn in a share of the cases.
  func mixed(_ other: TrioTurn, _ share: Double) -> TrioTurn {
    TrioTurn(
      own: own + share * (other.own - own), next: next + share * (other.next - next),
      risk: risk + share * (other.risk - risk))
  }
}

/// The chances of three positions in which a farkle leads from each to the next, if all play best.
///
/// While no decision changes, all chances follow from the three turns at once (Newton's method, or Howard's policy
/// iteration). In rare positions there is no end to the changes: against any turns of the others, a player does better
/// with another one. Two of the players then mix two turns each that are equally good, as in the game of matching
/// pennies (Nash, "Non-cooperative games", Annals of Mathematics 54, 1951).
struct TrioCycle {
  typealias Chances = TrioTable.Chances

  /// The chances by player, each seen by that player before the turn.
  private(set) var values: [Chances]
  private let sweeps: [TrioSweep]
  /// Between which chances after a farkle each player changes decisions.
  private var ranges = [(low: Double, high: Double)](repeating: (1, 0), count: 3)

  private static let mostRounds = 50

  /// - Parameters:
  ///   - guess: a guess of the chances of the first player.
  ///   - sweeps: those of the players, with the values of their banks.
  init(_ guess: Chances, _ sweeps: [TrioSweep]) {
    values = [guess, guess, guess]
    self.sweeps = sweeps
    var first = guess
    for round in 0..<Self.mostRounds {
      values[0] = first
      var risk = 1.0
      for player in [2, 1, 0] {
        let farkle = farkle(player)
        let turn = sweeps[player].turn(farkle: farkle)
        values[player] = turn.chances(farkle: farkle)
        risk *= turn.risk
        if round > Self.mostRounds / 2 {
          ranges[player].low = min(ranges[player].low, farkle.own)
          ranges[player].high = max(ranges[player].high, farkle.own)
        }
      }
      // Another round would change the first position by this times the risk, and so on.
      let found = (own: values[0].own - first.own, next: values[0].next - first.next)
      first = values[0]
      if abs(found.own) + abs(found.next) < 1e-12 { return }
      first.own += found.own * risk / (1 - risk)
      first.next += found.next * risk / (1 - risk)
    }
    mix()
  }

  /// The chances after a farkle of a player, seen by that player.
  private func farkle(_ player: Int) -> Chances { values[(player + 1) % 3].before }

  private func bestTurn(_ player: Int) -> TrioTurn { sweeps[player].turn(farkle: farkle(player)) }

  /// Finds the chances if these are the turns of the players.
  private mutating func play(_ turns: [TrioTurn]) {
    values[0] = Chances(own: 0, next: 0)
    for player in [2, 1, 0] { values[player] = turns[player].chances(farkle: farkle(player)) }
    // They are a sum of these and of the risk of three farkles times themselves.
    let rest = 1 - turns[0].risk * turns[1].risk * turns[2].risk
    values[0] = Chances(own: values[0].own / rest, next: values[0].next / rest)
    for player in [2, 1] { values[player] = turns[player].chances(farkle: farkle(player)) }
  }

  /// Two turns that are equally good at some chance after a farkle, the first of them below it.
  private struct Change {
    var player: Int
    var farkle: Double
    var turns: (TrioTurn, TrioTurn)
  }

  /// Where a player changes from one turn to another: at a few chances after a farkle.
  private func changes(_ player: Int) -> [Change] {
    func turn(_ farkle: Double) -> TrioTurn {
      sweeps[player].turn(farkle: Chances(own: farkle, next: 0))
    }
    var changes: [Change] = []
    var (start, end) = ranges[player]
    while changes.count < Self.mostChanges, case let first = turn(start),
      turn(end).risk != first.risk
    {
      var (low, high) = (start, end)
      while case let middle = (low + high) / 2, middle > low, middle < high {
        if turn(middle).risk == first.risk { low = middle } else { high = middle }
      }
      changes.append(Change(player: player, farkle: low, turns: (first, turn(high))))
      start = high
    }
    return changes
  }

  private static let mostChanges = 8

  /// Lets players mix turns, one, two or all of them, so that everybody plays best. If no such shares are found,
  /// the chances stay those of the last round.
  private mutating func mix() {
    var sets: [[Change]] = [[]]
    for player in 0..<3 {
      let changes = changes(player)
      sets += sets.flatMap { set in changes.map { set + [$0] } }
    }
    sets.sort { $0.count < $1.count }
    for set in sets where !set.isEmpty {
      var other = self
      if other.mix(set) { return self = other }
    }
  }

  /// Finds the shares in which some players mix their turns: those with which all of them have exactly the chances after
  /// a farkle at which both turns are equally good. By Newton's method, with differences for derivatives.
  ///
  /// - Returns: whether there are such shares.
  private mutating func mix(_ changes: [Change]) -> Bool {
    let others = (0..<3).filter { player in !changes.contains { $0.player == player } }
    var turns = (0..<3).map(bestTurn)
    /// How much more the mixing players have after a farkle.
    func excess(_ shares: [Double], _ cycle: inout TrioCycle) -> [Double] {
      for (change, share) in zip(changes, shares) {
        turns[change.player] = change.turns.0.mixed(change.turns.1, share)
      }
      cycle.play(turns)
      return changes.map { cycle.farkle($0.player).own - $0.farkle }
    }
    var shares = [Double](repeating: 0.5, count: changes.count)
    for _ in 0..<Self.mostRounds {
      let found = excess(shares, &self)
      let step = 1e-3
      var rows = found.map { [$0] }
      for place in shares.indices {
        var (cycle, moved) = (self, shares)
        moved[place] += step
        for (row, other) in excess(moved, &cycle).enumerated() {
          rows[row].insert((other - found[row]) / step, at: rows[row].count - 1)
        }
      }
      guard let steps = Self.solution(rows) else { return false }
      shares = zip(shares, steps).map { $0 - $1 }
      let isLevel = excess(shares, &self).allSatisfy { abs($0) < 1e-13 }
      let best = (0..<3).map(bestTurn)
      for player in others { turns[player] = best[player] }
      let isBest = (0..<3).allSatisfy {
        abs(best[$0].chances(farkle: farkle($0)).own - values[$0].own) < 1e-12
      }
      if isLevel, isBest { return shares.allSatisfy { (0...1).contains($0) } }
    }
    return false
  }

  /// The solution of linear equations, each with its right side at the end, by elimination.
  private static func solution(_ rows: [[Double]]) -> [Double]? {
    var rows = rows
    for column in rows.indices {
      guard
        let pivot = (column..<rows.count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }
        ),
        rows[pivot][column] != 0
      else { return nil }
      rows.swapAt(column, pivot)
      let top = rows[column].map { $0 / rows[column][column] }
      for row in rows.indices {
        let factor = rows[row][column]
        rows[row] = row == column ? top : zip(rows[row], top).map { $0 - factor * $1 }
      }
    }
    return rows.compactMap(\.last)
  }
}
