/// Holds responses of the Go Text Protocol to the expectations of a regression script.
///
/// It shares nothing with the program: commands are read as the protocol's specification says, and
/// an expectation is a comment `#? [pattern]` below a command with a number.
struct GTPChecker {
  /// A pattern for the response to a command.
  struct Expectation {
    var id: Int
    var pattern: String
    var isNegated: Bool
  }

  /// The patterns of the script.
  let expectations: [Expectation]
  /// How many lines of the script are commands, up to `quit`.
  let commandCount: Int

  init(_ script: String) {
    var expectations: [Expectation] = []
    var commands = 0
    var lastID: Int?
    for line in script.split(separator: "\n") {
      if line.hasPrefix("#? ["), line.hasSuffix("]"), let id = lastID {
        let pattern = line.dropFirst(4).dropLast()
        let isNegated = pattern.hasPrefix("!")
        expectations.append(
          Expectation(
            id: id, pattern: String(isNegated ? pattern.dropFirst() : pattern),
            isNegated: isNegated))
        continue
      }
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
      guard let first = words.first else { continue }
      commands += 1
      lastID = Int(first)
    }
    self.expectations = expectations
    commandCount = commands
  }

  /// What is wrong with the responses, a line each.
  func faults(in output: String) throws -> [String] {
    guard output.hasSuffix("\n\n") else { return ["the output does not end in an empty line"] }
    let responses = output.dropLast(2).split(separator: "\n\n", omittingEmptySubsequences: false)
    var faults: [String] = []
    if responses.count != commandCount {
      faults.append("\(commandCount) commands, \(responses.count) responses")
    }
    var texts: [Int: String] = [:]
    for response in responses {
      let head = response.dropFirst().prefix { $0.isASCII && $0.isNumber }
      guard response.first == "=" || response.first == "?" else {
        faults.append("no response: \(response)")
        continue
      }
      if let id = Int(head) {
        texts[id] = String(response.dropFirst(1 + head.count).drop { $0 == " " })
      }
    }
    for expectation in expectations {
      let text = texts[expectation.id] ?? "no response"
      let pattern = try Regex("(?s)" + expectation.pattern)
      if (text.wholeMatch(of: pattern) == nil) != expectation.isNegated {
        faults.append("\(expectation.id): `\(text)` for [\(expectation.pattern)]")
      }
    }
    return faults
  }
}
