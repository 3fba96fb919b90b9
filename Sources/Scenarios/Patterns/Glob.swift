/// Reads globs: `*` is any characters, `?` one character, `[…]` and `[!…]` one of a set, and `\`
/// takes its meaning from the character after it.
enum Glob {
  /// The pattern that a text says.
  static func parse(_ text: some Sequence<UInt8>) throws(PatternError) -> PatternNode {
    var scanner = PatternScanner(text)
    var parts: [PatternNode] = []
    while let character = scanner.take() {
      switch character {
      case "*":
        // Several in a row are one.
        while scanner.take("*") {}
        parts.append(.anything)
      case "?": parts.append(.set(.any))
      case "[": parts.append(.set(try scanner.takeSet(negatedBy: ["!", "^"])))
      case "\\":
        guard let next = scanner.take() else { throw .openEscape }
        parts.append(.scalar(next.value))
      default: parts.append(.scalar(character.value))
      }
    }
    return .sequence(parts)
  }
}
