import Language
import Platform

/// The run of one file.
struct ScenarioRun {
  let target: ScenarioTarget
  let options: ScenarioOptions
  let heartbeat: Heartbeat<ScenarioWatch>
  let makeSession: (_ folder: String) -> ScenarioSession

  /// What became of the file, in all rounds until one is not as expected.
  func result() -> ScenarioResult {
    var result = ScenarioResult(path: target.path)
    for round in 1...max(1, options.rounds) {
      switch target.kind {
      case .scenario: result = scenarioResult()
      case .script: result = goldenResult()
      }
      guard result.isPassed, !result.isSkipped else {
        result.round = options.rounds > 1 ? round : nil
        break
      }
    }
    result.isPartial = target.lines != nil
    return result
  }

  private func scenarioResult() -> ScenarioResult {
    var result = ScenarioResult(path: target.path)
    var scenarios = scenarioPaths.compactMap { load($0, faults: &result.faults) }
    select(from: &scenarios, faults: &result.faults)
    guard result.faults.isEmpty else { return result }
    let session = makeSession(target.folder)
    if let plugin = missingPlugin(in: scenarios, session) {
      result.missingPlugin = plugin
      return result
    }
    let replies = record(scenarios, session)
    for (scenario, replies) in zip(scenarios, replies) {
      let verdict = Verdict(on: scenario, replies: replies, isStrict: options.isStrict) {
        isSelected($0, of: scenario)
      }
      result.failures += verdict.failures
      result.surprises += verdict.surprises
      result.knownCount += verdict.knownCount
    }
    if options.blesses && !result.failures.isEmpty {
      bless(scenarios, replies: replies, &result)
    }
    return result
  }

  /// The scenario that runs before all of its folder, if there is one, and the file itself.
  private var scenarioPaths: [String] {
    target.hasSetup ? [target.setupPath, target.path] : [target.path]
  }

  private func load(_ path: String, faults: inout [ScenarioError]) -> Scenario? {
    do throws(FileError) {
      let (scenario, found) = ScenarioParser.parse(try FileSystem.read(path), path: path)
      faults += found
      return scenario
    } catch {
      faults.append(ScenarioError(path: path, line: nil, fact: .io(error)))
      return nil
    }
  }

  /// Drops the steps after the lines that were asked for.
  private func select(from scenarios: inout [Scenario], faults: inout [ScenarioError]) {
    guard let lines = target.lines, faults.isEmpty, var scenario = scenarios.popLast() else {
      return
    }
    scenario.steps.removeAll { $0.line > lines.upperBound }
    if !scenario.steps.contains(where: { isSelected($0, of: scenario) }) {
      faults.append(
        ScenarioError(path: target.path, line: lines.lowerBound, fact: .noCommandThere))
    }
    scenarios.append(scenario)
  }

  /// Whether a step is compared: it is, unless other lines were asked for.
  func isSelected(_ step: Scenario.Step, of scenario: Scenario) -> Bool {
    guard let lines = target.lines, scenario.path == target.path else { return true }
    return lines.overlaps(step.line...step.lastLine)
  }

  /// The first plugin that a scenario requires and that is missing.
  private func missingPlugin(
    in scenarios: [Scenario], _ session: ScenarioSession
  ) -> String? {
    for scenario in scenarios {
      for step in scenario.steps {
        if let name = scenario.requiredPlugin(of: step), !session.hasPlugin(name) { return name }
      }
    }
    return nil
  }

  /// Plays scenarios one after the other in a fresh session, until it ends.
  func record(_ scenarios: [Scenario], _ session: ScenarioSession) -> [[Transcription]] {
    watch(session) {
      scenarios.flatMap { scenario in
        scenario.steps.map {
          ScenarioWatch.Step(
            path: scenario.path, line: $0.line, command: scenario.command(of: $0))
        }
      }
    }
    var isOver = false
    var number = 0
    return scenarios.map { scenario in
      var replies: [Transcription] = []
      replies.reserveCapacity(scenario.steps.count)
      for step in scenario.steps where !isOver {
        let reply = heartbeat.during(number) { session.transcribe(scenario.bytes[step.command]) }
        number += 1
        isOver = reply.isOver
        replies.append(reply)
      }
      return replies
    }
  }

  /// Says which commands follow, for whoever watches over them.
  func watch(_ session: ScenarioSession, steps: @escaping @Sendable () -> [ScenarioWatch.Step]) {
    if options.timeout > 0 { heartbeat.publish(ScenarioWatch(steps: steps, stop: session.stop)) }
  }
}
