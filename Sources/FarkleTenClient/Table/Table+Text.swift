import FarkleGame
import ParlorKit

extension Table {
  /// Writes the game, its players, and the dice on the table.
  func write(to text: inout TextWriter) {
    update.writeHeading(to: &text)
    update.writePlayers(to: &text)
    update.writeLastRounds(to: &text)
    guard !turn.roll.isEmpty else { return }
    text.write("\nDice: ", Styled(.strong, turn.roll))
    if !turn.held.isEmpty { text.write(", held: ", Styled(.strong, turn.held)) }
    if turn.points > 0 { text.write(", at stake: ", Styled(.good, Grouped(turn.points))) }
    text.write(".")
  }

  /// Writes what can be done now.
  func writeSituation(to text: inout TextWriter) {
    if update.isOver { return text.write("`lobby` goes back to the games.") }
    guard let me, canPlay else {
      let late = update.players.dropFirst().filter { $0.round <= update.lastRound }.map(\.name)
      if late.isEmpty { return text.write("You are through.") }
      return text.write("You are through; waiting for ", late.joined(separator: ", "), ".")
    }
    if turn.roll.isEmpty {
      text.write("Round ", me.round, " of ", update.lastRound, ": roll.")
    } else if turn.mustHold {
      turn.writeHolds(Self.scoring, to: &text)
    } else {
      text.write("Roll ", Plural(turn.diceToRoll, "die", "dice"))
      text.write(" or bank ", Styled(.good, Grouped(turn.points)), ".")
    }
  }

  /// The table as data.
  var fields: Fields {
    var fields = update.fields
    fields["turn"] = .object([
      "roll": turn.roll.value, "held": turn.held.value, "points": .integer(turn.points),
      "diceToRoll": .integer(turn.mustHold ? 0 : turn.diceToRoll), "canPlay": .bool(canPlay),
    ])
    return fields
  }
}
