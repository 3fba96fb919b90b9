package import ParlorKit

/// The results of a run, in the order of the files.
package struct ScenarioReport: Sendable {
  /// Errors in the paths that were given.
  package var errors: [ScenarioError]
  /// One for each file.
  package var results: [ScenarioResult]

  package init(errors: [ScenarioError], results: [ScenarioResult]) {
    self.errors = errors
    self.results = results
  }

  /// The report of a run that could not start.
  init(reason: ScenarioError.Reason) {
    self.init(errors: [ScenarioError(path: "", line: nil, reason: reason)], results: [])
  }

  package var passedCount: Int { count(.passed) }

  /// The number of files that failed or are invalid, and of paths with errors.
  package var failedCount: Int { results.count { $0.outcome.isFailure } + errors.count }

  package var skippedCount: Int { count(.skipped) }

  package var notRunCount: Int { count(.notRun) }

  /// The number of steps that fail.
  package var failureCount: Int { results.reduce(0) { $0 + $1.outcome.failureCount } }

  package var unexpectedPassCount: Int {
    results.reduce(0) { $0 + ($1.outcome.steps?.unexpectedPasses.count ?? 0) }
  }

  package var expectedFailureCount: Int {
    results.reduce(0) { $0 + ($1.outcome.steps?.expectedFailureCount ?? 0) }
  }

  func count(_ status: ScenarioOutcome.Status) -> Int {
    results.count { $0.outcome.status == status }
  }

  /// 0 if everything passed, 1 if something failed, 2 if a file or a path has errors, 3 if a
  /// blessed file cannot be written.
  package var exitCode: Int32 {
    if !errors.isEmpty || count(.invalid) > 0 { return 2 }
    let isUnwritten = results.contains { result in
      guard case .blessed(_, let blessing) = result.outcome,
        case .refused(let reason) = blessing.effect
      else { return false }
      return switch reason {
      case .io, .readOnly: true
      default: false
      }
    }
    return isUnwritten ? 3 : failedCount > 0 ? 1 : 0
  }

  /// Marks the files after the last failure that counts as not run, so that the report does not
  /// depend on which files ran at the same time.
  mutating func settle(maxFailures: Int?) {
    guard var left = maxFailures else { return }
    for index in results.indices {
      if left == 0 {
        results[index] = ScenarioResult(path: results[index].path, .notRun)
      } else if results[index].outcome.isFailure {
        left -= 1
      }
    }
  }

  /// Writes the errors and failures, and the ``summary`` as the last line.
  package func write(to text: inout TextWriter) {
    for error in errors { text.write(Styled(.bad, error.message), "\n") }
    // An error in a folder's setup affects every file of the folder and is shown in full once.
    var shown: Set<String> = []
    for result in results { result.write(to: &text, &shown) }
    if !text.isEmpty { text.write("\n") }
    text.write(summary, "\n")
  }

  /// The counts, such as `3 passed, 1 failed (2 differences)`.
  package var summary: String {
    var words = "\(passedCount) passed, \(failedCount) failed"
    if failureCount > 0 {
      words += " (\(Plural(failureCount, "difference")))"
    }
    if skippedCount > 0 { words += ", \(skippedCount) skipped" }
    if notRunCount > 0 { words += ", \(notRunCount) not run" }
    let expected = expectedFailureCount
    if expected > 0 {
      words += "; \(Plural(expected, "expected failure"))"
    }
    return words
  }
}

extension ScenarioResult {
  /// The path as it is shown.
  var name: String { path.visible }

  /// The number of failures shown for a file. Later ones are often consequences of earlier ones.
  private static let maxShown = 5

  /// - Parameter shown: the errors and failures already shown.
  fileprivate func write(to text: inout TextWriter, _ shown: inout Set<String>) {
    if let round { text.write("\(name): failed in round \(round)\n") }
    switch outcome {
    case .compared(let steps):
      write(steps, maxCount: Self.maxShown, to: &text, &shown)
    case .blessed(let steps, let blessing):
      write(steps, maxCount: blessing.isInteractive ? 0 : .max, to: &text, &shown)
      write(blessing, to: &text)
    case .invalid(let errors):
      for error in errors where shown.insert(error.message).inserted || error.path == path {
        text.write(Styled(.bad, error.message), "\n")
      }
    case .skipped(let reason):
      text.write(Styled(.notice, "skipped \(name): "), reason.visible, "\n")
    case .notRun: break
    }
  }

