package import ParlorKit

extension Turn {
  /// Writes what can be held, the best first: `Hold 1 5 for 150, 1 for 100 or 5 for 50; 350 at stake.`
  package func writeHolds(_ scoring: ScoringRules, to text: inout TextWriter) {
    let holds = scoring.holds(of: loose)
    let shown = min(holds.count, 5)
    let more = holds.count - shown
    for (index, hold) in holds[..<shown].enumerated() {
      let isLast = index == holds.count - 1
      text.write(index == 0 ? "Hold " : isLast ? " or " : ", ")
      text.write(Styled(.strong, hold.dice), " for ", Grouped(hold.score))
    }
    if more > 0 { text.write(" or ", more, " more") }
    if points > 0 { text.write("; ", Grouped(points), " at stake") }
    text.write(".")
  }
}
