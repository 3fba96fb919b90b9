/// Writes a text as one word of a line, so that it reads back as that word.
public enum Word {
  /// The text itself if it reads back as the same word, otherwise quoted.
  public static func written(_ text: String) -> String {
    needsQuotes(text) ? quoted(text) : text
  }

  /// An option as one word: `key=value`.
  public static func written(option name: String, _ value: String) -> String {
    let isPlain = !value.isEmpty && !value.utf8.contains { isSpecial($0) }
    return "\(name)=\(isPlain ? value : quoted(value))"
  }

  /// The text in quotes.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      if character == "\"" || character == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }

  private static func needsQuotes(_ text: String) -> Bool {
    text.isEmpty || text.utf8.first == UInt8(ascii: "#") || text.utf8.contains { isSpecial($0) }
      || text.utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ",") }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ";")
  }
}
