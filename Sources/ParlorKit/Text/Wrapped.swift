/// Text broken at spaces into lines that fit the width of the writer.
///
/// A word that is longer than a line gets its own line.
public struct Wrapped: TextWritable, Sendable {
  private let content: String
  private let column: Int

  /// - Parameter column: the cell in which the text begins, from 0. Further lines are indented to
  ///   it.
  public init(_ content: String, at column: Int = 0) {
    self.content = content
    self.column = column
  }

  /// Writes the lines, without a line break after the last.
  public func write(to text: inout TextWriter) {
    var end = column
    for word in content.split(separator: " ") {
      let width = DisplayWidth.of(word)
      if end > column {
        if end + 1 + width > text.width {
          text.write("\n", String(repeating: " ", count: column))
          end = column
        } else {
          text.write(byte: UInt8(ascii: " "))
          end += 1
        }
      }
      text.write(String(word))
      end += width
    }
  }
}
