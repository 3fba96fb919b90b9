/// The default key bindings.
enum KeyBindings {
  /// Control keys of emacs mode and of the insert mode of vi.
  private static let controlKeys: [(String, EditorCommand)] = [
    ("^C", .interrupt), ("^L", .clearScreen), ("^I", .complete), ("^G", .dismiss),
    ("^R", .search), ("^P", .olderLine), ("^N", .newerLine), ("^E", .end), ("^F", .right),
    ("^B", .left), ("^_", .undo), ("^S", .nothing),
  ]

  /// Keys of emacs mode that terminals send as escape sequences.
  private static let emacsSequences: [(String, EditorCommand)] = [
    ("\\e[A", .olderLine), ("\\eOA", .olderLine), ("\\ep", .olderLine),
    ("\\e[B", .newerLine), ("\\eOB", .newerLine), ("\\en", .newerLine),
    ("\\e[C", .right), ("\\eOC", .right), ("\\e[D", .left), ("\\eOD", .left),
    ("\\e.", .lastWord), ("\\e<", .oldestLine), ("\\e>", .newestLine),
    ("\\e[F", .end), ("\\eOF", .end), ("\\e[4~", .end), ("\\e[8~", .end),
    ("\\ef", .rightWord), ("\\e[1;5C", .rightWord), ("\\e[1;3C", .rightWord),
    ("\\eOQ", .enterKeyLine), ("\\e[12~", .enterKeyLine), ("\\e[[B", .enterKeyLine),
    ("\\e[Z", .completeBackwards), ("\\e[200~", .paste), ("\\e[201~", .nothing),
  ]

  /// The same, for functions of libedit whose sequences it leaves unbound.
  private static let builtInSequences = [
    ("\\e[1~", "ed-move-to-beg"), ("\\e[7~", "ed-move-to-beg"),
    ("\\e[3~", "ed-delete-next-char"),
    ("\\e[1;5D", "ed-prev-word"), ("\\e[1;3D", "ed-prev-word"),
    ("\\e[3;5~", "em-delete-next-word"), ("\\e[3;3~", "em-delete-next-word"),
  ]

  /// Keys that have no function here: page up and down, Insert, F1 to F20, and other keys together
  /// with Shift, Alt or Ctrl. Without a binding, libedit would insert the end of their sequences.
  private static var idleSequences: [String] {
    let numbers = [2, 3, 5, 6] + Array(11...34)
    let letters = "ABCDEFHPQRS"
    var sequences = numbers.map { "\\e[\($0)~" } + "PQRS".map { "\\eO\($0)" }
    for modifiers in 2...8 {
      sequences += numbers.map { "\\e[\($0);\(modifiers)~" }
      sequences += letters.map { "\\e[1;\(modifiers)\($0)" }
    }
    sequences += "ABCDE".map { "\\e[[\($0)" } + "EPQRS".map { "\\e[\($0)" }
    return sequences
  }

  /// Keys of the command mode of vi. If the terminal is slow, the Escape of a sequence arrives as a
  /// key of its own, and the rest as this one.
  private static let viCommandKeys: [(String, EditorCommand)] = [
    ("^C", .interrupt), ("^L", .clearScreen), ("^R", .search), ("^P", .olderLine),
    ("^N", .newerLine), ("k", .olderLine), ("j", .newerLine), ("/", .viSearch), ("^S", .nothing),
    ("[200~", .pasteAfter), ("[201~", .nothing), ("^[", .nothing),
  ]

