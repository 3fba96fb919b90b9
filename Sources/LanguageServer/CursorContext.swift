import ParlorEngine
import Scenarios

/// The context of a place in a document.
enum CursorContext {
  /// A command: the number of its line, from 1, and its bytes.
  case command(line: Int, Range<Int>)
  /// A line of an expected reply: the line of its command, and its bytes.
  case reply(line: Int, command: Int, Range<Int>)
  /// A blank line directly under a command or its expected reply.
  case replyEnd(command: Int)
  case prose

  init(of document: TextDocument, at offset: Int) {
    let extent = document.line(at: offset)
    let number = document.lineNumber(at: offset)
    if document.isScript {
      self = .command(line: number, extent)
      return
    }
    let scenario = ScenarioParser.parse(document.bytes, path: document.path).scenario
    if let step = scenario.steps.first(where: { $0.line == number && $0.file == nil }) {
      // A trailing blank, where the next word begins, is not part of the step.
      self = .command(line: number, step.command.lowerBound..<extent.upperBound)
    } else if let step = scenario.steps.last(where: { $0.line < number && number <= $0.lastLine }),
      let expected = step.expected.first(where: { $0.line == number })
    {
      self =
        Self.command(begunAt: number, extent, in: document)
        ?? .reply(line: number, command: step.line, expected.text)
    } else if let command = Self.command(begunAt: number, extent, in: document) {
      self = command
    } else if document.trimmed(extent).isEmpty,
      let step = scenario.steps.last(where: { $0.line < number }), step.lastLine + 1 == number
    {
      self = .replyEnd(command: step.line)
    } else {
      self = .prose
    }
  }

  /// A line that has only `>` so far, where a command can be.
  private static func command(
    begunAt number: Int, _ extent: Range<Int>, in document: TextDocument
  ) -> CursorContext? {
    let text = document.trimmed(extent)
    guard document.bytes[text].elementsEqual(">".utf8) else { return nil }
    var bytes = document.bytes
    bytes.replaceSubrange(text.upperBound..<extent.upperBound, with: " help".utf8)
    let steps = ScenarioParser.parse(bytes, path: document.path).scenario.steps
    guard steps.contains(where: { $0.line == number }) else { return nil }
    return .command(line: number, min(text.upperBound + 1, extent.upperBound)..<extent.upperBound)
  }
}
