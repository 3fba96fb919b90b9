import ParlorEngine

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
  /// They were compared, and the failures were blessed if possible.
  case blessed(StepResults, BlessingResult)
  /// The file has errors and was not run.
  case invalid([ScenarioError])
  /// The file was skipped, because it says so or something is missing; the reason as a clause.
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

/// The results of comparing the replies of a file.
package struct StepResults: Sendable {
  package private(set) var failures: [ScenarioFailure] = []
  /// The steps marked `(known: reason)`, in order. With `--strict` those that pass are failures
  /// instead.
  package private(set) var marked: [MarkedStep] = []
  /// The rows of parameters that were run.
  private(set) var rows: [RowResult] = []
  /// The first command that was refused for lack of permission, unless its reply is expected.
  private(set) var refusal: RefusedCommand?

  package var unexpectedPasses: [MarkedStep] { marked.filter(\.passed) }
  package var expectedFailureCount: Int { marked.count { !$0.passed } }

  init(failures: [ScenarioFailure] = [], refusal: RefusedCommand? = nil) {
    self.failures = failures
    self.refusal = refusal
  }

  /// Begins a row of parameters; later additions belong to it.
  mutating func begin(_ row: RowResult) { rows.append(row) }

  /// Compares the replies to a scenario's commands, up to the first one that the command line would
  /// have to allow: later ones would differ only because of it.
  ///
  /// - Parameters:
  ///   - row: the values of the scenario's parameters.
  ///   - replies: one for each step; fewer if the session ended early.
  ///   - isStrict: whether an unexpected pass is a failure.
  ///   - watched: runs the comparison of a step, which may take long.
  ///   - isStopped: whether to stop early.
  ///   - isSelected: whether a step is reported.
  mutating func add(
    _ scenario: Scenario, in row: ScenarioRow, replies: [Transcription], isStrict: Bool,
    watched: (_ index: Int, () -> Mismatch?) -> Mismatch?,
    isStopped: @escaping () -> Bool = { false }, isSelected: (Scenario.Step) -> Bool
  ) {
    var matcher = ScenarioMatcher(scenario, in: row, isStopped: isStopped)
    var past = PastCommands()
    let number = rows.last?.number
    func failure(at step: Scenario.Step, _ cause: ScenarioFailure.Cause) -> ScenarioFailure {
      var failure = scenario.failure(at: step, after: past, in: row, cause)
      failure.rowNumber = number
      failure.hasParameters = scenario.header.hasParameters
      return failure
    }
    for (index, step) in scenario.steps.enumerated() where !isStopped() {
      guard index < replies.count else {
        failures.append(failure(at: step, .notRun))
        return
      }
      let mismatch = watched(index) { matcher.mismatch(of: replies[index], at: step) }
      defer { past.add(step, replies[index], in: scenario) }
      if mismatch != nil, let refused = RefusedCommand(scenario.path, step.line, replies[index]) {
        if refusal == nil || refused.isGrantable { refusal = refused }
        if refused.isGrantable { return }
      }
      guard isSelected(step) else { continue }
      switch (mismatch, step.expectedFailure) {
      case (let mismatch?, nil):
        let difference = Difference(
          mismatch.alignment, expected: scenario.texts(of: step), got: mismatch.lines,
          violations: mismatch.violations, values: mismatch.values)
        failures.append(failure(at: step, .reply(difference)))
      case (nil, let reason?):
        if isStrict {
          failures.append(failure(at: step, .unexpectedPass(reason)))
        } else {
          marked.append(scenario.marked(step, reason, passed: true))
        }
      case (_?, let reason?): marked.append(scenario.marked(step, reason, passed: false))
      case (nil, nil): break
      }
    }
  }
}

/// A row of parameters of a run.
struct RowResult: Sendable, Equatable {
  /// From 1.
  var number: Int
  /// The values, such as `rules=patch`.
  var label: String
}

