import LibC

/// A pipe by which threads wake another.
final class Bell: Sendable {
  private let input: Int32
  private let output: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (input, output) = (ends[0], ends[1])
  }

  deinit {
    close(input)
    close(output)
  }

  func ring() {
    var byte: UInt8 = 0
    // A full pipe rings as well.
    _ = write(output, &byte, 1)
  }

  /// Waits until it rings, or for some time; -1 is without end.
  func wait(milliseconds: Int) {
    var entry = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, Int32(clamping: milliseconds)) > 0 else { return }
    var block = [UInt8](repeating: 0, count: 64)
    while read(input, &block, block.count) > 0 {}
  }
}
