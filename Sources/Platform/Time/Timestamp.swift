import LibC

/// A moment in UTC, in milliseconds since 1970-01-01T00:00:00Z.
package struct Timestamp: Sendable, Equatable, Comparable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The milliseconds of a day.
  package static let day: Int64 = 86_400_000

  /// 2000-01-01T00:00:00Z, where virtual clocks begin.
  package static let year2000 = Timestamp(milliseconds: 946_684_800_000)

  package static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.milliseconds < other.milliseconds
  }

  /// The date in UTC: `2000-01-01`.
  package var date: String { String(iso8601.prefix(10)) }

  /// The moment as ISO 8601: `2000-01-01T00:00:10Z`, with milliseconds if they are not zero.
  package var iso8601: String { dateAndTime(separator: "T") + "Z" }

  /// Date and time in UTC, such as `2000-01-01 00:00:10.250`; no fraction if it is zero.
  package func dateAndTime(separator: Unicode.Scalar) -> String {
    let civil = civil
    let year = String(civil.year).utf8
    var bytes = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 4 - year.count))
    bytes.reserveCapacity(24)
    bytes += year
    bytes.append(UInt8(ascii: "-"))
    func write(_ number: Int, digits: Int, _ separator: Unicode.Scalar?) {
      var divisor = digits == 2 ? 10 : 100
      while divisor > 0 {
        bytes.append(UInt8(truncatingIfNeeded: 48 + number / divisor % 10))
        divisor /= 10
      }
      if let separator { bytes.append(UInt8(ascii: separator)) }
    }
    write(civil.month, digits: 2, "-")
    write(civil.day, digits: 2, separator)
    write(civil.hour, digits: 2, ":")
    write(civil.minute, digits: 2, ":")
    write(civil.second, digits: 2, civil.millisecond == 0 ? nil : ".")
    if civil.millisecond != 0 { write(civil.millisecond, digits: 3, nil) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The moment as short ISO 8601, to the second: `20000101T000010Z`.
  package var compact: String {
    var whole = self
    whole.milliseconds -= Int64(civil.millisecond)
    return String(whole.iso8601.filter { $0 != "-" && $0 != ":" })
  }
}

// MARK: - Reading

extension Timestamp {
  /// Reads the format of ``iso8601``, or a date alone as the start of its day in UTC:
  /// `2000-01-01T00:00:10Z`, `2000-01-01T00:00:10.250Z`, `2000-01-01`.
  ///
  /// - Returns: `nil` for other formats, and for dates and times that do not exist.
  package init?(iso8601 text: String) {
    var text = text
    guard let moment = text.withUTF8({ Timestamp(iso8601: UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = moment
  }

  /// Reads the same formats from bytes.
  package init?(iso8601 bytes: UnsafeRawBufferPointer) {
    var fields = DigitFields(bytes: bytes)
    guard let year = fields.take(4), fields.take("-"), let month = fields.take(2),
      fields.take("-"), let day = fields.take(2), 1...12 ~= month,
      1...Self.days(in: month, of: year) ~= day
    else { return nil }
    let start = Self.daysSinceEpoch(year: year, month: month, day: day) * Self.day
    if fields.isEmpty {
      self.init(milliseconds: start)
      return
    }
    guard fields.take("T"), let hour = fields.take(2), fields.take(":"),
      let minute = fields.take(2), fields.take(":"), let second = fields.take(2), hour < 24,
      minute < 60, second < 60
    else { return nil }
    var milliseconds = start + ((hour * 60 + minute) * 60 + second) * 1000
    if fields.take(".") {
      guard let fraction = fields.take(3) else { return nil }
      milliseconds += fraction
    }
    guard fields.take("Z"), fields.isEmpty else { return nil }
    self.init(milliseconds: milliseconds)
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The day of a date of the proleptic Gregorian calendar, for years from 0 on.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  private static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// Consumes digits and punctuation from the front of bytes.
private struct DigitFields {
  let bytes: UnsafeRawBufferPointer
  var index = 0

  var isEmpty: Bool { index == bytes.count }

  /// Consumes a number of exactly `count` digits.
  mutating func take(_ count: Int) -> Int64? {
    guard bytes.count - index >= count else { return nil }
    var number: Int64 = 0
    for _ in 0..<count {
      let byte = bytes[index]
      guard 0x30...0x39 ~= byte else { return nil }
      number = number * 10 + Int64(byte - 0x30)
      index += 1
    }
    return number
  }

  /// Consumes a punctuation mark if it comes next.
  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }
}

/// The clocks of the operating system.
package enum SystemClock {
  /// The time of day.
  package static var now: Timestamp { Timestamp(milliseconds: read(CLOCK_REALTIME)) }

  /// Milliseconds that never run backwards, counted from an unspecified moment.
  package static var monotonic: Int64 { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