  static func apply(to editLine: EditLine) {
    for (key, command) in controlKeys {
      editLine.bind(key, to: command.rawValue)
    }
    for move in CursorMove.allCases {
      bind(move.key, to: move.rawValue, of: editLine)
    }
    guard editLine.isVi else {
      for key in idleSequences {
        editLine.bind(key, to: EditorCommand.nothing.rawValue)
      }
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
    bind(EscapeKey.heldPaste, to: EditorCommand.pasteHeld.rawValue, of: editLine)
    let paste = EscapeKey.paste.character
    editLine.bindInViCommandMode(name(of: paste), to: EditorCommand.pasteAfter.rawValue)
    let end = EscapeKey.end.character
    editLine.bindInViCommandMode(name(of: end), to: EditorCommand.viEnd.rawValue)
    // In insert mode the key would become part of the text to repeat.
    editLine.bind(name(of: ViKey.redo), to: EditorCommand.nothing.rawValue)
    editLine.bindInViCommandMode(name(of: ViKey.redo), to: "vi-redo")
    editLine.bind(name(of: ViKey.restart), to: "vi-insert")
    editLine.bindInViCommandMode(name(of: ViKey.restart), to: EditorCommand.nothing.rawValue)
    for (key, function) in ViKey.deletions {
      bind(function.key, to: function.name, of: editLine)
      editLine.bind(key, toKeys: name(of: function.key) + name(of: ViKey.restart))
    }
  }

  // MARK: - Functions of libedit that are not used

  /// Functions of libedit that use memory beyond their arrays, or cannot be used here, with their
  /// replacements.
  private static let unsafeFunctions: [String: EditorCommand] = [
    // It can set the size of the window and change everything else in libedit.
    "ed-command": .nothing,
    // It reads before the line if the file is not UTF-8, and runs an editor in the wrong modes.
    "vi-histedit": .nothing,
    // It repeats keys that `LineGuard` cannot count.
    "em-universal-argument": .nothing,
    // It inserts half of a key that has a sequence.
    "ed-quoted-insert": .quote,
    // It does not draw.
    "ed-clear-screen": .clearScreen,
    // With the number 0 before it, the first moves to before the line.
    "ed-prev-line": .olderLine, "ed-next-line": .newerLine,
    // These cut lines at 1,024 characters, or write beyond the buffer of the line. libedit has no
    // history, which the last one does not check.
    "ed-prev-history": .olderLine, "ed-search-prev-history": .olderLine,
    "ed-next-history": .newerLine, "ed-search-next-history": .newerLine,
    "em-inc-search-prev": .search, "em-inc-search-next": .search,
    "vi-search-prev": .viSearch, "vi-search-next": .viSearch,
    "vi-repeat-search-prev": .nothing, "vi-repeat-search-next": .nothing,
    "vi-to-history-line": .oldestLine, "vi-history-word": .viLastWord,
    // They restore lines with stale text after their end, or of an earlier prompt.
    "vi-undo": .undo, "vi-undo-line": .undoAll,
    // It never ends if the change that it repeats has failed, and the text begins with `.`.
    "vi-redo": .viRepeat,
    // In vi mode, it moves the cursor to before an empty line.
    "ed-move-to-end": .end,
  ]

  /// Binds all keys of unsafe functions to their replacements.
  static func replaceUnsafeFunctions(of editLine: EditLine) {
    let isVi = editLine.isVi
    let functions = Set(unsafeFunctions.keys).union(["ed-insert"])
    for binding in editLine.bindings(to: functions) {
      switch (unsafeFunctions[binding.function], binding.isCommandMode) {
      case (.end, _) where !isVi: break
      case (.end, true): bind(binding, to: .viEnd, of: editLine)
      case (let command?, _): bind(binding, to: command, of: editLine)
      // With a number before it, it would insert what `LineGuard` cannot count.
      case (nil, true) where binding.function == "ed-insert":
        bind(binding, to: .nothing, of: editLine)
      case (nil, _): break
      }
    }
  }

  private static func bind(
    _ binding: KeyBinding, to command: EditorCommand, of editLine: EditLine
  ) {
    let keys = binding.keys.map(name).joined()
    if binding.isCommandMode {
      editLine.bindInViCommandMode(keys, to: command.rawValue)
    } else {
      editLine.bind(keys, to: command.rawValue)
    }
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

  static let end = EscapeKey("\u{85}", ["[F", "OF", "[4~", "[8~"], .end)
  static let paste = EscapeKey("\u{8A}", ["[200~"], .paste)
  static let nothing = EscapeKey("\u{8B}", ["[201~", "OP", "OR", "OS"], .nothing)
  /// The key that inserts pasted text that was read already.
  static let heldPaste: Unicode.Scalar = "\u{8C}"

  static let all: [EscapeKey] = [
    EscapeKey("\u{80}", ["[A", "OA"], .olderLine),
    EscapeKey("\u{81}", ["[B", "OB"], .newerLine),
    EscapeKey("\u{82}", ["[C", "OC"], .right),
    EscapeKey("\u{83}", ["[D", "OD"], .left),
    EscapeKey("\u{84}", ["[H", "OH", "[1~", "[7~"], "ed-move-to-beg"),
    end,
    EscapeKey("\u{86}", ["[3~"], "ed-delete-next-char"),
    EscapeKey("\u{87}", ["[1;5C", "[1;3C"], .rightWord),
    EscapeKey("\u{88}", ["[1;5D", "[1;3D"], "ed-prev-word"),
    EscapeKey("\u{89}", ["[Z"], .completeBackwards),
    EscapeKey("\u{8D}", ["OQ", "[12~", "[[B"], .enterKeyLine),
    paste,
    nothing,
  ]

  /// The character for a sequence; `nil` if it is incomplete, or not a sequence.
  static func character(for sequence: String) -> Unicode.Scalar? {
    let known = all.first { $0.sequences.contains(sequence) }?.character
    return known ?? (isWhole(sequence) ? nothing.character : nil)
  }

  /// Whether a sequence can have these characters and more.
  static func isBeginning(_ text: String) -> Bool {
    text.isEmpty || text == "O" || (text.hasPrefix("[") && !isWhole(text))
  }

  /// Whether a text is a whole control sequence: `[`, and characters up to the first of a range.
  /// The Linux console sends a second `[`.
  private static func isWhole(_ text: String) -> Bool {
    guard text.hasPrefix("["), text.count > 1, let last = text.unicodeScalars.last else {
      return false
    }
    return ("@"..."~").contains(last) && text != "[["
  }

  /// Whether a character may replace a key, so that it is not accepted from the terminal.
  static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
    (0x80...0x9F).contains(scalar.value)
  }
}

/// Keys of vi mode that only `EditLine` pushes.
enum ViKey {
  /// Runs the last change again.
  static let redo: Unicode.Scalar = "\u{98}"
  /// In insert mode, begins a change that `.` repeats; in command mode, does nothing.
  static let restart: Unicode.Scalar = "\u{99}"
  /// Keys of insert mode that delete, and the keys for their functions. Each begins a change
  /// afterwards.
  static let deletions: [(typed: String, function: (key: Unicode.Scalar, name: String))] = [
    ("^W", ("\u{94}", "ed-delete-prev-word")),
    ("^U", ("\u{95}", "vi-kill-line-prev")),
    ("\\206", ("\u{96}", "ed-delete-next-char")),
  ]
}

/// The binding of a key, or of a sequence of keys.
struct KeyBinding {
  let keys: [Unicode.Scalar]
  let function: String
  /// Whether it is one of the command mode of vi.
  let isCommandMode: Bool

