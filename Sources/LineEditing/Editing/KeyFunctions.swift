import LineSyntax

final class KeyFunctions {
  /// Ends the line without a result.
  var endLine: () -> Void = {}
  /// The line that F2 enters; `nil` if it does nothing.
  var keyLine: String?
  /// Whether F2 entered the line.
  private(set) var hasEnteredKeyLine = false
  /// Shows the prompt again.
  var showPrompt: () -> Void = {}

  /// The words with which prompts begin.
  var promptWords: () -> [String] = { [] }

  private let editLine: EditLine
  private let keys: KeyReader
  private let renderer: Renderer
  private let browser: HistoryBrowser
  private let completion: CompletionController

  private var undoStack = UndoStack()
  /// Text that vi mode inserts with the next key.
  private var heldText: [Unicode.Scalar] = []

  init(
    _ editLine: EditLine, _ keys: KeyReader, _ renderer: Renderer, _ browser: HistoryBrowser,
    _ completion: CompletionController
  ) {
    self.editLine = editLine
    self.keys = keys
    self.renderer = renderer
    self.browser = browser
    self.completion = completion
  }

  /// Begins a new line.
  func reset() {
    undoStack = UndoStack()
    heldText = []
    hasEnteredKeyLine = false
  }

  /// Records the current line, for undoing the next change.
  func noteLine() {
    undoStack.note(editLine.line)
  }

  /// Runs the function of a key.
  func perform(_ command: EditorCommand) -> EditorCommand.Effect {
    switch command {
    case .nothing: return .none
    case .interrupt:
      endLine()
      return .cursorMoved
    case .clearScreen:
      renderer.clearScreen()
      return .none
    case .quote: return insertNextKey()
    case .search: return search(runs: true)
    case .viSearch: return search(runs: false)
    case .paste, .pasteAfter, .pasteHeld, .viLastWord: return paste(command)
    case .complete, .completeBackwards, .dismiss: complete(command)
    case .olderLine: if !completion.move(by: -1) { browser.move(.older) }
    case .newerLine: if !completion.move(by: 1) { browser.move(.newer) }
    case .oldestLine: browser.jump(.older)
    case .newestLine: browser.jump(.newer)
    case .lastWord: browser.insertLastWord()
    case .undo:
      noteLine()
      if let line = undoStack.undo() { editLine.line = line }
    case .undoAll:
      noteLine()
      editLine.line = undoStack.undoAll()
    case .left: return moveSideways(-1) ? .lineChanged : push(String(CursorMove.left.key))
    case .right: return moveSideways(1) ? .lineChanged : insertGhost(or: .right)
    case .rightWord: return insertGhost(.firstWord, or: .rightWord)
    case .end: return insertGhost(or: nil)
    // As far right as there are characters. libedit's own function moves to before an empty line.
    case .viEnd: return push("999999\(CursorMove.right.key)")
    case .viRepeat: return editLine.repeatChange() ? .keyPushed : .none
    case .enterKeyLine:
      guard let keyLine, editLine.line.characters.isEmpty else { return .none }
      editLine.replace(0, with: Array(keyLine.unicodeScalars))
      hasEnteredKeyLine = true
      return push("\r")
    }
    return .lineChanged
  }

  /// Lets libedit read keys as if they were typed.
  private func push(_ keys: String) -> EditorCommand.Effect {
    editLine.push(keys)
    return .keyPushed
  }

  private func insertNextKey() -> EditorCommand.Effect {
    guard let key = keys.next() else {
      endLine()
      return .cursorMoved
    }
    editLine.replace(0, with: [key])
    return .lineChanged
  }

  private func search(runs: Bool) -> EditorCommand.Effect {
    let continues = browser.search(keys, runs: runs) { renderer.setPrompt($0) }
    if !continues { endLine() }
    showPrompt()
    return .lineChanged
  }

  private func complete(_ command: EditorCommand) {
    switch command {
    case .completeBackwards: completion.completeBackwards()
    case .dismiss: completion.dismiss()
    default: if let menu = completion.complete() { renderer.printPlainly(menu) }
    }
  }

  /// Inserts text that was not typed. vi mode inserts it after the cursor by its own key `a`, and
  /// holds the text until then.
  private func paste(_ command: EditorCommand) -> EditorCommand.Effect {
    switch command {
    case .pasteHeld:
      editLine.replace(0, with: heldText)
      heldText = []
      return .lineChanged
    case .viLastWord:
      guard let word = browser.lastWord(0) else { return .none }
      heldText = [" "] + word
    case .pasteAfter:
      guard editLine.canDraw else {
        keys.queuePaste(after: "a")
        return .none
      }
      heldText = keys.readPaste().map { PasteQueue.held($0, after: promptWords()) } ?? []
    default:
      guard editLine.canDraw else {
        keys.queuePaste()
        return .none
      }
      editLine.replace(
        0, with: keys.readPaste().map { PasteQueue.held($0, after: promptWords()) } ?? [])
      return .lineChanged
    }
    keys.pushBack(["a", EscapeKey.heldPaste])
    return .none
  }

  private func moveSideways(_ direction: Int) -> Bool {
    let height = renderer.columnHeight
    return height > 0 && completion.moveSideways(direction, height: height)
  }

  /// How much of a ghost to insert.
  private enum GhostPart {
    case all
    case firstWord
  }

  /// Inserts the ghost on the screen; if there is none, moves the cursor, without `move` to the end.
  ///
  /// libedit moves the cursor as if its own key was pressed: with the repeat count that was typed,
  /// and as a motion of vi.
  private func insertGhost(
    _ part: GhostPart = .all, or move: CursorMove?
  ) -> EditorCommand.Effect {
    guard let (line, ghost) = renderer.visibleGhost, line == editLine.line, ghost.isInsertable
    else {
      guard let move else {
        editLine.moveCursorToEnd()
        return .cursorMoved
      }
      editLine.push(String(move.key))
      return .keyPushed
    }
    var text = Array(ghost.text.unicodeScalars)[...]
    if part == .firstWord {
      let start = text.firstIndex { $0 != " " } ?? text.endIndex
      text = text[..<(text[start...].firstIndex(of: " ") ?? text.endIndex)]
    }
    editLine.replace(0, with: text)
    return .lineChanged
  }
}
