import ParlorKit

/// A file of commands and what they must reply.
struct Scenario: Sendable {
  /// The path as messages show it.
  var path: String
  /// The file as it is.
  var bytes: [UInt8]
  /// The commands in order.
  var steps: [Step] = []
  /// The names that some line captures.
  var captureNames: Set<String> = []

  /// A command and its expected reply.
  struct Step: Sendable {
    /// The number of its line, from 1.
    var line: Int
    /// Where in the file the command stands, without its mark.
    var command: Range<Int>
    /// Where the line of the command ends, its line break included.
    var end: Int
    /// The blanks that stand before each of its lines, in a block that is set in.
    var indentation: Range<Int>
    /// Whether the lines stand in a fenced block.
    var isFenced: Bool
    /// Why it is known to fail, if it is.
    var knownReason: String?
    /// The lines of the expected reply.
    var expected: [ExpectedLine] = []
    /// Whether every line expects exactly itself.
    var isPlain = true

    /// The number of its last line.
    var lastLine: Int { expected.last?.line ?? line }
  }

  /// The text of a step's command.
  func command(of step: Step) -> String { String(decoding: bytes[step.command], as: UTF8.self) }

  /// The plugin that a step `requires plugin NAME` asks for.
  func requiredPlugin(of step: Step) -> String? {
    let command = bytes[step.command]
    guard command.starts(with: "requires ".utf8) else { return nil }
    let words = command.split { $0 == 0x20 || $0 == 0x09 }.map {
      String(decoding: $0, as: UTF8.self)
    }
    return words.count == 3 && words[1] == "plugin" ? words[2] : nil
  }
}

/// A line of an expected reply.
struct ExpectedLine: Sendable {
  /// The number of the line, from 1.
  var line: Int
  /// Where it stands in the file, its line break included.
  var extent: Range<Int>
  /// Where its text stands.
  var text: Range<Int>
  /// What it says.
  var content: Content

  /// What a line of an expected reply says.
  enum Content: Sendable {
    /// A line, as often as the count says.
    case line(LinePattern, Count)
    /// Any lines.
    case anyLines
    /// No line may fit.
    case absent(LinePattern)
    /// A whole refusal.
    case refusal(ErrorCode)
    /// The beginning of lines in any order.
    case unordered
    /// Their end.
    case end
    /// Nothing: the line says that the step is known to fail.
    case known
  }

  /// How often a line stands.
  enum Count: Sendable {
    case once, optional, any, many
  }
}
