/// A statistic, declared as data: its title, its meaning, and how it is computed from a player's
/// records.
///
/// Only games that a player finished count (``PlayerResult/isFinished``), and only those that have
/// the metrics of the statistic.
public struct Statistic: Sendable {
  /// The name in data: lower camel case.
  public var key: String
  /// The name in words, such as `Lucky number`.
  public var title: String
  /// The meaning, in one sentence.
  public var definition: String
  /// The unit.
  public var unit: Unit
  /// How it is computed.
  public var fold: Aggregation

  /// A statistic.
  public init(
    _ key: String, _ title: String, _ fold: Aggregation, unit: Unit = .count, _ definition: String
  ) {
    self.key = key
    self.title = title
    self.definition = definition
    self.unit = unit
    self.fold = fold
  }

  /// The unit of a statistic.
  public enum Unit: String, Sendable, CaseIterable {
    /// Things.
    case count
    /// Points of a game.
    case points
    /// Milliseconds, which are shown as a time.
    case milliseconds
    /// A share, 0 to 1, shown in percent. A metric that is a share counts thousandths.
    case share
    /// Thousandths, shown as a decimal fraction.
    case thousandths
    /// The face of a die, or another label that is a number.
    case label
  }

  /// How a statistic is computed from the metrics of records.
  public enum Aggregation: Sendable, Equatable {
    /// The sum of a metric; 0 without games.
    case sum(String)
    /// The highest value of a metric; `nil` without games.
    case highest(String)
    /// The lowest value of a metric; `nil` without games.
    case lowest(String)
    /// The sum of a metric divided by the number of games that have it; 0 without games.
    case average(String)
    /// The sum of one metric divided by that of another; `nil` if that is 0.
    case ratio(String, to: String)
    /// The number of games that have a metric.
    case games(with: String)
    /// The number of games won with at least this value of a metric.
    case wins(with: String, atLeast: Int)
    /// Which of several metrics has the largest sum, counted from 1, the first among equals; `nil`
    /// if all are 0.
    case largest([String])
  }
}
