/// A figure of statistics, declared as data: what it is called, what it means, and how it comes
/// from the records of a player.
///
/// Only games that a player finished count (``PlayerResult/isFinished``), and of these only such
/// that have the measures of the figure.
public struct Statistic: Sendable {
  /// The name in data: lower camel case.
  public var key: String
  /// The name in words, such as `Lucky number`.
  public var title: String
  /// What it is, in one sentence.
  public var definition: String
  /// What it counts.
  public var unit: Unit
  /// How it is made.
  public var fold: Aggregation

  /// A figure.
  public init(
    _ key: String, _ title: String, _ fold: Aggregation, unit: Unit = .count, _ definition: String
  ) {
    self.key = key
    self.title = title
    self.definition = definition
    self.unit = unit
    self.fold = fold
  }

  /// What a figure counts.
  public enum Unit: String, Sendable, CaseIterable {
    /// Things.
    case count
    /// Points of a game.
    case points
    /// Milliseconds, which are shown as a time.
    case milliseconds
    /// A share, 0 to 1, which is shown in percent. A measure that is a share counts thousandths.
    case share
    /// Thousandths, which are shown as a decimal fraction.
    case thousandths
    /// The face of a die, or another label that is a number.
    case label
  }

  /// How a figure is made of the measures of records.
  public enum Aggregation: Sendable, Equatable {
    /// The sum of a measure; 0 without games.
    case sum(String)
    /// The highest value of a measure; nothing without games.
    case highest(String)
    /// The lowest value of a measure; nothing without games.
    case lowest(String)
    /// The sum of a measure divided by the number of games that have it; 0 without games.
    case average(String)
    /// The sum of one measure divided by that of another; nothing where that is 0.
    case ratio(String, to: String)
    /// The number of games that have a measure.
    case games(with: String)
    /// The number of games won in which a measure was at least so much.
    case wins(with: String, atLeast: Int)
    /// Which of several measures has the largest sum, counted from 1, the first among equals;
    /// nothing where all are 0.
    case largest([String])
  }
}