  /// The bindings to some functions, among those that libedit has printed:
  /// `"^A" to "^C"   ->  ed-insert`. Keys that cannot be typed are left out.
  static func list(_ text: String, to functions: Set<String>) -> [KeyBinding] {
    let leadIn = "ed-sequence-lead-in"
    var bindings: [KeyBinding] = []
    var isCommandMode = false
    /// The keys that begin sequences, and in which mode.
    var beginnings: [(key: Unicode.Scalar, isCommandMode: Bool)] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("Alternative") { isCommandMode = true }
      guard let space = line.lastIndex(of: " ") else { continue }
      let function = String(line[space...].dropFirst())
      guard functions.contains(function) || function == leadIn else { continue }
      let ends = line[..<space].split(separator: " to ", maxSplits: 1)
        .compactMap { keys(in: $0) }
      guard let first = ends.first, let last = ends.last else { continue }
      if first.count > 1 {
        // Sequences are listed once, for both modes.
        bindings += beginnings.filter { $0.key == first[0] }
          .map { KeyBinding(keys: first, function: function, isCommandMode: $0.isCommandMode) }
      } else if last.count == 1, first[0] <= last[0] {
        let keys = (first[0].value...last[0].value).compactMap(Unicode.Scalar.init)
        if function == leadIn {
          beginnings += keys.map { ($0, isCommandMode) }
        } else {
          bindings += keys.filter { !EscapeKey.isReserved($0) }
            .map { KeyBinding(keys: [$0], function: function, isCommandMode: isCommandMode) }
        }
      }
    }
    return bindings
  }

  /// The keys between two quotation marks: `"^A"`. A `^` stands for Ctrl, if more follows.
  private static func keys(in text: Substring) -> [Unicode.Scalar]? {
    guard let start = text.firstIndex(of: "\""), let end = text.lastIndex(of: "\""), start < end
    else { return nil }
    var scalars = text[text.index(after: start)..<end].unicodeScalars
    var keys: [Unicode.Scalar] = []
    while let scalar = scalars.popFirst() {
      if scalar == "^", let next = scalars.popFirst() {
        keys.append(Unicode.Scalar(next.value ^ 0x40) ?? next)
      } else {
        keys.append(scalar)
      }
    }
    return keys.isEmpty ? nil : keys
  }
}
