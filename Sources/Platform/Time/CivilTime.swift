/// A moment as a calendar and a clock show it, in UTC.
package struct CivilTime: Sendable, Equatable {
  /// The year of the proleptic Gregorian calendar.
  package var year: Int
  /// The month, 1 to 12.
  package var month: Int
  /// The day of the month, 1 to 31.
  package var day: Int
  /// The hour, 0 to 23.
  package var hour: Int
  /// The minute, 0 to 59.
  package var minute: Int
  /// The second, 0 to 59.
  package var second: Int
  /// The millisecond, 0 to 999.
  package var millisecond: Int
  /// The day of the week, 0 for Sunday to 6 for Saturday.
  package var weekday: Int

  /// What calendar and clock show at a moment.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days` and
  /// `weekday_from_days`.
  package init(_ moment: Timestamp) {
    let (days, time) = Self.divide(moment.milliseconds, by: 86_400_000)
    let (era, dayOfEra) = Self.divide(days + 719_468, by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = Int(shifted < 10 ? shifted + 3 : shifted - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    day = Int(dayOfYear - (153 * shifted + 2) / 5 + 1)
    hour = Int(time / 3_600_000)
    minute = Int(time / 60_000 % 60)
    second = Int(time / 1000 % 60)
    millisecond = Int(time % 1000)
    // The first of January 1970 was a Thursday.
    weekday = Int(Self.divide(days + 4, by: 7).1)
  }

  /// Division that rounds down, with the remainder 0 or more.
  private static func divide(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    let remainder = (number % divisor + divisor) % divisor
    return ((number - remainder) / divisor, remainder)
  }

  /// Digits with zeros before them.
  package static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Timestamp {
  /// What calendar and clock show.
  package var civil: CivilTime { CivilTime(self) }
}
