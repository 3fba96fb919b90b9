import ParlorKit

/// What the players did in a game, counted move by move.
struct GameNotes {
  /// The players in the order of play.
  private(set) var seats: [SeatNotes]

  /// The state before the move that comes next, as far as it matters.
  private var player = 0
  private var phase = Phase.playing
  private var turns = 0
  /// What happened in the turn so far.
  private var diceHeld = 0
  private var hotDice = 0

  init(_ start: FarkleState) { seats = start.seats.map { _ in SeatNotes() } }

  /// Counts a move.
  mutating func note(_ moment: GameHistory<Farkle>.Moment) {
    for happening in moment.happenings { note(happening) }
    if moment.state.turns > turns { endTurn(moment.state) }
    player = moment.state.player
    phase = moment.state.phase
    turns = moment.state.turns
  }

  private mutating func note(_ happening: FarkleEvent) {
    switch happening {
    case .rolled(_, let dice):
      for face in dice { seats[player].rolled[face - 1] += 1 }
    case .held(_, let dice, _, _, _): diceHeld += dice.count
    case .hotDice:
      hotDice += 1
      seats[player].hotDice = max(seats[player].hotDice, hotDice)
    case .farkled(_, let lost, let fromDice):
      seats[player].farkles += 1
      if fromDice, lost >= SeatNotes.greed { seats[player].greedyFarkles += 1 }
    case .banked(_, let points, _, let fromDice):
      if phase == .finalRound { seats[player].finalPoints += points }
      guard fromDice else { break }
      seats[player].bankedTurns += 1
      seats[player].diceSetAside += diceHeld
    default: break
    }
  }

  private mutating func endTurn(_ state: FarkleState) {
    seats[player].turns += 1
    diceHeld = 0
    hotDice = 0
    let highest = state.highestScore
    for index in seats.indices where !state.seats[index].hasLeft {
      let behind = highest - state.seats[index].score
      seats[index].furthestBehind = max(seats[index].furthestBehind, behind)
    }
  }
}
