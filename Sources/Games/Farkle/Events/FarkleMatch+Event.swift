import ParlorKit

extension FarkleMatch {
  /// Who plays, by which rules, as data; `target` or `rounds` is null, whichever does not count.
  var fields: Fields {
    let caption = RulesCaption(options, preset: preset)
    var changes = Fields()
    for (option, value) in caption.changes { changes[option] = .string(value) }
    return [
      "players": .strings(names), "preset": .string(caption.preset), "changes": .object(changes),
      "target": rules.rounds > 0 ? .null : .integer(rules.target),
      "rounds": rules.rounds > 0 ? .integer(rules.rounds) : .null,
      "seed": .integer(Int(truncatingIfNeeded: seed)),
    ]
  }

  /// Writes the first line of a game: `Farkle: Ann, Bob. First to 10,000. Seed 7.`
  func write(to text: inout TextWriter) {
    text.write(Styled(.strong, "Farkle"), ": ")
    text.write(names, separator: ", ")
    text.write(". ")
    let caption = RulesCaption(options, preset: preset)
    if let words = caption.text { text.write("Rules: ", words, ". ") }
    write(goalTo: &text)
    if !rules.isPhysical { text.write(" Seed ", Int(truncatingIfNeeded: seed), ".") }
  }

  /// Writes when the game ends: `First to 10,000.`, `10 rounds.`
  func write(goalTo text: inout TextWriter) {
    switch rules.rounds {
    case 0: text.write("First to ", Grouped(rules.target), ".")
    case 1: text.write("1 round.")
    default: text.write(rules.rounds, " rounds.")
    }
  }
}
