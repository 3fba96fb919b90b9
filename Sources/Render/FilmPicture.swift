import ParlorKit
import Terminals

/// A film as SVG. Each version of a row is drawn once, and shown for its times by CSS. For readers
/// who ask for less motion it stands still at its end.
package struct FilmPicture {
  private let film: Film
  private let window: TerminalWindow
  private let end: Screen

  /// A row as it is for some time.
  private struct Version: Hashable {
    var row: Int
    var cells: [Screen.Cell]
  }

  package init(_ film: Film, theme: Theme) {
    self.film = film
    end = film.shots.last?.screen ?? Screen(rows: film.rows, columns: film.columns)
    window = TerminalWindow(
      title: film.title, columns: film.columns, rows: film.rows, theme: theme)
  }

  private static let rules = ".l{text-decoration:underline}.k{fill-opacity:.5}"

  /// The last screen.
  package var still: [UInt8] {
    window.svg(Self.rules) { svg in
      for (row, cells) in end.cells.enumerated() {
        Self.draw(Version(row: row, cells: cells), to: &svg)
      }
      if end.hasCursor { drawCursor(to: &svg) }
    }
  }

  /// The whole film, in a loop.
  package var animation: [UInt8] {
    let layers = layers
    var style = ""
    for (index, layer) in layers.enumerated() where layer.spans != [0..<film.duration] {
      style += ".v\(index){animation:v\(index) \(film.duration)ms step-end infinite}"
      style += "@keyframes v\(index){\(visibility(layer.spans))}"
    }
    style += ".k{animation:k \(film.duration)ms step-end infinite}@keyframes k{\(cursorKeys)}"
    return window.svg(
      Self.rules + "@media (prefers-reduced-motion:no-preference){\(style)}"
    ) { svg in
      for (index, layer) in layers.enumerated() {
        let isLast = layer.spans.last?.upperBound == film.duration
        svg.write(raw: "<g class=\"v\(index)\"\(isLast ? "" : " visibility=\"hidden\"")>")
        for version in layer.versions { Self.draw(version, to: &svg) }
        svg.write(raw: "</g>\n")
      }
      drawCursor(to: &svg)
    }
  }

  /// The whole film as a page of HTML. Its content policy allows only its own style.
  package var page: [UInt8] {
    var html = Markup()
    html.write(raw: "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    html.write(
      raw: "<meta http-equiv=\"Content-Security-Policy\" "
        + "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
    html.write(
      raw: "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n")
    html.element("title") { $0.write(film.title) }
    html.write(raw: "\n<style>body{margin:0}svg{display:block;max-width:100%;height:auto;")
    html.write(raw: "margin:1rem auto}</style>\n</head>\n<body>\n")
    html.write(raw: String(decoding: animation, as: UTF8.self))
    html.write(raw: "</body>\n</html>\n")
    return html.bytes
  }

  // MARK: - Times

  /// Versions of rows that are shown at the same times, in the order in which they first appear.
  private var layers: [(spans: [Range<Int>], versions: [Version])] {
    var spans: [Version: [Range<Int>]] = [:]
    var order: [Version] = []
    func add(_ version: Version, _ span: Range<Int>) {
      guard !span.isEmpty, version.cells.contains(where: { $0 != Screen.Cell() }) else { return }
      if spans[version] == nil { order.append(version) }
      spans[version, default: []].append(span)
    }
    for row in 0..<film.rows {
      var begin = 0
      for (index, shot) in film.shots.enumerated() {
        let next = index + 1 < film.shots.count ? film.shots[index + 1] : nil
        let cells = shot.screen.cells[row]
        if let next, next.screen.cells[row] == cells { continue }
        let time = next?.time ?? film.duration
        add(Version(row: row, cells: cells), begin..<time)
        begin = time
      }
    }
    var layers: [(spans: [Range<Int>], versions: [Version])] = []
    var numbers: [[Range<Int>]: Int] = [:]
    for version in order {
      let times = spans[version] ?? []
      if let number = numbers[times] {
        layers[number].versions.append(version)
      } else {
        numbers[times] = layers.count
        layers.append((times, [version]))
      }
    }
    return layers
  }

  /// The key frames of something that is shown at some times.
  private func visibility(_ spans: [Range<Int>]) -> String {
    var keys = spans.first?.lowerBound == 0 ? "" : "0%{visibility:hidden}"
    for span in spans {
      keys += "\(share(span.lowerBound, of: film.duration)){visibility:visible}"
      if span.upperBound < film.duration {
        keys += "\(share(span.upperBound, of: film.duration)){visibility:hidden}"
      }
    }
    return keys
  }

  private var cursorKeys: String {
    var keys = ""
    var last = ""
    for shot in film.shots {
      let (x, y) = Self.place(of: shot.screen)
      let state =
        "transform:translate(\(px(x))px,\(px(y))px);"
        + "visibility:\(shot.screen.hasCursor ? "visible" : "hidden")"
      if state != last { keys += "\(share(shot.time, of: film.duration)){\(state)}" }
      last = state
    }
    return keys
  }

  private static func place(of screen: Screen) -> (x: Int, y: Int) {
    (screen.column * TerminalWindow.cell, screen.row * TerminalWindow.lineHeight)
  }

  // MARK: - Drawing

  private func drawCursor(to svg: inout Markup) {
    let (x, y) = Self.place(of: end)
    svg.write(raw: "<g class=\"k\" transform=\"translate(\(px(x)),\(px(y)))\"")
    svg.write(raw: end.hasCursor ? ">" : " visibility=\"hidden\">")
    TerminalWindow.fill(
      cells: 1, column: 0, row: 0, height: TerminalWindow.lineHeight - 10, classes: "faint",
      to: &svg)
    svg.write(raw: "</g>")
  }

  private static func draw(_ version: Version, to svg: inout Markup) {
    let cells = version.cells
    var start = 0
    while start < cells.count {
      let style = cells[start].style
      var end = start
      while end < cells.count, cells[end].style == style { end += 1 }
      draw(cells[start..<end], Look(style), row: version.row, to: &svg)
      start = end
    }
  }

  /// Draws cells of one look, without the blanks around them.
  private static func draw(
    _ cells: ArraySlice<Screen.Cell>, _ look: Look, row: Int, to svg: inout Markup
  ) {
    if let behind = look.behind {
      TerminalWindow.fill(
        cells: cells.count, column: cells.startIndex, row: row, classes: behind, to: &svg)
    }
    func write(_ words: ArraySlice<Screen.Cell>) {
      TerminalWindow.write(
        words.map(\.text).joined().drawable, cells: words.count, column: words.startIndex,
        row: row, classes: look.classes, to: &svg)
    }
    let isBlank: (Screen.Cell) -> Bool = { $0.text == " " && !look.isUnderlined }
    var rest = cells
    while let first = rest.firstIndex(where: { !isBlank($0) }) {
      // Some readers of SVG shorten several blanks to one.
      let end = rest[first...].indices.first { place in
        isBlank(rest[place]) && (place + 1 == rest.endIndex || isBlank(rest[place + 1]))
      }
      write(rest[first..<(end ?? rest.endIndex)])
      rest = rest[(end ?? rest.endIndex)...]
    }
  }

  /// How cells look, in classes of the theme.
  private struct Look {
    var classes: String
    /// The class of what is behind the text, if it is not the window.
    var behind: String?
    var isUnderlined: Bool

    init(_ style: ScreenStyle) {
      let isFaint = style.renditions.contains(2)
      var text = style.foreground.map(Self.name)
      var back = style.background.map(Self.name)
      if style.renditions.contains(7) { (text, back) = (back ?? "bg", text ?? "fg") }
      isUnderlined = style.renditions.contains(4)
      let parts = [
        style.renditions.contains(1) ? "b" : nil, isUnderlined ? "l" : nil,
        text ?? (isFaint ? "d" : nil),
      ]
      classes = parts.compactMap { $0 }.joined(separator: " ")
      behind = back
    }

    /// The classes of the 16 colours of the user; the bright ones look like the others.
    private static let user = ["edge", "r", "g", "y", "u", "m", "c", "faint"]

    /// The class of a colour. Those of the palette and true colours become the nearest of the
    /// theme, which can be read on light and dark windows.
    static func name(_ color: ScreenStyle.Color) -> String {
      switch color {
      case .palette(8): return "d"
      case .palette(15): return "fg"
      case .palette(let number) where number < 16: return user[number % 8]
      case .palette(let number) where number >= 232:
        let level = 8 + 10 * (number - 232)
        return nearest(level, level, level)
      case .palette(let number):
        let levels = [0, 95, 135, 175, 215, 255]
        let place = number - 16
        return nearest(levels[place / 36], levels[place / 6 % 6], levels[place % 6])
      case .rgb(let red, let green, let blue): return nearest(red, green, blue)
      }
    }

    /// Colours of the theme: red, green and blue.
    private static let known: [(name: String, parts: [Int])] = [
      ("d", [122, 122, 122]), ("g", [36, 144, 70]), ("r", [220, 64, 64]), ("y", [160, 118, 0]),
      ("c", [0, 140, 152]), ("m", [186, 84, 200]), ("o", [255, 135, 0]), ("u", [66, 124, 236]),
      ("t", [255, 215, 95]), ("edge", [0, 0, 0]), ("fg", [255, 255, 255]),
    ]

    private static func nearest(_ parts: Int...) -> String {
      let distances = known.map { known in
        zip(known.parts, parts).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      }
      return zip(known, distances).min { $0.1 < $1.1 }?.0.name ?? "fg"
    }
  }
}
