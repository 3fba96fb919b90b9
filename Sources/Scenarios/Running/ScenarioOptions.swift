/// How scenarios are run.
package struct ScenarioOptions: Sendable {
  /// How many files are run at the same time, 1 or more. The report does not depend on it.
  package var jobs = 1
  /// How often each file is run, 1 or more.
  package var rounds = 1
  /// After how many milliseconds without a reply a command is given up; 0 never.
  package var timeout = 60_000
  /// After how many files that are not as expected no more are begun; nothing for no limit.
  package var maxFailures: Int?
  /// Whether a known failure that passes is a failure.
  package var isStrict = false
  /// Which of the files that were found are run.
  package var selection = ScenarioSelection()
  /// Whether expectations that fail are rewritten.
  package var blesses = false
  /// Asks whether the expectation of a failure is to be rewritten; nothing if all are.
  package var approves: (@Sendable (ScenarioFailure) -> Bool)?
  /// Whether the variable `CI` is set, where nothing is blessed.
  package var isInCI = false
  /// Is told how many files are to be run.
  package var onPlan: (@Sendable (Int) -> Void)?
  /// Is told of each file that was run, on any thread and in any order.
  package var onResult: (@Sendable (ScenarioResult) -> Void)?

  /// One job, all files once, a minute for a command, no blessing, nothing strict.
  package init() {}
}
