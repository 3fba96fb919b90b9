/// A prompt in the form that libedit needs: escape sequences between U+0001, each before a
/// printable character.
///
/// libedit prints a sequence together with the character after it, and drops a sequence at the end.
/// So a sequence at the end moves before the last space, or gets a space after it.
package struct Prompt {
  /// The character on both sides of an escape sequence.
  static let mark: Unicode.Scalar = "\u{1}"

  /// A character and the escape sequences before it.
  private struct ScreenCell {
    var escapes: [Unicode.Scalar]
    var character: Unicode.Scalar
  }

  private var cells: [ScreenCell] = []

  package init(_ text: String) {
    var rest = text.unicodeScalars[...]
    var escapes: [Unicode.Scalar] = []
    while let scalar = rest.first {
      if scalar == "\u{1B}" {
        let sequence = Self.escapeSequence(in: rest)
        escapes += sequence
        rest = rest.dropFirst(sequence.count)
        continue
      }
      rest = rest.dropFirst()
      guard scalar.properties.generalCategory != .control else { continue }
      cells.append(ScreenCell(escapes: escapes, character: scalar))
      escapes = []
    }
    guard !escapes.isEmpty else { return }
    if let last = cells.indices.last, cells[last].character == " " {
      cells[last].escapes += escapes
    } else {
      cells.append(ScreenCell(escapes: escapes, character: " "))
    }
  }

  /// The argument of EL_PROMPT_ESC with `mark`.
  package var marked: [Unicode.Scalar] {
    cells.flatMap { cell in
      cell.escapes.isEmpty
        ? [cell.character]
        : [Self.mark] + cell.escapes + [Self.mark, cell.character]
    }
  }

  /// The sequence at the start of `text`: CSI to its final byte, OSC to its end, or two characters.
  static func escapeSequence(
    in text: Substring.UnicodeScalarView
  ) -> [Unicode.Scalar] {
    let body = text.dropFirst(2)
    switch text.dropFirst().first {
    case "[":
      let end = body.firstIndex { ("@"..."~").contains($0) }
      return Array(end.map { text[...$0] } ?? text)
    case "]":
      let end = body.firstIndex { $0 == "\u{7}" || $0 == "\\" }
      return Array(end.map { text[...$0] } ?? text)
    default:
      return Array(text.prefix(2))
    }
  }
}

/// A text as characters, each with the escape sequences for its colour.
struct StyledText {
  /// A character and the sequences for its colour.
  struct Character: Equatable {
    var scalar: Unicode.Scalar
    var style: String
  }

  private(set) var characters: [Character] = []

  /// Whether a character only changes the colour or the style of the emoji before it.
  private static func changesEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FE0F}" || (0x1F3FB...0x1F3FF).contains(scalar.value)
  }

  /// Parses a text. Control characters and sequences that do not set a colour (SGR) are dropped;
  /// so are colours, unless `hasColor`.
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
      // Terminals disagree on the width of joined emoji, so only the first of them is shown.
      if scalar == "\u{200D}" {
        rest = rest.dropFirst()
        continue
      }
      if Self.changesEmoji(scalar) { continue }
      guard scalar.properties.generalCategory != .control else { continue }
      characters.append(Character(scalar: scalar, style: style))
    }
  }
}

/// The colours of the editor itself (SGR, ECMA-48 8.3.117).
enum TextStyle {
  static let faint = "\u{1B}[2m"
  static let reverse = "\u{1B}[7m"
  /// Found text: bold and underlined.
  static let marked = "\u{1B}[1;4m"
}
