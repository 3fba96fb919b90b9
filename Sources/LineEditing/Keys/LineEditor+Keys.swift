import CEditline

/// Which keys do what.
extension LineEditor {
  /// Control keys of emacs mode and of the insert mode of vi.
  private static let controlKeys = [
    ("^C", interruptCommand), ("^L", clearCommand), ("^I", completeCommand),
    ("^G", dismissCommand), ("^R", searchCommand), ("^P", olderCommand), ("^N", newerCommand),
    ("^E", endCommand), ("^F", rightCommand),
  ]

  /// Keys of emacs mode that terminals send as sequences; some of them libedit leaves unbound.
  private static let sequences = [
    ("\\e[A", olderCommand), ("\\eOA", olderCommand), ("\\ep", olderCommand),
    ("\\e[B", newerCommand), ("\\eOB", newerCommand), ("\\en", newerCommand),
    ("\\e[C", rightCommand), ("\\eOC", rightCommand),
    ("\\e[1~", "ed-move-to-beg"), ("\\e[7~", "ed-move-to-beg"),
    ("\\e[F", endCommand), ("\\eOF", endCommand),
    ("\\e[4~", endCommand), ("\\e[8~", endCommand),
    ("\\e[3~", "ed-delete-next-char"),
    ("\\ef", wordCommand), ("\\e[1;5C", wordCommand), ("\\e[1;3C", wordCommand),
    ("\\e[1;5D", "ed-prev-word"), ("\\e[1;3D", "ed-prev-word"),
    ("\\e[Z", completeBackCommand),
    ("\\e[200~", pasteCommand), ("\\e[201~", nothingCommand),
  ]

  /// Keys of the command mode of vi. Sequences come without their Escape if the terminal was slow.
  private static let viCommandKeys = [
    ("^C", interruptCommand), ("^L", clearCommand), ("^R", searchCommand),
    ("^P", olderCommand), ("^N", newerCommand), ("k", olderCommand), ("j", newerCommand),
    ("/", searchCommand), ("[200~", pasteAfterCommand), ("[201~", nothingCommand),
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
    // Choosing a mode, be it the same one, has unbound everything.
    if cedit_is_bound(editLine, "^C", Self.interruptCommand) == 0 {
      bindKeys(of: editLine)
    }
    _ = cedit_set_editing(editLine, 1)
    // Else libedit would cook the terminal for a moment after each line: long enough to lose a
    // Ctrl-D, and to echo what is typed ahead.
    _ = cedit_stay_raw(editLine)
    if isCapable {
      handle.silence()
    }
  }

  private func bindKeys(of editLine: OpaquePointer) {
    for (key, command) in Self.controlKeys {
      _ = cedit_bind(editLine, key, command)
    }
    for move in Move.allCases {
      bind(move.key, move.rawValue)
    }
    guard cedit_is_vi(editLine) != 0 else {
      for (key, command) in Self.sequences {
        _ = cedit_bind(editLine, key, command)
      }
      return
    }
    for (key, command) in Self.viCommandKeys {
      _ = cedit_bind_vi_command(editLine, key, command)
    }
    for key in EscapeKeys.all {
      let isPaste = key.command == Self.pasteCommand
      bind(key.character, key.command, isPaste ? Self.pasteAfterCommand : key.command)
    }
  }

  /// Binds a character of C1 in all modes, maybe to something else in the command mode of vi.
  private func bind(_ character: Unicode.Scalar, _ command: String, _ viCommand: String? = nil) {
    let name = "\\" + String(character.value, radix: 8)
    _ = cedit_bind(handle.pointer, name, command)
    _ = cedit_bind_vi_command(handle.pointer, name, viCommand ?? command)
  }

  /// Makes `prompt` what stands before the line.
  func showPrompt(_ prompt: String) {
    promptCharacters = StyledText(prompt, hasColor: usesColor).characters
    promptText.deallocate()
    let characters = WideText.terminated(Prompt(prompt).marked)
    promptText = .allocate(capacity: characters.count)
    _ = promptText.initialize(from: characters)
    if isWaiting, !isCapable {
      unsent += "\n"
      drawPlainly()
    }
  }
}
