import LineEditing
import ParlorEngine
import ParlorKit
import Platform

/// How pieces look on a terminal: with the characters and the colours that it has. A colour never
/// says anything alone.
struct TableLook {
  /// How many colours there are.
  private enum Depth {
    case none
    /// Those of the user's theme.
    case theme
    case palette
    case full
  }

  /// Colours that can be read on black and on white: each has a contrast of at least 3 with both.
  private enum Hue: Int, CaseIterable {
    case blue, green, red, magenta, orange, cyan, yellow, gray

    /// The parameters of SGR where there are 16 colours. Of these only magenta and bright red can be read on black and
    /// on white in all common themes, so other renditions are in the places of the rest.
    var theme: String { ["35", "1", "91", "4;35", "4;91", "4", "7", "2"][rawValue] }

    var components: [Int] {
      [
        [66, 124, 236], [36, 144, 70], [220, 64, 64], [186, 84, 200], [204, 100, 30],
        [0, 140, 152], [160, 118, 0], [122, 122, 122],
      ][rawValue]
    }
  }

  private let depth: Depth
  private let isUnicode: Bool

  /// The look on the terminal of the program.
  ///
  /// - Parameters:
  ///   - isColored: whether there may be colours.
  ///   - board: the characters that the user wants.
  init(isColored: Bool, _ board: BoardStyle) {
    let (terminal, colors) = (Self.variable("TERM"), Self.variable("COLORTERM"))
    depth =
      !isColored
      ? .none
      : colors == "truecolor" || colors == "24bit"
        ? .full : terminal.contains("256") ? .palette : .theme
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.map(Self.variable).first { !$0.isEmpty } ?? ""
    let encoding = locale.lowercased().filter { $0 != "-" }
    isUnicode = board == .utf8 && encoding.contains("utf8")
  }

  private static func variable(_ name: String) -> String { FileSystem.environment(name) ?? "" }

  // MARK: - Colours

  /// Whether text has styles.
  var isStyled: Bool { depth != .none }
  /// Important text.
  var strong: String { depth == .none ? "" : "\u{1B}[1m" }
  /// Unimportant text.
  var faint: String { depth == .none ? "" : "\u{1B}[2m" }
  private var reverse: String { depth == .none ? "" : "\u{1B}[7m" }
  /// A letter on a cell.
  var label: String { strong + style(.orange) }

  private func style(_ hue: Hue) -> String {
    let parts = hue.components
    switch depth {
    case .none: return ""
    case .theme: return "\u{1B}[\(hue.theme)m"
    case .palette:
      // The nearest of the six levels of each component.
      let levels = parts.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
      return "\u{1B}[38;5;\(16 + 36 * levels[0] + 6 * levels[1] + levels[2])m"
    case .full: return "\u{1B}[38;2;\(parts[0]);\(parts[1]);\(parts[2])m"
    }
  }

  // MARK: - Pieces

  /// A piece as one line of characters, or three where dice are tall.
  func cells(of piece: Picture.Piece, isPicked: Bool, isTall: Bool) -> [[ScreenCell]] {
    let style = style(of: piece, isPicked: isPicked)
    return lines(of: piece, isPicked: isPicked, isTall: isTall).map {
      [ScreenCell]($0, style: style)
    }
  }

  private func style(of piece: Picture.Piece, isPicked: Bool) -> String {
    switch piece {
    case .die: isPicked ? strong + style(.orange) : ""
    case .heldDie, .hole, .number(0): faint
    case .peg(let color): strong + style(Hue.allCases[(color - 1) % Hue.allCases.count])
    case .number(let count): style(Hue.allCases[(count - 1) % Hue.allCases.count])
    case .flag, .question: style(.orange)
    case .explosion: strong + reverse + style(.red)
    case .mine, .wrongFlag: strong + style(.red)
    case .blackPin: strong
    case .whitePin, .hidden, .text, .gap: ""
    }
  }

  private func lines(of piece: Picture.Piece, isPicked: Bool, isTall: Bool) -> [String] {
    switch piece {
    case .die(let face):
      guard isTall else { return [isPicked ? "<\(face)>" : " \(face) "] }
      return switch (isUnicode, isPicked) {
      case (true, true): ["╔═══╗", "║ \(face) ║", "╚═══╝"]
      case (true, false): ["╭───╮", "│ \(face) │", "╰───╯"]
      case (false, true): ["#===#", "# \(face) #", "#===#"]
      case (false, false): ["+---+", "| \(face) |", "+---+"]
      }
    case .heldDie(let face): return isTall ? ["     ", "( \(face) )", "     "] : ["(\(face))"]
    case .peg(let color):
      let circled = isUnicode && color <= 20 ? Unicode.Scalar(0x245F + color) : nil
      return [circled.map { String($0) } ?? "\(color)"]
    case .hole: return ["_"]
    case .blackPin: return [isUnicode ? "●" : "x"]
    case .whitePin: return [isUnicode ? "○" : "o"]
    case .hidden: return [isUnicode ? "■" : "#"]
    case .flag: return [isUnicode ? "⚑" : "F"]
    case .wrongFlag: return [isUnicode ? "✗" : "X"]
    case .question: return ["?"]
    case .number(0): return [isUnicode ? "·" : "."]
    case .number(let count): return ["\(count)"]
    case .mine: return [isUnicode ? "✹" : "*"]
    case .explosion: return [isUnicode ? "✸" : "!"]
    case .text(let text): return [text]
    case .gap: return [" "]
    }
  }

  /// What pins mean, if a picture has some.
  func legend(of picture: Picture) -> String? {
    let hasPins = picture.rows.contains {
      $0.pieces.contains { [.blackPin, .whitePin].contains($0) }
    }
    guard hasPins else { return nil }
    let (black, white) = isUnicode ? ("●", "○") : ("x", "o")
    return "\(black) black: right place, \(white) white: elsewhere"
  }

  /// What the cells of a board mean, if a picture has hidden ones or mines.
  func boardLegend(of picture: Picture) -> String? {
    let hasBoard = picture.rows.contains {
      $0.pieces.contains { [.hidden, .mine, .explosion].contains($0) }
    }
    guard hasBoard else { return nil }
    let meanings: [(Picture.Piece, String)] = [
      (.hidden, "hidden"), (.number(0), "none around"), (.flag, "flag"),
      (.question, "question mark"),
      (.mine, "mine"), (.explosion, "the mine that exploded"), (.wrongFlag, "flag without a mine"),
    ]
    return meanings.map { piece, meaning in
      "\(lines(of: piece, isPicked: false, isTall: false)[0]) \(meaning)"
    }.joined(separator: ", ")
  }

  /// Arrows in directions.
  func arrows(up: Bool, down: Bool, left: Bool, right: Bool) -> String {
    let arrows: [(isIn: Bool, character: String)] = [
      (up, isUnicode ? "↑" : "^"), (down, isUnicode ? "↓" : "v"), (left, isUnicode ? "←" : "<"),
      (right, isUnicode ? "→" : ">"),
    ]
    return arrows.filter(\.isIn).map(\.character).joined()
  }

  /// The mark before a row that stands out.
  var mark: String { isUnicode ? "▸" : "*" }
  /// The mark before the chosen row of a list.
  var pointer: String { ">" }
}
