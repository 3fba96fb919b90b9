import ParlorKit

extension FarkleMove {
  /// Writes the line that means this move.
  func write(to line: inout TextWriter) {
    switch self {
    case .roll(nil): line.write("roll")
    case .roll(let dice?): line.write("roll ", dice)
    case .hold(let dice): line.write("hold ", dice)
    case .holdAll: line.write("hold all")
    case .holdBest: line.write("hold best")
    case .bank: line.write("bank")
    case .points(let total): line.write("points ", Int(total))
    case .resign: line.write("resign")
    }
  }

  /// The move that a command means; nothing for a command that is a question.
  init?(_ call: Call) {
    switch (call.verb, call.form) {
    case ("roll", 0): self = .roll(nil)
    case ("roll", _): self = .roll(Dice(call.integers) ?? Dice())
    case ("hold", 0): self = .holdAll
    case ("hold", 1): self = .holdBest
    case ("hold", _): self = .hold(DiceCounts(call.integers) ?? DiceCounts())
    case ("bank", _): self = .bank
    case ("points", _): self = .points(Int32(clamping: call.integer(0) ?? 0))
    default: return nil
    }
  }
}
