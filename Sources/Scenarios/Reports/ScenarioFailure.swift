/// A step that is not as expected.
package struct ScenarioFailure: Sendable {
  /// The path of the file it stands in, which may be that of a setup.
  package var path: String
  /// The number of the line of its command, from 1.
  package var line: Int
  /// The command.
  package var command: String
  /// The last commands before it, oldest first.
  package var before: [String]
  /// The last `seed` before it, if there was one.
  package var seed: String?
  /// In what it differs.
  package var cause: Cause

  /// In what a step can differ.
  package enum Cause: Sendable {
    /// The reply is another.
    case reply(Difference)
    /// It did not reply within a time.
    case timedOut(milliseconds: Int)
    /// The session had ended before.
    case notRun
    /// It is known to fail, and passes.
    case knownPasses(String)
  }
}
