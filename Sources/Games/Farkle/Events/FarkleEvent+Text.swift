public import ParlorKit

extension FarkleEvent {
  /// Writes the event in a line or more; nothing for what the situation says anyway.
  public func write(to text: inout TextWriter) {
    switch self {
    case .turn, .finished: break
    case .opened(let match): match.write(to: &text)
    case .round(let round, let rounds): text.write("Round ", round, " of ", rounds, ".")
    case .rolled(let player, let dice):
      text.write(player, " rolls ", Styled(.strong, dice), ".")
    case .farkled(let player, let lost, _):
      text.write(Styled(.bad, "Farkle!"))
      if lost > 0 { text.write(" ", player, " loses ", Grouped(lost), ".") }
    case .penalized(let player, let penalty, let score):
      text.write(
        "Three farkles in a row cost ", player, " ", Styled(.bad, Grouped(penalty)), " and leave ",
        Grouped(score), ".")
    case .held(let player, let dice, let all, let score, _):
      text.write(player, " holds ", Styled(.strong, dice))
      if dice != all { text.write(", in all ", Styled(.strong, all)) }
      text.write(" for ", Grouped(score), ".")
    case .hotDice: text.write(Styled(.good, "Hot dice!"))
    case .banked(let player, let points, let score, _):
      text.write(
        player, " banks ", Styled(.good, Grouped(points)), " and has ", Grouped(score), ".")
    case .finalRound(let leader, let score, let left):
      text.write(
        Styled(.notice, "Final round:"), " ", leader, " leads with ", Grouped(score),
        "; one more turn for ", Names(left), ".")
    case .tookLead(let player, _, let overtaken, let defends):
      text.write(Styled(.notice, player), " takes the lead from ", overtaken)
      text.write(defends ? ", who has another turn." : ".")
    case .overtime(let number, let players, let score, let everybody):
      text.write(
        Styled(.notice, "Overtime "), number, ": ", Names(players), " are level at ",
        Grouped(score), "; one more turn for ")
      text.write(everybody ? "everybody." : "each of them.")
    case .resigned(let player, let lost):
      text.write(player, " leaves the game")
      if lost > 0 { text.write(" and ", Grouped(lost), " on the table") }
      text.write(".")
    case .scoreboard(let board): board.write(to: &text)
    case .score(let query): query.write(to: &text)
    }
  }
}
