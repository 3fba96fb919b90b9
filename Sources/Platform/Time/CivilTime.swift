/// The date and time of day of a moment, in UTC and the proleptic Gregorian calendar.
package struct CivilTime: Sendable, Equatable {
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  package var millisecond: Int
  /// 0 for Sunday to 6 for Saturday.
  package var weekday: Int

  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days` and
  /// `weekday_from_days`.
  package init(_ moment: Timestamp) {
    let (days, time) = Self.divide(moment.milliseconds, by: Timestamp.day)
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
}

extension Timestamp {
  package var civil: CivilTime { CivilTime(self) }
}
