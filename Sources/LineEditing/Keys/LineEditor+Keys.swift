import CEditline

/// What libedit calls back, and which keys do what.
extension LineEditor {
  /// Functions of ours that keys are bound to.
  private static let interruptCommand = "line-editing-interrupt"
  private static let pasteCommand = "line-editing-paste"
  private static let nothingCommand = "line-editing-nothing"

  /// Keys that libedit leaves unbound though terminals send them: Home, End, Delete, and by words.
  private static let keys = [
    ("\\e[1~", "ed-move-to-beg"), ("\\e[7~", "ed-move-to-beg"),
    ("\\e[4~", "ed-move-to-end"), ("\\e[8~", "ed-move-to-end"),
    ("\\e[3~", "ed-delete-next-char"),
    ("\\e[1;5C", "em-next-word"), ("\\e[1;3C", "em-next-word"),
    ("\\e[1;5D", "ed-prev-word"), ("\\e[1;3D", "ed-prev-word"),
  ]

  /// Puts this editor between libedit and the terminal, with emacs keys or what `~/.editrc` says.
  func connect() {
    let editLine = handle.pointer
    _ = cedit_set_client(editLine, Unmanaged.passUnretained(self).toOpaque())
    _ = cedit_set_signals(editLine, 0)
    _ = cedit_set_reader(editLine) { LineEditor.editor(of: $0)?.read(into: $1) ?? -1 }
    _ = cedit_set_prompt(
      editLine, { LineEditor.editor(of: $0)?.promptText.baseAddress },
      Int32(bitPattern: Prompt.mark.value))
    addCommands(to: editLine)
    _ = cedit_set_emacs(editLine)
    bindKeys(of: editLine)
    el_source(editLine, nil)
    // Switching to vi has unbound everything.
    if cedit_is_vi(editLine) != 0 {
      bindKeys(of: editLine)
    }
    _ = cedit_set_editing(editLine, 1)
    // Else libedit would cook the terminal for a moment after each line: long enough to lose a
    // Ctrl-D, and to echo what is typed ahead.
    _ = cedit_stay_raw(editLine)
  }

  func setPrompt(_ prompt: String) {
    promptText.deallocate()
    let characters = WideText.terminated(Prompt(prompt).marked)
    promptText = .allocate(capacity: characters.count)
    _ = promptText.initialize(from: characters)
  }

  /// Must come before `.editrc` is read, which may bind them.
  private func addCommands(to editLine: OpaquePointer) {
    _ = cedit_add(editLine, Self.interruptCommand, "Throw the line away") { editLine, _ in
      LineEditor.editor(of: editLine)?.leaveLine()
      return UInt8(CC_CURSOR)
    }
    _ = cedit_add(editLine, Self.pasteCommand, "Insert what is pasted") { editLine, _ in
      LineEditor.editor(of: editLine)?.readPaste()
      return UInt8(CC_NORM)
    }
    _ = cedit_add(editLine, Self.nothingCommand, "Do nothing") { _, _ in UInt8(CC_NORM) }
  }

  /// In vi mode Escape is a key of its own, so sequences are bound without it, as commands.
  private func bindKeys(of editLine: OpaquePointer) {
    _ = cedit_bind(editLine, "^C", Self.interruptCommand)
    if cedit_is_vi(editLine) != 0 {
      _ = cedit_bind_vi_command(editLine, "^C", Self.interruptCommand)
      _ = cedit_bind_vi_command(editLine, "[200~", Self.pasteCommand)
      _ = cedit_bind_vi_command(editLine, "[201~", Self.nothingCommand)
      return
    }
    _ = cedit_bind(editLine, "\\e[200~", Self.pasteCommand)
    _ = cedit_bind(editLine, "\\e[201~", Self.nothingCommand)
    for (key, command) in Self.keys {
      _ = cedit_bind(editLine, key, command)
    }
  }

  /// The editor that libedit's object belongs to. It calls back from within `readLine` only.
  private static func editor(of editLine: OpaquePointer?) -> LineEditor? {
    cedit_client(editLine).map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
  }
}
