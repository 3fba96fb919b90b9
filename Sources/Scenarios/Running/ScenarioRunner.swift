package import ParlorEngine
import Platform
import Synchronization

/// Finds files, runs each in its own session, and compares the replies.
package struct ScenarioRunner: Sendable {
  private let options: ScenarioOptions
  private let makeSession: @Sendable (_ folder: String) -> ScenarioSession

  /// - Parameter makeInterpreter: returns a fresh interpreter for a file in a folder. With several
  ///   jobs, several threads call it.
  package init(
    _ options: ScenarioOptions = ScenarioOptions(),
    makeInterpreter: @escaping @Sendable (_ folder: String) -> Interpreter
  ) {
    self.init(options) { ScenarioSession(makeInterpreter($0)) }
  }

  package init(
    _ options: ScenarioOptions = ScenarioOptions(),
    makeSession: @escaping @Sendable (_ folder: String) -> ScenarioSession
  ) {
    self.options = options
    self.makeSession = makeSession
  }

  /// - Parameter paths: files, folders, and `FILE:LINE` or `FILE:LINE-LINE`, which compare only the
  ///   steps at these lines.
  package func run(_ paths: [String]) -> ScenarioReport {
    if options.blesses && options.isInCI && !options.isPending {
      return ScenarioReport(reason: .blessingInCI)
    }
    let search = ScenarioSearch(paths)
    let targets = options.selection.targets(among: search.targets)
    var report = ScenarioReport(errors: search.errors, results: [])
    if targets.isEmpty && !search.targets.isEmpty && options.selection.isNarrow
      && options.selection.shard == nil && options.selection.files == nil
    {
      report.errors.append(
        ScenarioError(
          path: "", line: nil, reason: .nothingSelected(byTags: options.selection.isByTags)))
    }
    options.onPlan?(targets.count)
    report.results = results(of: targets)
    report.settle(maxFailures: options.maxFailures)
    return report
  }

  /// Runs one file as ``run(_:)`` does. It need not exist on the disk if ``ScenarioOptions/texts``
  /// has it.
  ///
  /// - Returns: `nil` if the name is not that of a file to test.
  package func result(of path: String) -> ScenarioResult? {
    guard let kind = ScenarioTarget.kind(of: path) else { return nil }
    return results(of: [ScenarioTarget(path: path, kind: kind).lookingForSetup()]).first
  }

  /// The results of the targets, in their order.
  private func results(of targets: [ScenarioTarget]) -> [ScenarioResult] {
    let order = options.selection.order(of: targets.count)
    let failures = FailureCount(limit: options.maxFailures)
    let workers = WatchedWorkers<ScenarioResult, RunningCommands>(
      jobs: options.blesses && !options.isPending ? 1 : options.jobs, timeout: options.timeout
    ) { [options, makeSession] place, heartbeat in
      let target = targets[order[place]]
      if failures.isReached(before: order[place]) {
        return ScenarioResult(path: target.path, .notRun)
      }
      let run = FileRun(
        target: target, options: options, heartbeat: heartbeat, makeSession: makeSession)
      let result = run.result()
      failures.note(result, at: order[place])
      options.onResult?(result)
      return result
    } giveUp: { [options] place, heartbeat in
      let path = targets[order[place]].path
      let failure =
        heartbeat.context?.failure(at: heartbeat.task)
        ?? ScenarioFailure(
          path: path, line: 1, command: "", before: [],
          cause: .timedOut(milliseconds: options.timeout))
      let result = ScenarioResult(path: path, .compared(StepResults(failures: [failure])))
      failures.note(result, at: order[place])
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

/// The commands of a running file, for the report on one that times out.
struct RunningCommands: Sendable {
  /// The commands in order. They are collected only if one times out.
  let commands: @Sendable () -> [Command]
  /// The milliseconds after which one times out.
  let timeout: Int
  /// Stops the running command.
  let stop: @Sendable () -> Void

  struct Command: Sendable {
    let path: String
    let line: Int
    let text: String
  }

  func failure(at index: Int) -> ScenarioFailure? {
    let commands = commands()
    guard commands.indices.contains(index) else { return nil }
    let command = commands[index]
    return ScenarioFailure(
      path: command.path, line: command.line, command: command.text,
      before: commands[..<index].suffix(3).map(\.text),
      seed: commands[..<index].last { $0.text.hasPrefix("seed ") }?.text,
      cause: .timedOut(milliseconds: timeout))
  }
}

/// Counts the failing files of all threads.
private final class FailureCount: Sendable {
  private let limit: Int
  /// The places of the files that have failed.
  private let places = Mutex<[Int]>([])

  init(limit: Int?) { self.limit = limit ?? .max }

  /// Whether the file at a place is not to run. Only failures before it count, so that what is
  /// reported does not depend on which files ran at the same time.
  func isReached(before place: Int) -> Bool {
    places.withLock { $0.count { $0 < place } } >= limit
  }

  func note(_ result: ScenarioResult, at place: Int) {
    if result.outcome.isFailure { places.withLock { $0.append(place) } }
  }
}
