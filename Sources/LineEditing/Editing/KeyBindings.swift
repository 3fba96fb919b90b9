/// The default key bindings.
enum KeyBindings {
  /// Control keys of emacs mode and of the insert mode of vi.
  private static let controlKeys: [(String, EditorCommand)] = [
    ("^C", .interrupt), ("^L", .clearScreen), ("^I", .complete), ("^G", .dismiss),
    ("^R", .search), ("^P", .olderLine), ("^N", .newerLine), ("^E", .end), ("^F", .right),
  ]

  /// Keys of emacs mode that terminals send as escape sequences.
  private static let emacsSequences: [(String, EditorCommand)] = [
    ("\\e[A", .olderLine), ("\\eOA", .olderLine), ("\\ep", .olderLine),
    ("\\e[B", .newerLine), ("\\eOB", .newerLine), ("\\en", .newerLine),
    ("\\e[C", .right), ("\\eOC", .right),
    ("\\e[F", .end), ("\\eOF", .end), ("\\e[4~", .end), ("\\e[8~", .end),
    ("\\ef", .rightWord), ("\\e[1;5C", .rightWord), ("\\e[1;3C", .rightWord),
    ("\\e[Z", .completeBackwards), ("\\e[200~", .paste), ("\\e[201~", .nothing),
  ]

  /// The same, for functions of libedit whose sequences it leaves unbound.
  private static let builtInSequences = [
    ("\\e[1~", "ed-move-to-beg"), ("\\e[7~", "ed-move-to-beg"),
    ("\\e[3~", "ed-delete-next-char"),
    ("\\e[1;5D", "ed-prev-word"), ("\\e[1;3D", "ed-prev-word"),
  ]

  /// Keys of the command mode of vi. If the terminal is slow, the Escape of a sequence arrives as a
  /// key of its own, and the rest as this one.
  private static let viCommandKeys: [(String, EditorCommand)] = [
    ("^C", .interrupt), ("^L", .clearScreen), ("^R", .search), ("^P", .olderLine),
    ("^N", .newerLine), ("k", .olderLine), ("j", .newerLine), ("/", .search),
    ("[200~", .pasteAfter), ("[201~", .nothing),
  ]

  static func apply(to editLine: EditLine) {
    for (key, command) in controlKeys {
      editLine.bind(key, to: command.rawValue)
    }
    for move in CursorMove.allCases {
      bind(move.key, to: move.rawValue, of: editLine)
    }
    guard editLine.isVi else {
      for (key, command) in emacsSequences {
        editLine.bind(key, to: command.rawValue)
      }
      for (key, command) in builtInSequences {
        editLine.bind(key, to: command)
      }
      return
    }
    for (key, command) in viCommandKeys {
      editLine.bindInViCommandMode(key, to: command.rawValue)
    }
    for key in EscapeKey.all {
      bind(key.character, to: key.command, of: editLine)
    }
    let paste = EscapeKey.paste.character
    editLine.bindInViCommandMode(name(of: paste), to: EditorCommand.pasteAfter.rawValue)
  }

  /// Binds a character of C1 in all modes.
  private static func bind(
    _ character: Unicode.Scalar, to command: String, of editLine: EditLine
  ) {
    editLine.bind(name(of: character), to: command)
    editLine.bindInViCommandMode(name(of: character), to: command)
  }

  /// A character in libedit's notation.
  private static func name(of character: Unicode.Scalar) -> String {
    "\\" + String(character.value, radix: 8)
  }
}

/// A key that terminals send as an escape sequence, and the one character that replaces it in vi
/// mode.
///
/// In vi mode Escape is a key of its own, so libedit would read a sequence as Escape and more keys.
/// The characters are of C1, which cannot be typed; both keymaps of libedit have room for them.
struct EscapeKey {
  let character: Unicode.Scalar
  /// The sequences, without the Escape.
  let sequences: [String]
  /// The name of its function in vi mode.
  let command: String

  private init(_ character: Unicode.Scalar, _ sequences: [String], _ command: String) {
    (self.character, self.sequences, self.command) = (character, sequences, command)
  }

  private init(_ character: Unicode.Scalar, _ sequences: [String], _ command: EditorCommand) {
    self.init(character, sequences, command.rawValue)
  }

  static let paste = EscapeKey("\u{8A}", ["[200~"], .paste)

  static let all: [EscapeKey] = [
    EscapeKey("\u{80}", ["[A", "OA"], .olderLine),
    EscapeKey("\u{81}", ["[B", "OB"], .newerLine),
    EscapeKey("\u{82}", ["[C", "OC"], .right),
    EscapeKey("\u{83}", ["[D", "OD"], "ed-prev-char"),
    EscapeKey("\u{84}", ["[H", "OH", "[1~", "[7~"], "ed-move-to-beg"),
    EscapeKey("\u{85}", ["[F", "OF", "[4~", "[8~"], .end),
    EscapeKey("\u{86}", ["[3~"], "ed-delete-next-char"),
    EscapeKey("\u{87}", ["[1;5C", "[1;3C"], .rightWord),
    EscapeKey("\u{88}", ["[1;5D", "[1;3D"], "ed-prev-word"),
    EscapeKey("\u{89}", ["[Z"], .completeBackwards),
    paste,
    EscapeKey("\u{8B}", ["[201~"], .nothing),
  ]

  /// Whether a sequence can begin with these characters.
  static func hasSequence(beginningWith text: String) -> Bool {
    all.contains { $0.sequences.contains { $0.hasPrefix(text) } }
  }

  static func character(for sequence: String) -> Unicode.Scalar? {
    all.first { $0.sequences.contains(sequence) }?.character
  }

  /// Whether a character may replace a key, so that it is not accepted from the terminal.
  static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
    (0x80...0x9F).contains(scalar.value)
  }
}
