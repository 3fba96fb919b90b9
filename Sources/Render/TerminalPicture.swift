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

  // Lengths are in tenths of a pixel.
  private static let cell = 84
  private static let lineHeight = 190
  private static let margin = 160
  private static let bar = 360
  private static let baseline = 140

  private var width: Int { recording.columns * Self.cell + 2 * Self.margin }

  /// The last screen.
  package var still: [UInt8] {
    let shown = lines.suffix(rows)
    return picture(rows: shown.count, "") { svg in
      write(shown, to: &svg)
      cursor(column: 2, row: shown.count - 1, to: &svg)
    }
  }

  /// The session in animation.
  package var animation: [UInt8] {
    let rows = min(rows, lines.count)
    let time = Timeline(self, rows: rows)
    let height = lines.count * Self.lineHeight
    let end = time.scroll(of: lines.count)
    let style =
      "@media (prefers-reduced-motion:no-preference){"
      + ".s{animation:s \(time.duration)ms step-end infinite}"
      + ".k{animation:k \(time.duration)ms step-end infinite}"
      + "@keyframes s{\(time.scrolling)}@keyframes k{\(time.typing)}}"
    return picture(rows: rows, style) { svg in
      let top = Self.bar + Self.margin - 10
      svg.write(raw: "<clipPath id=\"screen\">")
      svg.element(
        "rect",
        [
          "x": "1", "y": px(top), "width": px(width - 20),
          "height": px(rows * Self.lineHeight + Self.margin / 2),
        ])
      svg.write(raw: "</clipPath><g clip-path=\"url(#screen)\">")
      svg.write(raw: "<g class=\"s\" transform=\"translate(0,\(px(-end)))\">")
      write(lines[...], to: &svg)
      // This covers everything that is not typed yet: the rest of a row, and all rows below it.
      let row = lines.count - 1
      svg.write(raw: "<g class=\"k\" transform=\"")
      svg.write(raw: "translate(\(px(2 * Self.cell)),\(px(row * Self.lineHeight)))\">")
      let y = Self.bar + Self.margin
      for (x, top, size, count) in [
        (Self.margin, y, width, Self.lineHeight),
        (-width, y + Self.lineHeight, 3 * width, height),
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

  /// The title, cut before the buttons of the window.
  private var title: String {
    let room = max(1, recording.columns - 18)
    let rows = StyledLine(recording.title).rows(of: room)
    return rows.count > 1 ? rows[0].text.dropLast() + "…" : recording.title
  }

  private func cursor(column: Int, row: Int, to svg: inout Markup) {
    svg.element(
      "rect",
      [
        "class": "faint", "x": px(Self.margin + column * Self.cell),
        "y": px(Self.bar + Self.margin + row * Self.lineHeight - 10),
        "width": px(Self.cell), "height": px(Self.lineHeight - 10),
      ])
  }

  /// The window around what `body` writes.
  private func picture(
    rows: Int, _ style: String, _ body: (inout Markup) -> Void
  ) -> [UInt8] {
    var svg = Markup()
    let height = Self.bar + rows * Self.lineHeight + 2 * Self.margin
    svg.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(px(width)) \(px(height))",
        "width": px(width), "height": px(height), "role": "img",
      ]
    ) { svg in
      svg.element("title") { $0.write(recording.title) }
      svg.breakLine()
      let font = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
      svg.write(
        raw: "<style>text{font:14px \(font);white-space:pre}.b{font-weight:bold}"
          + theme.rules("fill", [("text", "fill", "fg"), (".w", "stroke", "edge")])
          + style + "</style>\n")
      svg.element(
        "rect",
        [
          "class": "bg w", "x": "0.5", "y": "0.5", "width": px(width - 10),
          "height": px(height - 10), "rx": "10",
        ])
      svg.write(raw: "<path class=\"bar w\" d=\"")
      svg.write(
        raw: "M0.5,\(px(Self.bar))V10.5a10,10 0 0 1 10,-10H\(px(width - 105))"
          + "a10,10 0 0 1 10,10V\(px(Self.bar))Z\"/>")
      for (index, color) in ["#ff5f57", "#febc2e", "#28c840"].enumerated() {
        svg.element(
          "circle", ["fill": color, "cx": "\(20 + 20 * index)", "cy": "18", "r": "6"])
      }
      svg.element(
        "text",
        ["class": "faint", "x": px(width / 2), "y": "23", "text-anchor": "middle"]
      ) { $0.write(title) }
      svg.breakLine()
      body(&svg)
    }
    svg.breakLine()
    return svg.bytes
  }

  /// Writes the rows from the top of the screen on.
  private func write(_ lines: ArraySlice<StyledLine>, to svg: inout Markup) {
    for (row, line) in lines.enumerated() {
      let y = px(Self.bar + Self.margin + row * Self.lineHeight + Self.baseline)
      var column = 0
      for run in line.runs {
        let leading = run.text.prefix { $0 == " " }.count
        let text = String(run.text.dropFirst(leading))
        let cells = run.cells - leading
        defer { column += run.cells }
        if cells == 0 { continue }
        let x = px(Self.margin + (column + leading) * Self.cell)
        let length = px(cells * Self.cell)
        let classes = Theme.classes(run.styles)
        if classes.isEmpty {
          svg.element("text", ["x": x, "y": y, "textLength": length]) { $0.write(text) }
        } else {
          svg.element("text", ["class": classes, "x": x, "y": y, "textLength": length]) {
            $0.write(text)
          }
        }
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
          "translate(\(px(key.column * TerminalPicture.cell)),"
          + "\(px(key.row * TerminalPicture.lineHeight)))"
        let steps = key.typed > 0 ? ";animation-timing-function:steps(\(key.typed),end)" : ""
        typing += "\(share(key.time)){transform:\(place.withUnits)\(steps)}"
      }
      for scroll in scrolls {
        let shift = "translate(0,\(px(-self.scroll(of: scroll.row))))"
        scrolling += "\(share(scroll.time)){transform:\(shift.withUnits)}"
      }
    }

    /// How far the text is scrolled once `row` is shown.
    func scroll(of row: Int) -> Int { max(0, row - rows) * TerminalPicture.lineHeight }

    /// A moment in percent of the whole, to a thousandth.
    private func share(_ time: Int) -> String {
      let thousandths = time * 100_000 / max(1, duration)
      let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
      return rest == 0 ? "\(whole)%" : "\(whole).\(rest.padded(to: 3))%"
    }
  }
}

/// A length in tenths of a pixel.
private func px(_ tenths: Int) -> String { Tenths(tenths).description }

extension String {
  /// A `translate` of CSS, whose lengths have units other than in attributes.
  fileprivate var withUnits: String {
    replacing(",", with: "px,").replacing(")", with: "px)")
  }
}
