import ParlorKit

extension MinesweeperMatch {
  /// The board to be played, as data; `seed` is null where it would tell.
  var fields: Fields {
    var fields = sizeFields
    fields["first"] = .string(sparesNeighbors ? "open" : "cell")
    fields["guess"] = .string(allowsGuesses ? "yes" : "no")
    fields["seed"] = shownSeed.map { .integer(Int(truncatingIfNeeded: $0)) } ?? .null
    return fields
  }

  /// The mode and its size.
  var sizeFields: Fields {
    [
      "mode": .string(mode.rawValue), "rows": .integer(shape.rows),
      "cols": .integer(shape.columns), "mines": .integer(mines),
    ]
  }

  /// Writes the first line of a game: `Minesweeper: easy, 9×9 with 10 mines.`
  func write(to text: inout TextWriter) {
    text.write(Styled(.strong, "Minesweeper"), ": ")
    write(modeTo: &text)
    if given == nil, let options = optionText { text.write(" Options: ", options, ".") }
    if let shownSeed, given == nil { text.write(" Seed ", Int(truncatingIfNeeded: shownSeed), ".") }
  }

  /// Writes the mode and its size: `easy, 9×9 with 10 mines.`
  func write(modeTo text: inout TextWriter) {
    text.write(mode.rawValue, ", ", shape.rows, "×", shape.columns, " with ")
    text.write(Counted(mines, "mine"), ".")
  }

  /// The options that are not as usual; nothing if all are.
  var optionText: String? {
    let options = (sparesNeighbors ? ["first=open"] : []) + (allowsGuesses ? [] : ["guess=no"])
    return options.isEmpty ? nil : options.joined(separator: ", ")
  }
}
