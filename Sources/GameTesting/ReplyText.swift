/// What holds for the text of every reply.
package enum ReplyText {
  /// What is wrong with a reply, in a few words; `nil` if it is well formed.
  package static func fault(of reply: [UInt8]) -> String? {
    guard !reply.isEmpty else { return nil }
    guard let text = String(validating: reply, as: UTF8.self) else { return "not UTF-8" }
    guard reply.last == UInt8(ascii: "\n") else { return "no end of line" }
    for line in text.unicodeScalars.dropLast().split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.isEmpty { return "a blank line" }
      if line.last == " " || line.last == "\t" { return "a blank at the end of a line" }
      if line.starts(with: "> ".unicodeScalars) { return "a line like a command" }
      if line.contains(where: { $0 != "\t" && $0.properties.generalCategory == .control }) {
        return "a control character"
      }
    }
    return nil
  }
}
