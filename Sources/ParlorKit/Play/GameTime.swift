/// The time of a game's own clock: milliseconds since the game was opened, as its log counts them.
public struct GameTime: Sendable, Equatable, Comparable {
  /// The number of milliseconds, 0 or more.
  public var milliseconds: Int64

  /// A time.
  @inlinable
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The time at which every game starts.
  @inlinable public static var zero: GameTime { GameTime(milliseconds: 0) }

  /// Earlier is less.
  public static func < (one: GameTime, other: GameTime) -> Bool {
    one.milliseconds < other.milliseconds
  }
}

/// A duration as people read it.
package struct PlayTime: TextWritable {
  private let milliseconds: Int
  /// Whether to show whole seconds only, as on a running clock.
  private let isClock: Bool

  /// A completed duration: `12.345 s`, from a minute on `3:05` or `1:02:03`.
  package init(_ milliseconds: some BinaryInteger) {
    self.milliseconds = max(0, Int(clamping: milliseconds))
    isClock = false
  }

  private init(clock milliseconds: some BinaryInteger) {
    self.milliseconds = max(0, Int(clamping: milliseconds))
    isClock = true
  }

  /// A clock: `0:07`, `3:05`, `1:02:03`.
  package static func clock(_ milliseconds: some BinaryInteger) -> PlayTime {
    PlayTime(clock: milliseconds)
  }

  package func write(to text: inout TextWriter) {
    if milliseconds < 60_000, !isClock {
      let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
      if milliseconds == 0 { return text.write("0 s") }
      return text.write(whole, rest < 10 ? ".00" : rest < 100 ? ".0" : ".", rest, " s")
    }
    let seconds = milliseconds / 1000
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    if hours > 0 { text.write(hours.grouped, minutes < 10 ? ":0" : ":") }
    text.write(minutes, seconds % 60 < 10 ? ":0" : ":", seconds % 60)
  }
}
