package import Language
import Platform
import Synchronization

/// Runs scenarios: finds the files, plays each against a session of its own, and compares.
package struct ScenarioRunner: Sendable {
  private let options: ScenarioOptions
  private let makeSession: @Sendable (_ folder: String) -> ScenarioSession

  /// A runner.
  ///
  /// - Parameter makeInterpreter: returns an interpreter that has run nothing yet, for a file of
  ///   a folder. It is called on several threads if there are several jobs.
  package init(
    _ options: ScenarioOptions = ScenarioOptions(),
    makeInterpreter: @escaping @Sendable (_ folder: String) -> Interpreter
  ) {
    self.init(options) { ScenarioSession(makeInterpreter($0)) }
  }

  /// A runner for sessions of any kind.
  package init(
    _ options: ScenarioOptions = ScenarioOptions(),
    makeSession: @escaping @Sendable (_ folder: String) -> ScenarioSession
  ) {
    self.options = options
    self.makeSession = makeSession
  }

  /// Runs what paths name: files, folders with all that is in them, and `FILE:LINE` or
  /// `FILE:LINE-LINE`, of which only these lines are compared.
  package func run(_ paths: [String]) -> ScenarioReport {
    if options.blesses && options.isInCI { return ScenarioReport(fact: .blessingInCI) }
    let search = ScenarioSearch(paths)
    let targets = options.selection.targets(among: search.targets)
    var report = ScenarioReport(faults: search.faults, results: [])
    if targets.isEmpty && !search.targets.isEmpty && !options.selection.filters.isEmpty
      && options.selection.shard == nil && options.selection.files == nil
    {
      report.faults.append(ScenarioError(path: "", line: nil, fact: .nothingSelected))
    }
    options.onPlan?(targets.count)
    report.results = results(of: targets)
    report.settle(maxFailures: options.maxFailures)
    return report
  }

  /// What became of the targets, in their order.
  private func results(of targets: [ScenarioTarget]) -> [ScenarioResult] {
    let order = options.selection.order(of: targets.count)
    let failureCount = FailureCount(limit: options.maxFailures)
    let workers = WatchedWorkers<ScenarioResult, ScenarioWatch>(
      jobs: options.blesses ? 1 : options.jobs, timeout: options.timeout
    ) { [options, makeSession] place, heartbeat in
      let target = targets[order[place]]
      if failureCount.isReached { return ScenarioResult(notRun: target.path) }
      let run = ScenarioRun(
        target: target, options: options, heartbeat: heartbeat, makeSession: makeSession)
      let result = run.result()
      failureCount.note(result)
      options.onResult?(result)
      return result
    } giveUp: { [options] place, heartbeat in
      var result = ScenarioResult(path: targets[order[place]].path)
      let failure = heartbeat.context?.failure(at: heartbeat.task, timeout: options.timeout)
      result.failures = failure.map { [$0] } ?? []
      failureCount.note(result)
      options.onResult?(result)
      return result
    } stop: { heartbeat in
      heartbeat.context?.stop()
    }
    let results = workers.map(count: targets.count)
    if options.selection.shuffleSeed == nil { return results }
    var sorted = results
    for (place, index) in order.enumerated() { sorted[index] = results[place] }
    return sorted
  }
}

/// How many files were not as expected so far.
private final class FailureCount: Sendable {
  private let limit: Int
  private let count = Atomic(0)

  init(limit: Int?) { self.limit = limit ?? .max }

  var isReached: Bool { count.load(ordering: .relaxed) >= limit }

  func note(_ result: ScenarioResult) {
    if !result.isPassed { count.wrappingAdd(1, ordering: .relaxed) }
  }
}
