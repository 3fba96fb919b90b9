import Language
import ParlorKit

/// A parsed file: commands and the replies they must give.
struct Scenario: Sendable {
  /// The path as messages show it.
  var path: String
  /// The content of the file.
  var bytes: [UInt8]
  var steps: [Step] = []
  /// The names that some line of the file captures.
  var captureNames: Set<String> = []

  /// A command and its expected reply.
  struct Step: Sendable {
    /// The line number of the command, from 1.
    var line: Int
    /// The command in the file, without its `> `.
    var command: Range<Int>
    /// The end of the command's line, after the line break.
    var end: Int
    /// The blanks before each line of an indented block.
    var indentation: Range<Int>
    /// Whether the step is in a fenced block of a Markdown file.
    var isFenced: Bool
    /// The reason in `(known: reason)`.
    var expectedFailure: String?
    var expected: [ExpectedLine] = []
    /// Whether every expected line is plain text, so that the reply can be compared byte by byte.
    var isPlain = true

    /// The number of the last line that belongs to the step.
    var lastLine: Int { expected.last?.line ?? line }
  }

  func command(of step: Step) -> String { String(decoding: bytes[step.command], as: UTF8.self) }

  /// The NAME of a step `requires plugin NAME`.
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
  /// The line number in the file, from 1.
  var line: Int
  /// The whole line in the file, with its line break.
  var extent: Range<Int>
  /// The text of the line in the file.
  var text: Range<Int>
  var content: Content

  enum Content: Sendable {
    /// Matches one line, or with a count as many as it allows.
    case line(LinePattern, TranscriptSyntax.Count?)
    /// `...` matches any lines.
    case anyLines
    /// `! text`: no line of the reply may match.
    case absent(LinePattern)
    /// `error[CODE]` matches a whole error reply.
    case error(ErrorCode)
    /// `json PATH == VALUE`: the value at the path of a reply in JSON.
    case json(path: String, JSONExpectation)
    /// `(unordered)`
    case unordered
    /// `(end)`
    case end
    /// `(known: reason)` matches nothing; it marks the step.
    case expectedFailure
  }

  /// Whether the line expects exactly its own text.
  var isPlain: Bool {
    if case .line(.plain, nil) = content { true } else { false }
  }
}
