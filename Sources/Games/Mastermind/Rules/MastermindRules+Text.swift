public import ParlorKit

extension MastermindRules: TextWritable {
  /// Writes the rules in a few words: `4 slots, 6 colours, none twice, 10 guesses`.
  public func write(to text: inout TextWriter) {
    text.write(slots, slots == 1 ? " slot, " : " slots, ", colors, " colours")
    if !repeats { text.write(", none twice") }
    if guesses > 0 { text.write(", ", guesses, guesses == 1 ? " guess" : " guesses") }
  }

  /// What a guess is made of: `4 numbers from 1 to 6`.
  package var guessForm: String {
    (slots == 1 ? "a number" : "\(slots) numbers") + " from 1 to \(colors)"
  }

  /// The rules as data.
  var fields: Fields {
    [
      "slots": .integer(slots), "colors": .integer(colors), "repeats": .bool(repeats),
      "limit": guesses > 0 ? .integer(guesses) : .null, "codes": .integer(codes),
    ]
  }
}
