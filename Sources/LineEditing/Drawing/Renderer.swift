import LineSyntax

/// What the screen shows of a line.
struct Scene {
  var line = EditedLine.empty
  /// The escape sequences for the characters of the line; `nil` if none has a colour.
  var styles: [String]?
  /// Shown dimmed behind the line if the cursor is at its end.
  var ghost: Ghost?
  /// Shown below the line.
  var menu: SuggestionMenu?
}

/// Shows the prompt and the line on the terminal.
///
/// If the terminal allows it, the renderer draws everything itself: libedit cannot draw colours and
/// ghosts, and miscounts combining characters. Otherwise it lets libedit draw the line.
final class Renderer {
  /// Whether anything may have colour. Ghosts need it.
  var usesColor = true
  /// Whether the prompt is on the screen, so that a change must be shown at once.
  var isActive = false
  /// The ghost on the screen, and the line that it belongs to.
  private(set) var visibleGhost: (line: EditedLine, ghost: Ghost)?

  /// The height of a column of the list on the screen; 0 without columns.
  private(set) var columnHeight = 0
  /// The number of rows of the line, if nothing else was printed since its prompt; otherwise `nil`.
  private(set) var rowCount: Int?

  private let editLine: EditLine
  /// Writes the text of a drawing in one piece, so that the line does not flicker.
  private(set) var output: TerminalOutput
  private var painter = Painter()
  private var size: WindowSize
  private var prompt: [StyledText.Character] = []
  private var hidesLine = false
  /// The first visible row of a line that is too long for the screen.
  private var top = 0

  private var drawsItself: Bool { editLine.canDraw }

  init(_ editLine: EditLine, output: Int32) {
    self.editLine = editLine
    self.output = TerminalOutput(descriptor: output)
    size = self.output.size
  }

  // MARK: - A line from begin to end

  /// Prepares for a line.
  ///
  /// - Parameter hidesLine: show the prompt only, for passwords.
  func begin(prompt: String, hidesLine: Bool) {
    size = output.size
    painter.forget()
    (top, output.pending, visibleGhost) = (0, "", nil)
    // The prompt of a password belongs to the output of a command.
    rowCount = hidesLine ? nil : 0
    self.hidesLine = hidesLine
    setPrompt(prompt)
  }

  func setPrompt(_ text: String) {
    prompt = StyledText(text, hasColor: usesColor).characters
    editLine.setPrompt(text)
    if isActive, !drawsItself {
      output.pending += "\n"
      drawByLibedit()
    }
  }

  /// Shows the current line, unless libedit does.
  func draw(_ scene: @autoclosure () -> Scene) {
    guard drawsItself else { return }
    output.send(painter.show(frame(of: scene())))
  }

  /// Makes libedit show the line on a fresh row, if the renderer does not draw itself.
  func drawByLibedit() {
    guard !drawsItself else { return }
    if hidesLine {
      return output.send(String(String.UnicodeScalarView(prompt.map(\.scalar))))
    }
    output.send("")
    editLine.refresh()
  }

  /// Shows the final state of the line, with the cursor behind it.
  func settle(_ scene: @autoclosure () -> Scene) {
    guard drawsItself, painter.shown != nil else { return }
    output.send(painter.show(finalFrame(of: scene())))
  }

  /// Shows the final state of the line, followed by `mark`, and goes to the next row.
  func finish(_ scene: @autoclosure () -> Scene, mark: String = "") {
    guard drawsItself else {
      rowCount = nil
      return output.send(mark + "\n")
    }
    let frame = finalFrame(of: scene())
    let isWhole = mark.isEmpty && top == 0 && frame.rows.count < size.rows
    rowCount = rowCount == nil || !isWhole ? nil : frame.rows.count
    let shown = painter.show(frame)
    if mark.isEmpty {
      output.send(shown + painter.leave())
    } else {
      painter.forget()
      output.send(shown + mark + "\n")
    }
  }

  // MARK: - Changes around the line

