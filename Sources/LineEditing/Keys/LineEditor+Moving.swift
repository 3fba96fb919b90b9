import CEditline

/// Functions of keys that move the cursor.
extension LineEditor {
  func moveRight() {
    if !takeHint() {
      buffer.move(by: 1)
    }
  }

  func moveToEnd() {
    if !takeHint() {
      let line = buffer.line
      buffer.move(by: line.characters.count - line.cursor)
    }
  }

  /// A word is what libedit's own function for this key takes for one: letters and digits of any
  /// script, and some marks.
  func moveWordRight() {
    guard !takeHint(oneWord: true) else { return }
    let line = buffer.line
    let rest = line.characters[line.cursor...]
    let start = rest.firstIndex(where: Self.isOfWord) ?? rest.endIndex
    let end = rest[start...].firstIndex { !Self.isOfWord($0) } ?? rest.endIndex
    buffer.move(by: end - line.cursor)
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || "*?_-.[]~=".unicodeScalars.contains(scalar)
  }

  /// The function of Ctrl-L.
  func clearScreen() {
    if isCapable {
      painter.forget()
      unsent += "\u{1B}[H\u{1B}[2J"
    } else {
      send("\n")
      _ = cedit_refresh(handle.pointer)
    }
  }
}
