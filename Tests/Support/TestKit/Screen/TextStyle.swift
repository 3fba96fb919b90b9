/// The colours and other renditions that are in force (SGR, ECMA-48 8.3.117).
struct TextStyle: Equatable, CustomStringConvertible {
  /// Bold, faint, reverse and so on, by their parameters.
  private var renditions: Set<Int> = []
  private var foreground: Int?
  private var background: Int?

  var description: String {
    (renditions.sorted() + [foreground, background].compactMap { $0 })
      .map(String.init).joined(separator: ";")
  }

  mutating func apply(_ parameters: [Int]) {
    for parameter in parameters.isEmpty ? [0] : parameters {
      switch parameter {
      case 0: self = TextStyle()
      case 1...9: renditions.insert(parameter)
      case 22: renditions.subtract([1, 2])
      case 23...29: renditions.remove(parameter - 20)
      case 30...37, 90...97: foreground = parameter
      case 39: foreground = nil
      case 40...47, 100...107: background = parameter
      case 49: background = nil
      default: break
      }
    }
  }
}
