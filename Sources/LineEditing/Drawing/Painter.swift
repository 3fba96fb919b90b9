/// Brings what is on the terminal from one frame to the next with few bytes.
///
/// It knows rows and columns only as relative to where the first frame began, so it works wherever
/// on the screen that is, and lets the screen scroll.
struct Painter {
  /// What is on the terminal, or nothing at the start of a line.
  private(set) var shown: Frame?
  /// Where the terminal's cursor is. Behind the last column it waits to wrap.
  var place = Frame.Position()
  /// The colour that the terminal writes in; none between two calls.
  var style = ""
  /// What is to be sent.
  var text = ""

  /// Whatever is on the terminal is no concern any more; its cursor is at the start of a row.
  mutating func forget() {
    shown = nil
    place = Frame.Position()
  }

  /// What to send so that `frame` is seen.
  mutating func show(_ frame: Frame) -> String {
    text = ""
    let old = shown?.rows ?? [[]]
    for (row, cells) in frame.rows.enumerated() {
      if row < old.count {
        change(row, from: old[row], to: cells, columns: frame.columns)
      } else {
        add(row, to: frame)
      }
    }
    setStyle("")
    if old.count > frame.rows.count {
      clear(below: frame)
    }
    move(to: frame.cursor, columns: frame.columns)
    shown = frame
    return text
  }

  /// What to send so that nothing of it is seen, with the cursor where it began.
  mutating func erase() -> String {
    guard let shown else { return "" }
    text = ""
    move(to: Frame.Position(), columns: shown.columns)
    forget()
    return text + "\u{1B}[J"
  }

  /// What to send so that it stays, and the cursor is at the start of the row below.
  mutating func leave() -> String {
    text = ""
    if let shown {
      move(to: shown.end, columns: shown.columns)
    }
    forget()
    return text + "\n"
  }

  /// What to send so that nothing is seen of what was shown on a terminal that has another width
  /// now, and that has moved the ends of its rows, or else has cut them off.
  mutating func erase(onWidth columns: Int, reflows: Bool) -> String {
    guard let shown else { return "" }
    var row = 0
    var length = 0
    for (index, cells) in shown.rows.prefix(place.row).enumerated() {
      length += cells.count
      if !reflows || !shown.wrapped.contains(index) {
        row += reflows ? max(length - 1, 0) / columns + 1 : 1
        length = 0
      }
    }
    if reflows {
      row += (length + min(place.column, shown.columns - 1)) / columns
    }
    forget()
    return "\r" + (row == 0 ? "" : Self.sequence(row, "A")) + "\u{1B}[J"
  }
}
