/// A moment in UTC, in milliseconds since 1970-01-01T00:00:00Z.
package struct Timestamp: Sendable, Equatable, Comparable {
  /// The milliseconds since the epoch.
  package var milliseconds: Int64

  /// A moment.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// 2000-01-01T00:00:00Z, where virtual clocks begin.
  package static let year2000 = Timestamp(milliseconds: 946_684_800_000)

  /// Earlier is less.
  package static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.milliseconds < other.milliseconds
  }

  /// The moment in the form of ISO 8601: `2000-01-01T00:00:10Z`, with three decimals of the
  /// second where they are not zero.
  package var iso8601: String {
    let (day, time) = Self.divide(milliseconds, by: 86_400_000)
    let (year, month, dayOfMonth) = Self.civil(daysSinceEpoch: day)
    let seconds = time / 1000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60]
      .map { Self.padded($0, to: 2) }.joined(separator: ":")
    let fraction = time % 1000 == 0 ? "" : "." + Self.padded(time % 1000, to: 3)
    let date = [
      Self.padded(year, to: 4), Self.padded(month, to: 2), Self.padded(dayOfMonth, to: 2),
    ]
    .joined(separator: "-")
    return "\(date)T\(clock)\(fraction)Z"
  }

  /// The moment in the short form of ISO 8601, to the second: `20000101T000010Z`.
  package var compact: String {
    let whole = Timestamp(milliseconds: milliseconds - Self.divide(milliseconds, by: 1000).1)
    return String(whole.iso8601.filter { $0 != "-" && $0 != ":" })
  }

  /// The date of a day of the proleptic Gregorian calendar.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  private static func civil(daysSinceEpoch: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = divide(daysSinceEpoch + 719_468, by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// Division that rounds down, with the remainder 0 or more.
  private static func divide(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    let remainder = (number % divisor + divisor) % divisor
    return ((number - remainder) / divisor, remainder)
  }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
