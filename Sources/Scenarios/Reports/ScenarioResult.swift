/// What became of one file.
package struct ScenarioResult: Sendable {
  /// The path as messages show it.
  package var path: String
  /// What is not as expected, in the order of the lines.
  package var failures: [ScenarioFailure] = []
  /// What makes the file wrong; nothing was run then.
  package var faults: [ScenarioFault] = []
  /// The steps that are known to fail, and passed.
  package var surprises: [ScenarioSurprise] = []
  /// What blessing did, if it had to do something.
  package var blessing: ScenarioBlessing?

  /// Whether everything is as expected, or is now.
  package var isPassed: Bool {
    if case .rewritten = blessing { return faults.isEmpty }
    return faults.isEmpty && failures.isEmpty
  }
}

/// A step that is known to fail, and passed.
package struct ScenarioSurprise: Sendable, Equatable {
  /// The path of its file.
  package var path: String
  /// The number of the line of its command, from 1.
  package var line: Int
  /// Why it is known to fail.
  package var reason: String
}

/// What blessing did with a file that was not as expected.
package enum ScenarioBlessing: Sendable, Equatable {
  /// So many replies were rewritten.
  case rewritten(Int)
  /// Nothing: two runs gave different replies, first at this line.
  case unstable(line: Int)
  /// Nothing: what would have been written would not pass, or could not be written.
  case refused(ScenarioFault.Fact)
}
