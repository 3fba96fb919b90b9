import Language
import ParlorKit

/// What the captures of a file hold so far.
struct CaptureValues: Sendable {
  private var texts: [String: String] = [:]

  /// Remembers a text under a name.
  mutating func set(_ name: String, to text: String) { texts[name] = text }

  /// Whether a text is what a use of a name stands for.
  func fits(_ text: String, _ use: CaptureUse) -> Bool { spellings(of: use).contains(text) }

  /// What a use of a name may stand for: a number with and without commas, or the very text.
  /// Nothing where the name holds nothing, because the line that captures it did not match.
  func spellings(of use: CaptureUse) -> [String] {
    guard let text = texts[use.name] else { return [] }
    guard use.kind == .int else { return [text] }
    guard let number = Int(text.filter { $0 != "," }) else { return [] }
    let (sum, overflow) = number.addingReportingOverflow(use.offset)
    if overflow { return [] }
    return sum.grouped == String(sum) ? [String(sum)] : [sum.grouped, String(sum)]
  }
}

/// `<s>` or `<s+50>` in a line.
struct CaptureUse: Sendable {
  /// The name that was captured.
  var name: String
  /// What it holds.
  var kind: TranscriptSyntax.HoleKind
  /// What is added to a number.
  var offset: Int
  /// Whether the capture stands in the same reply, so that its value is known only once the
  /// reply as a whole has matched.
  var isLocal: Bool
}
