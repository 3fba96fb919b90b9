import LibC
import Platform

/// Runs programs and tells what they cost.
enum ProcessMeter {
  /// What a process has used.
  struct Usage {
    /// Processor time, user and system together, in nanoseconds.
    var processorTime: Double
    /// The time from its start to its end, in nanoseconds.
    var elapsedTime: Double
    /// The most memory it held at once, in bytes.
    var peakMemory: Int
  }

  /// Runs a program to its end, and reads its output from a pipe, as another program would:
  /// writing to `/dev/null` costs next to nothing and would flatter those who write often.
  ///
  /// The environment is small and fixed, so that no profile and no locale changes the work.
  ///
  /// - Parameters:
  ///   - program: the path of the program.
  ///   - input: the file that becomes its standard input.
  /// - Throws: a failure when it cannot be started, or does not exit with 0.
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

  /// The most memory that this process has held at once. A child counts from there, since it is
  /// started in its parent's memory (see `getrusage(2)`).
  static var ownPeakMemory: Int {
    var usage = rusage()
    #if !canImport(Darwin)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return bytes(usage)
  }

  /// Reads to the end.
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

  /// The peak memory of a record; Linux counts it in units of 1,024 bytes.
  private static func bytes(_ usage: rusage) -> Int {
    #if !canImport(Darwin)
      usage.ru_maxrss * 1024
    #else
      usage.ru_maxrss
    #endif
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    return body(copies)
  }
}
