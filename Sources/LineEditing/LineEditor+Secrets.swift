/// Passwords.
extension LineEditor {
  package func readSecret(prompt: String) -> LineInput {
    hidesLine = true
    defer { hidesLine = false }
    if let cause = begin(prompt) { return cause }
    defer { isWaiting = false }
    drawPlainly()
    var secret = Secret()
    while let character = nextCharacter() {
      switch character {
      case "\n", "\r":
        leaveDrawing()
        return .line(secret.bytes)
      case "\u{4}" where secret.isEmpty: return leave(.endOfInput)
      case "\u{1B}":
        if takes(PasteQueue.begin.dropFirst()) {
          pasted.add(pastedText() ?? [])
        } else {
          skipSequence()
        }
      default: secret.take(character)
      }
    }
    return leave(cause ?? .hangUp)
  }

  /// Passes over the rest of what a key without meaning has sent.
  private func skipSequence() {
    guard takes("[") || takes("O") else { return }
    while hasMore(), let character = nextCharacter() {
      if ("@"..."~").contains(character) { return }
    }
  }
}

/// What has been typed of a password, with the keys that everybody knows.
struct Secret {
  private var characters: [Unicode.Scalar] = []

  var isEmpty: Bool { characters.isEmpty }

  var bytes: [UInt8] { Array(String(String.UnicodeScalarView(characters)).utf8) }

  /// Backspace, Ctrl-U, Ctrl-W and characters; other control characters are passed over.
  mutating func take(_ character: Unicode.Scalar) {
    switch character {
    case "\u{7F}", "\u{8}": _ = characters.popLast()
    case "\u{15}", "\u{17}": characters = []
    case _ where character.properties.generalCategory == .control: break
    default: characters.append(character)
    }
  }
}
