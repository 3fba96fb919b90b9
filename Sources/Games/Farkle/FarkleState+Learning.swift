import ParlorKit

// For programs that search or learn.

extension FarkleState {
  public func addLegalActions(to numbers: inout [Int]) {
    if isOver || match.rules.isPhysical { return }
    if !turn.mustHold { numbers.append(0) }
    if mayBank { numbers.append(1) }
    if turn.roll.isEmpty { return }
    let held = turn.held
    let (tables, places) = (DiceCounts.rankTables, DiceCounts.places)
    for dice in turn.loose.parts where match.scoring.score(of: dice + held) != nil {
      // The list has the empty set first, and there are two actions before the holds.
      numbers.append(places[dice.rank(tables)] + 1)
    }
  }

  /// The number of loose and of held dice of each face, 1 to 6; then the points at stake, the dice
  /// that a roll would take, the minimum of a bank, the phase from 0 (`playing`, `final-round`,
  /// `overtime`), the round, the turns left in it after this one, and the scores and the farkles in
  /// a row in the order of play, starting with the player's own.
  public var observationLayout: KeyValuePairs<String, Int> {
    [
      "loose": 6, "held": 6, "atStake": 1, "diceToRoll": 1, "leastBank": 1, "phase": 1,
      "round": 1, "turnsLeft": 1, "scores": seats.count, "farklesInRow": seats.count,
    ]
  }

  public func addObservation(for player: Int?, to numbers: inout [Int]) {
    let (loose, held) = (turn.loose, turn.held)
    for face in 1...6 { numbers.append(loose[face]) }
    for face in 1...6 { numbers.append(held[face]) }
    numbers.append(turn.points)
    numbers.append(turn.mustHold ? 0 : turn.diceToRoll)
    numbers.append(leastBank)
    numbers.append(phase == .finalRound ? 1 : phase == .overtime ? 2 : 0)
    numbers.append(round)
    numbers.append(queue.count)
    let first = player ?? self.player
    for seat in seats[first...] { numbers.append(seat.score) }
    for seat in seats[..<first] { numbers.append(seat.score) }
    for seat in seats[first...] { numbers.append(seat.farklesInRow) }
    for seat in seats[..<first] { numbers.append(seat.farklesInRow) }
  }

  /// The points that the player has banked.
  public func score(of player: Int) -> Int { seats[player].score }

  /// For a roll, the dice in ascending order, since their order does not matter: 462 outcomes of
  /// six dice.
  public func outcomes(of move: FarkleMove) -> [(move: FarkleMove, weight: Int)] {
    guard case .roll(nil) = move, !match.rules.isPhysical, !isOver, !turn.mustHold else {
      return []
    }
    let count = turn.diceToRoll
    let factorials = [1, 1, 2, 6, 24, 120, 720]
    return DiceCounts.all.filter { $0.count == count }.map { dice in
      let alike = (1...6).reduce(1) { $0 * factorials[dice[$1]] }
      return (.roll(dice.ascending), factorials[count] / alike)
    }
  }
}
