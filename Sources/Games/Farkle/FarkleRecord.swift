public import ParlorKit

extension Farkle {
  /// The result and the counts of every player.
  public func record(of history: GameHistory<Farkle>) -> GameRecord {
    var notes = GameNotes(history.start)
    let end = history.replay { notes.note($0) }
    let names = end.match.names
    return GameRecord(
      players: names.indices.map { index in
        PlayerRecord(
          names[index], end.result(of: index), notes.seats[index].metrics(of: end.seats[index]))
      },
      metrics: ["rounds": end.round, "turns": end.turns, "overtimes": end.overtimes])
  }
}

extension FarkleState {
  /// How the game ended for a player.
  fileprivate func result(of player: Int) -> PlayerResult {
    guard !seats[player].hasLeft else { return .resigned }
    guard let outcome else { return .abandoned }
    if outcome.winners[player] { return .won }
    return outcome.reason == .solo ? .played : .lost
  }
}

/// The counts of all players in a game, updated move by move.
private struct GameNotes {
  /// The players in the order of play.
  private(set) var seats: [SeatNotes]
  /// The dice set aside in the current turn, and how often they were hot.
  private var diceHeld = 0
  private var hotDice = 0

  init(_ start: FarkleState) { seats = start.seats.map { _ in SeatNotes() } }

  mutating func note(_ moment: GameHistory<Farkle>.Moment) {
    let before = moment.before
    let player = before.player
    let endsTurn = moment.state.turns > before.turns
    switch moment.move {
    case .join: seats.append(SeatNotes())
    case .roll(let dice?):
      for face in dice { seats[player].rolled[face - 1] += 1 }
      if endsTurn {
        seats[player].farkles += 1
        if before.turn.points >= SeatNotes.greed { seats[player].greedyFarkles += 1 }
      }
    case .hold(let dice):
      diceHeld += dice.count
      if moment.state.turn.isHot {
        hotDice += 1
        seats[player].hotDice = max(seats[player].hotDice, hotDice)
      }
    case .points(0): seats[player].farkles += 1
    case .points(let total): noteBank(of: Int(total), player, before.phase)
    case .bank:
      noteBank(of: before.turn.points, player, before.phase)
      seats[player].bankedTurns += 1
      seats[player].diceSetAside += diceHeld
    default: break
    }
    if endsTurn { endTurn(of: player, moment.state) }
  }

  private mutating func noteBank(of points: Int, _ player: Int, _ phase: Phase) {
    if phase == .finalRound { seats[player].finalPoints += points }
  }

  private mutating func endTurn(of player: Int, _ state: FarkleState) {
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

/// The counts of a player in a game, made by replaying its log.
struct SeatNotes {
  /// The turns that ended.
  var turns = 0
  /// The turns that ended in a bank of dice, not of a total that was kept on paper.
  var bankedTurns = 0
  /// The dice set aside in these turns.
  var diceSetAside = 0
  var farkles = 0
  /// The farkles of dice that lost ``greed`` points or more.
  var greedyFarkles = 0
  /// The most hot dice in one turn.
  var hotDice = 0
  /// The maximum points behind the leader at the end of anybody's turn.
  var furthestBehind = 0
  /// The points banked in the final round.
  var finalPoints = 0
  /// How often each face was rolled, ones first.
  var rolled = [Int](repeating: 0, count: 6)

  /// The points at stake from which a farkle counts as greedy.
  static let greed = 300

  /// The keys of ``rolled``.
  static let faces = (1...6).map { "rolled\($0)" }

  /// The counts by key.
  func metrics(of seat: FarklePlayer) -> Metrics {
    var metrics: Metrics = [
      "points": seat.score, "highestTurn": seat.highestTurn, "turns": turns,
      "bankedTurns": bankedTurns, "diceSetAside": diceSetAside, "farkles": farkles,
      "greedyFarkles": greedyFarkles, "hotDice": hotDice, "furthestBehind": furthestBehind,
      "finalPoints": finalPoints,
    ]
    for (face, count) in zip(Self.faces, rolled) { metrics[face] = count }
    return metrics
  }
}
