public import ParlorKit

/// How a game ended.
public struct MinesweeperResult: Sendable, Equatable {
  /// How.
  public let status: Status
  /// The mode.
  public let mode: Mode
  /// The time from the first reveal to the end.
  public let milliseconds: Int64
  /// How it went; nothing if no mines were laid.
  public let score: Score?

  init(_ state: MinesweeperState) {
    status = state.status
    mode = state.match.mode
    milliseconds = state.elapsed(at: 0)
    score = state.score
  }

  /// The result as data.
  var fields: Fields {
    var fields: Fields = [
      "result": .string(status.rawValue), "mode": .string(mode.rawValue),
      "milliseconds": .integer(Int(milliseconds)),
    ]
    for field in score?.fields.all ?? [] { fields[field.name] = field.value }
    return fields
  }
}

extension MinesweeperResult: TextWritable {
  /// Writes how it ended: `You win in 12.345 s.`
  public func write(to text: inout TextWriter) {
    switch status {
    case .won: text.write(Styled(.good, "You win"))
    case .lost: text.write(Styled(.bad, "You lose"))
    case .playing, .resigned: text.write("The game is over")
    }
    guard score != nil else { return text.write(".") }
    text.write(status == .won ? " in " : " after ", Thousandths(milliseconds), " s.")
  }
}
