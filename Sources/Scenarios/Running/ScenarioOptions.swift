/// How scenarios are run.
package struct ScenarioOptions: Sendable {
  /// How many files are run at the same time, 1 or more. The report does not depend on it.
  package var jobs = 1
  /// Whether expectations that fail are rewritten.
  package var blesses = false
  /// Whether the variable `CI` is set, where nothing is blessed.
  package var isInCI = false
  /// Whether a known failure that passes is a failure.
  package var isStrict = false

  /// One job, no blessing, nothing strict.
  package init() {}
}
