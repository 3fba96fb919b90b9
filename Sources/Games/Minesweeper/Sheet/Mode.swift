/// The size of board that a game is played on.
public enum Mode: String, Sendable, CaseIterable {
  /// 9×9 with 10 mines.
  case easy
  /// 16×16 with 40 mines.
  case medium
  /// 16 rows of 30 with 99 mines.
  case hard
  /// Any size of a range.
  case custom
  /// A board that was given, of whatever size.
  case layout

  /// The modes that a game can be opened in by name, the easiest first.
  static let ladder: [Mode] = [.easy, .medium, .hard, .custom]

  /// The size and the number of mines, where the mode says them.
  var board: (shape: Shape, mines: Int)? {
    switch self {
    case .easy: (Shape(rows: 9, columns: 9), 10)
    case .medium: (Shape(rows: 16, columns: 16), 40)
    case .hard: (Shape(rows: 16, columns: 30), 99)
    case .custom, .layout: nil
    }
  }

  /// How many mines a custom board of a size may have: a tenth to three tenths of the cells, and
  /// at least 10.
  static func mines(for shape: Shape) -> ClosedRange<Int> {
    max(10, (shape.count + 9) / 10)...max(10, shape.count * 3 / 10)
  }

  /// The mode so many steps along the ladder.
  ///
  /// - Returns: nothing beyond its ends, or from a board that was given.
  func neighbor(_ step: Int) -> Mode? {
    guard let place = Self.ladder.firstIndex(of: self) else { return nil }
    return Self.ladder.indices.contains(place + step) ? Self.ladder[place + step] : nil
  }
}
