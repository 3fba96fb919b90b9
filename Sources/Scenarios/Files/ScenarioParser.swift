import ParlorEngine
import ParlorKit

/// Parses a file into commands and expected replies, collecting all errors.
package struct ScenarioParser {
  private var scenario: Scenario
  private var errors: [ScenarioError] = []
  private var captures = CaptureTable()
  /// The line of an `(unordered)` without its `(end)` so far.
  private var openBlock: Int?

  /// - Parameter path: the name of the file in messages; a name in `.md` makes it Markdown.
  package static func parse(
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
    for (name, line) in scenario.header.parameters where !isUsed(name) {
      fail(.unusedParameter(name), at: line)
    }
    scenario.captureNames = captures.names
    // A file with another error may have no command because of it.
    if scenario.steps.isEmpty, errors.isEmpty { fail(.noCommand, at: nil) }
    errors.sort { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  /// Whether a command, an attached file or an expectation uses a parameter.
  private func isUsed(_ name: String) -> Bool {
    if captures.isUsed(name) { return true }
    let texts =
      scenario.steps.map { scenario.bytes[$0.command] } + scenario.attachments.map { $0.bytes[...] }
    return texts.contains { text in
      var start = text.startIndex
      while let placeholder = TranscriptSyntax.nextPlaceholder(in: text, from: start) {
        start = placeholder.range.upperBound
        if case .use(let sum) = placeholder.content, sum.terms.contains(where: { $0.name == name })
        {
          return true
        }
      }
      return false
    }
  }

  private mutating func parse(_ lines: [SourceLine]) {
    var isInReply = false
    var open: OpenFence?
    for line in lines {
      let text = scenario.bytes[line.text]
      if let block = open {
        if block.fence.isClosed(by: text) {
          end(block, at: line)
          open = nil
        } else {
          open?.lines.append(line)
        }
        continue
      }
      if let fence = Fence(opening: text), let suggestion = fence.misspelledBlock {
        fail(
          .misspelledBlock(String(decoding: fence.info, as: UTF8.self), suggestion), at: line.number
        )
      }
      if let fence = Fence(opening: text), let block = fence.block {
        endReply()
        isInReply = false
        open = OpenFence(fence: fence, block: block, line: line)
        continue
      }
      if TranscriptSyntax.isCommand(text) {
        endReply()
        begin(line)
        isInReply = true
      } else if text.isEmpty {
        endReply()
        isInReply = false
      } else {
        do throws(ScenarioError.Reason) {
          if isInReply { try expect(text, of: line) } else { try readProse(text, of: line) }
        } catch {
          fail(error, at: line.number)
        }
      }
    }
    endReply()
    if let open {
      fail(.openFence(String(decoding: open.fence.info, as: UTF8.self)), at: open.line.number)
    }
  }

  /// An open fenced block that has a meaning.
  private struct OpenFence {
    let fence: Fence
    let block: Fence.Block
    /// The line that opens it, and its content.
    let line: SourceLine
    var lines: [SourceLine] = []
  }

  private mutating func readProse(
    _ text: ArraySlice<UInt8>, of line: SourceLine
  ) throws(ScenarioError.Reason) {
    if Self.isAlmostCommand(text) { throw .almostCommand }
    let old = scenario.header.parameters.count
    guard try scenario.header.read(text, line: line.number) else { return }
    if !scenario.steps.isEmpty { throw .lateHeader(String(decoding: text, as: UTF8.self)) }
    declareParameters(after: old)
  }

  private mutating func declareParameters(after count: Int) {
    for (name, line) in scenario.header.parameters.dropFirst(count) {
      let values = scenario.header.rows.flatMap(\.parameters).filter { $0.name == name }.map(
        \.value)
      captures.addParameter(name, values: values, at: line)
    }
  }

  /// Reads a block `for each`, an attached file, or the expected content of a file.
  private mutating func end(_ block: OpenFence, at last: SourceLine) {
    let bytes = scenario.bytes
    let first = block.line
    do throws(ScenarioError.Reason) {
      switch block.block {
      case .table:
        if !scenario.steps.isEmpty { throw .lateHeader("for each") }
        let old = scenario.header.parameters.count
        let lines = block.lines.map { bytes[block.fence.content($0.text, of: bytes)] }
        try scenario.header.readTable(lines, line: first.number)
        declareParameters(after: old)
      case .file(let name):
        if name.isEmpty { throw .namelessFile }
        if last.number - first.number > 1 {
          scenario.verbatimLines.append((first.number + 1)...(last.number - 1))
        }
        guard !scenario.steps.isEmpty else {
          let text = block.lines.flatMap { bytes[block.fence.content($0.extent, of: bytes)] }
          scenario.attachments.append(
            Scenario.Attachment(name: name, bytes: text, line: first.number))
          return
        }
        captures.beginReply()
        let start = first.text.lowerBound
        scenario.steps.append(
          Scenario.Step(
            line: first.number, command: block.fence.info.startIndex..<block.fence.info.endIndex,
            file: name, end: first.extent.upperBound,
            indentation: start..<(start + block.fence.indentation), isFenced: true))
        for var line in block.lines {
          line.text = block.fence.content(line.text, of: bytes)
          do throws(ScenarioError.Reason) {
            try expect(bytes[line.text], of: line)
          } catch {
            fail(error, at: line.number)
          }
        }
        endReply()
      }
    } catch {
      fail(error, at: first.number)
    }
  }

  /// Whether a line of prose is probably a misspelt command.
  private static func isAlmostCommand(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = text.drop { $0 == 0x20 || $0 == 0x09 }
    return rest.count > 1 && rest.first == UInt8(ascii: ">")
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
    var parser = ExpectedLineParser(
      captures: captures, line: line.number, isInBlock: openBlock != nil)
    defer { captures = parser.captures }
    let content = try parser.parse(text)
    if case .expectedFailure = content,
      case .known(let reason)? = TranscriptSyntax.marker(of: text)
    {
      guard scenario.steps[last].expected.isEmpty else { throw .misplacedExpectedFailure }
      let words = String(decoding: reason.drop { $0 == 0x20 }, as: UTF8.self)
      if words.isEmpty { throw .missingReason }
      scenario.steps[last].expectedFailure = words
    }
    switch content {
    case .unordered: openBlock = line.number
    case .end: openBlock = nil
    default: break
    }
    let expected = ExpectedLine(
      line: line.number, extent: line.extent, text: line.text, content: content)
    if !expected.isPlain { scenario.steps[last].isPlain = false }
    scenario.steps[last].expected.append(expected)
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
    if let ending, ending.notation == .literal {
      if ending.count != nil && isInBlock { throw .notOneLine }
      return .line(.plain(ending.body), ending.count)
    }
    if let marker = TranscriptSyntax.marker(of: text) { return try parse(marker, text) }
    guard let ending, let count = ending.count else {
      return .line(try pattern(of: text, isPart: false), nil)
    }
    if isInBlock { throw .notOneLine }
    let earlier = captures
    let pattern =
      if let notation = ending.notation {
        try self.pattern(of: ending, notation, isPart: false)
      } else {
        try self.pattern(
          of: ending.body, isPart: false, before: ending, mayMatchNone: count.allowsNone)
      }
    if let name = captures.firstCapture(after: earlier) { throw .ambiguousCapture(name) }
    return .line(pattern, count)
  }

  private mutating func parse(
    _ marker: TranscriptSyntax.Marker, _ text: ArraySlice<UInt8>
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
    case .misspelled(let suggestion):
      throw .misspelledMarker(String(decoding: text, as: UTF8.self), suggestion: suggestion)
    case .json(let path, let value):
      return .json(
        path: String(decoding: path, as: UTF8.self), try expectation(ofJSON: value))
    case .absent(let text):
      if let ending = TranscriptSyntax.ending(of: text), ending.count != nil {
        throw .countedAbsence(ending.word)
      }
      let earlier = captures
      let pattern = try pattern(of: text, isPart: true, mayMatchNone: true)
      let local = captures.firstCapture(after: earlier) ?? captures.firstLocalUse(in: pattern)
      if let local { throw .ambiguousCapture(local) }
      return .absent(pattern)
    }
  }

  /// Parses the VALUE of `json PATH == VALUE`: JSON, or a pattern for a value's JSON.
  private mutating func expectation(
    ofJSON text: ArraySlice<UInt8>
  ) throws(ScenarioError.Reason) -> JSONExpectation {
    if let value = try? JSONReader.read(text) { return .value(value) }
    let pattern = try pattern(of: text, isPart: false)
    if case .plain = pattern { throw .notJSON(String(decoding: text, as: UTF8.self)) }
    return .pattern(pattern)
  }

  /// Parses a text that may end in a notation such as `(re)`.
  ///
  /// - Parameters:
  ///   - outer: a suffix that followed the text.
  ///   - mayMatchNone: whether the line passes if no line of the reply matches. A misspelt word in
  ///     it would never be noticed, so unknown words are errors.
  private mutating func pattern(
    of text: ArraySlice<UInt8>, isPart: Bool, before outer: TranscriptSyntax.Ending? = nil,
    mayMatchNone: Bool = false
  ) throws(ScenarioError.Reason) -> LinePattern {
    guard let ending = TranscriptSyntax.ending(of: text) else {
      if mayMatchNone, let (_, word) = TranscriptSyntax.lastWord(of: text) {
        throw .unknownSuffix(word, suggestion: nil, mayMatchNone: true)
      }
      return try template(of: text, isPart: isPart, mayMatchNone: mayMatchNone)
    }
    guard ending.isKnown else {
      throw .unknownSuffix(
        ending.word, suggestion: ending.suggestion, mayMatchNone: mayMatchNone)
    }
    if ending.count != nil, let outer { throw .conflictingSuffixes(ending.word, outer.word) }
    guard let notation = ending.notation else {
      return try template(of: text, isPart: isPart, mayMatchNone: mayMatchNone)
    }
    return try pattern(of: ending, notation, isPart: isPart, mayMatchNone: mayMatchNone)
  }

  /// Parses the text before a notation.
  private mutating func pattern(
    of ending: TranscriptSyntax.Ending, _ notation: TranscriptSyntax.Notation, isPart: Bool,
    mayMatchNone: Bool = false
  ) throws(ScenarioError.Reason) -> LinePattern {
    let body = ending.body
    if notation == .literal { return isPart ? .part(body) : .plain(body) }
    if let inner = TranscriptSyntax.ending(of: body) {
      throw .conflictingSuffixes(inner.word, ending.word)
    }
    if notation == .escapes {
      return try template(of: body, isPart: isPart, hasEscapes: true, mayMatchNone: mayMatchNone)
    }
    let (pieces, parts) = try pieces(of: body, mayMatchNone: mayMatchNone, backslashEscapes: true)
    var marked: [UInt8] = []
    for (number, piece) in pieces.enumerated() {
      if number > 0 { marked += PlaceholderMark.text(number - 1).utf8 }
      marked += piece
    }
    do throws(PatternError) {
      if parts.count > PlaceholderMark.limit { throw .tooLarge }
      let parsed = try notation == .glob ? Glob.parse(marked) : RegularExpression.parse(marked)
      let node = PlaceholderMark.settled(parsed, count: parts.count)
      if parts.isEmpty {
        return .program(
          try PatternProgram(isPart ? .sequence([.anything, node, .anything]) : node))
      }
      let template = LineTemplate(node: node, parts: parts)
      _ = try PatternProgram(template.pattern(with: CaptureValues()))
      return .template(template, isPart: isPart)
    } catch {
      throw .invalidPattern(error)
    }
  }

  /// Parses a text with placeholders, or plain text if it has none.
  private mutating func template(
    of text: ArraySlice<UInt8>, isPart: Bool, hasEscapes: Bool = false, mayMatchNone: Bool = false
  ) throws(ScenarioError.Reason) -> LinePattern {
    let (pieces, parts) = try pieces(of: text, mayMatchNone: mayMatchNone)
    if parts.isEmpty {
      let bytes = hasEscapes ? try self.bytes(of: text, hasEscapes: true)[...] : text
      return isPart ? .part(bytes) : .plain(bytes)
    }
    var nodes: [PatternNode] = []
    for (number, piece) in pieces.enumerated() {
      if number > 0 { nodes.append(.placeholder(number - 1)) }
      nodes.append(.text(try bytes(of: piece, hasEscapes: hasEscapes)))
    }
    return .template(LineTemplate(node: .sequence(nodes), parts: parts), isPart: isPart)
  }

  /// The placeholders of a text, and the pieces of text between them: one more than placeholders.
  ///
  /// - Parameter backslashEscapes: whether `\<int>` is plain text.
  private mutating func pieces(
    of text: ArraySlice<UInt8>, mayMatchNone: Bool, backslashEscapes: Bool = false
  ) throws(ScenarioError.Reason) -> (pieces: [ArraySlice<UInt8>], parts: [LineTemplate.Part]) {
    var pieces: [ArraySlice<UInt8>] = []
    var parts: [LineTemplate.Part] = []
    var plainStart = text.startIndex
    var searchStart = text.startIndex
    while let placeholder = TranscriptSyntax.nextPlaceholder(in: text, from: searchStart) {
      searchStart = placeholder.range.upperBound
      let before = text[plainStart..<placeholder.range.lowerBound]
      let backslashes = before.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      if backslashEscapes && backslashes % 2 == 1 { continue }
      guard let part = try captures.part(for: placeholder.content, at: line) else {
        if mayMatchNone {
          throw .unknownPlaceholder(String(decoding: text[placeholder.range], as: UTF8.self))
        }
        continue
      }
      pieces.append(before)
      parts.append(part)
      plainStart = placeholder.range.upperBound
    }
    return (pieces + [text[plainStart...]], parts)
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
  private var used: Set<String> = []

  /// The captures that nothing has used, with their lines.
  var unused: [(name: String, line: Int)] {
    lost + captures.filter { !$0.value.isUsed }.map { ($0.key, $0.value.line) }
  }

  var names: Set<String> { Set(captures.keys) }

  func isUsed(_ name: String) -> Bool { used.contains(name) }

  /// Adds a parameter of the file, which all replies can use.
  mutating func addParameter(_ name: String, values: [String], at line: Int) {
    let numbers = values.compactMap(Decimal.init)
    let kind: TranscriptSyntax.PlaceholderKind =
      values.allSatisfy { Int($0) != nil } ? .int : numbers.count == values.count ? .float : .word
    captures[name] = Capture(kind: kind, line: line, reply: -1, isUsed: true)
  }

  /// Starts the next reply, which can use values captured by earlier ones.
  mutating func beginReply() { reply += 1 }

  /// The part of a template for a placeholder; `nil` for an unknown name, which is plain text.
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
    case .use(let sum):
      guard sum.terms.allSatisfy({ captures[$0.name] != nil }) else { return nil }
      var use = CaptureUse(sum: sum, kind: .int, isLocal: false)
      for term in sum.terms {
        guard let capture = captures[term.name] else { continue }
        captures[term.name]?.isUsed = true
        used.insert(term.name)
        if capture.reply == reply { use.isLocal = true }
        if sum.single != nil || capture.kind == .float { use.kind = capture.kind }
        if sum.single == nil && capture.kind != .int && capture.kind != .float {
          throw .notANumber(term.name)
        }
      }
      return .use(use)
    }
  }

  /// The first name captured since an earlier state of the table.
  func firstCapture(after earlier: CaptureTable) -> String? {
    order.dropFirst(earlier.order.count).first
  }

  /// The first name in a pattern that the same reply captures.
  func firstLocalUse(in pattern: LinePattern) -> String? {
    guard case .template(let template, _) = pattern else { return nil }
    for case .use(let use) in template.parts where use.isLocal { return use.sum.terms.first?.name }
    return nil
  }
}
