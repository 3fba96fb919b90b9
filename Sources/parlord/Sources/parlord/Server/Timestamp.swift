import LibC
import ParlorKit

/// A moment in UTC, in milliseconds since 1970-01-01T00:00:00Z.
struct Timestamp: Sendable, Equatable, Comparable {
  var milliseconds: Int64

  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Reads `2026-11-27T19:00:00Z`, also with milliseconds, or a date alone as the start of its day.
  ///
  /// - Returns: `nil` for other formats, and for dates and times that do not exist.
  init?(iso8601 text: String) {
    let pattern = /(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{3}))?Z)?/.asciiOnlyDigits()
    guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
    func number(_ digits: Substring?) -> Int32 { digits.flatMap { Int32($0) } ?? 0 }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (
      number(match.1) - 1900, number(match.2) - 1, number(match.3)
    )
    (time.tm_hour, time.tm_min, time.tm_sec) = (
      number(match.4), number(match.5), number(match.6)
    )
    let seconds = Int64(timegm(&time))
    self.init(milliseconds: seconds * 1000 + Int64(number(match.7)))
    // The 31st of June has become the 1st of July.
    guard iso8601.hasPrefix(text.prefix(match.4 == nil ? 10 : 19)) else { return nil }
  }

  static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.milliseconds < other.milliseconds
  }

  /// The moment as ISO 8601: `2000-01-01T00:00:10Z`, with milliseconds if they are not zero.
  var iso8601: String { dateAndTime(separator: "T") + "Z" }

  /// Date and time, such as `2000-01-01 00:00:10.250`; no fraction where it is zero.
  func dateAndTime(separator: String) -> String {
    let civil = civil
    let date = [civil.year.padded(to: 4), civil.month.padded(to: 2), civil.day.padded(to: 2)]
    let time = [civil.hour, civil.minute, civil.second].map { $0.padded(to: 2) }
    let fraction = civil.millisecond == 0 ? "" : "." + civil.millisecond.padded(to: 3)
    return date.joined(separator: "-") + separator + time.joined(separator: ":") + fraction
  }

  /// The date and the time of day in UTC.
  var civil: CivilTime { CivilTime(self) }
}

/// The date and time of day of a moment, in UTC.
struct CivilTime {
  let year: Int
  /// 1 to 12.
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int
  let millisecond: Int
  /// 0 for Sunday to 6 for Saturday.
  let weekday: Int

  init(_ moment: Timestamp) {
    millisecond = Int((moment.milliseconds % 1000 + 1000) % 1000)
    var seconds = time_t((moment.milliseconds - Int64(millisecond)) / 1000)
    var time = tm()
    gmtime_r(&seconds, &time)
    (year, month, day) = (Int(time.tm_year) + 1900, Int(time.tm_mon) + 1, Int(time.tm_mday))
    (hour, minute, second) = (Int(time.tm_hour), Int(time.tm_min), Int(time.tm_sec))
    weekday = Int(time.tm_wday)
  }
}

/// The clocks of the operating system.
enum SystemClock {
  /// The time of day.
  static var now: Timestamp { Timestamp(milliseconds: read(CLOCK_REALTIME)) }

  /// Milliseconds that never run backwards, counted from an unspecified moment.
  static var monotonic: Int64 { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
