import Language
import Platform

/// Runs one file, in one or more rounds.
struct FileRun {
  let target: ScenarioTarget
  let options: ScenarioOptions
  let heartbeat: Heartbeat<RunningCommands>
  let makeSession: (_ folder: String) -> ScenarioSession

  /// The result of the first round that fails, or of the last one.
  func result() -> ScenarioResult {
    var result = ScenarioResult(path: target.path, .notRun)
    for round in 1...max(1, options.rounds) {
      switch target.kind {
      case .scenario: result.outcome = ScenarioRun(file: self).outcome()
      case .script: result.outcome = GoldenRun(file: self).outcome()
      }
      if case .skipped = result.outcome { break }
      if result.outcome.isFailure {
        result.round = options.rounds > 1 ? round : nil
        break
      }
    }
    result.isPartial = target.lines != nil
    return result
  }

  func newSession() -> ScenarioSession { makeSession(target.folder) }

  /// Publishes the commands that follow, so that one that times out can be reported and stopped.
  func publish(
    _ session: ScenarioSession, commands: @escaping @Sendable () -> [RunningCommands.Command]
  ) {
    guard options.timeout > 0 else { return }
    heartbeat.publish(RunningCommands(commands: commands, stop: session.stop))
  }
}

/// Runs a scenario once, after the `setup.scenario` of its folder.
struct ScenarioRun {
  let file: FileRun

  private var target: ScenarioTarget { file.target }
  private var options: ScenarioOptions { file.options }

  func outcome() -> ScenarioOutcome {
    var errors: [ScenarioError] = []
    let paths = target.hasSetup ? [target.setupPath, target.path] : [target.path]
    var scenarios = paths.compactMap { load($0, errors: &errors) }
    select(from: &scenarios, errors: &errors)
    guard errors.isEmpty else { return .invalid(errors) }
    let session = file.newSession()
    if let plugin = missingPlugin(in: scenarios, session) {
      return .skipped(missingPlugin: plugin, isAllowed: session.allowsPlugins)
    }
    let replies = play(scenarios, session)
    var steps = StepResults()
    var number = 0
    for (scenario, replies) in zip(scenarios, replies) {
      let first = number
      steps.add(
        scenario, replies: replies, isStrict: options.isStrict,
        watched: { index, compare in file.heartbeat.during(first + index, compare) },
        isSelected: { isSelected($0, of: scenario) })
      number += scenario.steps.count
    }
    guard options.blesses, !steps.failures.isEmpty else { return .compared(steps) }
    return .blessed(steps, bless(scenarios, replies: replies, steps.failures))
  }

  private func load(_ path: String, errors: inout [ScenarioError]) -> Scenario? {
    do throws(FileError) {
      let (scenario, found) = ScenarioParser.parse(try FileSystem.read(path), path: path)
      errors += found
      return scenario
    } catch {
      errors.append(ScenarioError(path: path, line: nil, reason: .io(error)))
      return nil
    }
  }

  /// Drops the steps after the selected lines.
  private func select(from scenarios: inout [Scenario], errors: inout [ScenarioError]) {
    guard let lines = target.lines, errors.isEmpty, var scenario = scenarios.popLast() else {
      return
    }
    scenario.steps.removeAll { $0.line > lines.upperBound }
    if !scenario.steps.contains(where: { isSelected($0, of: scenario) }) {
      errors.append(
        ScenarioError(path: target.path, line: lines.lowerBound, reason: .noCommandAtLine))
    }
    scenarios.append(scenario)
  }

  /// Whether a step is compared. Other steps are only run.
  private func isSelected(_ step: Scenario.Step, of scenario: Scenario) -> Bool {
    guard let lines = target.lines, scenario.path == target.path else { return true }
    return lines.overlaps(step.line...step.lastLine)
  }

  private func missingPlugin(
    in scenarios: [Scenario], _ session: ScenarioSession
  ) -> String? {
    for scenario in scenarios {
      for step in scenario.steps {
        if let name = scenario.requiredPlugin(of: step),
          !session.allowsPlugins || !session.hasPlugin(name)
        {
          return name
        }
      }
    }
    return nil
  }

  /// The replies to the commands of all scenarios in one session, up to its end.
  private func play(_ scenarios: [Scenario], _ session: ScenarioSession) -> [[Transcription]] {
    file.publish(session) {
      scenarios.flatMap { scenario in
        scenario.steps.map {
          RunningCommands.Command(
            path: scenario.path, line: $0.line, text: scenario.command(of: $0))
        }
      }
    }
    var isOver = false
    var number = 0
    return scenarios.map { scenario in
      var replies: [Transcription] = []
      replies.reserveCapacity(scenario.steps.count)
      for step in scenario.steps where !isOver {
        let reply = file.heartbeat.during(number) {
          session.transcribe(scenario.bytes[step.command])
        }
        number += 1
        isOver = reply.isOver
        replies.append(reply)
      }
      return replies
    }
  }

  /// Rewrites the failing expectations, or those of them that the user approves.
  private func bless(
    _ scenarios: [Scenario], replies: [[Transcription]], _ failures: [ScenarioFailure]
  ) -> BlessingResult {
    let again = play(scenarios, file.newSession())
    for (index, scenario) in scenarios.enumerated() {
      let pairs = zip(replies[index], again[index])
      if let step = pairs.enumerated().first(where: { !$0.element.0.isEqual(to: $0.element.1) }) {
        return BlessingResult(effect: .unstable(line: scenario.steps[step.offset].line))
      }
    }
    let blessable = failures.filter(\.isBlessable)
    let approved = blessable.filter { options.approves?($0) ?? true }
    var result = BlessingResult(
      effect: .rewritten(0), leftCount: failures.count - approved.count,
      isInteractive: options.approves != nil)
    result.unwritten = failures.compactMap { failure in
      guard case .notRun = failure.cause else { return nil }
      return ScenarioError(path: failure.path, line: failure.line, reason: .noReply)
    }
    result.leftCount -= result.unwritten.count
    let places = Set(approved.map { ScenarioPlace(path: $0.path, line: $0.line) })
    if places.isEmpty { return result }
    var count = 0
    do throws(ScenarioError.Reason) {
      for (scenario, replies) in zip(scenarios, replies) {
        let blessing = try Blessing(of: scenario, replies: replies) { step in
          places.contains(ScenarioPlace(path: scenario.path, line: step.line))
        }
        result.unwritten += blessing.unwritten
        result.newErrors += blessing.newErrors.map { ScenarioPlace(path: scenario.path, line: $0) }
        guard blessing.bytes != scenario.bytes else { continue }
        count += blessing.count
        try Blessing.save(blessing.bytes, to: scenario.path)
      }
      result.effect = .rewritten(count)
    } catch {
      result.effect = .refused(error)
    }
    return result
  }
}

extension Transcription {
  fileprivate func isEqual(to other: Transcription) -> Bool {
    text == other.text && code == other.code && isOver == other.isOver
  }
}
