import LibC

/// The two ends of a pipe, which no other program inherits and which are none of the standard
/// streams.
struct PipeEnds {
  let read: Int32
  let write: Int32

  /// - Parameter path: the program that the pipe is for, to name in a failure.
  init(for path: String) throws(FileError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileError(.start, path) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    for index in ends.indices where ends[index] < 3 {
      let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, 3)
      close(ends[index])
      ends[index] = moved
    }
    (read, write) = (ends[0], ends[1])
    #if canImport(Darwin)
      _ = fcntl(write, F_SETNOSIGPIPE, 1)
    #endif
  }
}

/// Writing to pipes whose reader may have gone.
enum BrokenPipe {
  /// Runs a write; the signal that a closed pipe raises is taken away, and the error is left.
  static func ignored(_ body: () -> Int) -> Int {
    #if !canImport(Darwin)
      var pipe = sigset_t()
      var before = sigset_t()
      var pending = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      sigpending(&pending)
      let wasPending = sigismember(&pending, SIGPIPE) == 1
      pthread_sigmask(SIG_BLOCK, &pipe, &before)
      let count = body()
      let number = errno
      if count < 0, number == EPIPE, !wasPending {
        var none = timespec()
        while sigtimedwait(&pipe, nil, &none) < 0 && errno == EINTR {}
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
      errno = number
      return count
    #else
      return body()
    #endif
  }
}
