public import ParlorKit

extension Code: TextWritable {
  /// Writes the colours with a blank between each two: `1 5 2`.
  public func write(to text: inout TextWriter) { text.write(self, separator: " ") }

  /// The colours as data.
  package var value: Value { .integers(self) }
}

extension Code {
  /// Reads colours parted by blanks: `1 5 2`.
  ///
  /// - Returns: nothing for anything else, and for more than ten pegs.
  init?(text: String) {
    var colors: [Int] = []
    for word in text.split(separator: " ") {
      guard word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let color = Int(word) else { return nil }
      colors.append(color)
    }
    self.init(colors)
  }

  /// The code as text: `1 5 2`.
  var text: String {
    var text = TextWriter()
    write(to: &text)
    return text.string
  }
}
