/// What became of all files of a run, in their order.
package struct ScenarioReport: Sendable {
  /// What is wrong with the paths that were named.
  package var faults: [ScenarioError]
  /// One result for each file.
  package var results: [ScenarioResult]

  /// What was found.
  package init(faults: [ScenarioError], results: [ScenarioResult]) {
    self.faults = faults
    self.results = results
  }

  /// Nothing was run, for a reason.
  init(fact: ScenarioError.Fact) {
    self.init(faults: [ScenarioError(path: "", line: nil, fact: fact)], results: [])
  }

  /// How many files are as expected, or are now.
  package var passedCount: Int { results.count { $0.status == .passed } }

  /// How many files are not as expected or wrong, and paths that could not be followed.
  package var failedCount: Int {
    results.count { $0.status == .failed || $0.status == .wrong } + faults.count
  }

  /// How many files were passed over, as a plugin is missing.
  package var skippedCount: Int { results.count { $0.status == .skipped } }

  /// How many files were not begun, as too many before them had failed.
  package var notRunCount: Int { results.count { $0.status == .notRun } }

  /// How many replies are not as expected.
  package var differenceCount: Int { results.reduce(0) { $0 + $1.differenceCount } }

  /// How many commands are known to fail, and do.
  package var knownCount: Int { results.reduce(0) { $0 + $1.knownCount } }

  /// 0 if all is as expected, 1 if something is not, 2 if a file or a path is wrong.
  package var exitCode: Int32 {
    let isWrong = !faults.isEmpty || results.contains { $0.status == .wrong }
    return isWrong ? 2 : failedCount > 0 ? 1 : 0
  }

  /// Drops what was run after the last failure that counts, so that the report does not depend on
  /// which files were under way at the same time.
  mutating func settle(maxFailures: Int?) {
    guard var left = maxFailures else { return }
    for index in results.indices {
      if left == 0 {
        results[index] = ScenarioResult(notRun: results[index].path)
      } else if !results[index].isPassed {
        left -= 1
      }
    }
  }
}
