import ParlorKit

/// A session in a terminal as SVG: its last screen, or all of it typed in a loop. It has no script,
/// loads nothing, and stands still at its end for readers who ask for less motion.
package struct TerminalPicture {
  /// The maximum number of lines of an animated session: each is a step of the animation.
  package static let mostAnimatedLines = 1000

  private let recording: Recording
  private let rows: Int
  private let theme: Theme
  /// All rows of the session, in order.
  private var lines: [StyledLine] = []
  /// For each line of the session, the rows of its command and the row after its reply.
  private var steps: [(command: Range<Int>, end: Int)] = []

  /// - Parameter rows: the maximum number of rows of the terminal.
  package init(_ recording: Recording, rows: Int, theme: Theme) {
    self.recording = recording
    self.rows = rows
    self.theme = theme
    for frame in recording.frames {
      let start = lines.count
      let command = StyledLine(Recording.prompt.runs + frame.command.runs)
      lines += command.rows(of: recording.columns)
      let typed = start..<lines.count
      for line in frame.reply { lines += line.rows(of: recording.columns) }
      steps.append((typed, lines.count))
    }
    lines.append(Recording.prompt)
  }

  private func window(rows: Int) -> TerminalWindow {
    TerminalWindow(
      title: recording.title, columns: recording.columns, rows: rows, theme: theme)
  }

  /// The last screen.
  package var still: [UInt8] {
    let shown = lines.suffix(rows)
    return window(rows: shown.count).svg("") { svg in
      write(shown, to: &svg)
      cursor(column: 2, row: shown.count - 1, to: &svg)
    }
  }

  /// The session in animation.
  package var animation: [UInt8] {
    let rows = min(rows, lines.count)
    let time = Timeline(self, rows: rows)
    let height = lines.count * TerminalWindow.lineHeight
    let end = time.scroll(of: lines.count)
    let style =
      "@media (prefers-reduced-motion:no-preference){"
      + ".s{animation:s \(time.duration)ms step-end infinite}"
      + ".k{animation:k \(time.duration)ms step-end infinite}"
      + "@keyframes s{\(time.scrolling)}@keyframes k{\(time.typing)}}"
    let window = window(rows: rows)
    return window.svg(style) { svg in
      let (top, width) = (TerminalWindow.bar + TerminalWindow.margin - 10, window.width)
      svg.write(raw: "<clipPath id=\"screen\">")
      svg.element(
        "rect",
        [
          "x": "1", "y": px(top), "width": px(width - 20),
          "height": px(rows * TerminalWindow.lineHeight + TerminalWindow.margin / 2),
        ])
      svg.write(raw: "</clipPath><g clip-path=\"url(#screen)\">")
      svg.write(raw: "<g class=\"s\" transform=\"translate(0,\(px(-end)))\">")
      write(lines[...], to: &svg)
      // This covers everything that is not typed yet: the rest of a row, and all rows below it.
      let row = lines.count - 1
      svg.write(raw: "<g class=\"k\" transform=\"")
      svg.write(
        raw: "translate(\(px(2 * TerminalWindow.cell)),\(px(row * TerminalWindow.lineHeight)))\">")
      let y = TerminalWindow.bar + TerminalWindow.margin
      for (x, top, size, count) in [
        (TerminalWindow.margin, y, width, TerminalWindow.lineHeight),
        (-width, y + TerminalWindow.lineHeight, 3 * width, height),
      ] {
        svg.element(
          "rect",
          [
            "class": "bg", "x": px(x), "y": px(top), "width": px(size), "height": px(count),
          ])
      }
      cursor(column: 0, row: 0, to: &svg)
      svg.write(raw: "</g></g></g>")
    }
  }

  private func cursor(column: Int, row: Int, to svg: inout Markup) {
    TerminalWindow.fill(
      cells: 1, column: column, row: row, height: TerminalWindow.lineHeight - 10,
      classes: "faint", to: &svg)
  }

  /// Writes the rows from the top of the screen on.
  private func write(_ lines: ArraySlice<StyledLine>, to svg: inout Markup) {
    for (row, line) in lines.enumerated() {
      var column = 0
      for run in line.runs {
        let leading = run.text.prefix { $0 == " " }.count
        let cells = run.cells - leading
        defer { column += run.cells }
        if cells == 0 { continue }
        TerminalWindow.write(
          String(run.text.dropFirst(leading)), cells: cells, column: column + leading, row: row,
          classes: Theme.classes(run.styles), to: &svg)
      }
      if !line.runs.isEmpty { svg.breakLine() }
    }
  }

  /// The steps of the animation as key frames of CSS.
  private struct Timeline {
    private(set) var duration = 0
    private(set) var scrolling = ""
    private(set) var typing = ""
    private let rows: Int

    init(_ picture: TerminalPicture, rows: Int) {
      self.rows = rows
      var keys: [(time: Int, column: Int, row: Int, typed: Int)] = []
      var scrolls: [(time: Int, row: Int)] = [(0, 0)]
      var time = 0
      func show(_ row: Int) {
        if max(0, row - rows) != max(0, scrolls[scrolls.count - 1].row - rows) {
          scrolls.append((time, row))
        }
      }
      for step in picture.steps {
        for row in step.command {
          // The prompt is already there.
          let start = row == step.command.lowerBound ? 2 : 0
          let cells = picture.lines[row].cells
          show(row + 1)
          keys.append((time, start, row, max(0, cells - start)))
          for place in 0..<max(0, cells - start) { time += Pace.key(place) }
          keys.append((time, cells, row, 0))
          time += Pace.enter
        }
        show(step.end + 1)
        keys.append((time, 2, step.end, 0))
        time += Pace.reading(step.end - step.command.upperBound)
      }
      time += Pace.end
      duration = time
      for key in keys {
        let place =
          "translate(\(px(key.column * TerminalWindow.cell)),"
          + "\(px(key.row * TerminalWindow.lineHeight)))"
        let steps = key.typed > 0 ? ";animation-timing-function:steps(\(key.typed),end)" : ""
        typing += "\(share(key.time, of: duration)){transform:\(place.withUnits)\(steps)}"
      }
      for scroll in scrolls {
        let shift = "translate(0,\(px(-self.scroll(of: scroll.row))))"
        scrolling += "\(share(scroll.time, of: duration)){transform:\(shift.withUnits)}"
      }
    }

    /// How far the text is scrolled once `row` is shown.
    func scroll(of row: Int) -> Int { max(0, row - rows) * TerminalWindow.lineHeight }
  }
}

extension String {
  /// A `translate` of CSS, whose lengths have units other than in attributes.
  fileprivate var withUnits: String {
    replacing(",", with: "px,").replacing(")", with: "px)")
  }
}
