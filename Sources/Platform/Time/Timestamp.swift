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
    let civil = civil
    let date = [
      CivilTime.padded(civil.year, to: 4), CivilTime.padded(civil.month, to: 2),
      CivilTime.padded(civil.day, to: 2),
    ]
    let clock = [civil.hour, civil.minute, civil.second].map { CivilTime.padded($0, to: 2) }
    let fraction =
      civil.millisecond == 0 ? "" : "." + CivilTime.padded(civil.millisecond, to: 3)
    return "\(date.joined(separator: "-"))T\(clock.joined(separator: ":"))\(fraction)Z"
  }

  /// The moment in the short form of ISO 8601, to the second: `20000101T000010Z`.
  package var compact: String {
    var whole = self
    whole.milliseconds -= Int64(civil.millisecond)
    return String(whole.iso8601.filter { $0 != "-" && $0 != ":" })
  }
}
