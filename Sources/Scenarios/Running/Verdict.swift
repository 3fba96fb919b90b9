import Language

/// What is not as expected in a scenario, once its commands have replied.
struct Verdict {
  /// The steps that differ.
  private(set) var failures: [ScenarioFailure] = []
  /// The steps that are known to fail, and passed.
  private(set) var surprises: [ScenarioSurprise] = []
  /// How many steps are known to fail, and did.
  private(set) var knownCount = 0

  /// Compares replies with what a scenario expects.
  ///
  /// - Parameters:
  ///   - replies: one for each step, fewer if the session ended before the last.
  ///   - isStrict: whether a known failure that passes is a failure.
  ///   - isSelected: whether a step is to be reported.
  init(
    on scenario: Scenario, replies: [Transcription], isStrict: Bool,
    isSelected: (Scenario.Step) -> Bool
  ) {
    var judge = Judge(scenario)
    for (index, step) in scenario.steps.enumerated() {
      guard index < replies.count else {
        failures.append(scenario.failure(at: index, .notRun))
        return
      }
      let mismatch = judge.mismatch(of: replies[index], at: step)
      guard isSelected(step) else { continue }
      switch (mismatch, step.knownReason) {
      case (let mismatch?, nil):
        let difference = Difference(
          mismatch.alignment, expected: scenario.texts(of: step), got: mismatch.lines,
          violations: mismatch.violations)
        failures.append(scenario.failure(at: index, .reply(difference)))
      case (nil, let reason?):
        if isStrict {
          failures.append(scenario.failure(at: index, .knownPasses(reason)))
        } else {
          surprises.append(
            ScenarioSurprise(path: scenario.path, line: step.line, reason: reason))
        }
      case (_?, _?): knownCount += 1
      case (nil, nil): break
      }
    }
  }
}

extension Scenario {
  /// A failure of a step, with what came before it.
  fileprivate func failure(
    at index: Int, _ cause: ScenarioFailure.Cause
  ) -> ScenarioFailure {
    let before = steps[..<index]
    let seed = before.last { bytes[$0.command].starts(with: "seed ".utf8) }
    return ScenarioFailure(
      path: path, line: steps[index].line, command: command(of: steps[index]),
      before: before.suffix(3).map { command(of: $0) }, seed: seed.map { command(of: $0) },
      cause: cause)
  }

  /// The expected lines of a step as they stand in the file.
  fileprivate func texts(of step: Step) -> [(text: ArraySlice<UInt8>, isPlain: Bool)] {
    step.expected.map { line in
      let isPlain = if case .line(.plain, .once) = line.content { true } else { false }
      return (bytes[line.text], isPlain)
    }
  }
}
