import ParlorEngine
import Platform

/// Shows long text page by page, with the program in `PAGER` or with `less`, which ends by itself
/// if the text fits the screen and leaves the text there.
enum Pager {
  /// Whether the text has more lines than fit on the screen above the next prompt.
  static func isNeeded(for text: [UInt8]) -> Bool {
    guard let rows = Terminal.rows else { return false }
    return text.count { $0 == UInt8(ascii: "\n") } >= rows
  }

  /// - Returns: whether the pager ran; otherwise the text has not been shown.
  static func show(_ text: [UInt8]) -> Bool {
    let named = FileSystem.environment("PAGER") ?? ""
    return ShellCommand.run(named.isEmpty ? "less -FRX" : named, input: text)
  }
}
