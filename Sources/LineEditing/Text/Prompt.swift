/// A prompt in the form libedit wants: escape sequences between U+0001, before a printable.
///
/// libedit prints a sequence together with the character after it, and drops one at the very end;
/// so an ending sequence moves before the last blank, or gets a blank to stand before.
package struct Prompt {
  /// What stands around an escape sequence.
  static let mark: Unicode.Scalar = "\u{1}"

  /// A character, and the escape sequences to send before it.
  private struct Cell {
    var escapes: [Unicode.Scalar]
    var character: Unicode.Scalar
  }

  private var cells: [Cell] = []

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
      cells.append(Cell(escapes: escapes, character: scalar))
      escapes = []
    }
    guard !escapes.isEmpty else { return }
    if let last = cells.indices.last, cells[last].character == " " {
      cells[last].escapes += escapes
    } else {
      cells.append(Cell(escapes: escapes, character: " "))
    }
  }

  /// The text for EL_PROMPT_ESC with `mark`.
  package var marked: [Unicode.Scalar] {
    cells.flatMap { cell in
      cell.escapes.isEmpty
        ? [cell.character]
        : [Self.mark] + cell.escapes + [Self.mark, cell.character]
    }
  }

  /// The sequence that `text` begins with: CSI to its final byte, OSC to its end, or two characters.
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
