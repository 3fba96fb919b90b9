import Language

/// The layout of scenario files: LF, no blanks at the end of lines, one blank line at most
/// between others, none at both ends, `(known: reason)` with its blank, and no ` (literal)` that
/// changes nothing. Commands, replies and prose stay as they are.
package enum ScenarioFormat {
  /// A file in this layout; nothing is wrong with it, and it means the same.
  package static func formatted(
    _ bytes: [UInt8], path: String
  ) throws(ScenarioError) -> [UInt8] {
    let (scenario, faults) = ScenarioParser.parse(bytes, path: path)
    if let fault = faults.first { throw fault }
    let expected = Dictionary(
      scenario.steps.flatMap(\.expected).map { ($0.line, $0) }, uniquingKeysWith: { $1 })
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 1)
    var isAfterBlank = true
    for line in SourceLine.all(of: bytes) {
      let text = bytes[line.text]
      if text.isEmpty {
        if !isAfterBlank { output.append(0x0A) }
        isAfterBlank = true
      } else {
        output += expected[line.number].map { plainest(text, $0, in: scenario) } ?? text
        output.append(0x0A)
        isAfterBlank = false
      }
    }
    if isAfterBlank && !output.isEmpty { output.removeLast() }
    guard ScenarioParser.parse(output, path: path).faults.isEmpty else {
      throw ScenarioError(path: path, line: nil, fact: .unformattable)
    }
    return output
  }

  /// An expected line without what changes nothing.
  private static func plainest(
    _ text: ArraySlice<UInt8>, _ line: ExpectedLine, in scenario: Scenario
  ) -> ArraySlice<UInt8> {
    switch line.content {
    case .known:
      guard case .known(let reason)? = TranscriptSyntax.marker(of: text) else { return text }
      return "(known: ".utf8 + reason.drop { $0 == 0x20 || $0 == 0x09 } + [UInt8(ascii: ")")]
    case .line(.plain(let body), .once):
      guard body.count < text.count,
        TranscriptSyntax.isPlain(body, captures: scenario.captureNames)
      else { return text }
      return body
    default: return text
    }
  }
}
