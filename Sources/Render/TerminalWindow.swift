import ParlorKit

/// The window of a terminal as SVG: its frame, its title, and places for its rows. Lengths are in
/// tenths of a pixel.
struct TerminalWindow {
  let title: String
  let columns: Int
  let rows: Int
  let theme: Theme

  static let cell = 84
  static let lineHeight = 190
  static let margin = 160
  static let bar = 360
  private static let baseline = 140

  var width: Int { columns * Self.cell + 2 * Self.margin }

  /// The title, cut before the buttons of the window.
  private var shownTitle: String {
    let rows = StyledLine(title).rows(of: max(1, columns - 18))
    return rows.count > 1 ? rows[0].text.dropLast() + "…" : title
  }

  /// The window around what `body` writes.
  ///
  /// - Parameter style: further rules of CSS.
  func svg(_ style: String, _ body: (inout Markup) -> Void) -> [UInt8] {
    var svg = Markup()
    let height = Self.bar + rows * Self.lineHeight + 2 * Self.margin
    svg.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(px(width)) \(px(height))",
        "width": px(width), "height": px(height), "role": "img",
      ]
    ) { svg in
      svg.element("title") { $0.write(title) }
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
      ) { $0.write(shownTitle) }
      svg.breakLine()
      body(&svg)
    }
    svg.breakLine()
    return svg.bytes
  }

  /// Writes text that takes some cells.
  static func write(
    _ text: String, cells: Int, column: Int, row: Int, classes: String, to svg: inout Markup
  ) {
    let x = px(margin + column * cell)
    let y = px(bar + margin + row * lineHeight + baseline)
    let length = px(cells * cell)
    if classes.isEmpty {
      svg.element("text", ["x": x, "y": y, "textLength": length]) { $0.write(text) }
    } else {
      svg.element("text", ["class": classes, "x": x, "y": y, "textLength": length]) {
        $0.write(text)
      }
    }
  }

  /// Fills some cells.
  static func fill(
    cells: Int, column: Int, row: Int, height: Int = lineHeight, classes: String,
    to svg: inout Markup
  ) {
    svg.element(
      "rect",
      [
        "class": classes, "x": px(margin + column * cell),
        "y": px(bar + margin + row * lineHeight - 10), "width": px(cells * cell),
        "height": px(height),
      ])
  }
}

/// A length in tenths of a pixel.
func px(_ tenths: Int) -> String { Tenths(tenths).description }

/// A moment of an animation in percent of the whole, to a thousandth.
func share(_ time: Int, of duration: Int) -> String {
  let thousandths = time * 100_000 / max(1, duration)
  let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
  return rest == 0 ? "\(whole)%" : "\(whole).\(rest.padded(to: 3))%"
}
