import Language
import ParlorKit

/// A line of a script and its place, for error messages.
struct SourceLine {
  /// The path of the file, or `stdin` or `-c`.
  var file = ""
  /// The number of the line, from 1.
  var number = 0
  var bytes: ArraySlice<UInt8> = []

  /// Writes an error in this line: its place, code and message, then the line with carets under
  /// the error, then help.
  func write(_ problem: Diagnostic, to text: inout TextWriter) {
    let range = problem.range ?? 0..<0
    text.write(file, ":", number, ":", range.lowerBound + 1, ": ")
    text.write(Styled(.bad, "error[\(problem.code.rawValue)]:"), " ", problem.message, "\n")
    if problem.range != nil, problem.code != .syntax || !isBinary { excerpt(range, to: &text) }
    for line in problem.help { text.write("  ", line, "\n") }
  }

  private var isBinary: Bool { bytes.contains { $0 < 0x20 && $0 != 0x09 } }

  /// Writes up to 100 characters around the range, and a line of carets.
  private func excerpt(_ range: Range<Int>, to text: inout TextWriter) {
    let line = Array(bytes)
    let start = max(0, min(range.lowerBound, line.count))
    let end = max(start, min(range.upperBound, line.count))
    let before = String(decoding: line[..<start], as: UTF8.self)
      .replacing("\t", with: " ").suffix(60)
    let fault = String(decoding: line[start..<end], as: UTF8.self)
      .replacing("\t", with: " ").prefix(40)
    let after = String(decoding: Line.trimmed(line[end...]), as: UTF8.self)
      .replacing("\t", with: " ").prefix(max(0, 100 - before.count - fault.count))
    text.write("  ", String(before), String(fault), String(after))
    while text.bytes.last == 0x20 { text.bytes.removeLast() }
    text.breakLine()
    let carets = String(repeating: "^", count: max(1, DisplayWidth.of(fault)))
    text.write("  ", String(repeating: " ", count: DisplayWidth.of(before)))
    text.write(Styled(.bad, carets), "\n")
  }
}
