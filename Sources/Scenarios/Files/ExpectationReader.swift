import Language
import ParlorKit

/// Reads one line of an expected reply.
struct ExpectationReader {
  /// What is captured above the line, and after the reading, in it.
  var captures: CaptureTable
  /// The number of the line.
  let line: Int
  /// Whether the line stands between `(unordered)` and `(end)`.
  let isInBlock: Bool

  private typealias Bytes = ArraySlice<UInt8>
  private typealias Fact = ScenarioError.Fact

  /// What a line says.
  mutating func read(
    _ text: ArraySlice<UInt8>
  ) throws(ScenarioError.Fact) -> ExpectedLine.Content {
    let ending = TranscriptSyntax.ending(of: text)
    if let ending, ending.suffix == .literal { return .line(.plain(ending.body), .once) }
    if let marker = TranscriptSyntax.marker(of: text) { return try read(marker) }
    guard let ending else { return .line(try template(of: text, isPart: false), .once) }
    guard let count = ending.count else {
      return .line(try pattern(of: text, isPart: false), .once)
    }
    let inner = TranscriptSyntax.ending(of: ending.body)
    if let inner, inner.count != nil { throw .suffixClash(inner.word, ending.word) }
    if isInBlock { throw .unfitForBlock }
    let known = captures
    let pattern = try pattern(of: ending.body, isPart: false)
    if let name = captures.firstCapture(after: known) { throw .uncertainCapture(name) }
    return .line(pattern, count)
  }

  private mutating func read(
    _ marker: TranscriptSyntax.Marker
  ) throws(ScenarioError.Fact) -> ExpectedLine.Content {
    switch marker {
    case .end:
      guard isInBlock else { throw .strayEnd }
      return .end
    case .known: return .known
    case _ where isInBlock: throw .unfitForBlock
    case .anyLines: return .anyLines
    case .unordered: return .unordered
    case .refusal(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      guard let code = ErrorCode(rawValue: text) else { throw .unknownCode(text) }
      return .refusal(code)
    case .absent(let text):
      if let ending = TranscriptSyntax.ending(of: text), ending.count != nil {
        throw .countedAbsence(ending.word)
      }
      let known = captures
      let pattern = try pattern(of: text, isPart: true)
      let local = captures.firstCapture(after: known) ?? captures.firstLocalUse(in: pattern)
      if let local { throw .uncertainCapture(local) }
      return .absent(pattern)
    }
  }

  /// The pattern of a text that may end in `(re)`, `(glob)`, `(esc)` or `(literal)`.
  private mutating func pattern(
    of text: ArraySlice<UInt8>, isPart: Bool
  ) throws(ScenarioError.Fact) -> LinePattern {
    guard let ending = TranscriptSyntax.ending(of: text) else {
      return try template(of: text, isPart: isPart)
    }
    guard let suffix = ending.suffix else { throw .unknownSuffix(ending.word) }
    if suffix == .literal { return isPart ? .part(ending.body) : .plain(ending.body) }
    if let inner = TranscriptSyntax.ending(of: ending.body) {
      throw .suffixClash(inner.word, ending.word)
    }
    do throws(PatternError) {
      switch suffix {
      case .expression:
        return try program(RegularExpression.parse(ending.body), isPart: isPart)
      case .glob: return try program(Glob.parse(ending.body), isPart: isPart)
      default: break
      }
    } catch {
      throw .badPattern(error)
    }
    return try template(of: ending.body, isPart: isPart, hasEscapes: true)
  }

  private func program(
    _ node: PatternNode, isPart: Bool
  ) throws(PatternError) -> LinePattern {
    let whole = isPart ? .sequence([.anything, node, .anything]) : node
    return .program(try PatternProgram(whole))
  }

  /// Text with holes, or plain text if there are none.
  private mutating func template(
    of text: ArraySlice<UInt8>, isPart: Bool, hasEscapes: Bool = false
  ) throws(ScenarioError.Fact) -> LinePattern {
    var template = LineTemplate()
    var plainStart = text.startIndex
    var searchStart = text.startIndex
    while let hole = TranscriptSyntax.nextHole(in: text, from: searchStart) {
      searchStart = hole.range.upperBound
      guard let part = try captures.part(for: hole.content, at: line) else { continue }
      let before = text[plainStart..<hole.range.lowerBound]
      template.parts.append(.text(try bytes(of: before, hasEscapes: hasEscapes)))
      template.parts.append(part)
      plainStart = hole.range.upperBound
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
  ) throws(ScenarioError.Fact) -> [UInt8] {
    guard hasEscapes else { return Array(text) }
    do throws(PatternError) {
      return try EscapedText.decode(text)
    } catch {
      throw .badPattern(error)
    }
  }
}

extension TranscriptSyntax.Ending {
  /// How often the line stands, if the suffix says that.
  fileprivate var count: ExpectedLine.Count? {
    switch suffix {
    case .optional: .optional
    case .any: .any
    case .many: .many
    default: nil
    }
  }
}
