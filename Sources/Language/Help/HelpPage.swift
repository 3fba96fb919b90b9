import ParlorKit

/// A page of help, as data.
package struct HelpPage: Sendable {
  /// Lines under a heading.
  struct Section: Sendable {
    /// The heading; empty for text that stands by itself.
    var heading: String
    /// Rows of words in columns.
    var rows: [[String]]
  }

  /// The first line.
  var title: String
  /// The rest.
  var sections: [Section]

  var fields: Fields {
    [
      "title": .string(title),
      "sections": .array(
        sections.map { section in
          .object([
            "heading": .string(section.heading),
            "rows": .array(section.rows.map { .strings($0) }),
          ])
        }),
    ]
  }

  /// Writes the page; without blank lines, since no reply has any.
  func write(to text: inout TextWriter) {
    text.write(Styled(.strong, title))
    for section in sections where !section.rows.isEmpty {
      if !section.heading.isEmpty { text.write("\n", Styled(.notice, section.heading)) }
      text.write("\n", Columns(section.rows, indent: section.heading.isEmpty ? 0 : 2))
    }
  }
}
