import ParlorKit

/// Formats times for the Farkle Ten client, in UTC.
enum WireDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// `Nov 20`.
  static func day(_ moment: Timestamp) -> String { day(moment.civil) }

  /// `Nov 20, 2026`.
  static func dayOfYear(_ moment: Timestamp) -> String {
    "\(day(moment)), \(moment.civil.year.padded(to: 4))"
  }

  /// `Nov 23 @ 11:00 PM`, rounded down to the hour.
  static func hour(_ moment: Timestamp) -> String {
    let civil = moment.civil
    return "\(day(civil)) @ \(half(civil)):00 \(suffix(civil))"
  }

  /// `Nov-20-2026 11:14 PM`.
  static func minute(_ moment: Timestamp) -> String {
    let civil = moment.civil
    let date = day(civil).replacing(" ", with: "-")
    let minute = civil.minute.padded(to: 2)
    return
      "\(date)-\(civil.year.padded(to: 4)) \(half(civil)):\(minute) \(suffix(civil))"
  }

  /// `2026-11-20 23:12:34.785`. The fraction is left out if it is zero or not requested.
  static func stamp(_ moment: Timestamp, milliseconds: Bool = true) -> String {
    var moment = moment
    if !milliseconds { moment.milliseconds -= Int64(moment.civil.millisecond) }
    return moment.dateAndTime(separator: " ")
  }

  /// `Friday   , Nov 20`, with the weekday padded to nine characters.
  static func weekday(_ moment: Timestamp) -> String {
    let name = weekdays[moment.civil.weekday]
    return name + String(repeating: " ", count: 9 - name.count) + ", " + day(moment)
  }

  /// A duration such as `00:00:00.070` or `2 days 01:01:01`.
  static func duration(milliseconds: Int64) -> String {
    let all = max(0, milliseconds)
    let days = all / 86_400_000
    let clock = [all / 3_600_000 % 24, all / 60_000 % 60, all / 1000 % 60]
      .map { $0.padded(to: 2) }.joined(separator: ":")
    let fraction = all % 1000 == 0 ? "" : "." + (all % 1000).padded(to: 3)
    return (days == 0 ? "" : "\(Plural(Int(days), "day")) ") + clock + fraction
  }

  private static func day(_ civil: CivilTime) -> String {
    "\(months[civil.month - 1]) \(civil.day.padded(to: 2))"
  }

  private static func half(_ civil: CivilTime) -> String {
    ((civil.hour + 11) % 12 + 1).padded(to: 2)
  }

  private static func suffix(_ civil: CivilTime) -> String { civil.hour < 12 ? "AM" : "PM" }
}