  /// Prints lines above the prompt, each of which ends with a line break.
  func printAbove(_ lines: String) {
    rowCount = nil
    output.pending += drawsItself ? painter.erase() : isActive ? "\n" : ""
    output.pending += lines
    if isActive {
      drawByLibedit()
    } else {
      output.send("")
    }
  }

  /// Prints the suggestions, if the renderer cannot draw them below the line.
  func printPlainly(_ menu: SuggestionMenu) {
    guard !drawsItself else { return }
    let list = SuggestionList(
      menu.suggestions, columns: size.columns, rows: size.rows - 1, hasColor: false)
    let rows = list.rows().map { $0.map(\.text).joined() }
    output.pending += "\n" + rows.joined(separator: "\n") + "\n"
    drawByLibedit()
  }

  func clearScreen() {
    rowCount = nil
    painter.forget()
    output.pending += drawsItself ? "\u{1B}[H\u{1B}[2J" : "\n"
    drawByLibedit()
  }

  /// Removes the line from the screen, until the next drawing.
  func erase() {
    output.pending += painter.erase()
  }

  /// Removes the line from the screen now.
  func remove() { output.send(drawsItself ? painter.erase() : "\n") }

  /// Adapts to a new size of the terminal.
  func resize() {
    let former = measure()
    if !drawsItself {
      showAgainByLibedit()
    } else if size != former {
      output.pending += painter.erase(onWidth: size.columns, reflows: WindowSize.reflows)
    }
  }

  /// Shows the line on a fresh row after the process was stopped.
  func resume() {
    _ = measure()
    if !drawsItself {
      showAgainByLibedit()
    } else {
      painter.forget()
      output.pending += "\r\u{1B}[J"
    }
  }

  private func measure() -> WindowSize {
    rowCount = nil
    editLine.resize()
    defer { size = output.size }
    return size
  }

  private func showAgainByLibedit() {
    output.pending += "\n"
    drawByLibedit()
  }

  // MARK: - Frames

  private func frame(of scene: Scene) -> Frame {
    var frame = lineFrame(of: scene)
    if scene.line.isAtEnd {
      frame.cursor = frame.place()
      add(scene.ghost, to: &frame, after: scene.line)
    }
    if let menu = scene.menu {
      let list = SuggestionList(
        menu.suggestions, columns: frame.columns, rows: size.rows - frame.rows.count,
        hasColor: usesColor, mark: menu.mark)
      frame.append(rows: list.rows(selected: menu.selected))
      columnHeight = list.columnHeight(selected: menu.selected)
    }
    return cropped(frame)
  }

  private func finalFrame(of scene: Scene) -> Frame {
    var frame = lineFrame(of: scene)
    frame.cursor = frame.end
    return cropped(frame)
  }

  private func lineFrame(of scene: Scene) -> Frame {
    var frame = Frame(columns: size.columns)
    for character in prompt {
      frame.append(character.scalar, style: character.style)
    }
    for (index, scalar) in scene.line.characters.enumerated() {
      if index == scene.line.cursor {
        let isWide = ScreenCell.cells(of: scalar, style: "").last?.text.isEmpty == true
        frame.cursor = frame.place(forWidth: isWide ? 2 : 1)
      }
      frame.append(scalar, style: scene.styles?[index] ?? "")
    }
    return frame
  }

  /// The part that fits on the screen.
  private func cropped(_ frame: Frame) -> Frame {
    top = frame.top(forHeight: size.rows, before: top)
    return frame.cropped(toHeight: size.rows, top: top)
  }

  /// Adds the part of the ghost that fits on the row.
  private func add(_ ghost: Ghost?, to frame: inout Frame, after line: EditedLine) {
    visibleGhost = nil
    guard let ghost else { return }
    let cells = [ScreenCell](ghost.text, style: TextStyle.faint)
      .cut(to: frame.columns - 1 - frame.cursor.column)
    guard !cells.isEmpty else { return }
    frame.append(cells)
    visibleGhost = (line, ghost)
  }
}
