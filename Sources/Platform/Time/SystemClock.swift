import LibC

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
