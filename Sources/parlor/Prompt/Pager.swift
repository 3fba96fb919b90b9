import Language
import Platform

/// Shows what is too long for the screen a page at a time, with the program that `PAGER` names,
/// else with `less`.
enum Pager {
  /// Whether a text has more lines than the screen can show above the next prompt.
  static func isNeeded(for text: [UInt8]) -> Bool {
    guard let rows = Terminal.rows else { return false }
    return text.count { $0 == UInt8(ascii: "\n") } >= rows
  }

  /// Shows a text.
  ///
  /// - Returns: whether the pager could be run; if not, the text is still to be shown.
  static func show(_ text: [UInt8]) -> Bool {
    let named = FileSystem.environment("PAGER") ?? ""
    return ShellCommand.run(named.isEmpty ? "less -R" : named, input: text)
  }
}
