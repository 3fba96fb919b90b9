import CEditline

/// Functions that keys are bound to. `~/.editrc` can bind other keys to them by these names.
enum EditorCommand: String, CaseIterable {
  case interrupt = "line-editing-interrupt"
  case paste = "line-editing-paste"
  case pasteAfter = "line-editing-paste-after"
  case pasteHeld = "line-editing-paste-held"
  case nothing = "line-editing-nothing"
  case clearScreen = "line-editing-clear-screen"
  case complete = "line-editing-complete"
  case completeBackwards = "line-editing-complete-backwards"
  case dismiss = "line-editing-dismiss"
  case olderLine = "line-editing-older-line"
  case newerLine = "line-editing-newer-line"
  case search = "line-editing-search"
  case viSearch = "line-editing-vi-search"
  case undo = "line-editing-undo"
  case undoAll = "line-editing-undo-all"
  case quote = "line-editing-quote"
  case lastWord = "line-editing-last-word"
  case viLastWord = "line-editing-vi-last-word"
  case oldestLine = "line-editing-oldest-line"
  case newestLine = "line-editing-newest-line"
  case left = "line-editing-left"
  case right = "line-editing-right"
  case rightWord = "line-editing-right-word"
  case end = "line-editing-end"
  case viEnd = "line-editing-vi-end"
  case viRepeat = "line-editing-vi-repeat"
  case enterKeyLine = "line-editing-enter-key-line"

  /// The effect of a function, for libedit.
  enum Effect {
    case none
    case cursorMoved
    case lineChanged
    /// It has pushed keys, which run with the repeat count that was typed before.
    case keyPushed
  }

  /// Its description in the list that `bind -l` in `.editrc` prints.
  var help: String {
    switch self {
    case .interrupt: "Discard the line"
    case .paste: "Insert the pasted text"
    case .pasteAfter: "Enter insert mode and insert the pasted text"
    case .pasteHeld: "Insert the pasted text that was read"
    case .nothing: "Do nothing"
    case .clearScreen: "Clear the screen"
    case .complete: "Complete the word, or list the suggestions"
    case .completeBackwards: "Insert the previous suggestion"
    case .dismiss: "Close the list of suggestions"
    case .olderLine: "Show the next older line with the same beginning"
    case .newerLine: "Show the next newer line with the same beginning"
    case .search: "Search the history"
    case .viSearch: "Search the history; Enter only shows the line"
    case .undo: "Undo the last change of the line"
    case .undoAll: "Undo all changes of the line"
    case .quote: "Insert the next key"
    case .lastWord: "Insert the last word of the previous line"
    case .viLastWord: "Enter insert mode and insert the last word of the previous line"
    case .oldestLine: "Show the oldest line"
    case .newestLine: "Show the typed line again"
    case .left: "Move left"
    case .right: "Move right, or insert the suggestion"
    case .rightWord: "Move a word right, or insert one word of the suggestion"
    case .end: "Move to the end, or insert the suggestion"
    case .viEnd: "Move to the end, in the command mode of vi"
    case .viRepeat: "Repeat the last change"
    case .enterKeyLine: "On an empty line, enter the line of this key"
    }
  }

  /// A function of C for each command, since those cannot capture which command they are for.
  var function: cedit_command {
    switch self {
    case .interrupt: { pointer, _ in EditLine.run(.interrupt, on: pointer) }
    case .paste: { pointer, _ in EditLine.run(.paste, on: pointer) }
    case .pasteAfter: { pointer, _ in EditLine.run(.pasteAfter, on: pointer) }
    case .pasteHeld: { pointer, _ in EditLine.run(.pasteHeld, on: pointer) }
    case .nothing: { pointer, _ in EditLine.run(.nothing, on: pointer) }
    case .clearScreen: { pointer, _ in EditLine.run(.clearScreen, on: pointer) }
    case .complete: { pointer, _ in EditLine.run(.complete, on: pointer) }
    case .completeBackwards: { pointer, _ in EditLine.run(.completeBackwards, on: pointer) }
    case .dismiss: { pointer, _ in EditLine.run(.dismiss, on: pointer) }
    case .olderLine: { pointer, _ in EditLine.run(.olderLine, on: pointer) }
    case .newerLine: { pointer, _ in EditLine.run(.newerLine, on: pointer) }
    case .search: { pointer, _ in EditLine.run(.search, on: pointer) }
    case .viSearch: { pointer, _ in EditLine.run(.viSearch, on: pointer) }
    case .undo: { pointer, _ in EditLine.run(.undo, on: pointer) }
    case .undoAll: { pointer, _ in EditLine.run(.undoAll, on: pointer) }
    case .quote: { pointer, _ in EditLine.run(.quote, on: pointer) }
    case .lastWord: { pointer, _ in EditLine.run(.lastWord, on: pointer) }
    case .viLastWord: { pointer, _ in EditLine.run(.viLastWord, on: pointer) }
    case .oldestLine: { pointer, _ in EditLine.run(.oldestLine, on: pointer) }
    case .newestLine: { pointer, _ in EditLine.run(.newestLine, on: pointer) }
    case .left: { pointer, _ in EditLine.run(.left, on: pointer) }
    case .right: { pointer, _ in EditLine.run(.right, on: pointer) }
    case .rightWord: { pointer, _ in EditLine.run(.rightWord, on: pointer) }
    case .end: { pointer, _ in EditLine.run(.end, on: pointer) }
    case .viEnd: { pointer, _ in EditLine.run(.viEnd, on: pointer) }
    case .viRepeat: { pointer, _ in EditLine.run(.viRepeat, on: pointer) }
    case .enterKeyLine: { pointer, _ in EditLine.run(.enterKeyLine, on: pointer) }
    }
  }
}

/// Functions of libedit that move the cursor, and a key for each that cannot be typed.
///
/// To run one with the repeat count that was typed, and as a motion of vi, its key is pushed.
enum CursorMove: String, CaseIterable {
  case left = "ed-prev-char"
  case right = "ed-next-char"
  case rightWord = "em-next-word"

  var key: Unicode.Scalar {
    switch self {
    case .left: "\u{93}"
    case .right: "\u{90}"
    case .rightWord: "\u{91}"
    }
  }
}
