import Language

/// Reads the commands of a file and the lines that their replies must have.
struct ScenarioParser {
  private var scenario: Scenario
  private var faults: [ScenarioError] = []
  private var captures = CaptureTable()
  /// The line of an `(unordered)` whose `(end)` has not come.
  private var openBlock: Int?

  /// The scenario of a file, or all that is wrong with it.
  ///
  /// - Parameter path: what messages call the file; it is Markdown if it ends in `.md`.
  static func parse(
    _ bytes: [UInt8], path: String
  ) -> (scenario: Scenario, faults: [ScenarioError]) {
    var parser = ScenarioParser(scenario: Scenario(path: path, bytes: bytes))
    parser.run()
    return (parser.scenario, parser.faults)
  }

  private init(scenario: Scenario) { self.scenario = scenario }

  private mutating func run() {
    var lines = SourceLine.all(of: scenario.bytes)
    if let line = SourceLine.firstInvalid(in: scenario.bytes) {
      return fail(.invalidUTF8, at: line)
    }
    if scenario.path.hasSuffix(".md") {
      guard MarkdownBlocks.select(from: &lines, of: scenario.bytes) else {
        return fail(.noBlock, at: nil)
      }
    }
    read(lines)
    for (name, line) in captures.unused { fail(.unusedCapture(name), at: line) }
    scenario.captureNames = captures.names
    if scenario.steps.isEmpty { fail(.noCommand, at: nil) }
    faults.sort { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  private mutating func read(_ lines: [SourceLine]) {
    var isInReply = false
    for line in lines {
      let text = scenario.bytes[line.text]
      if TranscriptSyntax.isCommand(text) {
        endReply()
        begin(line)
        isInReply = true
      } else if text.isEmpty {
        endReply()
        isInReply = false
      } else if isInReply {
        do throws(ScenarioError.Fact) {
          try expect(text, of: line)
        } catch {
          fail(error, at: line.number)
        }
      }
    }
    endReply()
  }

  private mutating func begin(_ line: SourceLine) {
    captures.beginReply()
    scenario.steps.append(
      Scenario.Step(
        line: line.number, command: line.text.dropFirst(2), end: line.extent.upperBound,
        indentation: line.indentation, isFenced: line.isFenced))
  }

  private mutating func endReply() {
    if let line = openBlock { fail(.openBlock, at: line) }
    openBlock = nil
  }

  private mutating func expect(
    _ text: ArraySlice<UInt8>, of line: SourceLine
  ) throws(ScenarioError.Fact) {
    let last = scenario.steps.count - 1
    if case .known(let reason) = TranscriptSyntax.marker(of: text) {
      guard scenario.steps[last].expected.isEmpty else { throw .strayKnown }
      let words = String(decoding: reason.drop { $0 == 0x20 }, as: UTF8.self)
      if words.isEmpty { throw .noReason }
      scenario.steps[last].knownReason = words
    }
    var reader = ExpectationReader(
      captures: captures, line: line.number, isInBlock: openBlock != nil)
    defer { captures = reader.captures }
    let content = try reader.read(text)
    switch content {
    case .unordered: openBlock = line.number
    case .end: openBlock = nil
    default: break
    }
    if case .line(.plain, .once) = content {} else { scenario.steps[last].isPlain = false }
    scenario.steps[last].expected.append(
      ExpectedLine(line: line.number, extent: line.extent, text: line.text, content: content))
  }

  private mutating func fail(_ fact: ScenarioError.Fact, at line: Int?) {
    faults.append(ScenarioError(path: scenario.path, line: line, fact: fact))
  }
}
