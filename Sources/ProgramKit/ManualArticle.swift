/// An article of the documentation as a manual page, so that the two cannot differ.
///
/// It reads the Markdown that the articles use: headings, paragraphs, lists of one level, tables,
/// fenced and indented code; in a line code, bold text and links. Other Markdown stays as it is.
package struct ManualArticle {
  private var page: RoffWriter
  private var rest: ArraySlice<Substring>

  /// Turns an article into a page.
  ///
  /// - Parameters:
  ///   - name: of the page, such as `parlor-scenario`.
  ///   - section: of the manual, 1 to 8.
  ///   - markdown: starts with a title and a paragraph that says what the article is about.
  /// - Returns: the page as roff, or nil if the text does not start so.
  package static func roff(name: String, section: Int, of markdown: String) -> [UInt8]? {
    var lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard let title = lines.popFirst(), title.hasPrefix("# ") else { return nil }
    lines = lines.drop { $0.isEmpty }
    let about = lines.prefix { !$0.isEmpty }
    var summary = about.joined(separator: " ")
    guard let first = summary.first, first.isLetter else { return nil }
    if summary.hasSuffix(".") { summary.removeLast() }
    let page = RoffWriter(
      name: name, section: section, summary: first.lowercased() + summary.dropFirst())
    var article = Self(page: page, rest: lines.dropFirst(about.count))
    article.writeBlocks()
    article.page.seeAlso(except: name)
    return article.page.bytes
  }

  private mutating func writeBlocks() {
    // Text before the first heading.
    if !(rest.first { !$0.isEmpty } ?? "#").hasPrefix("#") { page.heading("DESCRIPTION") }
    while let line = rest.first {
      if line.isEmpty || line.hasPrefix("<!--") {
        rest.removeFirst()
      } else if line.hasPrefix("#") {
        writeHeading(rest.removeFirst())
      } else if line.hasPrefix("```") {
        writeFence()
      } else if line.hasPrefix("    ") {
        let block = take { $0.hasPrefix("    ") || $0.isEmpty }
        page.literal(block.map { $0.dropFirst(4) }.trimmed)
      } else if line.hasPrefix("|") {
        writeTable(take { $0.hasPrefix("|") })
      } else if line.hasPrefix("- ") {
        let item = rest.removeFirst().dropFirst(2)
        let more = take { $0.hasPrefix("  ") }.map { $0.drop { $0 == " " } }
        page.roff(".IP \\(bu 2\n" + Self.inline([item] + more))
      } else {
        page.paragraph()
        page.roff(Self.inline(take { !$0.isEmpty && !Self.startsBlock($0) }))
      }
    }
  }

  /// Whether a line ends the paragraph before it.
  private static func startsBlock(_ line: Substring) -> Bool {
    ["#", "```", "|", "- ", "<!--"].contains { line.hasPrefix($0) }
  }

  private mutating func take(while belongs: (Substring) -> Bool) -> [Substring] {
    let block = rest.prefix(while: belongs)
    rest = rest.dropFirst(block.count)
    return Array(block)
  }

  private mutating func writeHeading(_ line: Substring) {
    let level = line.prefix { $0 == "#" }.count
    let title = line.dropFirst(level).drop { $0 == " " }.replacing("`", with: "")
    if level <= 2 { page.heading(String(title)) } else { page.subheading(String(title)) }
  }

  /// A block between lines of backticks; longer ones may hold shorter ones.
  private mutating func writeFence() {
    let fence = rest.removeFirst().prefix { $0 == "`" }
    let block = take { !$0.hasPrefix(fence) }
    rest = rest.dropFirst()
    page.literal(block)
  }

  /// A table becomes terms and meanings. Its header only says what these are.
  private mutating func writeTable(_ rows: [Substring]) {
    for row in rows.dropFirst(2) {
      let cells = row.replacing("\\|", with: "\u{0}").split(separator: "|").map { cell in
        cell.replacing("\u{0}", with: "|").split(separator: " ").joined(separator: " ")
      }
      guard let term = cells.first else { continue }
      page.roff(".TP\n" + Self.inline([term[...]]))
      page.roff(Self.inline([cells.dropFirst().joined(separator: "; ")[...]]))
    }
  }

  // MARK: - Text within lines

  /// A paragraph as lines of roff. Code and bold text may go over the end of a line.
  static func inline(_ lines: [Substring]) -> String {
    let roff = spans(lines.joined(separator: "\n"))
    return roff.split(separator: "\n").map { RoffWriter.protected(String($0)) + "\n" }.joined()
  }

  /// Text in which code between backticks is bold.
  private static func spans(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "`") {
      let ticks = rest[start...].prefix { $0 == "`" }
      let inside = rest[ticks.endIndex...]
      guard let end = inside.firstRange(of: String(ticks)) else { break }
      result += plain(rest[..<start])
      let code = inside[..<end.lowerBound].split { $0 == " " || $0 == "\n" }
      result += "\\fB" + RoffWriter.substituted(code.joined(separator: " ")) + "\\fR"
      rest = inside[end.upperBound...]
    }
    return result + plain(rest)
  }

  /// Text without code: bold parts, and links as their text.
  private static func plain(_ text: Substring) -> String {
    let linked = String(text).replacing(#/\[([^\]]*)\]\([^)]*\)/#) { $0.1 }
    let parts = linked.split(separator: "**", omittingEmptySubsequences: false)
    return parts.enumerated().map { number, part in
      let part = RoffWriter.substituted(String(part))
      return number % 2 == 1 ? "\\fB\(part)\\fR" : part
    }.joined()
  }
}

extension [Substring] {
  /// The lines without empty ones at the end.
  fileprivate var trimmed: ArraySlice<Substring> {
    self[..<((lastIndex { !$0.isEmpty } ?? -1) + 1)]
  }
}
