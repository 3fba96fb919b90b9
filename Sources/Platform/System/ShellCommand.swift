import LibC

/// A command that the user's shell runs, on the terminal of the program.
package enum ShellCommand {
  /// Runs a command with bytes as its standard input, and waits for its end.
  ///
  /// The child gets default signal handlers and an empty signal mask, whatever the program has. A
  /// command that stops reading early is no failure.
  ///
  /// - Returns: whether the command could be started and ended with exit code 0.
  package static func run(_ command: String, input: [UInt8]) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let child = try? SpawnedProgram("/bin/sh", ["-c", command], leadsGroup: false)
      .start(input: ends[0], output: STDOUT_FILENO, error: STDERR_FILENO)
    close(ends[0])
    let before = signal(SIGPIPE, SIG_IGN)
    try? FileSystem.write(input, to: ends[1], named: command)
    close(ends[1])
    _ = signal(SIGPIPE, before)
    guard let child else { return false }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      if errno != EINTR { return false }
    }
    return status == 0
  }
}
