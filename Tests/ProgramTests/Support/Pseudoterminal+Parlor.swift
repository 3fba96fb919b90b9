import TestKit

/// The prompts, without colour.
enum Prompt {
  /// No game is open.
  static let outside = "parlor> "

  /// A game of Farkle is: whose turn it is, and for how many points.
  static func turn(_ words: String) -> String { "farkle \(words)> " }
}

extension Pseudoterminal {
  /// The program at a prompt: seed 0, no colour, and on top of the plain environment what is given.
  ///
  /// It has no profile unless one is named, so that no two tests share a history.
  /// The terminal is so wide that no line of the tests is broken.
  static func parlor(
    _ arguments: [String] = ["--seed", "0", "--color", "never"],
    environment: [String: String] = [:], columns: UInt16 = 250
  ) throws -> Pseudoterminal {
    let environment = plainEnvironment.merging(environment) { $1 }
    let profile = arguments.contains { $0.hasSuffix("profile") } ? [] : ["--no-profile"]
    return try Pseudoterminal(
      try Program.path(), arguments + profile, environment: environment, columns: columns)
  }

  /// Waits for the reply to a line that was typed at a prompt, and for the next prompt; returns
  /// the reply with line ends as files have them.
  @discardableResult
  func expectAnswer(to line: String, before prompt: String) throws -> String {
    try expect("\(line)\r\n")
    let text = try expect(prompt)
    return String(text.dropLast(prompt.count)).replacing("\r\n", with: "\n")
  }

  /// Leaves with Ctrl-D.
  func leave() throws -> ProcessEnd {
    try send("\u{4}")
    return try waitForExit()
  }
}
