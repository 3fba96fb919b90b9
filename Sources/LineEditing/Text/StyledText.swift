/// Text with the escape sequences for colour that it is written with, character by character.
struct StyledText {
  /// A character, and the sequences that make its colour.
  struct Character: Equatable {
    var scalar: Unicode.Scalar
    var style: String
  }

  private(set) var characters: [Character] = []

  /// Sequences that are not for colour (SGR), and control characters, are left out.
  ///
  /// - Parameter hasColor: without it the colours are left out too.
  init(_ text: String, hasColor: Bool) {
    var style = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "\u{1B}" {
        let sequence = Prompt.escapeSequence(in: rest)
        rest = rest.dropFirst(sequence.count)
        guard hasColor, sequence.last == "m", sequence.dropFirst().first == "[" else { continue }
        let parameters = sequence.dropFirst(2).dropLast()
        let isReset = parameters.allSatisfy { $0 == "0" || $0 == ";" }
        style = isReset ? "" : style + String(String.UnicodeScalarView(sequence))
        continue
      }
      rest = rest.dropFirst()
      guard scalar.properties.generalCategory != .control else { continue }
      characters.append(Character(scalar: scalar, style: style))
    }
  }
}
