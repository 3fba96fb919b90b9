import LibC
import Synchronization

/// What the signal handler leaves behind, in atomics: the only state it may touch.
///
/// The handler runs between any two instructions, so it does no more than this: note the signal,
/// and write one byte to a pipe to wake whoever waits in poll(2).
enum SignalRecord {
  private static let pending = Atomic<UInt32>(0)
  private static let interrupts = Atomic<UInt32>(0)
  private static let pipe = Atomic<Int32>(-1)

  /// How often SIGINT has arrived, modulo 2^32.
  static var interruptCount: UInt32 { interrupts.load(ordering: .relaxed) }

  /// What has arrived and was not taken yet.
  static var arrived: SignalSet { SignalSet(rawValue: pending.load(ordering: .relaxed)) }

  /// Takes what has arrived out of `wanted`.
  static func take(_ wanted: SignalSet) -> SignalSet {
    let before = pending.bitwiseAnd(~wanted.rawValue, ordering: .acquiringAndReleasing).oldValue
    return SignalSet(rawValue: before).intersection(wanted)
  }

  /// Makes `descriptor` the pipe to write to; false if there is one already.
  static func connect(_ descriptor: Int32) -> Bool {
    // Globals are made on first use, which must not be in the handler.
    _ = (interruptCount, arrived)
    return pipe.compareExchange(
      expected: -1, desired: descriptor, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// The pipe is about to be closed.
  static func disconnect() {
    pipe.store(-1, ordering: .releasing)
    pending.store(0, ordering: .releasing)
  }

  /// The handler. It keeps errno, since it may run between a call and the look at its errno.
  static let handler: @convention(c) (Int32) -> Void = { signal in
    let number = errno
    pending.bitwiseOr(SignalSet(signal: signal).rawValue, ordering: .acquiringAndReleasing)
    if signal == SIGINT {
      interrupts.wrappingAdd(1, ordering: .relaxed)
    }
    var byte: UInt8 = 1
    // Full or closed: the one who waits is awake already, or there is none.
    _ = write(pipe.load(ordering: .acquiring), &byte, 1)
    errno = number
  }
}
