import LibC
import Platform

/// Waits for input, signals and the external printer at the same time.
final class TerminalInput {
  /// An event. Signals come before input, since Ctrl-C has discarded the input, and input before
  /// the printer, which may have much to print.
  enum Event {
    case input
    case signals(SignalSet)
    case print
    case timeout
    case hangUp
  }

  /// The result of a read.
  enum Chunk {
    case bytes([UInt8])
    case endOfInput
    case hangUp
  }

  private let descriptor: Int32
  let signals: SignalPipe
  let printer: ExternalPrinter
  /// A descriptor of the same terminal that never blocks.
  ///
  /// Ctrl-C can discard the input after poll(2) has reported it. A read that blocked then would not
  /// see the signal. `descriptor` itself stays blocking, because it is shared with the shell. On a
  /// terminal that is not the controlling one, Ctrl-C sends no signal.
  private let reading: Int32
  /// Called before the program sleeps until a key comes, with the number of bytes read so far.
  var willSleep: ((_ byteCount: Int) -> Void)?
  private var byteCount = 0

  init(descriptor: Int32, signals: SignalPipe, printer: ExternalPrinter) {
    self.descriptor = descriptor
    self.signals = signals
    self.printer = printer
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = tcgetpgrp(descriptor) == -1 ? -1 : open("/dev/tty", flags)
    reading = opened == -1 ? descriptor : opened
  }

  deinit {
    if reading != descriptor {
      close(reading)
    }
  }

  /// Waits for an event, or until `deadline` on `SystemClock.monotonic`.
  func wait(until deadline: Int64?) -> Event {
    if let willSleep, !isReady(within: 0) { willSleep(byteCount) }
    var descriptors = [descriptor, signals.readEnd, printer.pipe.readEnd].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while true {
      let remaining = deadline.map { max($0 - SystemClock.monotonic, 0) }
      let count = poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: remaining ?? -1))
      // A signal ends poll with EINTR, but its byte is in the pipe.
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
        return .print
      }
    }
  }

  /// Whether there is input within `milliseconds`. Signals are ignored.
  func isReady(within milliseconds: Int32) -> Bool {
    var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    while true {
      let count = poll(&descriptors, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// Reads at most `limit` bytes; none if the input has been discarded meanwhile.
  ///
  /// Reading gives 0 bytes for Ctrl-D in cooked mode, and also if the terminal is gone; poll(2)
  /// reports which.
  func read(atMost limit: Int) -> Chunk {
    var bytes: [UInt8] = Array(repeating: 0, count: limit)
    var count = 0
    repeat {
      count = LibC.read(reading, &bytes, limit)
    } while count < 0 && errno == EINTR
    if count > 0 {
      byteCount += count
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
