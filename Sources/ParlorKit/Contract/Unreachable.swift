import Synchronization

/// A value for a branch that cannot happen, such as behind `??`:
/// `roster.index(of: number) ?? unreachable("a resolved move names a player", 0)`.
///
/// A debug build, as the tests are, traps here. A release goes on with the value, so that the
/// session and its other games live on; the line that has come here is answered by
/// `error[internal]`.
///
/// - Parameters:
///   - why: why the branch cannot happen.
///   - value: what a release goes on with.
package func unreachable<Value>(
  _ why: StaticString, _ value: @autoclosure () -> Value, file: StaticString = #fileID,
  line: UInt = #line
) -> Value {
  InternalFault.note(why, file: file, line: line)
  assertionFailure("\(why)", file: file, line: line)
  return value()
}

/// Branches that were taken although they cannot happen: see ``unreachable(_:_:file:line:)``.
package enum InternalFault {
  private struct Notes {
    var thread: @Sendable () -> UInt = { 0 }
    /// The last fault of each thread.
    var last: [UInt: String] = [:]
  }

  private static let number = Atomic(0)
  private static let notes = Mutex(Notes())

  /// How many there were in this process: a line during which it stays the same has met none.
  package static var count: Int { number.load(ordering: .relaxed) }

  /// Says how to tell the threads of the program apart, of which this module knows nothing.
  package static func tellThreads(by thread: @escaping @Sendable () -> UInt) {
    notes.withLock { $0.thread = thread }
  }

  /// Takes the last one of this thread: why it cannot happen, and its place.
  package static func take() -> String? {
    notes.withLock { $0.last.removeValue(forKey: $0.thread()) }
  }

  /// Notes one.
  package static func note(_ why: StaticString, file: StaticString, line: UInt) {
    notes.withLock { $0.last[$0.thread()] = "not true: \(why) (\(file):\(line))" }
    number.add(1, ordering: .relaxed)
  }
}
