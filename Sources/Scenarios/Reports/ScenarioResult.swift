/// What became of one file.
package struct ScenarioResult: Sendable {
  /// The path as messages show it.
  package var path: String
  /// Whether only some lines of the file were asked for.
  package var isPartial = false
  /// What is not as expected, in the order of the lines.
  package var failures: [ScenarioFailure] = []
  /// What makes the file wrong; nothing was run then.
  package var faults: [ScenarioError] = []
  /// The steps that are known to fail, and passed.
  package var surprises: [ScenarioSurprise] = []
  /// How many steps are known to fail, and did.
  package var knownCount = 0
  /// The plugin that the file requires and that is missing; nothing was run then.
  package var missingPlugin: String?
  /// The round in which it was not as expected, if it was run several times.
  package var round: Int?
  /// What blessing did, if it had to do something.
  package var blessing: ScenarioBlessing?
  /// Whether the differences were shown already, to ask what to do with them.
  package var isAsked = false
  /// How many differences are to stay.
  package var declinedCount = 0
  /// Whether the file was not begun.
  private var isNotRun = false

  /// A file of which nothing is known yet.
  init(path: String, faults: [ScenarioError] = []) {
    self.path = path
    self.faults = faults
  }

  /// A file that was not begun.
  init(notRun path: String) {
    self.path = path
    isNotRun = true
  }

  /// What became of a file, in a word.
  package enum Status: String, Sendable {
    /// Everything is as expected, or is now.
    case passed
    /// Something is not.
    case failed
    /// The file cannot be understood.
    case wrong
    /// A plugin is missing.
    case skipped
    /// Too many files before it had failed.
    case notRun = "not-run"
  }

  /// What became of the file.
  package var status: Status {
    if isNotRun { return .notRun }
    if !faults.isEmpty { return .wrong }
    if missingPlugin != nil { return .skipped }
    if case .rewritten = blessing { return declinedCount == 0 ? .passed : .failed }
    return failures.isEmpty ? .passed : .failed
  }

  /// How many replies are not as expected, those that were blessed left out.
  package var differenceCount: Int {
    guard status == .failed else { return 0 }
    if case .rewritten = blessing { return declinedCount }
    return failures.count
  }

  /// Whether nothing speaks against the file.
  package var isPassed: Bool { status != .failed && status != .wrong }

  /// Whether nothing of the file was run, for lack of a plugin.
  var isSkipped: Bool { missingPlugin != nil }
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
  case refused(ScenarioError.Fact)
}
