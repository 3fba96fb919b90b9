import CEditline

/// The line that libedit edits.
struct LineBuffer {
  let editLine: OpaquePointer

  /// The line as it is, or was entered: without the line end that Enter has added. Outside of
  /// `el_wgets` there is none, but the last one.
  var line: EditedLine {
    guard let info = el_wline(editLine)?.pointee, let start = info.buffer else { return .empty }
    var text = UnsafeBufferPointer(start: start, count: info.lastchar - start)[...]
    if text.last == 0x0A {
      text.removeLast()
    }
    return EditedLine(
      characters: text.map { Unicode.Scalar(UInt32(truncatingIfNeeded: $0)) ?? "\u{FFFD}" },
      cursor: min(info.cursor - start, text.count))
  }

  /// Replaces characters, whose range ends at the cursor.
  func replace(_ count: Int, by text: some Sequence<Unicode.Scalar>) {
    el_deletestr(editLine, Int32(count))
    _ = el_winsertstr(editLine, WideText.terminated(text))
  }

  /// Makes it another line.
  ///
  /// Not by el_replacestr, which refuses an empty line, and leaves the cursor.
  func set(_ line: EditedLine) {
    let old = self.line
    _ = el_cursor(editLine, Int32(old.characters.count - old.cursor))
    replace(old.characters.count, by: line.characters)
    move(by: line.cursor - line.characters.count)
  }

  /// Moves the cursor by so many characters.
  func move(by count: Int) {
    _ = el_cursor(editLine, Int32(count))
  }
}
