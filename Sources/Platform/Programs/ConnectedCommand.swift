import LibC

/// A shell command whose standard input and output are the other end of a socket, such as one that
/// reaches a server through TLS or a jump host.
package final class ConnectedCommand: Sendable {
  /// This program's end of the socket; it stays open until the program ends.
  package let descriptor: Int32
  private let process: Int32

  /// Starts a command. Its standard error is that of this program. When this program ends, the
  /// command has half a second to end by itself before it is killed.
  package init(_ command: String) throws(FileError) {
    var ends: [Int32] = [-1, -1]
    #if !canImport(Darwin)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw FileError(.start, command) }
    for index in ends.indices {
      let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, 3)
      close(ends[index])
      ends[index] = moved
    }
    defer { close(ends[1]) }
    do throws(FileError) {
      // With `exec` the process number is that of the program itself, as for ProxyCommand of
      // ssh(1).
      process = try SpawnedProgram("/bin/sh", ["-c", "exec \(command)"], leadsGroup: false)
        .start(input: ends[1], output: ends[1], error: STDERR_FILENO)
    } catch {
      close(ends[0])
      throw error
    }
    descriptor = ends[0]
    RunningPrograms.add(process, input: descriptor)
  }

  /// Waits for the command to end.
  ///
  /// - Returns: whether it has ended with an exit code other than 0; false if it still runs.
  package func hasFailed(within milliseconds: Int64) -> Bool {
    let deadline = SystemClock.monotonic + milliseconds
    while !RunningPrograms.hasEnded(process) {
      guard SystemClock.monotonic < deadline else { return false }
      _ = poll(nil, 0, 5)
    }
    RunningPrograms.remove(process)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status != 0
  }
}
