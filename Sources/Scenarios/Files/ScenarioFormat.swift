import ParlorEngine

/// The canonical layout of scenario files, which `parlor fmt` applies.
///
/// Line breaks are LF, lines have no trailing blanks, blank lines are single and never at the start
/// or the end, `(known: reason)` has one blank, and a ` (literal)` that changes nothing is removed.
/// Commands, replies and prose stay as they are.
package enum ScenarioFormat {
  /// The file in canonical layout, with the same meaning.
  ///
  /// - Throws: the first error of the file.
  package static func formatted(
    _ bytes: [UInt8], path: String
  ) throws(ScenarioError) -> [UInt8] {
    let (scenario, errors) = ScenarioParser.parse(bytes, path: path)
    if let error = errors.first { throw error }
    let expected = Dictionary(
      scenario.steps.flatMap(\.expected).map { ($0.line, $0) }, uniquingKeysWith: { $1 })
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 1)
    var isAfterBlank = true
    for line in SourceLine.all(of: bytes) {
      if scenario.verbatimLines.contains(where: { $0.contains(line.number) }) {
        output += bytes[line.extent]
        isAfterBlank = false
        continue
      }
      let text = bytes[line.text]
      if text.isEmpty {
        if !isAfterBlank { output.append(0x0A) }
        isAfterBlank = true
      } else {
        output += expected[line.number].map { simplest(text, $0, in: scenario) } ?? text
        output.append(0x0A)
        isAfterBlank = false
      }
    }
    if isAfterBlank && !output.isEmpty { output.removeLast() }
    guard ScenarioParser.parse(output, path: path).errors.isEmpty else {
      throw ScenarioError(path: path, line: nil, reason: .unformattable)
    }
    return output
  }

  /// The simplest spelling of an expected line.
  private static func simplest(
    _ text: ArraySlice<UInt8>, _ line: ExpectedLine, in scenario: Scenario
  ) -> ArraySlice<UInt8> {
    switch line.content {
    case .expectedFailure:
      guard case .known(let reason)? = TranscriptSyntax.marker(of: text) else { return text }
      return "(known: ".utf8 + reason.drop { $0 == 0x20 || $0 == 0x09 } + [UInt8(ascii: ")")]
    case .line(.plain(let body), nil):
      guard body.count < text.count,
        TranscriptSyntax.isPlain(body, captures: scenario.captureNames)
      else { return text }
      return body
    default: return text
    }
  }
}
