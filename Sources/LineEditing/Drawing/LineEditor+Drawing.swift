import CEditline
import Platform

/// What is seen of the line under way.
///
/// libedit keeps the line, but draws nothing (its output goes to /dev/null): it has no place for
/// colours and hints, and miscounts combining marks. The line is drawn when nothing more has been
/// typed that could be read at once, so pasted text is not drawn key by key.
extension LineEditor {
  /// Shows the line as it is now, if libedit does not.
  func draw() {
    guard isCapable else { return }
    send(painter.show(frame()))
  }

  /// Lets libedit show the line on a fresh row, where the terminal cannot do more.
  func drawPlainly() {
    guard !isCapable else { return }
    if hidesLine {
      return send(String(String.UnicodeScalarView(promptCharacters.map(\.scalar))))
    }
    send("")
    _ = cedit_refresh(handle.pointer)
  }

  /// Shows the line as it was entered or given up, without what was only shown beside it, and
  /// goes to the row below.
  func leaveDrawing(with mark: String = "") {
    guard isCapable else { return send(mark + "\n") }
    let shown = painter.show(frame(isFinal: true))
    if mark.isEmpty {
      send(shown + painter.leave())
    } else {
      painter.forget()
      send(shown + mark + "\n")
    }
  }

  /// Shows the line as above, and leaves the cursor behind it.
  func settleDrawing() {
    guard isCapable, painter.shown != nil else { return }
    send(painter.show(frame(isFinal: true)))
  }

  /// Sends what has waited for this, then `text`, in one piece, lest the line flickers.
  func send(_ text: String) {
    let all = unsent + text
    unsent = ""
    if !all.isEmpty {
      TerminalOutput.write(all, to: output)
    }
  }

  /// The rows that show prompt and line, and what stands beside it unless `isFinal`.
  private func frame(isFinal: Bool = false) -> Frame {
    var frame = Frame(columns: size.columns)
    for character in promptCharacters {
      frame.append(character.scalar, style: character.style)
    }
    let line = hidesLine ? .empty : buffer.line
    let styles = styles(of: line)
    for (index, scalar) in line.characters.enumerated() {
      if index == line.cursor {
        let isWide = Cell.cells(of: scalar, style: "").last?.text.isEmpty == true
        frame.cursor = frame.place(forWidth: isWide ? 2 : 1)
      }
      frame.append(scalar, style: styles?[index] ?? "")
    }
    if isFinal {
      frame.cursor = frame.end
    } else {
      if line.isAtEnd {
        frame.cursor = frame.place()
        addHint(to: &frame, after: line)
      }
      addMenu(to: &frame, below: line)
    }
    top = frame.top(forHeight: size.rows, before: top)
    return frame.cropped(toHeight: size.rows, top: top)
  }

  /// The hint for a line, faint, as far as the row has room.
  private func addHint(to frame: inout Frame, after line: EditedLine) {
    shownHint = nil
    guard usesColor, !hidesLine, search == nil, let hint = hint(for: line) else { return }
    let cells = [Cell](hint.text, style: TextStyle.faint)
      .cut(to: frame.columns - 1 - frame.cursor.column)
    guard !cells.isEmpty else { return }
    frame.append(cells)
    shownHint = ShownHint(line: line, hint: hint)
  }

  /// The list of candidates, as long as the line is as it was when they were asked for.
  private func addMenu(to frame: inout Frame, below line: EditedLine) {
    guard let menu else { return }
    guard menu.line == line, search == nil, !hidesLine else {
      self.menu = nil
      return
    }
    let list = CandidateList(
      menu.candidates, columns: frame.columns, rows: size.rows - frame.rows.count,
      hasColor: usesColor)
    frame.append(rows: list.rows(selected: menu.selected))
  }
}
