import ParlorKit

extension FarkleState {
  /// What may be done: roll, each hold with the best first, bank; leaving is not listed.
  var legalMoves: LegalMoves<FarkleMove> {
    var legal = LegalMoves<FarkleMove>()
    if isOver { return legal }
    if !turn.mustHold {
      if match.rules.isPhysical {
        legal.forms.append("roll" + String(repeating: " D", count: turn.diceToRoll))
      } else {
        legal.moves.append(.roll(nil))
      }
    }
    if !turn.roll.isEmpty {
      let holds = match.rules.scoring.holds(of: turn.loose, beside: turn.held)
      legal.moves += holds.map { .hold($0.dice) }
    }
    if (try? checkBank()) != nil { legal.moves.append(.bank) }
    if match.rules.isPhysical { legal.forms.append("points N") }
    return legal
  }
}
