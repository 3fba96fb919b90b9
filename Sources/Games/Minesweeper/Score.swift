public import ParlorKit

/// How much of a board was cleared, with how many moves, and how fast.
public struct Score: Sendable, Equatable {
  /// The difficulty of the board.
  public let difficulty: Difficulty
  /// The cleared part of the 3BV: all of it in a won game.
  public let solved: Int
  /// The number of moves that had an effect.
  public let clicks: Int
  /// The time from the first reveal to the end.
  public let milliseconds: Int64

  init(_ layout: Layout, _ board: Board, clicks: Int, milliseconds: Int64) {
    difficulty = Difficulty(layout)
    solved = Difficulty(layout, in: board).bbbv
    self.clicks = clicks
    self.milliseconds = milliseconds
  }

  /// Thousandths of the 3BV cleared per second, rounded; `nil` if no time passed.
  public var speed: Int? { Self.thousandths(solved * 1000, Int(milliseconds)) }

  /// Thousandths of the 3BV cleared per move, rounded; `nil` without a move.
  public var efficiency: Int? { Self.thousandths(solved, clicks) }

  private static func thousandths(_ one: Int, _ other: Int) -> Int? {
    other > 0 ? (one * 2000 + other) / (other * 2) : nil
  }

  /// The names of ``fields``.
  static let names = ["bbbv", "openings", "bbbvSolved", "clicks", "bbbvPerSecond", "efficiency"]

  /// The score as data, without the time.
  var fields: Fields {
    Fields([
      "bbbv": difficulty.bbbv, "openings": difficulty.openings, "bbbvSolved": solved,
      "clicks": clicks, "bbbvPerSecond": speed.map { Double($0) / 1000 },
      "efficiency": efficiency.map { Double($0) / 1000 },
    ])
  }
}

extension Score: TextWritable {
  /// Writes `3BV 15, 3 openings, 1.250 3BV/s, efficiency 88 %.`, or `3BV 9/15` for a board that is
  /// not cleared.
  public func write(to text: inout TextWriter) {
    text.write("3BV ")
    if solved < difficulty.bbbv { text.write(solved, "/") }
    text.write(difficulty.bbbv, ", ", Plural(difficulty.openings, "opening"))
    if let speed { text.write(", ", Thousandths(speed), " 3BV/s") }
    if let efficiency { text.write(", efficiency ", (efficiency + 5) / 10, " %") }
    text.write(".")
  }
}

/// How a game ended.
public struct MinesweeperResult: Sendable, Equatable {
  /// Won, lost or resigned.
  public let phase: Phase
  public let mode: Mode
  /// The time from the first reveal to the end.
  public let milliseconds: Int64
  /// The score; `nil` if no mines were laid.
  public let score: Score?

  init(_ state: MinesweeperState) {
    phase = state.phase
    mode = state.plan.mode
    milliseconds = state.elapsed(at: 0)
    score = state.score
  }

  /// The result as data.
  var fields: Fields {
    var fields = Fields([
      "result": phase.rawValue, "mode": mode.rawValue, "milliseconds": Int(milliseconds),
    ])
    for field in score?.fields.all ?? [] { fields[field.name] = field.value }
    return fields
  }
}

extension MinesweeperResult: TextWritable {
  /// Writes `You win in 12.345 s.`, from a minute on `You win in 1:02.`
  public func write(to text: inout TextWriter) {
    switch phase {
    case .won: text.write(Styled(.good, "You win"))
    case .lost: text.write(Styled(.bad, "You lose"))
    case .playing, .resigned: text.write("The game is over")
    }
    guard score != nil else { return text.write(".") }
    text.write(phase == .won ? " in " : " after ", PlayTime(milliseconds), ".")
  }
}

/// A number of thousandths as a decimal fraction: `12.345`.
struct Thousandths: TextWritable {
  private let count: Int

  init(_ count: some BinaryInteger) { self.count = Int(count) }

  func write(to text: inout TextWriter) {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: 1000)
    text.write(whole, rest < 10 ? ".00" : rest < 100 ? ".0" : ".", rest)
  }
}
