import Platform
import Testing

@Suite struct TimestampReadingTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1970-01-01", 0), ("2000-01-01T00:00:10.250Z", 946_684_810_250),
    ("2000-02-29", 951_782_400_000), ("2026-11-21T04:15:02Z", 1_795_234_502_000),
    ("1969-12-31T23:59:59.999Z", -1), ("0000-03-01", -62_162_035_200_000),
  ]) func `a moment is read`(_ text: String, _ milliseconds: Int64) {
    #expect(Timestamp(iso8601: text) == Timestamp(milliseconds: milliseconds))
  }

  @Test(arguments: [
    "", "2000", "2000-1-1", "2000-13-01", "2000-00-01", "2001-02-29", "1900-02-29", "2000-04-31",
    "2000-01-00", "2000-01-01T24:00:00Z", "2000-01-01T00:60:00Z", "2000-01-01T00:00:60Z",
    "2000-01-01T00:00:00", "2000-01-01T00:00:00.25Z", "2000-01-01 00:00:00Z", "2000-01-01Z",
    "2000-01-01T00:00:00ZZ", "٢٠٠٠-01-01", "-001-01-01",
  ]) func `other forms are none`(_ text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test func `what is written is read back`() {
    // Steps of a prime number of milliseconds, over some centuries around the epoch.
    for milliseconds in stride(from: -9_000_000_000_000, to: 9_000_000_000_000, by: 7_777_777_777) {
      let moment = Timestamp(milliseconds: Int64(milliseconds))
      #expect(Timestamp(iso8601: moment.iso8601) == moment)
    }
  }
}
