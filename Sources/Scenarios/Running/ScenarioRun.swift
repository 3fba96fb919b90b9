import Language
import Platform

/// The run of one file.
struct ScenarioRun {
  let target: ScenarioTarget
  let options: ScenarioOptions
  let makeSession: (_ folder: String) -> ScenarioSession

  /// What became of the file.
  func result() -> ScenarioResult {
    switch target.kind {
    case .scenario: scenarioResult()
    case .script: goldenResult()
    }
  }

  private func scenarioResult() -> ScenarioResult {
    var result = ScenarioResult(path: target.path)
    var scenarios = scenarioPaths.compactMap { load($0, faults: &result.faults) }
    select(from: &scenarios, faults: &result.faults)
    guard result.faults.isEmpty else { return result }
    let replies = record(scenarios)
    for (scenario, replies) in zip(scenarios, replies) {
      let verdict = Verdict(on: scenario, replies: replies, isStrict: options.isStrict) {
        isSelected($0, of: scenario)
      }
      result.failures += verdict.failures
      result.surprises += verdict.surprises
    }
    if options.blesses && !result.failures.isEmpty {
      result.blessing = bless(scenarios, replies: replies)
    }
    return result
  }

  /// The scenario that runs before all of its folder, if there is one, and the file itself.
  private var scenarioPaths: [String] {
    let setup = target.setupPath
    let hasSetup = target.path != setup && FileSystem.kind(of: setup) == .file
    return hasSetup ? [setup, target.path] : [target.path]
  }

  private func load(_ path: String, faults: inout [ScenarioFault]) -> Scenario? {
    do throws(IOFailure) {
      let (scenario, found) = ScenarioParser.parse(try FileSystem.read(path), path: path)
      faults += found
      return scenario
    } catch {
      faults.append(ScenarioFault(path: path, line: nil, fact: .io(error)))
      return nil
    }
  }

  /// Drops the steps after the lines that were asked for.
  private func select(from scenarios: inout [Scenario], faults: inout [ScenarioFault]) {
    guard let lines = target.lines, faults.isEmpty, var scenario = scenarios.popLast() else {
      return
    }
    scenario.steps.removeAll { $0.line > lines.upperBound }
    if !scenario.steps.contains(where: { isSelected($0, of: scenario) }) {
      faults.append(
        ScenarioFault(path: target.path, line: lines.lowerBound, fact: .noCommandThere))
    }
    scenarios.append(scenario)
  }

  private func isSelected(_ step: Scenario.Step, of scenario: Scenario) -> Bool {
    guard let lines = target.lines, scenario.path == target.path else { return true }
    return lines.overlaps(step.line...step.lastLine)
  }

  /// Plays scenarios one after the other in a fresh session, until it ends.
  private func record(_ scenarios: [Scenario]) -> [[Transcription]] {
    let session = makeSession(target.folder)
    var isOver = false
    return scenarios.map { scenario in
      var replies: [Transcription] = []
      replies.reserveCapacity(scenario.steps.count)
      for step in scenario.steps where !isOver {
        let reply = session.transcribe(scenario.bytes[step.command])
        isOver = reply.isOver
        replies.append(reply)
      }
      return replies
    }
  }

  private func bless(
    _ scenarios: [Scenario], replies: [[Transcription]]
  ) -> ScenarioBlessing {
    let again = record(scenarios)
    var count = 0
    for (index, scenario) in scenarios.enumerated() {
      let pairs = zip(replies[index], again[index])
      if let step = pairs.enumerated().first(where: { !$0.element.0.isSame(as: $0.element.1) }) {
        return .unstable(line: scenario.steps[step.offset].line)
      }
    }
    do throws(ScenarioFault.Fact) {
      for (scenario, replies) in zip(scenarios, replies) {
        let blessing = try Blessing(of: scenario, replies: replies) {
          isSelected($0, of: scenario)
        }
        guard blessing.count > 0 else { continue }
        count += blessing.count
        try save(blessing.bytes, to: scenario.path)
      }
    } catch {
      return .refused(error)
    }
    return .rewritten(count)
  }

  /// Puts a rewritten file in place.
  func save(_ bytes: [UInt8], to path: String) throws(ScenarioFault.Fact) {
    do throws(IOFailure) {
      try FileSystem.write(bytes, to: path)
    } catch {
      throw .io(error)
    }
  }
}

extension Transcription {
  fileprivate func isSame(as other: Transcription) -> Bool {
    text == other.text && code == other.code && isOver == other.isOver
  }
}
