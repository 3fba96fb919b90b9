public import ParlorKit

/// The time since the turn changed, less the time it was paused.
public struct TurnTimer: Sendable, Equatable {
  /// The time of the game at which the timer would have started had it never been paused.
  private(set) var start: Int64 = 0
  /// The reading of a paused timer, in milliseconds; `nil` while it runs.
  private(set) var paused: Int64?

  /// Whether it is paused.
  public var isPaused: Bool { paused != nil }

  /// The reading at a time, in milliseconds.
  public func reading(at time: GameTime) -> Int64 {
    paused ?? max(0, time.milliseconds - start)
  }

  /// Starts at 0 and runs.
  mutating func restart(at time: GameTime) {
    start = time.milliseconds
    paused = nil
  }

  /// Pauses the timer.
  mutating func pause(at time: GameTime) { paused = reading(at: time) }

  /// Continues from the paused reading.
  mutating func resume(at time: GameTime) {
    start = time.milliseconds - reading(at: time)
    paused = nil
  }
}

/// The reading of a game's timer at a moment.
struct TimerReading: TextWritable {
  let time: TimerText
  private let milliseconds: Int64
  private let isPaused: Bool

  init(_ state: CounterState, at time: GameTime) {
    milliseconds = state.timer.reading(at: time)
    self.time = TimerText(milliseconds: milliseconds)
    isPaused = state.timer.isPaused
  }

  var data: Fields {
    Fields(["milliseconds": Int(milliseconds), "time": time.text, "paused": isPaused])
  }

  func write(to text: inout TextWriter) { text.write(time, isPaused ? ", paused" : "") }
}

/// A span of time as a timer shows it: `mm:ss`, from an hour on `h:mm:ss`.
struct TimerText: TextWritable {
  private let seconds: Int

  init(milliseconds: Int64) { seconds = Int(milliseconds / 1000) }

  func write(to text: inout TextWriter) {
    let hours = seconds / 3600
    if hours > 0 { text.write(hours, ":") }
    Self.write(seconds / 60 % 60, to: &text)
    text.write(byte: UInt8(ascii: ":"))
    Self.write(seconds % 60, to: &text)
  }

  private static func write(_ number: Int, to text: inout TextWriter) {
    if number < 10 { text.write(byte: UInt8(ascii: "0")) }
    text.write(number)
  }
}
