import LibC

/// The processor time that this process has used, user and system together.
enum ProcessorTime {
  /// Nanoseconds since the start of the process.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
