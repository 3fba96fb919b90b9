import Platform

/// The commands of a file under way, for whoever watches that they reply.
struct ScenarioWatch: Sendable {
  /// The commands in order; only asked for when one does not reply.
  let steps: @Sendable () -> [Step]
  /// Tells the session to end the command that runs.
  let stop: @Sendable () -> Void

  /// A command, with all that a report says of it.
  struct Step: Sendable {
    let path: String
    let line: Int
    let command: String
  }

  /// What is to be said of a command that does not reply.
  func failure(at index: Int, timeout: Int) -> ScenarioFailure? {
    let steps = steps()
    guard steps.indices.contains(index) else { return nil }
    let step = steps[index]
    return ScenarioFailure(
      path: step.path, line: step.line, command: step.command,
      before: steps[..<index].suffix(3).map(\.command),
      seed: steps[..<index].last { $0.command.hasPrefix("seed ") }?.command,
      cause: .timedOut(milliseconds: timeout))
  }
}
