import Language

/// The result of one file.
package struct ScenarioResult: Sendable {
  /// The path as messages show it.
  package var path: String
  package var outcome: ScenarioOutcome
  /// Whether only some lines of the file were selected.
  package var isPartial = false
  /// The round that failed, if the file was run several times.
  package var round: Int?

  init(path: String, _ outcome: ScenarioOutcome) {
    self.path = path
    self.outcome = outcome
  }
}

/// What happened to one file.
package enum ScenarioOutcome: Sendable {
  /// The replies were compared with the expected ones.
  case compared(StepResults)
  /// They were compared, and failures were blessed or could not be.
  case blessed(StepResults, BlessingResult)
  /// The file has errors and was not run.
  case invalid([ScenarioError])
  /// The file was not run, because it says so or requires what is missing; the reason as a clause.
  case skipped(String)
  /// The file was not run because too many others had failed.
  case notRun

  package enum Status: String, Sendable {
    case passed
    case failed
    case invalid = "wrong"
    case skipped
    case notRun = "not-run"
  }

  package var status: Status {
    switch self {
    case .compared(let steps): steps.failures.isEmpty ? .passed : .failed
    case .blessed(_, let blessing): blessing.isComplete ? .passed : .failed
    case .invalid: .invalid
    case .skipped: .skipped
    case .notRun: .notRun
    }
  }

  /// The results of the steps, if the file was run.
  package var steps: StepResults? {
    switch self {
    case .compared(let steps), .blessed(let steps, _): steps
    case .invalid, .skipped, .notRun: nil
    }
  }

  /// The number of failures that remain after blessing.
  package var failureCount: Int {
    switch self {
    case .compared(let steps): steps.failures.count
    case .blessed(let steps, let blessing):
      if case .rewritten = blessing.effect, !blessing.isPending {
        blessing.leftCount + blessing.unwritten.count
      } else {
        steps.failures.count
      }
    case .invalid, .skipped, .notRun: 0
    }
  }

  /// Whether the file makes the run fail.
  package var isFailure: Bool { status == .failed || status == .invalid }
}

/// How the replies of a file compare with the expected ones.
package struct StepResults: Sendable {
  package private(set) var failures: [ScenarioFailure] = []
  /// The steps that are marked `(known: reason)`, in order. With `--strict` those that pass are
  /// failures instead.
  package private(set) var marked: [MarkedStep] = []

  package var unexpectedPasses: [MarkedStep] { marked.filter(\.passed) }
  package var expectedFailureCount: Int { marked.count { !$0.passed } }

  init(failures: [ScenarioFailure] = []) { self.failures = failures }

  /// Compares the replies to a scenario's commands.
  ///
  /// - Parameters:
  ///   - row: the values of the scenario's parameters.
  ///   - replies: one for each step; fewer if the session ended early.
  ///   - isStrict: whether an unexpected pass is a failure.
  ///   - watched: runs the comparison of a step, which may take long.
  ///   - isSelected: whether a step is reported.
  mutating func add(
    _ scenario: Scenario, in row: ScenarioRow, replies: [Transcription], isStrict: Bool,
    watched: (_ index: Int, () -> Mismatch?) -> Mismatch?,
    isSelected: (Scenario.Step) -> Bool
  ) {
    var matcher = ScenarioMatcher(scenario, in: row)
    for (index, step) in scenario.steps.enumerated() {
      guard index < replies.count else {
        failures.append(scenario.failure(at: index, in: row, replies, .notRun))
        return
      }
      let mismatch = watched(index) { matcher.mismatch(of: replies[index], at: step) }
      guard isSelected(step) else { continue }
      switch (mismatch, step.expectedFailure) {
      case (let mismatch?, nil):
        let difference = Difference(
          mismatch.alignment, expected: scenario.texts(of: step), got: mismatch.lines,
          violations: mismatch.violations, values: mismatch.values)
        failures.append(scenario.failure(at: index, in: row, replies, .reply(difference)))
      case (nil, let reason?):
        if isStrict {
          failures.append(scenario.failure(at: index, in: row, replies, .unexpectedPass(reason)))
        } else {
          marked.append(scenario.marked(step, reason, passed: true))
        }
      case (_?, let reason?): marked.append(scenario.marked(step, reason, passed: false))
      case (nil, nil): break
      }
    }
  }
}

