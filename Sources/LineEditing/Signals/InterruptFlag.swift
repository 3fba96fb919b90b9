/// Whether the process was interrupted since the flag was made: for a command that takes long.
///
/// It needs a `SignalPipe` that catches SIGINT. It may be asked from any thread; asking costs two
/// atomic loads. A request to end counts, until someone has taken it.
package struct InterruptFlag: Sendable {
  private let before: UInt32

  /// A flag that is not raised, unless the process has been asked to end.
  package init() {
    before = SignalRecord.interruptCount
  }

  /// Whether Ctrl-C was pressed since, or the process shall end.
  package var isRaised: Bool {
    SignalRecord.interruptCount != before
      || !SignalRecord.arrived.isDisjoint(with: [.terminate, .hangUp])
  }
}
