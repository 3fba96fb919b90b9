import ParlorEngine
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

  /// Publishes the following commands, so that one that times out can be reported and stopped.
  ///
  /// - Parameter timeout: the file's own timeout, in milliseconds.
  func publish(
    _ session: ScenarioSession, timeout: Int? = nil,
    commands: @escaping @Sendable () -> [RunningCommands.Command]
  ) {
    let timeout = timeout ?? options.timeout
    guard timeout > 0 || options.timeout > 0 else { return }
    heartbeat.publish(
      RunningCommands(commands: commands, timeout: timeout, stop: session.stop))
    if timeout != options.timeout { heartbeat.limit(toMilliseconds: timeout) }
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
    for scenario in scenarios.dropLast() where scenario.header.rows != [ScenarioRow()] {
      errors.append(ScenarioError(path: scenario.path, line: nil, reason: .parametersInSetup))
    }
    guard errors.isEmpty, let main = scenarios.last else { return .invalid(errors) }
    if let reason = main.header.skipReason { return .skipped(reason) }
    let rows: [(number: Int, row: ScenarioRow)]
    do throws(ScenarioError.Reason) {
      rows = try main.header.rows(selected: target.row)
    } catch {
      return .invalid([ScenarioError(path: target.path, line: nil, reason: error)])
    }
    var steps = StepResults()
    var runs: [Run] = []
    for (number, row) in rows
    where !options.isStopped() && steps.refusal?.isGrantable != true {
      let session = file.newSession()
      if let missing = missingRequirement(of: scenarios, in: row, session) {
        return .skipped(session.allowsPrograms ? missing.failure : missing.refusal)
      }
      if let error = attach(scenarios, in: row, session) { return .invalid([error]) }
      let replies = play(scenarios, in: row, session)
      runs.append(Run(row: row, replies: replies))
      if let label = row.label { steps.begin(RowResult(number: number, label: label)) }
      var count = 0
      for (scenario, replies) in zip(scenarios, replies)
      where steps.refusal?.isGrantable != true {
        let first = count
        steps.add(
          scenario, in: row, replies: replies, isStrict: options.isStrict,
          watched: { index, compare in file.heartbeat.during(first + index, compare) },
          isStopped: options.isStopped,
          isSelected: { isSelected($0, of: scenario) })
        count += scenario.steps.count
      }
    }
    if let refusal = steps.refusal, refusal.isGrantable, steps.failures.isEmpty {
      return .skipped(refusal.reason(in: target.path))
    }
    if options.isPending, steps.failures.isEmpty, target.lines == nil {
      PendingFile.remove(of: target.path)
    }
    guard options.blesses, !steps.failures.isEmpty, !options.isStopped() else {
      return .compared(steps)
    }
    if let refusal = steps.refusal {
      return .blessed(steps, BlessingResult(refusal, in: target.path))
    }
    return .blessed(steps, bless(scenarios, runs, steps.failures))
  }

  /// The replies of one run, for each scenario.
  private struct Run {
    let row: ScenarioRow
    let replies: [[Transcription]]
  }

  /// Writes the files that come with the scenarios.
  private func attach(
    _ scenarios: [Scenario], in row: ScenarioRow, _ session: ScenarioSession
  ) -> ScenarioError? {
    for scenario in scenarios {
      for file in scenario.attachments {
        guard let reason = session.attach(file.name, Array(row.filled(file.bytes[...]))) else {
          continue
        }
        return ScenarioError(path: scenario.path, line: file.line, reason: .unwritableFile(reason))
      }
    }
    return nil
  }

  private func load(_ path: String, errors: inout [ScenarioError]) -> Scenario? {
    do throws(FileError) {
      let (scenario, found) = ScenarioParser.parse(try options.read(path), path: path)
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

  private func missingRequirement(
    of scenarios: [Scenario], in row: ScenarioRow, _ session: ScenarioSession
  ) -> SessionRequirement? {
    for scenario in scenarios {
      for step in scenario.steps {
        if let requirement = SessionRequirement(line: row.filled(scenario.bytes[step.command])),
          requirement.needsPrograms && !session.allowsPrograms || !session.meets(requirement)
        {
          return requirement
        }
      }
    }
    return nil
  }

  /// The replies to the commands of all scenarios in one session, up to its end.
  private func play(
    _ scenarios: [Scenario], in row: ScenarioRow, _ session: ScenarioSession
  ) -> [[Transcription]] {
    file.publish(session, timeout: scenarios.last?.header.timeout) {
      scenarios.flatMap { scenario in
        scenario.steps.map {
          RunningCommands.Command(
            path: scenario.path, line: $0.line, text: scenario.command(of: $0, in: row))
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
          step.file.map {
            session.contents(String(decoding: row.filled(Array($0.utf8)[...]), as: UTF8.self))
          }
            ?? session.transcribe(row.filled(scenario.bytes[step.command]))
        }
        number += 1
        isOver = reply.isOver
        replies.append(reply)
      }
      return replies
    }
  }

  /// Rewrites the failing expectations, or those that the user approves.
  private func bless(
    _ scenarios: [Scenario], _ runs: [Run], _ failures: [ScenarioFailure]
  ) -> BlessingResult {
    let redactions: [Redactions]
    switch findRedactions(scenarios, runs) {
    case .found(let found): redactions = found
    case .unstable(let line): return BlessingResult(effect: .unstable(line: line))
    }
    let blessable = failures.filter(\.isBlessable)
    var answers: [ScenarioPlace: Bool] = [:]
    let approved = blessable.filter { failure in
      let place = ScenarioPlace(path: failure.path, line: failure.line)
      let answer = answers[place] ?? options.approves?(failure) ?? true
      answers[place] = answer
      return answer
    }
    var result = BlessingResult(
      effect: .rewritten(0),
      path: options.isPending ? options.blessedPath(of: target.path) : nil,
      isPending: options.isPending, leftCount: failures.count - approved.count,
      isInteractive: options.approves != nil)
    result.unwritten = failures.compactMap { failure in
      guard case .notRun = failure.cause else { return nil }
      return ScenarioError(path: failure.path, line: failure.line, reason: .noReply)
    }
    result.leftCount -= result.unwritten.count
    let places = Set(approved.map { ScenarioPlace(path: $0.path, line: $0.line) })
    guard !places.isEmpty else { return result }
    do throws(ScenarioError.Reason) {
      var count = 0
      for (index, scenario) in scenarios.enumerated() {
        let replies = runs.map { Blessing.Run(row: $0.row, replies: $0.replies[index]) }
        count += try rewrite(scenario, replies, redactions[index], at: places, &result)
      }
      result.effect = .rewritten(count)
    } catch {
      result.effect = .refused(error)
    }
    return result
  }

  private enum RedactionSearch {
    case found([Redactions])
    /// A reply differs from run to run in a way that no pattern covers.
    case unstable(line: Int)
  }

  /// Plays the scenarios again: what differs from run to run becomes a pattern.
  private func findRedactions(_ scenarios: [Scenario], _ runs: [Run]) -> RedactionSearch {
    var redactions = scenarios.map { _ in Redactions() }
    for run in runs {
      let session = file.newSession()
      _ = attach(scenarios, in: run.row, session)
      let again = play(scenarios, in: run.row, session)
      for (index, scenario) in scenarios.enumerated() {
        let pairs = zip(run.replies[index], again[index])
        for (step, (one, two)) in pairs.enumerated() where !one.isEqual(to: two) {
          guard options.redacts, redactions[index].add(one, two, step: step) else {
            return .unstable(line: scenario.steps[step].line)
          }
        }
      }
    }
    return .found(redactions)
  }

  /// Rewrites the expectations of a scenario that stand at some places.
  ///
  /// - Returns: how many were rewritten.
  private func rewrite(
    _ scenario: Scenario, _ replies: [Blessing.Run], _ redactions: Redactions,
    at places: Set<ScenarioPlace>, _ result: inout BlessingResult
  ) throws(ScenarioError.Reason) -> Int {
    func place(_ line: Int) -> ScenarioPlace { ScenarioPlace(path: scenario.path, line: line) }
    let blessing = try Blessing(
      of: scenario, replies, redactions, isStopped: options.isStopped
    ) { places.contains(place($0.line)) }
    result.unwritten += blessing.unwritten
    result.newErrors += blessing.newErrors.map(place)
    result.keptProse += blessing.keptProse.map(place)
    guard blessing.bytes != scenario.bytes else { return 0 }
    try options.save(
      edited(blessing.bytes, of: scenario, at: places), of: scenario.path,
      replacing: scenario.bytes)
    return blessing.count
  }
}

extension ScenarioRun {
  /// The blessed bytes of a file after the user has edited some of the replies.
  private func edited(
    _ bytes: [UInt8], of scenario: Scenario, at places: Set<ScenarioPlace>
  ) -> [UInt8] {
    guard let edits = options.edits else { return bytes }
    // The commands have not changed, but their lines may have moved.
    let (_, parts) = PendingFile.parts(of: bytes, scenario.path)
    guard parts.count == scenario.steps.count + 1 else { return bytes }
    var result = Array(parts[0])
    for (step, part) in zip(scenario.steps, parts.dropFirst()) {
      let place = ScenarioPlace(path: scenario.path, line: step.line)
      result += (places.contains(place) ? edits(place, Array(part)) : nil) ?? Array(part)
    }
    return result
  }
}

extension Transcription {
  fileprivate func isEqual(to other: Transcription) -> Bool {
    text == other.text && code == other.code && isOver == other.isOver
  }
}
