import LibC
import Synchronization

/// The programs that are killed when a signal ends this one and nobody else catches it: one that
/// does not read would not notice that its input has ended.
enum KilledPrograms {
  /// A process number, or 0.
  private final class Slot: Sendable {
    let number = Atomic<Int32>(0)
  }

  /// All that the handler touches; programs beyond it only see their input end.
  private static let slots = (0..<256).map { _ in Slot() }

  /// Says which programs run; one caller at a time.
  static func set(_ numbers: some Sequence<Int32>) {
    var numbers = numbers.makeIterator()
    for slot in slots { slot.number.store(numbers.next() ?? 0, ordering: .relaxed) }
  }

  /// Catches the signals that would end this program at once; one that is ignored, or that somebody
  /// catches already, stays as it is.
  static func watch() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0, !isTaken(action) else { continue }
      signal(number, handler)
    }
  }

  private static func isTaken(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler != nil
    #else
      action.__sigaction_handler.sa_handler != nil
    #endif
  }

  /// Kills the programs and goes on to what the signal does when it is not caught.
  private static let handler: @convention(c) (Int32) -> Void = { number in
    for slot in slots {
      let process = slot.number.load(ordering: .relaxed)
      guard process > 0 else { continue }
      kill(-process, SIGKILL)
      kill(process, SIGKILL)
    }
    signal(number, SIG_DFL)
    raise(number)
  }
}
