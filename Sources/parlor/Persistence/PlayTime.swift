import ParlorKit
import Simulation

/// The time that a game or several took.
struct PlayTime {
  /// The time in words: `12.345 s`, `3:05`, `1:02:03`.
  let text: String

  /// A time in milliseconds.
  init(_ milliseconds: Int) {
    if milliseconds == 0 {
      text = "0 s"
      return
    }
    if milliseconds < 60_000 {
      text = Rounded(Double(milliseconds) / 1000, places: 3).string + " s"
      return
    }
    let seconds = milliseconds / 1000
    let parts = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : String($0) }
    let hours = seconds / 3600
    text =
      hours > 0 ? "\(hours.grouped):\(parts[0]):\(parts[1])" : "\(seconds / 60):\(parts[1])"
  }

  /// A time in milliseconds, rounded.
  init(_ milliseconds: Double) { self.init(Int(exactly: milliseconds.rounded()) ?? Int.max) }
}
