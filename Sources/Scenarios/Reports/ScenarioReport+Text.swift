package import ParlorKit

extension ScenarioReport {
  /// Writes what is not as expected, then how many files passed and failed, alone on a line.
  package func write(to text: inout TextWriter) {
    for fault in faults { text.write(Styled(.bad, fault.message), "\n") }
    for result in results { result.write(to: &text) }
    if !text.isEmpty { text.write("\n") }
    text.write("\(passedCount) passed, \(failedCount) failed\n")
  }
}

extension ScenarioResult {
  /// How many failures of a file are shown; what follows them is often their consequence.
  private static let limit = 5

  fileprivate func write(to text: inout TextWriter) {
    for fault in faults { text.write(Styled(.bad, fault.message), "\n") }
    let shown = blessing == nil ? failures.prefix(Self.limit) : failures[...]
    for failure in shown { failure.write(to: &text) }
    if shown.count < failures.count {
      text.write("\(path): \(failures.count - shown.count) more replies differ\n")
    }
    for surprise in surprises {
      text.write(
        Styled(.notice, "\(surprise.path):\(surprise.line): "),
        "known to fail, but passes: \(surprise.reason)\n")
    }
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
  }
}

extension ScenarioFailure {
  fileprivate func write(to text: inout TextWriter) {
    text.write(Styled(.strong, "\(path):\(line): "), Styled(.bad, headline), "\n")
    for command in before { text.write(Styled(.faint, "    > \(command)"), "\n") }
    text.write("    > \(command)\n")
    if case .reply(let difference) = cause { difference.write(to: &text) }
    text.write(Styled(.faint, "    again: \(reproduction)"), "\n")
  }

  private var headline: String {
    switch cause {
    case .reply: "the reply is not as expected" + (seed.map { " (\($0))" } ?? "")
    case .notRun: "not run, as the session has ended"
    case .knownPasses(let reason): "known to fail, but passes: \(reason)"
    }
  }

  /// The command that runs the test again, up to this step.
  private var reproduction: String {
    let isGolden = path.hasSuffix(".golden")
    let target = isGolden ? path.dropLast("golden".count) + "parlor" : "\(path):\(line)"
    let isSafe = target.utf8.allSatisfy { byte in
      ScalarSet.wordCharacters.contains(UInt32(byte)) || "./:-+,@%=".utf8.contains(byte)
        || byte >= 0x80
    }
    return "parlor test " + (isSafe ? target : Self.quoted(target))
  }

  /// A word for the shell.
  private static func quoted(_ word: String) -> String {
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}

extension Difference {
  fileprivate func write(to text: inout TextWriter) {
    for line in lines {
      switch line.side {
      case .both: text.write("      \(line.text)\n")
      case .expected: text.write(Styled(.bad, "    - \(line.text)"), "\n")
      case .got: text.write(Styled(.good, "    + \(line.text)"), "\n")
      case .remark: text.write(Styled(.faint, "      (\(line.text))"), "\n")
      }
      if let changed = line.changed {
        let blanks = String(repeating: " ", count: changed.lowerBound)
        let carets = String(repeating: "^", count: max(1, changed.count))
        text.write("      ", blanks, Styled(.notice, carets), "\n")
      }
    }
  }
}
