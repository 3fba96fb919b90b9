import Synchronization

/// What a worker does now, as a supervisor on another thread can see it.
///
/// It costs a worker two atomic additions for each task, and no clock: the supervisor alone looks
/// at the time.
package final class Pulse: Sendable {
  /// How often a task was begun or ended; an odd number says that one is under way.
  private let count = Atomic(0)
  /// The number of the task that was begun last.
  private let number = Atomic(0)
  private let subject = Mutex<(any Sendable)?>(nil)

  package init() {}

  /// Says what the following tasks are part of.
  package func note(_ value: any Sendable) { subject.withLock { $0 = value } }

  /// What the tasks are part of.
  package var noted: (any Sendable)? { subject.withLock { $0 } }

  /// The number of the task that was begun last.
  package var task: Int { number.load(ordering: .acquiring) }

  /// Runs a task that may never end.
  package func during<Value>(_ task: Int, _ body: () -> Value) -> Value {
    number.store(task, ordering: .releasing)
    count.wrappingAdd(1, ordering: .acquiringAndReleasing)
    defer { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    return body()
  }

  /// A number that stays the same as long as one task is under way; nothing if none is.
  var beat: Int? {
    let beat = count.load(ordering: .acquiring)
    return beat % 2 == 1 ? beat : nil
  }
}
