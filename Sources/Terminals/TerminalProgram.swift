import LibC

/// The end of a pseudo-terminal that acts as screen and keyboard. Reading and writing never block.
final class MasterEnd {
  /// What is possible now.
  struct Events: OptionSet {
    let rawValue: Int

    static let readable = Events(rawValue: 1)
    static let writable = Events(rawValue: 2)
    /// No program has the other end open. There may still be output to read.
    static let closed = Events(rawValue: 4)
  }

  private(set) var descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Waits until reading is possible, or writing if `toWrite`; returns an empty set at the deadline.
  func wait(toWrite: Bool, until deadline: Deadline) -> Events {
    while true {
      let asked = Int16(POLLIN) | (toWrite ? Int16(POLLOUT) : 0)
      var descriptors = [pollfd(fd: descriptor, events: asked, revents: 0)]
      let count = poll(&descriptors, 1, deadline.milliseconds)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return [] }
      let revents = Int32(descriptors[0].revents)
      var events: Events = []
      if revents & POLLIN != 0 { events.insert(.readable) }
      if revents & POLLOUT != 0 { events.insert(.writable) }
      if revents & (POLLHUP | POLLERR | POLLNVAL) != 0 { events.insert(.closed) }
      return events
    }
  }

  /// Reads the output of the program; empty if there is none, or if the other end is closed.
  func read() -> [UInt8] {
    var bytes: [UInt8] = Array(repeating: 0, count: 65_536)
    let count = LibC.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Writes as much as fits, and returns the number of bytes.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = bytes.withUnsafeBytes { bytes in
      LibC.write(descriptor, bytes.baseAddress, bytes.count)
    }
    return max(count, 0)
  }

  func close() {
    guard descriptor >= 0 else { return }
    _ = LibC.close(descriptor)
    descriptor = -1
  }
}
