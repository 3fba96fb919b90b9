import Platform
import Terminals

/// Runs a program on its own terminal, and measures how long a key waits for its echo.
enum EchoMeter {
  /// How long the program may be silent before it counts as ready, in milliseconds.
  private static let quiet = 15
  /// The maximum time that a key waits for its echo, in milliseconds.
  private static let longest = 5_000

  /// The median time from a key to the first byte of its echo, in nanoseconds.
  ///
  /// - Parameters:
  ///   - lines: are entered first.
  ///   - keys: the line that is typed `count` times and discarded each time.
  static func median(
    _ program: String, _ arguments: [String], lines: [String], keys: String, count: Int,
    folder: String
  ) throws(BenchError) -> Double {
    let path = FileSystem.environment("PATH") ?? "/usr/bin:/bin"
    let environment = [
      "PATH": path, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "HOME": folder, "PS1": "$ ",
    ]
    guard
      let terminal = try? TerminalProgram(
        program, arguments, environment: environment, rows: 70, columns: 200)
    else { throw .cannotStart(program) }
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

  private static func send(_ text: String, to terminal: TerminalProgram) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, terminal.wait(toWrite: true, until: Deadline()).contains(.writable) {
      rest = rest.dropFirst(terminal.write(rest))
    }
  }

  private static func isReadable(_ terminal: TerminalProgram, within time: Int) -> Bool {
    terminal.wait(until: Deadline(after: .milliseconds(time))).contains(.readable)
  }

  /// Reads output until there is none for a while; waits for its first byte at most `time`
  /// milliseconds.
  private static func skipOutput(_ terminal: TerminalProgram, for time: Int) {
    var time = time
    while isReadable(terminal, within: max(time, quiet)), !terminal.read().isEmpty { time = 0 }
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
