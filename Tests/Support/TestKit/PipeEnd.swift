import LibC
package import Terminals

/// The test's end of a pipe; it never blocks but in `wait`.
package final class PipeEnd {
  /// What has been read, without what `takeLine` took.
  package private(set) var received: [UInt8] = []
  private var descriptor: Int32
  private let isReading: Bool

  /// Writing to a pipe that nobody reads shall be an error here, not the end of the tests.
  private static let ignoresBrokenPipes: Bool = {
    signal(SIGPIPE, SIG_IGN)
    return true
  }()

  package init(_ descriptor: Int32, isReading: Bool) {
    self.descriptor = descriptor
    self.isReading = isReading
    _ = Self.ignoresBrokenPipes
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  deinit { close() }

  /// Whether there is nothing more to read, or nobody to write to.
  var isClosed: Bool { descriptor < 0 }

  package func close() {
    guard descriptor >= 0 else { return }
    _ = LibC.close(descriptor)
    descriptor = -1
  }

  /// Those of `ends` that can be read or written now; empty when the time is over.
  static func wait(for ends: [PipeEnd], within deadline: Deadline) -> [PipeEnd] {
    var entries = ends.map { end in
      pollfd(fd: end.descriptor, events: Int16(end.isReading ? POLLIN : POLLOUT), revents: 0)
    }
    guard poll(&entries, nfds_t(entries.count), deadline.milliseconds) > 0 else { return [] }
    return zip(ends, entries).filter { $0.1.revents != 0 }.map(\.0)
  }

  /// Waits for something to read, and reads it.
  package func read(within deadline: Deadline = Deadline()) {
    guard !Self.wait(for: [self], within: deadline).isEmpty else { return }
    var bytes: [UInt8] = Array(repeating: 0, count: 1 << 16)
    let count = LibC.read(descriptor, &bytes, bytes.count)
    if count > 0 {
      received += bytes[..<count]
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      close()
    }
  }

  /// Waits for room, writes what fits, and returns how many bytes that were.
  func write(_ bytes: ArraySlice<UInt8>, within deadline: Deadline) -> Int {
    guard !Self.wait(for: [self], within: deadline).isEmpty else { return 0 }
    let count = bytes.withUnsafeBytes { bytes in
      LibC.write(descriptor, bytes.baseAddress, bytes.count)
    }
    if count < 0 && errno != EAGAIN && errno != EINTR { close() }
    return max(count, 0)
  }

  /// Takes the first line of what has been read.
  package func takeLine() -> String? {
    guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { received.removeSubrange(...end) }
    return String(decoding: received[..<end], as: UTF8.self)
  }
}
