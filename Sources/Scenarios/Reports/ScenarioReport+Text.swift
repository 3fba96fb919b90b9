package import ParlorKit

extension ScenarioReport {
  /// Writes what is not as expected, then how many files passed and failed, alone on a line.
  package func write(to text: inout TextWriter) {
    for fault in faults { text.write(Styled(.bad, fault.message), "\n") }
    // What is wrong with a folder's setup is told once, and not for every file of the folder.
    var told: Set<String> = []
    for result in results { result.write(to: &text, &told) }
    if !text.isEmpty { text.write("\n") }
    text.write(summary, "\n")
  }

  /// How many files passed and failed, and what else is to be counted.
  package var summary: String {
    var words = "\(passedCount) passed, \(failedCount) failed"
    if differenceCount > 0 {
      words += " (\(differenceCount) \(differenceCount == 1 ? "difference" : "differences"))"
    }
    if skippedCount > 0 { words += ", \(skippedCount) skipped" }
    if notRunCount > 0 { words += ", \(notRunCount) not run" }
    if knownCount > 0 {
      words += "; \(knownCount) known \(knownCount == 1 ? "failure" : "failures")"
    }
    return words
  }
}

extension ScenarioResult {
  /// How many failures of a file are shown; what follows them is often their consequence.
  private static let limit = 5

  fileprivate func write(to text: inout TextWriter, _ told: inout Set<String>) {
    for fault in faults where told.insert(fault.message).inserted || fault.path == path {
      text.write(Styled(.bad, fault.message), "\n")
    }
    if let round { text.write("\(path): not as expected in round \(round)\n") }
    if !isAsked { writeFailures(to: &text, &told) }
    for surprise in surprises {
      text.write(
        Styled(.notice, "\(surprise.path):\(surprise.line): "),
        "known to fail, but passes: \(surprise.reason)\n")
    }
    if let missingPlugin, told.insert("plugin \(missingPlugin)").inserted {
      text.write(Styled(.notice, "skipped: "), "there is no plugin `\(missingPlugin)`\n")
    }
    writeBlessing(to: &text)
  }

  private func writeFailures(to text: inout TextWriter, _ told: inout Set<String>) {
    let shown = blessing == nil ? failures.prefix(Self.limit) : failures[...]
    for failure in shown {
      let isNew = told.insert("\(failure.path):\(failure.line)").inserted
      if isNew || failure.path == path || failure.path.hasSuffix(".golden") {
        failure.write(to: &text)
      } else {
        text.write("\(path): \(failure.path):\(failure.line) differs, as shown above\n")
      }
    }
    if shown.count < failures.count {
      text.write("\(path): \(failures.count - shown.count) more replies differ\n")
    }
  }

  private func writeBlessing(to text: inout TextWriter) {
    switch blessing {
    case nil: break
    case .rewritten(let count):
      text.write(Styled(.good, "blessed \(path)"), count == 1 ? "\n" : " (\(count) replies)\n")
    case .unstable(let line):
      text.write(
        Styled(.bad, "not blessed: \(path):\(line): "), "two runs give different replies\n")
    case .refused(let fact):
      text.write(Styled(.bad, "not blessed: \(path): "), fact.message, "\n")
    }
    if declinedCount > 0 {
      text.write("\(path): \(declinedCount) \(declinedCount == 1 ? "reply" : "replies") left\n")
    }
  }
}

extension ScenarioFailure {
  /// Writes the place, the commands before it, the difference, and how to see it again.
  package func write(to text: inout TextWriter) {
    text.write(Styled(.strong, "\(path):\(line): "), Styled(.bad, headline), "\n")
    for command in before { text.write(Styled(.faint, "    > \(command)"), "\n") }
    text.write("    > \(command)\n")
    if case .reply(let difference) = cause { difference.write(to: &text) }
    text.write(Styled(.faint, "    again: parlor test \(reproduction)"), "\n")
    text.write(
      Styled(.faint, "    there: parlor --resume-at \(Self.word("\(path):\(line)"))"), "\n")
  }

  /// What is wrong, in a few words.
  var headline: String {
    switch cause {
    case .reply: "the reply is not as expected" + (seed.map { " (\($0))" } ?? "")
    case .timedOut(let milliseconds): "no reply within \(Self.time(milliseconds))"
    case .notRun: "not run, as the session has ended"
    case .knownPasses(let reason): "known to fail, but passes: \(reason)"
    }
  }

  private static func time(_ milliseconds: Int) -> String {
    milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }

  /// What the test is told to run it again, up to this step.
  private var reproduction: String {
    let isGolden = path.hasSuffix(".golden")
    let isScript = path.hasSuffix(".parlor")
    return Self.word(
      isGolden ? path.dropLast("golden".count) + "parlor" : isScript ? path : "\(path):\(line)")
  }

  /// A word for the shell.
  private static func word(_ word: String) -> String {
    let isSafe = word.utf8.allSatisfy { byte in
      ScalarSet.wordCharacters.contains(UInt32(byte)) || "./:-+,@%=".utf8.contains(byte)
        || byte >= 0x80
    }
    if isSafe { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}

extension Difference {
  /// Writes the lines: `-` stands before those that were expected, `+` before those that came.
  package func write(to text: inout TextWriter) {
    for line in lines {
      switch line.side {
      case .both: text.write("      \(line.text)\n")
      case .expected: text.write(Styled(.bad, "    - \(line.text)"), "\n")
      case .got: text.write(Styled(.good, "    + \(line.text)"), "\n")
      case .remark: text.write(Styled(.faint, "      (\(line.text))"), "\n")
      }
      if let changed = line.changed {
        let blanks = String(
          repeating: " ", count: DisplayWidth.of(String(line.text.prefix(changed.lowerBound))))
        let part = String(line.text.dropFirst(changed.lowerBound).prefix(changed.count))
        let carets = String(repeating: "^", count: max(1, DisplayWidth.of(part)))
        text.write("      ", blanks, Styled(.notice, carets), "\n")
      }
    }
  }
}
