import LineSyntax
import ParlorEngine
import ParlorKit

/// A line of a script and its place, for error messages.
struct ScriptLine {
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

  /// Writes up to 78 characters around the range, and a line of carets. `…` replaces the rest.
  private func excerpt(_ range: Range<Int>, to text: inout TextWriter) {
    let line = Array(bytes)
    let start = max(0, min(range.lowerBound, line.count))
    let end = max(start, min(range.upperBound, line.count))
    func part(_ bytes: ArraySlice<UInt8>) -> String {
      String(decoding: bytes, as: UTF8.self).replacing("\t", with: " ")
    }
    var before = part(line[..<start])
    if before.count > 38 { before = "…" + before.suffix(37) }
    var fault = part(line[start..<end])
    var after = part(Line.trimmed(line[end...]))
    let room = 78 - before.count - min(fault.count, 40)
    if fault.count > 40 {
      fault = fault.prefix(39) + "…"
      after = ""
    } else if after.count > room {
      after = after.prefix(max(0, room - 1)) + "…"
    }
    text.write("  ", before, fault, after)
    while text.bytes.last == 0x20 { text.bytes.removeLast() }
    text.breakLine()
    let carets = String(repeating: "^", count: max(1, DisplayWidth.of(fault)))
    text.write("  ", String(repeating: " ", count: DisplayWidth.of(before)))
    text.write(Styled(.bad, carets), "\n")
  }
}
