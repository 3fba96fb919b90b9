import ParlorKit

/// The shapes of the pieces of a ``Picture``: each is a symbol of SVG, which pictures use by
/// number. The script of a page draws with the same symbols and lengths.
struct BoardDrawing {
  /// The width and height of a piece.
  static let unit = 40
  /// The height of a row without pieces.
  static let textHeight = 30
  /// The width of a character of a label.
  static let character = 10
  /// The space around a picture, and between its parts.
  static let gap = 8

  /// The pieces that occur, by number.
  private(set) var pieces: [Picture.Piece] = []
  private var numbers: [Picture.Piece: Int] = [:]

  mutating func number(of piece: Picture.Piece) -> Int {
    if let number = numbers[piece] { return number }
    numbers[piece] = pieces.count
    pieces.append(piece)
    return pieces.count - 1
  }

  /// The width of the labels of a picture.
  static func labelWidth(of picture: Picture) -> Int {
    let cells = picture.rows.map { DisplayWidth.of($0.label) }.max() ?? 0
    return cells == 0 ? 0 : cells * character + 2 * gap
  }

  /// The width and height of a picture beside labels of a width.
  static func size(of picture: Picture, labels: Int) -> (width: Int, height: Int) {
    let widths = picture.rows.map { row in
      labels + unit * row.pieces.count + gap + character * DisplayWidth.of(row.note)
    }
    let heights = picture.rows.map { $0.pieces.isEmpty ? textHeight : unit }
    return ((widths.max() ?? 0) + 2 * gap, heights.reduce(0, +) + 2 * gap)
  }

  mutating func draw(_ picture: Picture, labels: Int, to svg: inout Markup) {
    var y = Self.gap
    for row in picture.rows {
      let height = row.pieces.isEmpty ? Self.textHeight : Self.unit
      let classes = row.isMarked ? "mk" : ""
      let baseline = "\(y + height / 2 + 6)"
      svg.element("text", ["class": classes, "x": "\(Self.gap)", "y": baseline]) {
        $0.write(row.label.drawable)
      }
      var x = Self.gap + labels
      for piece in row.pieces {
        let number = number(of: piece)
        svg.element("use", ["href": "#p\(number)", "x": "\(x)", "y": "\(y)"])
        x += Self.unit
      }
      svg.element("text", ["class": classes, "x": "\(x + Self.gap)", "y": baseline]) {
        $0.write(row.note.drawable)
      }
      y += height
    }
  }

  /// Writes the symbols of all pieces so far.
  func writeSymbols(to svg: inout Markup) {
    svg.write(raw: "<svg width=\"0\" height=\"0\" class=\"defs\" aria-hidden=\"true\"><defs>\n")
    for (number, piece) in pieces.enumerated() {
      svg.element("g", ["id": "p\(number)"]) { Self.draw(piece, to: &$0) }
      svg.breakLine()
    }
    svg.write(raw: "</defs></svg>\n")
  }

  // MARK: - Pieces

  private static func draw(_ piece: Picture.Piece, to svg: inout Markup) {
    switch piece {
    case .die(let face): draw(face: face, "die", to: &svg)
    case .heldDie(let face): draw(face: face, "die held", to: &svg)
    case .peg(let color):
      let hue = hues[(max(1, color) - 1) % hues.count]
      svg.element("circle", ["cx": "20", "cy": "20", "r": "15", "fill": hue, "class": "peg"])
      text("\(color)", "pegtext", to: &svg)
    case .hole: svg.element("circle", ["cx": "20", "cy": "20", "r": "7", "class": "hole"])
    case .blackPin: svg.element("circle", ["cx": "16", "cy": "20", "r": "8", "class": "black"])
    case .whitePin: svg.element("circle", ["cx": "16", "cy": "20", "r": "8", "class": "white"])
    case .hidden: cell("cover", to: &svg)
    case .flag:
      cell("cover", to: &svg)
      flag(to: &svg)
    case .wrongFlag:
      cell("cover", to: &svg)
      flag(to: &svg)
      svg.element("path", ["d": "M9 9L31 31M31 9L9 31", "class": "cross"])
    case .question:
      cell("cover", to: &svg)
      text("?", "n4", to: &svg)
    case .number(let count):
      cell("open", to: &svg)
      if count > 0 { text("\(count)", "n\(min(count, 8))", to: &svg) }
    case .mine:
      cell("open", to: &svg)
      mine(to: &svg)
    case .explosion:
      cell("hit", to: &svg)
      mine(to: &svg)
    case .text(let string): text(string.drawable, "small", to: &svg)
    case .gap: break
    }
  }

  private static func draw(face: Int, _ classes: String, to svg: inout Markup) {
    svg.element(
      "rect",
      ["x": "3", "y": "3", "width": "34", "height": "34", "rx": "7", "class": classes])
    let places: [(Int, Int)] =
      switch face {
      case 1: [(20, 20)]
      case 2: [(12, 28), (28, 12)]
      case 3: [(12, 28), (20, 20), (28, 12)]
      case 4: [(12, 12), (28, 12), (12, 28), (28, 28)]
      case 5: [(12, 12), (28, 12), (20, 20), (12, 28), (28, 28)]
      case 6: [(12, 11), (28, 11), (12, 20), (28, 20), (12, 29), (28, 29)]
      default: []
      }
    for (x, y) in places {
      svg.element("circle", ["cx": "\(x)", "cy": "\(y)", "r": "3.5", "class": "pip"])
    }
    if places.isEmpty { text("\(face)", "piptext", to: &svg) }
  }

  private static func cell(_ classes: String, to svg: inout Markup) {
    svg.element(
      "rect",
      ["x": "1", "y": "1", "width": "38", "height": "38", "rx": "4", "class": classes])
  }

  private static func flag(to svg: inout Markup) {
    svg.element("path", ["d": "M14 8v24M10 32h9", "class": "pole"])
    svg.element("path", ["d": "M14 8l15 6l-15 6z", "class": "flag"])
  }

  private static func mine(to svg: inout Markup) {
    let spikes = "M20 6v28M6 20h28M10 10l20 20M30 10l-20 20"
    svg.element("path", ["d": spikes, "class": "spikes"])
    svg.element("circle", ["cx": "20", "cy": "20", "r": "9", "class": "black"])
  }

  private static func text(_ string: String, _ classes: String, to svg: inout Markup) {
    svg.element("text", ["x": "20", "y": "27", "text-anchor": "middle", "class": classes]) {
      $0.write(string)
    }
  }

  /// The colours of pegs, on which dark and light numbers are readable; from the ninth on, the
  /// numbers tell them apart.
  private static let hues = [
    "#c62f2f", "#f2c230", "#2467c9", "#3b8f3e", "#7a3fb0", "#ef8a2c", "#f3f0e6", "#3a332c",
    "#1d9aa6", "#e58fb6", "#8a5a33", "#a5cf5a", "#8fb7f0", "#9c1c54", "#c9b8f0", "#145c4a",
    "#f6dfa4", "#6f7d8a", "#ffb3a1", "#20306e",
  ]
}
