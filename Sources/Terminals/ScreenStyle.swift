/// Colours and other renditions of a cell (SGR, ECMA-48 8.3.117, and the colours of xterm).
package struct ScreenStyle: Hashable, Sendable, CustomStringConvertible {
  package enum Color: Hashable, Sendable {
    /// A colour of xterm's palette, 0 to 255; the first 16 are those of the user.
    case palette(Int)
    case rgb(red: Int, green: Int, blue: Int)

    /// The parameters of SGR; `base` is 30 for the text and 40 for what is behind it.
    fileprivate func parameters(_ base: Int) -> [Int] {
      switch self {
      case .palette(let number) where number < 8: [base + number]
      case .palette(let number) where number < 16: [base + 52 + number]
      case .palette(let number): [base + 8, 5, number]
      case .rgb(let red, let green, let blue): [base + 8, 2, red, green, blue]
      }
    }
  }

  /// Bold, faint, underlined, reverse and so on, as parameters of SGR.
  package private(set) var renditions: Set<Int> = []
  package private(set) var foreground: Color?
  package private(set) var background: Color?

  package init() {}

  package init(_ parameters: [Int]) { apply(parameters) }

  /// The parameters of SGR, such as `1;32`.
  package var description: String {
    let colors = (foreground?.parameters(30) ?? []) + (background?.parameters(40) ?? [])
    return (renditions.sorted() + colors).map(String.init).joined(separator: ";")
  }

  mutating func apply(_ parameters: [Int]) {
    var rest = parameters.isEmpty ? [0] : parameters[...]
    while let parameter = rest.popFirst() {
      switch parameter {
      case 0: self = ScreenStyle()
      case 1...9: renditions.insert(parameter)
      case 22: renditions.subtract([1, 2])
      case 23...29: renditions.remove(parameter - 20)
      case 30...37: foreground = .palette(parameter - 30)
      case 38: foreground = Self.color(&rest) ?? foreground
      case 39: foreground = nil
      case 40...47: background = .palette(parameter - 40)
      case 48: background = Self.color(&rest) ?? background
      case 49: background = nil
      case 90...97: foreground = .palette(parameter - 82)
      case 100...107: background = .palette(parameter - 92)
      default: break
      }
    }
  }

  /// The colour after 38 or 48: `5;number` or `2;red;green;blue`.
  private static func color(_ rest: inout ArraySlice<Int>) -> Color? {
    let kind = rest.popFirst()
    let numbers = Array(rest.prefix(kind == 5 ? 1 : kind == 2 ? 3 : 0))
    rest = rest.dropFirst(numbers.count)
    guard numbers.allSatisfy({ 0...255 ~= $0 }) else { return nil }
    return switch numbers.count {
    case 1: .palette(numbers[0])
    case 3: .rgb(red: numbers[0], green: numbers[1], blue: numbers[2])
    default: nil
    }
  }
}
