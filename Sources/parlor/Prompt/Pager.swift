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
      // The terminal may have become narrower since the text was laid out.
      let now = Terminal.columns ?? 80
      let words = question(width: now)
      let room = max(1, (Terminal.rows ?? 24) - 1 - words.count / now)
      let line = now < width ? ReplyLayout.wrapped(line, width: now) : Array(line)
      let rows = ReplyLayout.rows(of: (line + [0x0A])[...], width: now)
      if used > 0, used + rows > room, let editor = reader as? LineEditor {
        try write(page)
        var prompt = TextWriter(styled: isColored)
        prompt.write(Styled(.notice, words))
        guard editor.asksForMore(prompt: prompt.string) else { return }
        (page, used) = ([], 0)
      }
      page += line + [0x0A]
      used += rows
    }
    try write(page)
  }

  /// What is asked below a page: shorter where it does not fit on a row.
  private static func question(width: Int) -> String {
    let words = "Space: more, q: back, or type a command "
    return words.count < width ? words : "Space: more, q: back "
  }

  private static func write(_ bytes: [UInt8]) throws(FileError) {
    try FileSystem.write(bytes, to: 1, named: "standard output")
  }
}
