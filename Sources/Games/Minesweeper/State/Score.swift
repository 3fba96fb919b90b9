public import ParlorKit

/// How a game went.
public struct Score: Sendable, Equatable {
  /// The difficulty of the board.
  public let difficulty: Difficulty
  /// How much of the 3BV is done: all of it in a game that was won.
  public let solved: Int
  /// The moves that had an effect.
  public let clicks: Int
  /// The time from the first reveal to the end.
  public let milliseconds: Int64

  init(_ layout: Layout, _ board: Board, clicks: Int, milliseconds: Int64) {
    difficulty = Difficulty(layout)
    solved = Difficulty(layout, in: board).bbbv
    self.clicks = clicks
    self.milliseconds = milliseconds
  }

  /// Thousandths of the 3BV solved a second, rounded; nothing if no time passed.
  public var speed: Int? { Self.thousandths(solved * 1000, Int(milliseconds)) }

  /// Thousandths of the 3BV solved for every move, rounded; nothing without a move.
  public var efficiency: Int? { Self.thousandths(solved, clicks) }

  private static func thousandths(_ one: Int, _ other: Int) -> Int? {
    other > 0 ? (one * 2000 + other) / (other * 2) : nil
  }

  /// The names of ``fields``.
  static let names = [
    "bbbv", "openings", "bbbvSolved", "clicks", "bbbvPerSecond", "efficiency",
  ]

  /// The score as data; `milliseconds` stands elsewhere.
  var fields: Fields {
    [
      "bbbv": .integer(difficulty.bbbv), "openings": .integer(difficulty.openings),
      "bbbvSolved": .integer(solved), "clicks": .integer(clicks),
      "bbbvPerSecond": speed.map { .number(Double($0) / 1000) } ?? .null,
      "efficiency": efficiency.map { .number(Double($0) / 1000) } ?? .null,
    ]
  }
}

extension Score: TextWritable {
  /// Writes the figures: `3BV 15, 3 openings, 1.250 3BV/s, efficiency 88 %.`, and what
  /// was done of the 3BV, if not all: `3BV 9/15`.
  public func write(to text: inout TextWriter) {
    text.write("3BV ")
    if solved < difficulty.bbbv { text.write(solved, "/") }
    text.write(difficulty.bbbv, ", ", Counted(difficulty.openings, "opening"))
    if let speed { text.write(", ", Thousandths(speed), " 3BV/s") }
    if let efficiency { text.write(", efficiency ", (efficiency + 5) / 10, " %") }
    text.write(".")
  }
}
