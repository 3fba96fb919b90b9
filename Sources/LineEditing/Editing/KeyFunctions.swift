import LineSyntax

/// The functions of keys.
final class KeyFunctions {
  /// Ends the line without a result.
  var endLine: () -> Void = {}
  /// Shows the prompt again.
  var showPrompt: () -> Void = {}

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
  }

  /// Takes note of the line as it is now, to undo what follows.
  func noteLine() {
    undoStack.note(editLine.line)
  }

  /// Runs the function of a key.
  func perform(_ command: EditorCommand) -> EditorCommand.Effect {
    switch command {
    case .interrupt:
      endLine()
      return .cursorMoved
    case .paste:
      guard editLine.canDraw else {
        keys.queuePaste()
        break
      }
      editLine.replace(0, with: keys.readPaste().map(PasteQueue.held) ?? [])
      return .lineChanged
    case .pasteAfter:
      guard editLine.canDraw else {
        keys.queuePaste(after: "a")
        break
      }
      heldText = keys.readPaste().map(PasteQueue.held) ?? []
      keys.pushBack(["a", EscapeKey.heldPaste])
    case .pasteHeld:
      editLine.replace(0, with: heldText)
      heldText = []
      return .lineChanged
    case .nothing: break
    case .clearScreen: renderer.clearScreen()
    case .complete:
      if let menu = completion.complete() {
        renderer.printPlainly(menu)
      }
      return .lineChanged
    case .completeBackwards:
      completion.completeBackwards()
      return .lineChanged
    case .dismiss:
      completion.dismiss()
      return .lineChanged
    case .olderLine:
      if !completion.move(by: -1) { browser.move(.older) }
      return .lineChanged
    case .newerLine:
      if !completion.move(by: 1) { browser.move(.newer) }
      return .lineChanged
    case .oldestLine:
      browser.jump(.older)
      return .lineChanged
    case .newestLine:
      browser.jump(.newer)
      return .lineChanged
    case .lastWord:
      browser.insertLastWord()
      return .lineChanged
    case .viLastWord:
      guard let word = browser.lastWord(0) else { break }
      heldText = [" "] + word
      keys.pushBack(["a", EscapeKey.heldPaste])
    case .undo:
      noteLine()
      if let line = undoStack.undo() { editLine.line = line }
      return .lineChanged
    case .undoAll:
      noteLine()
      editLine.line = undoStack.undoAll()
      return .lineChanged
    case .quote:
      guard let key = keys.next() else {
        endLine()
        return .cursorMoved
      }
      editLine.replace(0, with: [key])
      return .lineChanged
    case .search, .viSearch:
      let continues = browser.search(keys, runs: command == .search) { renderer.setPrompt($0) }
      if !continues {
        endLine()
      }
      showPrompt()
      return .lineChanged
    case .left:
      if moveSideways(-1) { return .lineChanged }
      editLine.push(String(CursorMove.left.key))
      return .keyPushed
    case .right:
      if moveSideways(1) { return .lineChanged }
      return insertHint(or: .right)
    case .rightWord: return insertHint(.firstWord, or: .rightWord)
    case .end: return insertHint(or: nil)
    case .viEnd:
      // As far right as there are characters. The function of libedit that moves to the end moves
      // to before an empty line.
      editLine.push("999999\(CursorMove.right.key)")
      return .keyPushed
    case .viRepeat:
      return editLine.repeatChange() ? .keyPushed : .none
    }
    return .none
  }

  private func moveSideways(_ direction: Int) -> Bool {
    let height = renderer.columnHeight
    return height > 0 && completion.moveSideways(direction, height: height)
  }

  /// How much of a hint to insert.
  private enum HintPart {
    case all
    case firstWord
  }

  /// Inserts the hint on the screen; if there is none, moves the cursor, without `move` to the end.
  ///
  /// libedit moves the cursor as if its own key was pressed: with the repeat count that was typed,
  /// and as a motion of vi.
  private func insertHint(
    _ part: HintPart = .all, or move: CursorMove?
  ) -> EditorCommand.Effect {
    guard let (line, hint) = renderer.visibleHint, line == editLine.line, hint.isInsertable else {
      guard let move else {
        editLine.moveCursorToEnd()
        return .cursorMoved
      }
      editLine.push(String(move.key))
      return .keyPushed
    }
    var text = Array(hint.text.unicodeScalars)[...]
    if part == .firstWord {
      let start = text.firstIndex { $0 != " " } ?? text.endIndex
      text = text[..<(text[start...].firstIndex(of: " ") ?? text.endIndex)]
    }
    editLine.replace(0, with: text)
    return .lineChanged
  }
}
