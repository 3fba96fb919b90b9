import ParlorEngine
import ParlorKit
import Platform

/// A parsed file: commands and the replies they must give.
package struct Scenario: Sendable {
  /// The path as messages show it.
  var path: String
  /// The content of the file.
  package var bytes: [UInt8]
  package var steps: [Step] = []
  var header = ScenarioHeader()
  /// The files that come with the scenario.
  var attachments: [Attachment] = []
  /// The lines within fenced blocks `file`, where blank lines count.
  var verbatimLines: [ClosedRange<Int>] = []
  /// The names that some line of the file captures, and the parameters.
  var captureNames: Set<String> = []

  /// A fenced block `file NAME` before the first command.
  struct Attachment: Sendable {
    var name: String
    var bytes: [UInt8]
    /// The number of the line with the name, from 1.
    var line: Int
  }

  /// A command and its expected reply, or a file and its expected content.
  package struct Step: Sendable {
    /// The line number of the command, from 1.
    package var line: Int
    /// The command in the file, without its `> `; for a file `file NAME`.
    package var command: Range<Int>
    /// The name of the file, if the step is a fenced block `file NAME` after a command.
    package var file: String?
    /// The end of the command's line, after the line break.
    package var end: Int
    /// The blanks before each line of an indented block.
    var indentation: Range<Int>
    /// Whether the step is in a fenced block of a Markdown file.
    var isFenced: Bool
    /// The reason in `(known: reason)`.
    var expectedFailure: String?
    package var expected: [ExpectedLine] = []
    /// Whether every expected line is plain text, so that the reply can be compared byte by byte.
    var isPlain = true

    /// The number of the last line that belongs to the step.
    package var lastLine: Int { expected.last?.line ?? line }
  }

  /// The command with the values of a row.
  func command(of step: Step, in row: ScenarioRow = ScenarioRow()) -> String {
    String(decoding: row.filled(bytes[step.command]), as: UTF8.self)
  }
}

/// A line of an expected reply.
package struct ExpectedLine: Sendable {
  /// The line number in the file, from 1.
  package var line: Int
  /// The whole line in the file, with its line break.
  var extent: Range<Int>
  /// The text of the line in the file.
  package var text: Range<Int>
  var content: Content

  enum Content: Sendable {
    /// Matches one line, or with a count up to as many as it allows.
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
  package var isPlain: Bool {
    if case .line(.plain, nil) = content { true } else { false }
  }
}

extension Scenario {
  /// Replaces a file atomically, unless it has changed since it was read.
  ///
  /// - Parameter original: what was read; empty if there was no file.
  /// - Throws: `.readOnly` if its mode forbids writing to it.
  package static func save(
    _ bytes: [UInt8], to path: String, replacing original: [UInt8]
  ) throws(ScenarioError.Reason) {
    if FileSystem.isReadOnly(path) { throw .readOnly }
    do throws(FileError) {
      // It may lead to a file that has nothing to do with the tests.
      if FileSystem.isSymbolicLink(path) {
        throw FileError(.write, path, because: "it is a symbolic link")
      }
      let isThere = FileSystem.kind(of: path) != .missing
      let current = isThere ? try FileSystem.read(path) : []
      if current == bytes, isThere { return }
      guard current == original else {
        throw FileError(.write, path, because: "it has changed meanwhile; run the command again")
      }
      try FileSystem.write(bytes, to: path, replaces: isThere)
    } catch {
      throw .io(error)
    }
  }
}
