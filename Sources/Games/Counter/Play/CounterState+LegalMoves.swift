import ParlorKit

extension CounterState {
  /// What may be done: the buttons, passing the turn, the die, the timer; the forms of the rest.
  var legalMoves: LegalMoves<CounterMove> {
    let joining = "player add NAME…"
    guard hasStarted else {
      return LegalMoves(moves: roster.players.isEmpty ? [] : [.start], forms: [joining])
    }
    let moves = CounterMove.buttons.map(CounterMove.add)
    return LegalMoves(
      moves: moves + [.next, .previous, .roll(nil), timer.isPaused ? .resume : .pause],
      forms: ["add POINTS", joining])
  }

  /// What a legal move would bring: `Ann to 25`, `Bob's turn`.
  func description(of move: CounterMove) -> String {
    switch move {
    case .add(let points):
      player.map { "\(roster.label(of: $0.number)) to \(($0.score + Int(points)).grouped)" } ?? ""
    case .next: "turn of \(name(after: 1))"
    case .previous: "turn of \(name(after: -1))"
    case .start: "turn of \(name(after: 0))"
    case .roll(nil): "1 die"
    default: ""
    }
  }

  private func name(after steps: Int) -> String {
    guard !roster.players.isEmpty else { return "nobody" }
    return roster.label(of: roster.players[index(after: steps)].number)
  }
}
