import Platform

/// A day of the leaderboard: a date in US Central time.
struct BoardDay: Sendable, Equatable, Comparable {
  /// Days since 1970-01-01.
  var number: Int

  /// The day of a number.
  init(number: Int) { self.number = number }

  /// The day that it is in Chicago at a moment.
  init(_ moment: Timestamp) {
    let local = moment.milliseconds - (Self.isSummer(moment) ? 5 : 6) * 3_600_000
    number = Int((Double(local) / 86_400_000).rounded(.down))
  }

  /// The Monday of the week.
  var weekStart: BoardDay { BoardDay(number: number - (number + 3) % 7) }

  /// The day as a moment: its midnight in UTC, to be formatted.
  var midnight: Timestamp { Timestamp(milliseconds: Int64(number) * 86_400_000) }

  /// The day of the year, from 0.
  var ordinal: Int {
    let civil = midnight.civil
    var count = civil.day - 1
    for month in 1..<civil.month { count += Self.days(in: month, of: civil.year) }
    return count
  }

  /// Earlier is less.
  static func < (one: BoardDay, other: BoardDay) -> Bool { one.number < other.number }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Whether daylight saving time is in force: from the second Sunday of March, 8:00 UTC, to the
  /// first Sunday of November, 7:00 UTC (Energy Policy Act of 2005, section 110).
  private static func isSummer(_ moment: Timestamp) -> Bool {
    let civil = moment.civil
    switch civil.month {
    case 4...10: return true
    case 3:
      let sunday = civil.day - civil.weekday
      return sunday > 14 || (sunday > 7 && (civil.weekday > 0 || civil.hour >= 8))
    case 11:
      let sunday = civil.day - civil.weekday
      return sunday < 1 || (sunday <= 7 && civil.weekday == 0 && civil.hour < 7)
    default: return false
    }
  }
}
