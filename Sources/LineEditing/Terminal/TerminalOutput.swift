import LibC

/// Short texts written straight to a terminal.
enum TerminalOutput {
  /// Writes all of `text`, unless the terminal is gone.
  static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        LibC.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0 {
        switch errno {
        case EINTR: break
        case EAGAIN, EWOULDBLOCK:
          // Another program that has the terminal too has made it so.
          var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&entry, 1, -1)
        default: return
        }
      }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}
