/// What can be seen of a cell, as the byte that data formats show.
enum Mark {
  /// Hidden.
  static let hidden = UInt8(ascii: "#")
  /// Hidden, with a flag, which protects it.
  static let flag = UInt8(ascii: "F")
  /// Hidden, with a question mark, which protects nothing.
  static let question = UInt8(ascii: "?")
  /// Revealed without a mine around; the other numbers follow.
  static let zero = UInt8(ascii: "0")
  /// A mine, shown at the end.
  static let mine = UInt8(ascii: "*")
  /// A flag without a mine, shown at the end.
  static let wrongFlag = UInt8(ascii: "X")
  /// No cell at all: the frame of flat arrays.
  static let frame: UInt8 = 0

  /// Whether a cell is revealed and has a number.
  @inline(__always)
  static func isNumber(_ mark: UInt8) -> Bool { mark &- zero <= 8 }

  /// Whether a reveal next to it would open it: hidden and without a flag.
  @inline(__always)
  static func isOpenable(_ mark: UInt8) -> Bool { mark == hidden || mark == question }
}
