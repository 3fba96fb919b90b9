import Language
import ParlorKit

/// Parses a file into commands and expected replies, collecting all errors.
struct ScenarioParser {
  private var scenario: Scenario
  private var errors: [ScenarioError] = []
  private var captures = CaptureTable()
  /// The line of an `(unordered)` without its `(end)` so far.
  private var openBlock: Int?

  /// - Parameter path: the name of the file in messages; a name in `.md` makes it Markdown.
  static func parse(
    _ bytes: [UInt8], path: String
  ) -> (scenario: Scenario, errors: [ScenarioError]) {
    var parser = ScenarioParser(scenario: Scenario(path: path, bytes: bytes))
    parser.run()
    return (parser.scenario, parser.errors)
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
    parse(lines)
    for (name, line) in captures.unused { fail(.unusedCapture(name), at: line) }
    scenario.captureNames = captures.names
    if scenario.steps.isEmpty { fail(.noCommand, at: nil) }
    errors.sort { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  private mutating func parse(_ lines: [SourceLine]) {
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
        do throws(ScenarioError.Reason) {
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
  ) throws(ScenarioError.Reason) {
    let last = scenario.steps.count - 1
    if case .known(let reason) = TranscriptSyntax.marker(of: text) {
      guard scenario.steps[last].expected.isEmpty else { throw .misplacedExpectedFailure }
      let words = String(decoding: reason.drop { $0 == 0x20 }, as: UTF8.self)
      if words.isEmpty { throw .missingReason }
      scenario.steps[last].expectedFailure = words
    }
    var parser = ExpectedLineParser(
      captures: captures, line: line.number, isInBlock: openBlock != nil)
    defer { captures = parser.captures }
    let content = try parser.parse(text)
    switch content {
    case .unordered: openBlock = line.number
    case .end: openBlock = nil
    default: break
    }
    if case .line(.plain, .once) = content {} else { scenario.steps[last].isPlain = false }
    scenario.steps[last].expected.append(
      ExpectedLine(line: line.number, extent: line.extent, text: line.text, content: content))
  }

  private mutating func fail(_ reason: ScenarioError.Reason, at line: Int?) {
    errors.append(ScenarioError(path: scenario.path, line: line, reason: reason))
  }
}

/// Parses one line of an expected reply.
private struct ExpectedLineParser {
  /// The captures of the lines above and, after parsing, of this line.
  var captures: CaptureTable
  /// The number of the line.
  let line: Int
  /// Whether the line is between `(unordered)` and `(end)`.
  let isInBlock: Bool

  mutating func parse(
    _ text: ArraySlice<UInt8>
  ) throws(ScenarioError.Reason) -> ExpectedLine.Content {
    let ending = TranscriptSyntax.ending(of: text)
    if let ending, ending.suffix == .literal { return .line(.plain(ending.body), .once) }
    if let marker = TranscriptSyntax.marker(of: text) { return try parse(marker) }
    guard let ending else { return .line(try template(of: text, isPart: false), .once) }
    guard let count = ending.count else {
      return .line(try pattern(of: text, isPart: false), .once)
    }
    let inner = TranscriptSyntax.ending(of: ending.body)
    if let inner, inner.count != nil { throw .conflictingSuffixes(inner.word, ending.word) }
    if isInBlock { throw .notOneLine }
    let earlier = captures
    let pattern = try pattern(of: ending.body, isPart: false)
    if let name = captures.firstCapture(after: earlier) { throw .ambiguousCapture(name) }
    return .line(pattern, count)
  }

  private mutating func parse(
    _ marker: TranscriptSyntax.Marker
  ) throws(ScenarioError.Reason) -> ExpectedLine.Content {
    switch marker {
    case .end:
      guard isInBlock else { throw .strayEnd }
      return .end
    case .known: return .expectedFailure
    case _ where isInBlock: throw .notOneLine
    case .anyLines: return .anyLines
    case .unordered: return .unordered
    case .error(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      guard let code = ErrorCode(rawValue: text) else { throw .unknownCode(text) }
      return .error(code)
    case .absent(let text):
      if let ending = TranscriptSyntax.ending(of: text), ending.count != nil {
        throw .countedAbsence(ending.word)
      }
      let earlier = captures
      let pattern = try pattern(of: text, isPart: true)
      let local = captures.firstCapture(after: earlier) ?? captures.firstLocalUse(in: pattern)
      if let local { throw .ambiguousCapture(local) }
      return .absent(pattern)
    }
  }

  /// Parses a text that may end in `(re)`, `(glob)`, `(esc)` or `(literal)`.
  private mutating func pattern(
    of text: ArraySlice<UInt8>, isPart: Bool
  ) throws(ScenarioError.Reason) -> LinePattern {
    guard let ending = TranscriptSyntax.ending(of: text) else {
      return try template(of: text, isPart: isPart)
    }
    guard let suffix = ending.suffix else { throw .unknownSuffix(ending.word) }
    if suffix == .literal { return isPart ? .part(ending.body) : .plain(ending.body) }
    if let inner = TranscriptSyntax.ending(of: ending.body) {
      throw .conflictingSuffixes(inner.word, ending.word)
    }
    do throws(PatternError) {
      switch suffix {
      case .expression:
        return try program(RegularExpression.parse(ending.body), isPart: isPart)
      case .glob: return try program(Glob.parse(ending.body), isPart: isPart)
      default: break
      }
    } catch {
      throw .invalidPattern(error)
    }
    return try template(of: ending.body, isPart: isPart, hasEscapes: true)
  }

  private func program(
    _ node: PatternNode, isPart: Bool
  ) throws(PatternError) -> LinePattern {
    let whole = isPart ? .sequence([.anything, node, .anything]) : node
    return .program(try PatternProgram(whole))
  }

  /// Parses a text with placeholders, or plain text if it has none.
  private mutating func template(
    of text: ArraySlice<UInt8>, isPart: Bool, hasEscapes: Bool = false
  ) throws(ScenarioError.Reason) -> LinePattern {
    var template = LineTemplate()
    var plainStart = text.startIndex
    var searchStart = text.startIndex
    while let placeholder = TranscriptSyntax.nextPlaceholder(in: text, from: searchStart) {
      searchStart = placeholder.range.upperBound
      guard let part = try captures.part(for: placeholder.content, at: line) else { continue }
      let before = text[plainStart..<placeholder.range.lowerBound]
      template.parts.append(.text(try bytes(of: before, hasEscapes: hasEscapes)))
      template.parts.append(part)
      plainStart = placeholder.range.upperBound
    }
    let rest = text[plainStart...]
    if template.parts.isEmpty {
      let bytes = hasEscapes ? try self.bytes(of: rest, hasEscapes: true)[...] : rest
      return isPart ? .part(bytes) : .plain(bytes)
    }
    template.parts.append(.text(try bytes(of: rest, hasEscapes: hasEscapes)))
    return .template(template, isPart: isPart)
  }

  private func bytes(
    of text: ArraySlice<UInt8>, hasEscapes: Bool
  ) throws(ScenarioError.Reason) -> [UInt8] {
    guard hasEscapes else { return Array(text) }
    do throws(PatternError) {
      return try EscapedText.decode(text)
    } catch {
      throw .invalidPattern(error)
    }
  }
}

/// The names that the lines of a file capture, as far as it has been parsed.
private struct CaptureTable {
  private struct Capture {
    var kind: TranscriptSyntax.PlaceholderKind
    var line: Int
    var reply: Int
    var isUsed = false
  }

  private var captures: [String: Capture] = [:]
  /// Captures that were replaced before anything used them.
  private var lost: [(name: String, line: Int)] = []
  private var order: [String] = []
  private var reply = 0

  /// The captures that nothing has used, with their lines.
  var unused: [(name: String, line: Int)] {
    lost + captures.filter { !$0.value.isUsed }.map { ($0.key, $0.value.line) }
  }

  var names: Set<String> { Set(captures.keys) }

  /// Starts the next reply. Values that earlier replies capture are known in it.
  mutating func beginReply() { reply += 1 }

  /// The part of a template for a placeholder; nil for an unknown name, which is plain text.
  mutating func part(
    for content: TranscriptSyntax.Placeholder.Content, at line: Int
  ) throws(ScenarioError.Reason) -> LineTemplate.Part? {
    switch content {
    case .typed(let kind): return .typed(kind)
    case .capture(let name, let kind):
      if let old = captures[name], !old.isUsed { lost.append((name, old.line)) }
      captures[name] = Capture(kind: kind, line: line, reply: reply)
      order.append(name)
      return .capture(name, kind)
    case .use(let name, let offset):
      guard let capture = captures[name] else { return nil }
      captures[name]?.isUsed = true
      guard offset == 0 || capture.kind == .int else { throw .notANumber(name) }
      return .use(
        CaptureUse(
          name: name, kind: capture.kind, offset: offset, isLocal: capture.reply == reply))
    }
  }

  /// The first name captured since an earlier state of the table.
  func firstCapture(after earlier: CaptureTable) -> String? {
    order.dropFirst(earlier.order.count).first
  }

  /// The first name in a pattern that the same reply captures.
  func firstLocalUse(in pattern: LinePattern) -> String? {
    guard case .template(let template, _) = pattern else { return nil }
    for case .use(let use) in template.parts where use.isLocal { return use.name }
    return nil
  }
}

extension TranscriptSyntax.Ending {
  /// The count of a line, if the suffix is one.
  fileprivate var count: ExpectedLine.Count? {
    switch suffix {
    case .optional: .optional
    case .any: .any
    case .many: .many
    default: nil
    }
  }
}
