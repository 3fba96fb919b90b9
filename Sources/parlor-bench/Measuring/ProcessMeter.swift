import CPseudoterminal
import LibC

/// Runs programs and measures their time and memory.
enum ProcessMeter {
  /// The resources that a process has used.
  struct Usage {
    /// User and system time in nanoseconds.
    var processorTime: Double
    /// Wall-clock time in nanoseconds.
    var elapsedTime: Double
    /// Maximum resident memory in bytes.
    var peakMemory: Int
  }

  /// Runs a program to its end and reads its output from a pipe, as another program would: writing
  /// to `/dev/null` costs almost nothing and would favour programs that write often.
  ///
  /// The environment is fixed, so that no profile or locale changes the work.
  ///
  /// - Parameters:
  ///   - program: the path of the program.
  ///   - input: the path of its standard input.
  static func run(
    _ program: String, _ arguments: [String], input: String
  ) throws(BenchError) -> Usage {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .cannotStart(program) }
    defer { close(ends[0]) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var process: pid_t = 0
    let start = ContinuousClock.now
    let error = withCStrings([program] + arguments) { arguments in
      withCStrings(["PATH=/usr/bin:/bin", "LC_ALL=C", "HOME=/nonexistent"]) { environment in
        posix_spawn(&process, program, &actions, nil, arguments, environment)
      }
    }
    close(ends[1])
    guard error == 0 else { throw .cannotStart(program) }
    drain(ends[0])
    var usage = try wait(for: process, of: program)
    usage.elapsedTime = (ContinuousClock.now - start) / .nanoseconds(1)
    return usage
  }

  /// The maximum resident memory of this process. A child never reports less, since it starts in
  /// the memory of its parent (see `getrusage(2)`).
  static var ownPeakMemory: Int {
    var usage = rusage()
    #if !canImport(Darwin)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return bytes(usage)
  }

  private static func drain(_ descriptor: Int32) {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &block, block.count)
      if count == 0 || (count < 0 && errno != EINTR) { return }
    }
  }

  private static func wait(
    for process: pid_t, of program: String
  ) throws(BenchError) -> Usage {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw .cannotStart(program) }
    }
    guard status == 0 else { throw .failed(program, status: status) }
    return Usage(
      processorTime: nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime), elapsedTime: 0,
      peakMemory: bytes(usage))
  }

  private static func nanoseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e9 + Double(time.tv_usec) * 1e3
  }

  /// The maximum resident memory; Linux counts it in units of 1,024 bytes.
  private static func bytes(_ usage: rusage) -> Int {
    #if !canImport(Darwin)
      usage.ru_maxrss * 1024
    #else
      usage.ru_maxrss
    #endif
  }

  static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    return body(copies)
  }
}

/// The user and system time of this process.
enum ProcessorTime {
  /// In nanoseconds.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
