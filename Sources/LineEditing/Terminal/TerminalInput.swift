import LibC
import Platform

/// Waits for the terminal, for signals, and for notices at once.
final class TerminalInput {
  /// What came first; a signal goes before input, for Ctrl-C has emptied the terminal's queue, and
  /// input before notices, of which there may be many.
  enum Event {
    case input
    case signals(SignalSet)
    case notices
    case timeout
    case hangUp
  }

  /// What a read came to.
  enum Chunk {
    case bytes([UInt8])
    case endOfInput
    case hangUp
  }

  private let descriptor: Int32
  private let signals: SignalPipe
  private let notices: Notices
  /// Reads the same terminal without ever blocking.
  ///
  /// Ctrl-C empties the terminal's queue, be it after poll(2) has promised input; a read that then
  /// blocks would not see the signal. The flag must not be set on `descriptor`, which is shared
  /// with the shell. On a terminal that is not the controlling one Ctrl-C sends no signal.
  private let reading: Int32

  init(descriptor: Int32, signals: SignalPipe, notices: Notices) {
    self.descriptor = descriptor
    self.signals = signals
    self.notices = notices
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = tcgetpgrp(descriptor) == -1 ? -1 : open("/dev/tty", flags)
    reading = opened == -1 ? descriptor : opened
  }

  deinit {
    if reading != descriptor {
      close(reading)
    }
  }

  /// Waits until something comes, or until a moment of `SystemClock.monotonic`.
  func wait(until end: Int64?) -> Event {
    var descriptors = [descriptor, signals.readEnd, notices.readEnd].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while true {
      let remaining = end.map { max($0 - SystemClock.monotonic, 0) }
      let count = poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: remaining ?? -1))
      // A signal ends poll with EINTR: its byte is in the pipe all the same.
      let arrived = signals.take()
      if !arrived.isEmpty {
        return .signals(arrived)
      }
      guard count >= 0 || errno == EINTR else { return .hangUp }
      guard count > 0 else {
        if let remaining, remaining == 0 || count == 0 { return .timeout }
        continue
      }
      if descriptors[0].revents != 0 {
        return .input
      }
      if descriptors[2].revents != 0 {
        return .notices
      }
    }
  }

  /// Whether there is input, or will be in so many milliseconds; signals do not count.
  func isReady(within milliseconds: Int32) -> Bool {
    var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    while true {
      let count = poll(&descriptors, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// Reads at most `limit` bytes; none if what was there has been thrown away.
  ///
  /// A terminal that is gone reads as empty, as Ctrl-D does in cooked mode; poll tells which.
  func read(atMost limit: Int) -> Chunk {
    var bytes: [UInt8] = Array(repeating: 0, count: limit)
    var count = 0
    repeat {
      count = LibC.read(reading, &bytes, limit)
    } while count < 0 && errno == EINTR
    if count > 0 {
      return .bytes(Array(bytes.prefix(count)))
    }
    if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) {
      return .bytes([])
    }
    return count < 0 || isHungUp ? .hangUp : .endOfInput
  }

  private var isHungUp: Bool {
    var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    return poll(&descriptors, 1, 0) > 0 && Int32(descriptors[0].revents) & POLLHUP != 0
  }
}
