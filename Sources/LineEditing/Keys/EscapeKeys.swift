/// Keys that terminals send as escape sequences, and the one character that stands for each in vi
/// mode.
///
/// There Escape is a key of its own, so libedit would take a sequence for Escape and more keys. The
/// characters are of C1, which nobody types; both of its keymaps have room for them.
enum EscapeKeys {
  /// A key, its sequences without the Escape, and its function in vi mode.
  struct Key {
    var character: Unicode.Scalar
    var sequences: [String]
    var command: String
  }

  static let all: [Key] = [
    Key(character: "\u{80}", sequences: ["[A", "OA"], command: LineEditor.olderCommand),
    Key(character: "\u{81}", sequences: ["[B", "OB"], command: LineEditor.newerCommand),
    Key(character: "\u{82}", sequences: ["[C", "OC"], command: LineEditor.rightCommand),
    Key(character: "\u{83}", sequences: ["[D", "OD"], command: "ed-prev-char"),
    Key(
      character: "\u{84}", sequences: ["[H", "OH", "[1~", "[7~"], command: "ed-move-to-beg"),
    Key(
      character: "\u{85}", sequences: ["[F", "OF", "[4~", "[8~"], command: LineEditor.endCommand),
    Key(character: "\u{86}", sequences: ["[3~"], command: "ed-delete-next-char"),
    Key(
      character: "\u{87}", sequences: ["[1;5C", "[1;3C"], command: LineEditor.wordCommand),
    Key(character: "\u{88}", sequences: ["[1;5D", "[1;3D"], command: "ed-prev-word"),
    Key(character: "\u{89}", sequences: ["[Z"], command: LineEditor.completeBackCommand),
    Key(character: "\u{8A}", sequences: ["[200~"], command: LineEditor.pasteCommand),
    Key(character: "\u{8B}", sequences: ["[201~"], command: LineEditor.nothingCommand),
  ]

  /// Whether a sequence can begin with these characters.
  static func hasSequence(beginningWith text: String) -> Bool {
    all.contains { $0.sequences.contains { $0.hasPrefix(text) } }
  }

  /// The character for a sequence.
  static func character(for sequence: String) -> Unicode.Scalar? {
    all.first { $0.sequences.contains(sequence) }?.character
  }

  /// Whether a character stands for a key, and so must not be taken from the terminal.
  static func stands(_ scalar: Unicode.Scalar) -> Bool {
    (0x80...0x9F).contains(scalar.value)
  }
}