/// A step that fails.
package struct ScenarioFailure: Sendable {
  /// The file of the step, which may be a `setup.scenario`.
  package var path: String
  /// The line number of the command, from 1.
  package var line: Int
  package var command: String
  /// The last commands before it, oldest first.
  package var before: [String]
  /// The last `seed` command before it.
  package var seed: String?
  /// The values of the parameters, such as `rules=patch`.
  package var row: String?
  /// Whether the step is about a file, and ``command`` is `file NAME`.
  package var isOfFile = false
  package var cause: Cause

  package enum Cause: Sendable {
    /// The reply differs from the expected one.
    case reply(Difference)
    case timedOut(milliseconds: Int)
    /// The session ended before the step.
    case notRun
    /// The step is marked `(known: reason)` and passes under `--strict`.
    case unexpectedPass(String)
  }

  /// Equal for differences that differ only in numbers.
  package var kind: [String] {
    if case .reply(let difference) = cause { difference.kind } else { [] }
  }

  /// Whether `--bless` can rewrite the expected reply.
  var isBlessable: Bool {
    switch cause {
    case .reply, .timedOut: true
    case .notRun, .unexpectedPass: false
    }
  }
}

/// A step that is marked `(known: reason)`.
package struct MarkedStep: Sendable, Equatable {
  package var path: String
  /// The line number of the command, from 1.
  package var line: Int
  package var command: String
  package var reason: String
  /// Whether it passes although it is expected to fail.
  package var passed: Bool

  /// The message without the place.
  package var message: String {
    passed ? Self.unexpectedPass(reason) : "expected failure: \(reason)"
  }

  static func unexpectedPass(_ reason: String) -> String {
    "unexpected pass; remove `(known: \(reason))` if it is fixed"
  }
}

/// What `--bless` did with the failures of a file.
package struct BlessingResult: Sendable {
  package enum Effect: Sendable {
    /// This many replies were rewritten.
    case rewritten(Int)
    /// Two runs gave different replies, first at this line, so the file was left as it is.
    case unstable(line: Int)
    /// The file could not be rewritten.
    case refused(ScenarioError.Reason)
  }

  package var effect: Effect
  /// The file that was written, if it is not that of the result.
  package var path: String?
  /// Whether the file is a pending one, so that the failures remain.
  package var isPending = false
  /// The number of failures that were not to be rewritten.
  package var leftCount = 0
  /// The replies that could not be written, with the reason.
  package var unwritten: [ScenarioError] = []
  /// The commands that are errors now and were not expected to be.
  package var newErrors: [ScenarioPlace] = []
  /// Whether the user was shown the failures and asked about each.
  package var isInteractive = false

  /// Whether no failure remains.
  var isComplete: Bool {
    if case .rewritten = effect { !isPending && leftCount == 0 && unwritten.isEmpty } else { false }
  }
}

/// A line of a file.
package struct ScenarioPlace: Sendable, Hashable {
  package var path: String
  /// From 1.
  package var line: Int

  package init(path: String, line: Int) {
    self.path = path
    self.line = line
  }
}

extension Scenario {
  fileprivate func marked(_ step: Step, _ reason: String, passed: Bool) -> MarkedStep {
    MarkedStep(
      path: path, line: step.line, command: command(of: step), reason: reason, passed: passed)
  }

  fileprivate func failure(
    at index: Int, in row: ScenarioRow, _ replies: [Transcription],
    _ cause: ScenarioFailure.Cause
  ) -> ScenarioFailure {
    let before = steps[..<index].filter { $0.file == nil }
    // A refused `seed` changed nothing, and `seed random` names no seed.
    let seed = zip(steps[..<index], replies).reversed().first { step, reply in
      let command = bytes[step.command]
      return step.file == nil && reply.code == nil && command.starts(with: "seed ".utf8)
        && !command.elementsEqual("seed random".utf8)
    }?.0
    return ScenarioFailure(
      path: path, line: steps[index].line, command: command(of: steps[index], in: row),
      before: before.suffix(3).map { command(of: $0, in: row) },
      seed: seed.map { command(of: $0, in: row) }, row: row.label,
      isOfFile: steps[index].file != nil, cause: cause)
  }

  /// The expected lines of a step as the file has them.
  fileprivate func texts(of step: Step) -> [(text: ArraySlice<UInt8>, isPlain: Bool)] {
    step.expected.map { (bytes[$0.text], $0.isPlain) }
  }
}
