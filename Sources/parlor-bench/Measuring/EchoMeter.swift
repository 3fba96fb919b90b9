import CPseudoterminal
import LibC
import Platform

/// Runs a program on its own terminal, and measures how long a key waits for its echo.
enum EchoMeter {
  /// How long the program may be silent before it counts as ready, in milliseconds.
  private static let quiet: Int32 = 15
  /// The maximum time that a key waits for its echo, in milliseconds.
  private static let longest: Int32 = 5_000

  /// The median time from a key to the first byte of its echo, in nanoseconds.
  ///
  /// - Parameters:
  ///   - lines: are entered first.
  ///   - keys: the line that is typed `count` times and discarded each time.
  static func median(
    _ program: String, _ arguments: [String], lines: [String], keys: String, count: Int,
    folder: String
  ) throws(BenchError) -> Double {
    var (terminal, other): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1_024)
    var size = winsize(ws_row: 70, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&terminal, &other, &name, nil, &size) == 0 else { throw .cannotStart(program) }
    defer {
      close(terminal)
      close(other)
    }
    for descriptor in [terminal, other] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let process = try start(program, arguments, at: name, folder: folder)
    defer {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    skipOutput(terminal, for: longest)
    for line in lines {
      send("\(line)\r", to: terminal)
      skipOutput(terminal, for: longest)
    }
    var times: [Double] = []
    for _ in 0..<count {
      for key in keys {
        let start = ContinuousClock.now
        send(String(key), to: terminal)
        guard isReadable(terminal, within: longest) else { throw .failed(program, status: 0x100) }
        times.append((ContinuousClock.now - start) / .nanoseconds(1))
        skipOutput(terminal, for: 0)
      }
      // Ctrl-U.
      send("\u{15}", to: terminal)
      skipOutput(terminal, for: longest)
    }
    guard let median = Samples(times).median else { throw .tooSmall }
    return median
  }

  /// Starts a program in a session of its own, whose terminal this becomes.
  private static func start(
    _ program: String, _ arguments: [String], at terminal: [CChar], folder: String
  ) throws(BenchError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setflags(&attributes, cpty_spawn_setsid)
    for descriptor: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, terminal, O_RDWR, 0)
    }
    let path = FileSystem.environment("PATH") ?? "/usr/bin:/bin"
    let environment = [
      "PATH=\(path)", "LC_ALL=C.UTF-8", "TERM=xterm-256color", "HOME=\(folder)", "PS1=$ ",
    ]
    var process: pid_t = 0
    let error = ProcessMeter.withCStrings([program] + arguments) { arguments in
      ProcessMeter.withCStrings(environment) { environment in
        posix_spawn(&process, program, &actions, &attributes, arguments, environment)
      }
    }
    guard error == 0 else { throw .cannotStart(program) }
    return process
  }

  private static func send(_ text: String, to terminal: Int32) {
    try? FileSystem.write(Array(text.utf8), to: terminal, named: "the terminal")
  }

  private static func isReadable(_ terminal: Int32, within time: Int32) -> Bool {
    var event = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    return poll(&event, 1, time) > 0
  }

  /// Reads output until there is none for a while; waits for its first byte at most `time`
  /// milliseconds.
  private static func skipOutput(_ terminal: Int32, for time: Int32) {
    var block = [UInt8](repeating: 0, count: 1 << 14)
    var time = time
    while isReadable(terminal, within: max(time, quiet)) {
      guard read(terminal, &block, block.count) > 0 else { return }
      time = 0
    }
  }
}

extension Competitor {
  /// Measures the time from a key to its echo at a prompt.
  static func echo(
    _ name: String, _ program: Program, _ arguments: [String] = [], after lines: [String] = [],
    keys: String = "echo hel"
  ) -> Competitor {
    Competitor(name: name) { bench throws(BenchError) in
      guard let path = program.path(bench) else { return nil }
      return try EchoMeter.median(
        path, arguments, lines: lines, keys: keys, count: 5, folder: bench.folder)
    }
  }
}
