import LibC

/// The end of a pseudo-terminal at which the person sits; reading and writing never block.
final class MasterEnd {
  /// What can be done now.
  struct Events: OptionSet {
    let rawValue: Int

    static let readable = Events(rawValue: 1)
    static let writable = Events(rawValue: 2)
    /// Nobody has the other end open; there may still be something to read.
    static let closed = Events(rawValue: 4)
  }

  private(set) var descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Waits for something to be possible; empty when the time is over.
  func wait(toWrite: Bool, until limit: Limit) -> Events {
    while true {
      let asked = Int16(POLLIN) | (toWrite ? Int16(POLLOUT) : 0)
      var descriptors = [pollfd(fd: descriptor, events: asked, revents: 0)]
      let count = poll(&descriptors, 1, limit.milliseconds)
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

  /// What has been written at the other end; empty if nothing, or if that is closed.
  func read() -> [UInt8] {
    var bytes: [UInt8] = Array(repeating: 0, count: 65_536)
    let count = LibC.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Writes what fits, and returns how many bytes that were.
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
