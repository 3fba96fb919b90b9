import CEditline

/// Functions of keys that take the hint over, or else move the cursor.
extension LineEditor {
  /// A function of libedit's, and a key that stands for it, which nobody can type.
  enum Move: String, CaseIterable {
    case right = "ed-next-char"
    case wordRight = "em-next-word"
    case toEnd = "ed-move-to-end"

    var key: Unicode.Scalar {
      switch self {
      case .right: "\u{90}"
      case .wordRight: "\u{91}"
      case .toEnd: "\u{92}"
      }
    }
  }

  /// Lets libedit move the cursor as if its own key was pressed: with the count that was typed
  /// before, and within what vi does with a motion.
  func takeHint(oneWord: Bool = false, orElse move: Move) -> UInt8 {
    if takeHint(oneWord: oneWord) {
      return UInt8(CC_REFRESH)
    }
    el_wpush(handle.pointer, WideText.terminated([move.key]))
    return UInt8(CC_ARGHACK)
  }

  /// The function of Ctrl-L.
  func clearScreen() {
    painter.forget()
    unsent += isCapable ? "\u{1B}[H\u{1B}[2J" : "\n"
    drawPlainly()
  }
}
