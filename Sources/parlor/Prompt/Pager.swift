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
  ///
  /// - Parameter begins: whether letters are the beginning of a command.
  static func show(
    _ text: [UInt8], on reader: any LineEditing.LineReader, isColored: Bool,
    begins: (String) -> Bool
  ) throws(FileError) {
    let named = FileSystem.environment("PAGER") ?? ""
    if !named.isEmpty, reader.withCookedTerminal({ ShellCommand.run(named, input: text) }) {
      return
    }
    guard let editor = reader as? LineEditor else { return try write(text) }
    let width = Terminal.columns ?? 80
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    let pages = Pages(lines: Array(lines), width: width)
    var top = 0
    var (goesBack, letters) = (false, "")
    while true {
      let (bytes, end) = pages.page(from: top)
      try write(Array((goesBack && editor.canDraw ? "\u{1B}[H\u{1B}[2J" : "").utf8) + bytes)
      if top == 0, end == lines.count { return }
      var target = top
      repeat {
        var prompt = TextWriter(styled: isColored)
        prompt.write(Styled(.notice, question(isLast: end == lines.count)))
        switch editor.askInText(prompt: prompt.string, after: &letters, begins: begins) {
        case .leave: return
        case .forward:
          if end == lines.count { return }
          target = end
        case .last: target = max(top, pages.start(before: lines.count))
        case .back: target = pages.start(before: top)
        case .lineBack: target = max(0, top - 1)
        case .first: target = 0
        }
        // What is shown already is not shown again.
      } while target == top
      goesBack = target < end
      top = target
    }
  }

  /// A long text, from which pages for the terminal as it is now are taken.
  private struct Pages {
    let lines: [ArraySlice<UInt8>]
    /// The columns that the lines were laid out for.
    let width: Int

    /// As many lines as fit above the question, at least one; and the line after them.
    func page(from start: Int) -> (bytes: [UInt8], end: Int) {
      var (bytes, used, end): ([UInt8], Int, Int) = ([], 0, start)
      while end < lines.count {
        let shown = Pager.lay(lines[end], for: width)
        if end > start, used + shown.rows > Pager.room { break }
        bytes += shown.bytes
        used += shown.rows
        end += 1
      }
      return (bytes, end)
    }

    /// The first line of the page that ends before a line.
    func start(before end: Int) -> Int {
      var (used, start) = (0, end)
      while start > 0 {
        used += Pager.lay(lines[start - 1], for: width).rows
        if start < end, used > Pager.room { break }
        start -= 1
      }
      return start
    }
  }

  /// The rows for a page: those above the question.
  private static var room: Int {
    (Terminal.rows ?? 24) - 1 - question(isLast: false).count / (Terminal.columns ?? 80)
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
  private static func question(isLast: Bool) -> String {
    let more = isLast ? "End. " : "Space: more, "
    let words = more + "b: back, g G: top, end, q: prompt, or type a command "
    return words.count < Terminal.columns ?? 80 ? words : more + "b: back, q: prompt "
  }

  private static func write(_ bytes: [UInt8]) throws(FileError) {
    try FileSystem.write(bytes, to: 1, named: "standard output")
  }
}