  private func write(
    _ steps: StepResults, maxCount: Int, to text: inout TextWriter, _ shown: inout Set<String>
  ) {
    for failure in steps.failures.prefix(maxCount) {
      let isNew = shown.insert("\(failure.path):\(failure.line)").inserted
      if isNew || failure.path == path || failure.path.hasSuffix(".golden") {
        failure.write(to: &text)
      } else {
        text.write("\(name): \(failure.path.visible):\(failure.line) fails as shown above\n")
      }
    }
    if maxCount > 0, maxCount < steps.failures.count {
      text.write("\(name): \(steps.failures.count - maxCount) more replies differ\n")
    }
    for pass in steps.unexpectedPasses {
      text.write(Styled(.notice, "\(pass.path.visible):\(pass.line): "), pass.message.visible, "\n")
    }
  }

  private func write(_ blessing: BlessingResult, to text: inout TextWriter) {
    switch blessing.effect {
    case .rewritten(0): break
    case .rewritten(let count):
      text.write(
        Styled(
          .good, "\(blessing.isPending ? "pending" : "blessed") \((blessing.path ?? path).visible)"),
        count == 1 ? "\n" : " (\(count) replies)\n")
    case .unstable(let line):
      text.write(
        Styled(.bad, "not blessed: \(name):\(line): "), "two runs gave different replies\n")
    case .refused(let reason):
      text.write(Styled(.bad, "not blessed: \(name): "), reason.message.visible, "\n")
    }
    for error in blessing.unwritten {
      text.write(Styled(.bad, "not blessed: "), error.message, "\n")
    }
    for place in blessing.newErrors {
      text.write(
        Styled(.notice, "\(place.path.visible):\(place.line): "),
        "warning: the blessed reply is an error, and none was expected before\n")
    }
    for place in blessing.keptProse {
      text.write(
        Styled(.notice, "kept as prose: "), "\(place.path.visible):\(place.line)", "\n")
    }
    if blessing.leftCount > 0 {
      text.write(name, ": ", Plural(blessing.leftCount, "reply", "replies"), " not blessed\n")
    }
  }
}

extension ScenarioFailure {
  /// Writes the place, the commands before it, the difference, and commands that reproduce it.
  package func write(to text: inout TextWriter) {
    text.write(Styled(.strong, "\(path.visible):\(line): "), Styled(.bad, headline.visible), "\n")
    for command in before { text.write(Styled(.faint, "    > \(command.visible)"), "\n") }
    text.write("    \(isOfFile ? "" : "> ")\(command.visible)\n")
    if case .reply(let difference) = cause { difference.write(to: &text) }
    text.write(Styled(.faint, "    rerun: \(rerun)"), "\n")
    text.write(Styled(.faint, "    debug: \(debug)"), "\n")
  }

  /// The command line that runs the file again up to this step.
  var rerun: String { "parlor test \(reproduction)" }

  /// The command line that opens the prompt before this step.
  package var debug: String { "parlor --resume-at \(Self.shellWord(place))" }

  /// `FILE:LINE`, or with parameters `FILE:LINE[ROW]`.
  private var place: String {
    let row = hasParameters ? rowNumber : nil
    return "\(path):\(line)" + (row.map { "[\($0)]" } ?? "")
  }

  /// The failure in a few words.
  var headline: String {
    switch cause {
    case .reply: "the \(isOfFile ? "file" : "reply") is not as expected" + conditions
    case .timedOut(let milliseconds):
      "no reply within \(Self.time(milliseconds))" + (row.map { " (\($0))" } ?? "")
    case .notRun: "not run, because the session has ended"
    case .unexpectedPass(let reason): MarkedStep.unexpectedPass(reason)
    }
  }

  /// The seed and the row, in parentheses.
  private var conditions: String {
    let words = [seed, row].compactMap(\.self)
    return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
  }

  private static func time(_ milliseconds: Int) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }

  /// The argument of `parlor test` that runs the file up to this step.
  private var reproduction: String {
    if path.hasSuffix(".golden") { return Self.shellWord(path.dropLast("golden".count) + "parlor") }
    return Self.shellWord(path.hasSuffix(".parlor") ? path : place)
  }

  /// A word quoted for the shell where necessary. `$'…'` is of bash, zsh and POSIX 2024.
  private static func shellWord(_ word: String) -> String {
    guard word.unicodeScalars.allSatisfy(\.isDisplayable) else {
      var quoted = "$'"
      for scalar in word.unicodeScalars {
        if scalar == "'" || scalar == "\\" {
          quoted += "\\\(scalar)"
        } else if scalar.isDisplayable {
          quoted.unicodeScalars.append(scalar)
        } else {
          for byte in String(scalar).utf8 {
            quoted += "\\x" + UInt32(byte).padded(to: 2, radix: 16, uppercase: true)
          }
        }
      }
      return quoted + "'"
    }
    let isSafe = word.utf8.allSatisfy { byte in
      ScalarSet.wordCharacters.contains(UInt32(byte)) || "./:-+,@%=".utf8.contains(byte)
        || byte >= 0x80
    }
    if isSafe { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
