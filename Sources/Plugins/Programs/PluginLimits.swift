/// What a plugin may take.
package struct PluginLimits: Sendable {
  /// Milliseconds for an answer.
  package var answer: Int64 = 10_000
  /// Milliseconds for an answer that may have to wait for a network.
  package var remoteAnswer: Int64 = 90_000
  /// Milliseconds to end in, once its input has ended.
  package var ending: Int64 = 500
  /// Bytes of an answer.
  package var bytes = 1 << 22
  /// Lines outside of answers that are kept.
  package var strays = 20
  /// Processes of a plugin that wait for requests, between which games that are played by turns
  /// are shared.
  package var processes = 2
  /// Whether the user has asked to stop what is running; asked while an answer is waited for.
  package var isInterrupted: @Sendable () -> Bool = { false }

  /// The usual limits.
  package init() {}
}
