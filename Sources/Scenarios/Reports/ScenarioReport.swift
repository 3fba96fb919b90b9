/// What became of all files of a run, in their order.
package struct ScenarioReport: Sendable {
  /// What is wrong with the paths that were named.
  package var faults: [ScenarioFault]
  /// One result for each file.
  package var results: [ScenarioResult]

  /// How many files are as expected, or are now.
  package var passedCount: Int { results.count { $0.isPassed } }

  /// How many files are not as expected or wrong, and paths that could not be followed.
  package var failedCount: Int { results.count - passedCount + faults.count }

  /// 0 if all is as expected, 1 if something is not, 2 if a file or a path is wrong.
  package var exitCode: Int32 {
    let isWrong = !faults.isEmpty || results.contains { !$0.faults.isEmpty }
    return isWrong ? 2 : failedCount > 0 ? 1 : 0
  }
}
