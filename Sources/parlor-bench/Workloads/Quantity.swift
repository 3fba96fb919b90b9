/// What a figure means, and how it is shown.
enum Quantity: String, Sendable {
  /// Nanoseconds of processor time, shown in milliseconds.
  case time = "CPU ms"
  /// Nanoseconds that pass, shown in milliseconds.
  case wait = "elapsed ms"
  /// Lines a second of processor time, shown in thousands.
  case lineRate = "thousand lines per CPU-second"
  /// Things done a second of processor time.
  case rate = "per CPU-second"
  /// Nanoseconds of processor time for one move.
  case moveCost = "CPU ns a move"
  /// Nanoseconds that pass for one line, shown in microseconds.
  case elapsed = "elapsed µs a line"
  /// Bytes of memory for one move.
  case moveMemory = "bytes a move"

  /// A figure in the unit that is shown.
  func shown(_ figure: Double) -> Double {
    switch self {
    case .time, .wait: figure / 1e6
    case .lineRate, .elapsed: figure / 1e3
    case .rate, .moveCost, .moveMemory: figure
    }
  }
}
