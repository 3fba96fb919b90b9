import LineEditing
import ParlorEngine
import ParlorKit
import Platform

/// Shows long text page by page: with the program in `PAGER` if it is set, else by itself.
enum Pager {
  /// Whether the text has more lines than fit on the screen above the next prompt.
  static func isNeeded(for text: [UInt8]) -> Bool {
    guard let rows = Terminal.rows else { return false }
    return text.count { $0 == UInt8(ascii: "\n") } >= rows
  }

  /// Shows a text until its end, or until the user goes on with something else.
  static func show(
    _ text: [UInt8], on reader: any LineEditing.LineReader, isColored: Bool
  ) throws(FileError) {
    let named = FileSystem.environment("PAGER") ?? ""
    if !named.isEmpty, reader.withCookedTerminal({ ShellCommand.run(named, input: text) }) {
      return
    }
    let width = Terminal.columns ?? 80
    var page: [UInt8] = []
    var used = 0
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      var shown = lay(line, for: width)
      let words = question
      let room = (Terminal.rows ?? 24) - 1 - words.count / (Terminal.columns ?? 80)
      if used > 0, used + shown.rows > room, let editor = reader as? LineEditor {
        try write(page)
        var prompt = TextWriter(styled: isColored)
        prompt.write(Styled(.notice, words))
        guard editor.asksForMore(prompt: prompt.string) else { return }
        (page, used) = ([], 0)
        shown = lay(line, for: width)
      }
      page += shown.bytes
      used += shown.rows
    }
    try write(page)
  }

  /// A line as the terminal shows it now, and its rows: it may have become narrower since the text was
  /// laid out for a width.
  private static func lay(
    _ line: ArraySlice<UInt8>, for width: Int
  ) -> (bytes: [UInt8], rows: Int) {
    let now = Terminal.columns ?? 80
    let bytes = (now < width ? ReplyLayout.wrapped(line, width: now) : Array(line)) + [0x0A]
    return (bytes, ReplyLayout.rows(of: bytes[...], width: now))
  }

  /// What is asked below a page: shorter where it does not fit on a row.
  private static var question: String {
    let words = "Space: more, q: back, or type a command "
    return words.count < Terminal.columns ?? 80 ? words : "Space: more, q: back "
  }

  private static func write(_ bytes: [UInt8]) throws(FileError) {
    try FileSystem.write(bytes, to: 1, named: "standard output")
  }
}