/// The commands before a failure.
private struct PastCommands {
  /// The last commands, oldest first.
  private(set) var last: [Scenario.Step] = []
  /// The last `seed` command that was accepted and names a seed.
  private(set) var seed: Scenario.Step?

  private static let count = 3

  mutating func add(_ step: Scenario.Step, _ reply: Transcription, in scenario: Scenario) {
    guard step.file == nil else { return }
    if last.count == Self.count { last.removeFirst() }
    last.append(step)
    let command = scenario.bytes[step.command]
    if reply.code == nil, command.starts(with: "seed ".utf8),
      !command.elementsEqual("seed random".utf8)
    {
      seed = step
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
  /// The number of their row, from 1.
  package var rowNumber: Int?
  /// Whether the parameters are those of ``path``, and not of the file that runs after a setup.
  var hasParameters = false
  /// Whether the step is about a file, and ``command`` is `file NAME`.
  package var isOfFile = false
  /// The texts of the expected lines in the file.
  package var expected: [Range<Int>] = []
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

/// A command that was refused for lack of permission.
struct RefusedCommand: Sendable, Equatable {
  let place: ScenarioPlace
  private let lacks: Capabilities

  /// - Returns: `nil` if the reply is of another kind.
  init?(_ path: String, _ line: Int, _ reply: Transcription) {
    if reply.lacks.isEmpty { return nil }
    place = ScenarioPlace(path: path, line: line)
    lacks = reply.lacks
  }

  /// Whether `--allow` would grant it.
  var isGrantable: Bool { !lacks.isDisjoint(with: [.processes, .network]) }

  /// Why the file was skipped, as a clause.
  ///
  /// - Parameter path: the file, which may contain the place.
  func reason(in path: String) -> String {
    let place = place.path == path ? "line \(place.line)" : "\(place.path):\(place.line)"
    if isGrantable {
      return "\(place) needs `--allow \(lacks.contains(.network) ? "exec,network" : "exec")`"
    }
    return "\(place) is not allowed to read that file"
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

/// The result of blessing a file.
package struct BlessingResult: Sendable {
  package enum Effect: Sendable {
    /// This many replies were rewritten.
    case rewritten(Int)
    /// Two runs gave different replies, first at this line, so the file was not rewritten.
    case unstable(line: Int)
    /// The file could not be rewritten.
    case refused(ScenarioError.Reason)
  }

  package var effect: Effect
  /// The file that was written, if it is another one.
  package var path: String?
  /// Whether the file is a pending one, so that the failures remain.
  package var isPending = false
  /// The number of failures that were left alone on request.
  package var leftCount = 0
  /// The replies that could not be written, with the reason.
  package var unwritten: [ScenarioError] = []
  /// The commands that have become errors.
  package var newErrors: [ScenarioPlace] = []
  /// The lines where prose begins that was part of an expected reply.
  package var keptProse: [ScenarioPlace] = []
  /// Whether the user was shown the failures and asked about each.
  package var isInteractive = false

  /// Whether no failure remains.
  var isComplete: Bool {
    if case .rewritten = effect { !isPending && leftCount == 0 && unwritten.isEmpty } else { false }
  }
}

extension BlessingResult {
  /// Nothing was rewritten, since a refusal would have been written.
  init(_ refusal: RefusedCommand, in path: String) {
    self.init(effect: .refused(.notGranted(refusal.reason(in: path))))
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
    at step: Step, after past: PastCommands, in row: ScenarioRow, _ cause: ScenarioFailure.Cause
  ) -> ScenarioFailure {
    ScenarioFailure(
      path: path, line: step.line, command: command(of: step, in: row),
      before: past.last.map { command(of: $0, in: row) },
      seed: past.seed.map { command(of: $0, in: row) }, row: row.label,
      isOfFile: step.file != nil, expected: step.expected.map(\.text), cause: cause)
  }

  /// The expected lines of a step as the file has them.
  fileprivate func texts(of step: Step) -> [(text: ArraySlice<UInt8>, isPlain: Bool)] {
    step.expected.map { (bytes[$0.text], $0.isPlain) }
  }
}
