import LibC

/// A pipe that wakes a thread waiting in poll(2).
///
/// Any thread may wake it, and a signal handler may write to ``writeEnd``. Wake-ups are not
/// counted: the pipe stays readable until ``drain()``.
package final class WakeupPipe: Sendable {
  /// The descriptor to poll for input.
  package let readEnd: Int32
  /// The descriptor that a signal handler writes a byte to; other code calls ``wake()``.
  package let writeEnd: Int32

  /// Makes the pipe; `nil` if the process has no descriptors left.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Makes ``readEnd`` readable.
  package func wake() {
    var byte: UInt8 = 1
    // The write fails only if the pipe is full, and so already readable.
    _ = write(writeEnd, &byte, 1)
  }

  /// Removes all wake-ups from the pipe.
  package func drain() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(readEnd, &bytes, 32) > 0 {}
  }

  /// Waits for a wake-up and drains the pipe.
  ///
  /// - Parameter milliseconds: the timeout; -1 for none.
  package func wait(milliseconds: Int) {
    var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, Int32(clamping: milliseconds)) > 0 else { return }
    drain()
  }
}
