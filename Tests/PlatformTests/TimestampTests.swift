import Testing

@testable import Platform

/// Dates of the proleptic Gregorian calendar, in UTC.
struct TimestampTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1, "1970-01-01T00:00:00.001Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (946_684_800_000, "2000-01-01T00:00:00Z"), (946_684_799_999, "1999-12-31T23:59:59.999Z"),
      (951_782_400_000, "2000-02-29T00:00:00Z"), (951_868_800_000, "2000-03-01T00:00:00Z"),
      (68_169_600_000, "1972-02-29T00:00:00Z"), (1_078_012_800_000, "2004-02-29T00:00:00Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00Z"), (4_107_456_000_000, "2100-02-28T00:00:00Z"),
      (-2_203_891_200_000, "1900-03-01T00:00:00Z"), (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
      (1_000_000_000_000, "2001-09-09T01:46:40Z"), (2_147_483_647_000, "2038-01-19T03:14:07Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"), (86_399_050, "1970-01-01T23:59:59.050Z"),
      (-86_400_000, "1969-12-31T00:00:00Z"), (978_307_199_500, "2000-12-31T23:59:59.500Z"),
    ] as [(Int64, String)])
  func `known moments are written as dates`(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).iso8601 == text)
  }

  /// Every day from 1896 to 2107, past three centuries, counted as a calendar counts.
  @Test func `every day of two hundred years is converted and back`() {
    var (year, month, day) = (1896, 1, 1)
    var wrong = 0
    for days in Int64(-27_028)..<Int64(50_403) {
      let text = Timestamp(milliseconds: days * 86_400_000).iso8601
      let digits = text.utf8.prefix(10).compactMap { $0 == 0x2D ? nil : Int($0) - 0x30 }
      let number = digits.reduce(0) { $0 * 10 + $1 }
      if number != year * 10_000 + month * 100 + day { wrong += 1 }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      day += 1
      if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(wrong == 0)
    #expect((year, month, day) == (2108, 1, 1))
  }

  @Test func `earlier is less`() {
    #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
    #expect(Timestamp.year2000 == Timestamp(milliseconds: 946_684_800_000))
  }

  @Test func `the clocks of the system run`() {
    let first = SystemClock.monotonic
    #expect(SystemClock.now > Timestamp.year2000)
    #expect(SystemClock.monotonic >= first)
  }
}
