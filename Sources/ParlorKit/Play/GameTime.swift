/// The time of a game's own clock: milliseconds since the game was opened, as its log counts them.
public struct GameTime: Sendable, Equatable, Comparable {
  /// The number of milliseconds, 0 or more.
  public var milliseconds: Int64

  /// A time.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The time at which every game starts.
  public static let zero = GameTime(milliseconds: 0)

  /// Earlier is less.
  public static func < (one: GameTime, other: GameTime) -> Bool {
    one.milliseconds < other.milliseconds
  }
}
