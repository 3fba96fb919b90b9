package import Language
import Platform

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
    if options.blesses && options.isInCI {
      return ScenarioReport(
        faults: [ScenarioFault(path: "", line: nil, fact: .blessingInCI)], results: [])
    }
    let search = ScenarioSearch(paths)
    let jobs = options.blesses ? 1 : options.jobs
    let results = Workers.map(count: search.targets.count, jobs: jobs) { index in
      let run = ScenarioRun(
        target: search.targets[index], options: options, makeSession: makeSession)
      return run.result()
    }
    return ScenarioReport(faults: search.faults, results: results)
  }
}
