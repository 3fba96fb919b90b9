import LibC

/// A pipe that wakes whoever polls its end.
final class Bell: Sendable {
  /// The end that is readable once the bell was rung.
  let reading: Int32
  private let writing: Int32

  /// A bell; nothing if the system has no more descriptors.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Makes the end readable.
  func ring() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Makes the end unreadable again.
  func silence() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(reading, &bytes, 16) > 0 {}
  }
}
