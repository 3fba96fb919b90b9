import CEditline

/// Functions of ours that keys are bound to; `~/.editrc` may bind others by these names.
extension LineEditor {
  static let interruptCommand = "line-editing-interrupt"
  static let pasteCommand = "line-editing-paste"
  static let pasteAfterCommand = "line-editing-paste-after"
  static let nothingCommand = "line-editing-nothing"
  static let clearCommand = "line-editing-clear-screen"
  static let completeCommand = "line-editing-complete"
  static let completeBackCommand = "line-editing-complete-backwards"
  static let dismissCommand = "line-editing-dismiss"
  static let olderCommand = "line-editing-older-line"
  static let newerCommand = "line-editing-newer-line"
  static let searchCommand = "line-editing-search"
  static let rightCommand = "line-editing-right"
  static let wordCommand = "line-editing-right-word"
  static let endCommand = "line-editing-end"

  /// Must come before `.editrc` is read, which may bind them.
  func addCommands(to editLine: OpaquePointer) {
    add(Self.interruptCommand, "Throw the line away") { editLine, _ in
      LineEditor.editor(of: editLine)?.leaveLine()
      return UInt8(CC_CURSOR)
    }
    add(Self.pasteCommand, "Insert what is pasted") { editLine, _ in
      LineEditor.editor(of: editLine)?.readPaste()
      return UInt8(CC_NORM)
    }
    add(Self.pasteAfterCommand, "Go to insert mode, and insert what is pasted") { editLine, _ in
      LineEditor.editor(of: editLine)?.readPaste(after: "a")
      return UInt8(CC_NORM)
    }
    add(Self.nothingCommand, "Do nothing") { _, _ in UInt8(CC_NORM) }
    add(Self.clearCommand, "Clear the screen") { editLine, _ in
      LineEditor.editor(of: editLine)?.clearScreen()
      return UInt8(CC_NORM)
    }
    add(Self.completeCommand, "Complete the word, or list what it could be") { editLine, _ in
      LineEditor.editor(of: editLine)?.complete()
      return UInt8(CC_REFRESH)
    }
    add(Self.completeBackCommand, "Insert the candidate before") { editLine, _ in
      LineEditor.editor(of: editLine)?.completeBackwards()
      return UInt8(CC_REFRESH)
    }
    add(Self.dismissCommand, "Take the list of candidates away") { editLine, _ in
      LineEditor.editor(of: editLine)?.dismissMenu()
      return UInt8(CC_REFRESH)
    }
    addHistoryCommands()
    addHintCommands()
  }

  private func addHistoryCommands() {
    add(Self.olderCommand, "Show an older line that begins alike") { editLine, _ in
      LineEditor.editor(of: editLine)?.walk(isOlder: true)
      return UInt8(CC_REFRESH)
    }
    add(Self.newerCommand, "Show a newer line that begins alike") { editLine, _ in
      LineEditor.editor(of: editLine)?.walk(isOlder: false)
      return UInt8(CC_REFRESH)
    }
    add(Self.searchCommand, "Search the history") { editLine, _ in
      LineEditor.editor(of: editLine)?.searchHistory()
      return UInt8(CC_REFRESH)
    }
  }

  /// At the end of the line they take the hint over.
  private func addHintCommands() {
    add(Self.rightCommand, "Move right, or take the hint over") { editLine, _ in
      LineEditor.editor(of: editLine)?.takeHint(orElse: .right) ?? UInt8(CC_NORM)
    }
    add(Self.wordCommand, "Move a word right, or take one of the hint over") { editLine, _ in
      LineEditor.editor(of: editLine)?.takeHint(oneWord: true, orElse: .wordRight) ?? UInt8(CC_NORM)
    }
    add(Self.endCommand, "Move to the end, or take the hint over") { editLine, _ in
      LineEditor.editor(of: editLine)?.takeHint(orElse: .toEnd) ?? UInt8(CC_NORM)
    }
  }

  private func add(_ name: String, _ help: String, _ function: @escaping cedit_command) {
    _ = cedit_add(handle.pointer, name, help, function)
  }

  /// The editor that libedit's object belongs to. It calls back from within `readLine` only.
  static func editor(of editLine: OpaquePointer?) -> LineEditor? {
    cedit_client(editLine).map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
  }
}
